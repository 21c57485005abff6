"""Errors about input from outside."""

LONGEST_PART = 400


class InputError(ValueError):
    """Something given from outside cannot be used.

    `str()` is one line, `where: what; expected ...`, with empty parts left out and very long ones cut.

    Attributes:
        what: What was wrong.
        where: The file, line, JSON pointer or move number.
        expected: What was expected instead.
    """

    def __init__(self, what: str, where: str = "", expected: str = "") -> None:
        super().__init__(what, where, expected)
        self.what = what
        self.where = where
        self.expected = expected

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        wish = f"; expected {shorten(self.expected)}" if self.expected else ""
        return " ".join(f"{place}{shorten(self.what)}{wish}".split())

    def locate(self, where: str) -> None:
        """Say where it went wrong, for a caller that knows, unless that has been said already."""
        self.where = self.where or where


def shorten(text: str, length: int = LONGEST_PART) -> str:
    """Cut a text to at most `length` characters, the last three of them dots."""
    return text if len(text) <= length else text[: length - 3] + "..."
