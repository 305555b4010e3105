"""Writes SVG: the few shapes that the charts of a report are made of."""

import html

from quizzer.harmless import harmless


def escape(text: str) -> str:
    """The text, escaped so that HTML and SVG show it unchanged."""
    return html.escape(harmless(text))


def picture(width: float, height: float, says: str, *shapes: str) -> str:
    """A picture; `says` is what it shows, for those who cannot see it."""
    box = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}"'
    return (
        f'<svg {box} role="img" aria-label="{escape(says)}"><title>{escape(says)}</title>'
        f"{''.join(shapes)}</svg>"
    )


def rectangle(x: float, y: float, width: float, height: float, style: str, says: str = "") -> str:
    """A filled rectangle; `says` shows when the mouse rests on it."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{style}" {place}>{_title(says)}</rect>'


def line(x1: float, y1: float, x2: float, y2: float, style: str = "axis") -> str:
    """A straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line class="{style}" {ends}/>'


def dot(x: float, y: float, radius: float, says: str = "") -> str:
    """A filled circle."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle class="mark" {place}>{_title(says)}</circle>'


def label(x: float, y: float, text: str, anchor: str = "start") -> str:
    """Text on its baseline."""
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _title(says: str) -> str:
    return f"<title>{escape(says)}</title>" if says else ""
