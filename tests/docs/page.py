"""page.py: takes a page of the documents apart: fenced blocks with the comment that names their source, prose, code spans, links and
headings; and finds the numbers that its prose claims. docs_test.py checks them."""
import re
from collections import namedtuple

from course import anchor_of

Piece = namedtuple("Piece", "line text")
# The comment before a block, <!-- kind: argument -->, says where its lines come from.
Block = namedtuple("Block", "line language kind argument lines")

# What is no prose. A span of code may go on in the next line, but not behind an empty one.
NO_PROSE = re.compile(r"\\.|(?P<ticks>`+)(?!`)(?P<span>(?:(?!\n\n).)+?)(?<!`)(?P=ticks)(?!`)|(?P<open>`+)|<!--.*?-->|https?://[^ \n)>\"]*"
                      r"|\]\((?P<link>[^)]*)\)|^\[[^\]\n]*\]: (?P<reference>[^\n]*)|\$[^$\n]*\$", re.S | re.M)


def names_something(span):
    """A file, or a program of a chapter: the numbers in it claim nothing."""
    return " " not in span and bool(re.match(r"\d\d_|.*\.[A-Za-z][^.]*$", span) or "/" in span and span[0].isalpha())


class Page:
    def __init__(self, text):
        self.blocks, self.spans, self.links, self.numbers, self.knobs, self.headings, self.problems = [], [], [], [], [], [], []
        self.prose = self.read_lines([line.rstrip() for line in text.rstrip("\n").split("\n")])
        self.prose = NO_PROSE.sub(self.read_piece, self.prose)

    def line_of(self, at):
        return 1 + self.prose.count("\n", 0, at)

    def read_lines(self, lines):
        """Finds blocks, comments and headings; returns the other lines."""
        prose, fence, indent, comment = [], "", 0, None
        for number, line in enumerate(lines, 1):
            text, was_open = line.strip(), bool(fence)
            begins = re.match(r"(```+|~~~+)(.*)", text)
            if was_open and text.startswith(fence) and not text.strip(fence[0]):
                fence = ""
            elif was_open:
                self.blocks[-1].lines.append(line[min(indent, len(line) - len(line.lstrip())):])
            elif begins:
                fence, indent = begins[1], line.index(begins[1])
                self.blocks.append(Block(number, begins[2].strip(), *(comment[1:] if comment else ("", "")), []))
                comment = None
            elif text:
                self.unused(comment)
                comment = self.read_comment(number, text[4:-3].strip()) if text.startswith("<!--") and text.endswith("-->") else None
                if re.match("#+ ", text):
                    self.add_heading(text.lstrip("#").strip())
            prose.append("" if was_open or fence else line)
        if fence:
            self.problems.append(Piece(self.blocks[-1].line, "the block never ends"))
        self.unused(comment)
        return "\n".join(prose) + "\n"

    def read_comment(self, number, text):
        kind, _, argument = (part.strip() for part in text.partition(":"))
        if kind == "knobs":
            self.knobs.append(Piece(number, argument))
        elif kind == "numbers":
            self.numbers += [Piece(number, file) for file in argument.split()]
        elif kind != "step":  # the book looks for its listing
            return number, kind, argument
        return None

    def unused(self, comment):
        if comment:
            self.problems.append(Piece(comment[0], f"no block follows the comment `{comment[1]}`"))

    def add_heading(self, text):
        anchor = name = anchor_of(text)
        count = 0
        while name in self.headings:
            count += 1
            name = f"{anchor}-{count}"
        self.headings.append(name)

    def read_piece(self, found):
        text, line = found[0], self.line_of(found.start())
        blank = re.sub(r"[^\n]", " ", text)
        if found["open"]:
            self.problems.append(Piece(line, "the code span never ends"))
        target = found["link"] or found["reference"]
        if target is not None:
            self.links.append(Piece(line, (target.split() or [""])[0]))  # the second word is a title
        if found["span"] is not None:
            span = found["span"].replace("\n", " ").strip()
            self.spans.append(Piece(line, span))
            ticks = " " * len(found["ticks"])
            return blank if names_something(span) else ticks + found["span"] + ticks
        return text if text[0] == "\\" else blank


# ---- numbers: a claim has two digits or a decimal point; years, versions, names and numbers of chapters are no claims ----

NUMBER = r"(?:\.\d+)?(?:[eE][+-]?\d+)?"
PLAIN, THOUSANDS = re.compile(r"\d+" + NUMBER), re.compile(r"(?:\d{1,3}(?:[,']\d{3}(?!\d))+|\d+)" + NUMBER)
WORDS = re.compile(r"(?P<name>[A-Za-z_][\w+.-]*)|(?P<hex>0x[0-9a-fxp.+-]*)|\d", re.A)
NAMED = set("g++ gcc clang clang++ fmt doctest C++ CPython Python glibc libc++ CMake Debian Ubuntu chapter chapters Chapter Chapters issue "
            "section Section arXiv arXiv:".split())


def value_of(number):
    """Equal for the same number, up to the rounding of a change of unit."""
    return f"{float(re.sub('[,]', '', number.replace(chr(39), ''))):.11e}"


class Sources:
    """The numbers that a page may claim."""
    def __init__(self):
        self.values, self.text = set(), ""

    def add(self, text):
        self.text += text + "\n"
        for found in PLAIN.finditer(text):  # f(16,100) has two numbers, and 16,100 is one
            self.values |= {value_of(found[0]), value_of(THOUSANDS.match(text, found.start())[0])}


def is_label(text, begin, number):
    """The number of a list item, of a heading, of a linked chapter, a year; 64-bit, 07_name, 0.1.0; g++ 12, chapters 3 and 10."""
    before, behind = text[text.rfind("\n", 0, begin) + 1:begin].strip(), text[begin + len(number):begin + len(number) + 5]
    words = re.split(r"[ \t\n(\[]+", text[max(0, begin - 200):begin].rstrip(" \t\n(["))
    while words and re.match(r"(to|and|or)$|\d", words[-1]):
        words.pop()
    return (before != "" and not before.strip("#")  # a heading
            or re.fullmatch(r"(19|20)\d\d", number) or text[begin - 1:begin] == "[" and behind.startswith(". ")
            or before == "" and re.match(r"\.(?!\d)", behind) or behind.startswith(("_", "-bit"))
            or "." in number and re.match(r"\.\d", behind) or words and words[-1] in NAMED)


def unfounded_numbers(page, sources):
    text, at, found = page.prose, 0, []
    while word := WORDS.search(text, at):
        begin, at = word.start(), word.end()
        if word["hex"] and word["hex"] not in sources.text:
            found.append(Piece(page.line_of(begin), word["hex"]))
        if word["name"] or word["hex"]:
            continue
        number = THOUSANDS.match(text, begin)[0]
        at = begin + len(number)
        if is_label(text, begin, number):
            at = re.compile(r"[\w+.-]*", re.A).match(text, at).end()  # the rest of 0.1.0
        elif (len(re.match(r"[\d,']+", number)[0]) > 1 or "." in number) and value_of(number) not in sources.values:
            # The prose may give a table's milliseconds in microseconds.
            if not (text.startswith(" µs", at) and value_of(str(float(number.replace(",", "")) / 1000)) in sources.values):
                found.append(Piece(page.line_of(begin), number))
    return found
