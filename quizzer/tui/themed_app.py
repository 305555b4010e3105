"""An app with the themes of quizzer, colours mixed from them, and a key to change theme."""

from __future__ import annotations

from quizzer.tui.heat_colours import heat_colours
from quizzer.tui.terminal_app import TerminalApp
from quizzer.tui.themes import THEMES, muted, other_theme


class ThemedApp(TerminalApp, inherit_bindings=False):
    """An app in the colours of quizzer, or of any theme of Textual."""

    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """One variable that themes lack: a muted style for what is less important."""
        return {"muted": muted(self.current_theme)}

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme, and those mixed from them for heat maps."""
        variables = super().get_css_variables()
        coloured = not (self.no_color or self.current_theme.ansi)
        return variables | heat_colours(variables, shown=coloured)

    def validate_theme(self, name: str) -> str:
        """Replace a theme of terminal colours if no colours are wanted: it would show nothing."""
        theme = self.get_theme(name)
        return THEMES[0].name if theme is not None and theme.ansi and self.no_color else name

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the colours of the theme; before the first screen exists, only set the variables.

        Textual would parse every rule for the first theme, and then again for the first screen.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def action_light(self) -> None:
        """Change between light and dark."""
        self.theme = other_theme(self.current_theme)
