"""Has no fault."""

from conformance.faulty.frame import Tiny

if __name__ == "__main__":
    Tiny().run()
