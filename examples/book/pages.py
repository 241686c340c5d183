"""The pages of the course as GitHub shows them, read by the parser of MyST: what the comment before a block of code says of it, and
blocks and formulas as HTML. The book and the slides share it."""
import html
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


def mathml(latex, display, where):
    for wrong, right in REPAIRS:
        latex = re.sub(wrong, right, latex)
    try:
        out = convert(latex.strip(), display="block" if display else "inline")
        if "<mi>\\" in out or "<mi>&</mi>" in out:
            raise ValueError("a command that is not known")
        # A minus behind another operator is a sign.
        return re.sub(r"(<mo[^>]*>[^<)|\]]+</mo>(?:<mspace[^>]*/>)?)<mo>(&#x02212;|−)</mo>", r'\1<mo form="prefix">\2</mo>', out)
    except Exception as problem:  # the converter has no class of its own for what it cannot read
        raise Wrong(f"{where}: the formula {latex.strip()!r}; expected one that can be read: {problem!r}") from problem


def parts_of_formula(latex):
    """The formula where its line may break: at each \\qquad that is in no environment and in no braces."""
    parts, depth = [""], 0
    # An environment counts once, beside the braces of its name; the brace of \\end closes it.
    for piece in re.split(r"(\\begin\{|\\end\{|\\qquad|\\[{}]|[{}])", latex):
        depth += {"{": 1, "\\begin{": 2, "}": -1}.get(piece, 0)
        if piece == "\\qquad" and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part for part in parts if part.strip()]


def formula(latex, where):
    """A formula that stands alone."""
    return '<div class="formula">' + "".join(mathml(part, True, where) for part in parts_of_formula(latex)) + "</div>\n"


# ---- code ----

def lexer_of(name):
    """That of a language as a page names it, "cpp", or of the name of a file; None for a text."""
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
