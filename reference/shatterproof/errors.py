"""Errors about input from outside."""


class InputError(ValueError):
    """Something given from outside cannot be used: what was wrong, where, and what was expected.

    `str()` is one line, `where: what; expected ...`, with empty parts left out.
    """

    def __init__(self, what: str, where: str = "", expected: str = "") -> None:
        super().__init__(what, where, expected)
        self.what = what
        self.where = where
        self.expected = expected

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        wish = f"; expected {self.expected}" if self.expected else ""
        return " ".join(f"{place}{self.what}{wish}".split())

    def locate(self, where: str) -> None:
        """Says where it went wrong, for a caller that knows, unless that has been said already."""
        self.where = self.where or where
