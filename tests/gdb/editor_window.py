"""editor_window.py: the window of an editor as an SVG, drawn from what a debugger has said: the source with the line that
runs next, variables, and calls. editor.py calls it; docs/editor.md shows what it draws, from docs/figures.
"""
from html import escape

LEFT, RIGHT, ROW, SIDE = 350, 530, 18, 12  # widths of both panels, height of a line of text, margin
SHOWN = 6  # lines of the source above and below


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}" xml:space="preserve"{more}>{escape(words, quote=False)}</text>'


def heading(y, words):
    return text(SIDE, y, words, ' font-family="sans-serif" font-size="11" font-weight="bold" fill="#666666"')


def panel(variables, calls):
    """The left one: lines of text, and how many pixels they take."""
    drawn, y = [heading(54, "VARIABLES")], 54 + ROW
    for variable in variables:
        # The fields of a Tensor or a Value have a line of their own.
        name, _, fields = variable.partition(" = {")
        drawn.append(text(SIDE + 8, y, name))
        y += ROW
        if fields:
            drawn.append(text(SIDE + 24, y, fields[:-1]))
            y += ROW
    y += ROW
    drawn.append(heading(y, "CALL STACK"))
    for i, (function, file, line) in enumerate(calls):
        y += ROW
        if i == 0:
            drawn.append(f'<rect x="0" y="{y - 13}" width="{LEFT}" height="{ROW}" fill="#fff3b0"/>')
        drawn.append(text(SIDE + 8, y, function))
        drawn.append(text(LEFT - SIDE, y, f"{file}:{line}", ' text-anchor="end" fill="#666666"'))
    return drawn, y


def source(lines, current):
    """The right one."""
    drawn, first = [], max(1, current - SHOWN)
    for i, number in enumerate(range(first, min(len(lines), current + SHOWN) + 1)):
        y = 54 + i * ROW
        if number == current:
            drawn.append(f'<rect x="{LEFT}" y="{y - 13}" width="{RIGHT}" height="{ROW}" fill="#fff3b0"/>')
            drawn.append(f'<path d="M{LEFT + 8} {y - 10} l9 6 l-9 6 z" fill="#c79100"/>')
        drawn.append(text(LEFT + 52, y, str(number), ' text-anchor="end" fill="#999999"'))
        line = lines[number - 1]
        comment = ' fill="#3a7d44"' if line.strip().startswith("//") else ""
        most = (RIGHT - 72) // 7
        drawn.append(text(LEFT + 64, y, line if len(line) <= most else line[:most - 1] + "…", comment))
    return drawn, y


def window(file, lines, current, variables, calls):
    """The SVG: `calls` are a function, its file and its line, newest first."""
    left, left_end = panel(variables, calls)
    right, right_end = source(lines, current)
    width, height = LEFT + RIGHT, max(left_end, right_end) + 16
    marked = lines[current - 1].strip()
    said = f"Marked is line {current} of {file}: {marked} Variables: {'; '.join(variables) or 'none'}. " \
           f"Call stack: {', '.join(function for function, _, _ in calls)}."
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        'font-family="monospace" font-size="11.5" fill="#222222">',
        f"<title>A debugger in an editor, stopped in {calls[0][0]}</title>",
        f"<desc>{escape(said, quote=False)}</desc>",
        "<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.9) hue-rotate(180deg); } }</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>',
        f'<path d="M0 32 H{width} M{LEFT} 0 V{height}" stroke="#dddddd"/>',
        heading(20, "RUN AND DEBUG"),
        text(LEFT + SIDE, 20, file, ' font-family="sans-serif" font-weight="bold"'),
        *left, *right, "</svg>", ""])
