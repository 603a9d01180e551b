"""A line chart as SVG text: fact cards kept over body tokens left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 460
LEFT, TOP, RIGHT, BOTTOM = 60, 24, 200, 52
# Okabe and Ito's palette, which colour-blind readers can tell apart; ours is the black one.
COLOURS = ("#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "4 4", "1 3", "10 4")


def draw(curves: Mapping[str, Sequence[tuple[float, float]]], title: str) -> str:
    """The chart of curves of (tokens left, cards kept), both in per cent."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *_grid(),
    ]
    for number, (tool, points) in enumerate(curves.items()):
        parts += _curve(tool, points, number)
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts += [
        _text(middle, HEIGHT - 14, "body tokens left, %", "middle"),
        f'<g transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">'
        + _text(0, 0, "fact cards kept, %", "middle")
        + "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid() -> list[str]:
    lines = []
    for value in range(0, 101, 20):
        x, y = _place(value, value)
        lines += [
            f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}M{LEFT} {y:.1f}H{WIDTH - RIGHT}" '
            'stroke="#dddddd" fill="none"/>',
            _text(x, HEIGHT - BOTTOM + 18, str(value), "middle"),
            _text(LEFT - 8, y + 4, str(value), "end"),
        ]
    return lines


def _curve(tool: str, points: Sequence[tuple[float, float]], number: int) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = DASHES[number % len(DASHES)]
    places = [_place(*point) for point in points]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    width = 2.5 if number == 0 else 1.5
    style = f'stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dash}" fill="none"'
    legend_y = TOP + 14 + 20 * number
    legend_x = WIDTH - RIGHT + 16
    return [
        f'<path d="{path}" {style}/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places),
        f'<path d="M{legend_x} {legend_y - 4}h26" {style}/>',
        f'<circle cx="{legend_x + 13}" cy="{legend_y - 4}" r="3.5" fill="{colour}"/>',
        _text(legend_x + 32, legend_y, tool, "start"),
    ]


def _place(share: float, cards: float) -> tuple[float, float]:
    x = LEFT + share / 100 * (WIDTH - LEFT - RIGHT)
    y = HEIGHT - BOTTOM - cards / 100 * (HEIGHT - TOP - BOTTOM)
    return x, y


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
