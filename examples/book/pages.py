"""The pages of the course as GitHub shows them, read by the parser of MyST: what the comment before a block of code says of it, and
blocks and formulas as HTML; and the sources as pages. The book and the slides share it."""
import html
import os
import pathlib
import re

from latex2mathml.converter import convert
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from pygments import lex
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from course import ROOT, all_pages, anchor_of, lines_of_listing, page_of  # noqa: F401

CONFIG = MdParserConfig(enable_extensions={"dollarmath"}, heading_anchors=6, dmath_double_inline=False,
                        url_schemes={"http": None, "https": None, "mailto": None},
                        disable_syntax=["myst_line_comment", "myst_block_break", "myst_target", "myst_role", "footnote_def"])


class Wrong(Exception):
    """What is wrong with a page; the text has the page and its line."""


# ---- the parser ----

def bind(state):
    """A rule of the parser: each block of code gets the comment before it, and formulas those marks that MyST knows."""
    comment = ""
    for token in state.tokens:
        if token.type == "html_block" and token.content.lstrip().startswith("<!--"):
            comment = re.findall(r"<!--(.*?)-->", token.content, re.S)[-1].strip()
            continue
        if token.type == "fence":
            token.meta["comment"] = comment
            if token.info.strip() == "math":
                token.type = "math_block"
        elif token.type == "inline":
            for child in token.children:
                if child.type == "math_inline":
                    child.content = child.content.strip("`")
        comment = ""


def page_parser(renderer=None):
    """A parser of pages, with a renderer of MyST's, or one of HTML when there is none."""
    from markdown_it.renderer import RendererHTML
    md = create_md_parser(CONFIG, renderer or RendererHTML)
    md.core.ruler.push("bind", bind)
    if renderer is None:
        md.add_render_rule("math_inline", lambda self, tokens, i, options, env: mathml(tokens[i].content, False, env.get("where", "")))
        md.add_render_rule("math_block", lambda self, tokens, i, options, env: formula(tokens[i].content, env.get("where", "")))
    return md


# ---- formulas ----

# What the converter reads another way than LaTeX does.
REPAIRS = [(r"\\tfrac", r"\\frac"), (r"(begin|end)\{aligned\}", r"\1{split}"), (r"(begin\{split\}\s*)\[", r"\1{}["),
           (r"\\mathrel\{\+\}=", r"\\;\\text{+=}\\;"),
           (r"\\mathrm\{([^{}]*)\}", lambda name: "\\text{" + re.sub(r"\\([ _])", r"\1", name[1]) + "}")]
# What a browser draws another way than a book does: bars are as high as their line and without a space; a prime belongs to its letter;
# a space is around the name of a function, but not before its bracket; a minus behind another operator is a sign.
REPAIRS_OF_MATHML = [
    (r"<mo[^>]*>&#x0007C;</mo>", '<mo stretchy="false" lspace="0.05em" rspace="0.05em">&#x0007C;</mo>'),
    (r'(<math[^>]*display="block"[^>]*><mrow>)<mo>&#x0003D;</mo>', r'\1<mo form="infix">&#x0003D;</mo>'),
    (r"<mi>&#x000B1;</mi>", '<mo form="infix">&#x000B1;</mo>'),
    (r"<msup><mi>f</mi><mi>(&#x0203[24];)</mi></msup>", r'<mrow><mi>f</mi><mo lspace="0" rspace="0">\1</mo></mrow>'),
    (r"(?<!<msup>)<mi>(ln|log|exp|sin|cos|tanh)</mi>(?=<mo[^>]*>&#x00028;)", r'<mo lspace="0" rspace="0">\1</mo>'),
    (r"(?<!<msup>)<mi>(ln|log|exp|sin|cos|tanh)</mi>", r'<mo lspace="0" rspace="0.17em">\1</mo>'),
    (r'(</m(?:i|n|sup|sub|row)>)<mo lspace="0"( rspace="[^"]*">[a-z])', r'\1<mo lspace="0.17em"\2'),
    (r"(<mo[^>]*>(?!&#x00029;|&#x0007C;|&#x0005D;)[^<)|\]]+</mo>(?:<mspace[^>]*/>)?)<mo>(&#x02212;|−)</mo>", r'\1<mo form="prefix">\2</mo>')]


def mathml(latex, display, where):
    for wrong, right in REPAIRS:
        latex = re.sub(wrong, right, latex)
    try:
        out = convert(latex.strip(), display="block" if display else "inline")
        if "<mi>\\" in out or "<mi>&</mi>" in out:
            raise ValueError("a command that is not known")
        for wrong, right in REPAIRS_OF_MATHML:
            out = re.sub(wrong, right, out)
        return out
    except Exception as problem:  # the converter has no class of its own for what it cannot read
        raise Wrong(f"{where}: the formula {latex.strip()!r}; expected one that can be read: {problem!r}") from problem


def parts_of_formula(latex, at=r"\\qquad"):
    """The formula where its line may break: at each \\qquad that is in no environment and in no braces."""
    parts, depth = [""], 0
    # An environment counts once, beside the braces of its name; the brace of \\end closes it.
    for piece in re.split(r"(\\begin\{|\\end\{|\\left\b|\\right\b|%s|\\[{}]|[{}])" % at, latex):
        depth += {"{": 1, "\\begin{": 2, "}": -1, "\\left": 1, "\\right": -1}.get(piece, 0)
        if re.fullmatch(at, piece) and depth == 0:
            parts.append("" if piece == "\\qquad" else piece)
        else:
            parts[-1] += piece
    return [part for part in parts if part.strip()]


