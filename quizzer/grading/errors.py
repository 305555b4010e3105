"""Errors of answers that cannot be understood: what is wrong, where, and what to write."""


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
        """The same error with its line and column in this text, which it is about."""
        return type(self)(self.message, self.position, self.suggestion, text)

    def suggesting(self, more: str) -> "AnswerError":
        """The same error with one more suggestion."""
        return type(self)(self.message, self.position, f"{self.suggestion} {more}".strip())

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line > 1 else ""
        place = place or f"column {self.column}: "
        hint = f" {self.suggestion}" if self.suggestion else ""
        return f"{place}{self.message}{hint}"


class UnfinishedError(AnswerError):
    """An answer that breaks off, which is not wrong while it is still being typed."""
