"""What is raised when two engines do not agree."""


class Disagreement(RuntimeError):
    """z3 and another engine answer one question differently: an error of the harness, never a verdict (exit code 3)."""

    def __init__(self, question: str, one: str, other: str) -> None:
        super().__init__(question, one, other)
        self.question = question
        self.one = one
        self.other = other

    def __str__(self) -> str:
        return f"{self.question}: {self.one}, but {self.other}"