def formula(latex, where):
    """A formula that stands alone."""
    out = ""
    for part in parts_of_formula(latex):
        sides = parts_of_formula(part, r"\s=\s")
        out += f'<span>{"".join(mathml(side, True, where) for side in sides)}</span>' if len(sides) > 2 else mathml(part, True, where)
    return f'<div class="formula">{out}</div>\n'


# ---- code ----

def lexer_of(name):
    """The lexer of a language as a page names it, "cpp", or of a file by its name; None for a text."""
    try:
        return get_lexer_for_filename(name) if "." in name else get_lexer_by_name({"": "text", "make": "makefile"}.get(name, name))
    except ClassNotFound:
        return get_lexer_by_name("cpp") if name.endswith((".cu", ".cuh")) else None


def coloured_lines(text, lexer):
    """The lines of a program as HTML, in the classes that the stylesheets of Pygments know."""
    lines = [""]
    for kind, part in lex(text, lexer) if lexer else [(None, text)]:
        name = STANDARD_TYPES.get(kind, "") if kind else ""
        name = name if name[:1] in ("k", "c", "s", "m") else ""  # keywords, comments, texts and numbers
        for i, piece in enumerate(part.split("\n")):
            if i:
                lines.append("")
            if piece:
                lines[-1] += f'<span class="{name}">{html.escape(piece)}</span>' if name else html.escape(piece)
    return lines[:text.rstrip("\n").count("\n") + 1]


def kind_of_code(info, comment):
    """What a block of code is: listing, output, stepper, commands or formula; "" for none of them."""
    word = comment.split(":")[0].split(" ")[0]
    if info == "math":
        return "formula"
    if info == "mermaid":
        return ""
    if word == "output" or comment.endswith(".txt"):
        return "output"
    return "stepper" if word == "stepper" else "commands" if word == "shell" else "listing"


# ---- the sources of the project as pages of the book ----

SOURCE_PAGE = """<!doctype html>
<html lang="en" data-content_root="{up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title} - hologradient</title>
<link rel="stylesheet" href="{up}_static/pygments.css">
<link rel="stylesheet" href="{up}_static/book.css">
<script src="{up}_static/book.js" defer></script>
</head>
<body class="of-source">
<header><a href="{up}index.html">hologradient</a> <a href="{up}search.html">Search</a></header>
<main>
<h1>{trail}</h1>
{body}</main>
</body>
</html>
"""


def write_whole(path, text):
    """Two makes may write the same file at the same time: each has its own, and the last one stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = path.with_name(f"{path.name}.{os.getpid()}")
    own.write_text(text, encoding="utf-8")
    own.replace(path)


def write_sources(sources, folder, kept_in, policy):
    """A plain page for each file, its lines numbered, L-1 and so on, without the menus of the book: there are a thousand. Each folder has a
    list."""
    names_in = {".": set()}  # those of folders end with /
    for path in sorted(sources):
        # Colours take time: what the last book has of an old file is used again.
        kept = kept_in / f"{path}.html"
        if not kept.exists() or kept.stat().st_mtime < max(os.path.getmtime(file) for file in (ROOT / path, __file__)):
            write_whole(kept, lines(path, sources))
        write(folder, policy, f"source/{path}.html", path, kept.read_text(encoding="utf-8"))
        parts = ["."] + path.split("/")
        for i, name in enumerate(parts[1:], 1):
            parent = "/".join(parts[1:i]) or "."
            names_in.setdefault(parent, set()).add(name + ("" if i == len(parts) - 1 else "/"))
    for one, names in names_in.items():
        links = [f'<li{" class=folder" if name.endswith("/") else ""}><a href="{html.escape(name)}{"index" if name.endswith("/") else ""}.html">'
                 f'{html.escape(name)}</a></li>' for name in sorted(names, key=lambda name: (not name.endswith("/"), name))]
        write(folder, policy, "source/index.html" if one == "." else f"source/{one}/index.html", one,
              '<ul class="files">\n' + "\n".join(links) + "\n</ul>\n")


def write(folder, policy, address, path, body):
    """The heading is the path, each folder of it a link to its list."""
    parts, up = [] if path == "." else path.split("/"), "../" * address.count("/")
    deep = len(parts) - (ROOT / path).is_file()  # in how many folders below source/ the page lies
    trail = [f'<a href="{"../" * (deep - i) or "./"}index.html">{html.escape(name)}</a>' for i, name in enumerate(["source", *parts[:-1]])]
    write_whole(pathlib.Path(folder) / address, SOURCE_PAGE.format(
        up=up, policy=policy, title=html.escape("source" if path == "." else path), trail=" / ".join([*trail, *map(html.escape, parts[-1:])]), body=body))


def lines(path, sources):
    """A file with its lines numbered, L-1 and so on; a header that it includes is a link."""
    text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
    up, rows = "../" * path.count("/"), []
    for i, row in enumerate(coloured_lines(text, lexer_of(path.rpartition("/")[2]))):
        name = re.search(r'>include</span>[^&]*&quot;([^&<]+)&quot;', row)
        for file in [f"{folder}/{name[1]}" for folder in ("include", "src", "examples", "tests", os.path.dirname(path))] if name else []:
            if file in sources:
                row = row.replace(name[1], f'<a href="{up}{file}.html">{name[1]}</a>', 1)
                break
        rows.append(f'<span id="L-{i + 1}">{row}\n</span>')
    return f'<div class="highlight source"><pre>{"".join(rows)}</pre></div>\n'
