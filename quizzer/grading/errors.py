"""What is said when an answer cannot be understood: what, where, and how to write it."""


class AnswerError(ValueError):
    """An answer that was not understood. `position` counts characters from 0."""

    def __init__(
        self, message: str, position: int = 0, suggestion: str = "", text: str = ""
    ) -> None:
        self.message = message
        self.position = position
        self.suggestion = suggestion
        before = text[:position]
        self.line = before.count("\n") + 1
        self.column = position - (before.rfind("\n") + 1) + 1
        super().__init__(message)

    def within(self, text: str) -> "AnswerError":
        """The same complaint, knowing the text that it is about: line and column become right."""
        return type(self)(self.message, self.position, self.suggestion, text)

    def suggesting(self, more: str) -> "AnswerError":
        """The same complaint, with one more thing that can be done."""
        return type(self)(self.message, self.position, f"{self.suggestion} {more}".strip())

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line > 1 else ""
        place = place or f"column {self.column}: "
        hint = f" {self.suggestion}" if self.suggestion else ""
        return f"{place}{self.message}{hint}"


class UnfinishedError(AnswerError):
    """An answer that breaks off: while it is being typed, nothing is wrong with it yet."""
