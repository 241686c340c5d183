"""Reads the pages of a book without a browser: what each is, that nothing of it leads nowhere, and that all words of the project's
pages are there. Before that the parts of the plug-in that calculate, on small texts. Arguments: the folder of the book."""
import collections
import html.parser
import json
import os
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(os.environ["HOLO_ROOT"])
FOLDER = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "examples/book"))
import glossary  # noqa: E402
import pages  # noqa: E402
import step_part  # noqa: E402

Element = collections.namedtuple("Element", "name attributes parents text")


class Page(html.parser.HTMLParser):
    """The elements of a page in their order, each with the names around it, and the words of its article. Of a source the lines and
    the colours, spans, are only counted: they are most of all elements."""
    EMPTY = {"meta", "link", "img", "input", "hr", "br", "mspace", "use"}

    def __init__(self, text, is_source):
        super().__init__()
        self.elements, self.open, self.words, self.problems, self.ids = [], [], "", [], []
        if is_source:
            self.ids = re.findall(r'<span id="([^"]*)">', text)
            self.problems = ["</span>"] if text.count("<span") != text.count("</span>") else []
            text = re.sub(r"</?span[^>]*>", "", text)
        self.feed(text)
        self.close()
        self.ids += [one.attributes["id"] for one in self.elements if one.attributes.get("id")]

    def handle_starttag(self, name, attributes):
        parents = [*self.open[-1].parents, self.open[-1].name] if self.open else []
        element = Element(name, dict(attributes), parents, [])
        self.elements.append(element)
        if name not in self.EMPTY:
            self.open.append(element)

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        if name not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, name):
        if name in self.EMPTY:
            return
        if not self.open or self.open[-1].name != name:
            self.problems.append(f"</{name}> closes {self.open[-1].name if self.open else 'nothing'}")
        elif self.open:
            self.open.pop()

    def handle_data(self, data):
        if not self.open:
            return
        self.open[-1].text.append(data)
        names = (*self.open[-1].parents, self.open[-1].name)
        if ("article" in names or "main" in names) and "math" not in names:
            self.words += data


def check(name, wrong):
    print(f"PASS {name}" if not wrong else f"FAIL {name}: {str(list(wrong)[:3])[:400]}", flush=True)


# ---- places of listings, terms, formulas, steps ----

def equal(name, found, expected):
    print(f"PASS {name}" if found == expected else f"FAIL {name}: {found!r}; expected {expected!r}", flush=True)


equal("a page of each kind has its name", [pages.page_of(path) for path in (
    "README.md", "docs/README.md", "docs/01_value.md", "examples/exercises/README.md", "examples/exercises/06_relu/README.md",
    "examples/exercises/project/stage_01_tape/README.md")],
      ["hologradient", "index", "01_value", "exercises", "exercise_06_relu", "project_stage_01_tape"])
equal("anchors are as GitHub has them", [pages.anchor_of(text) for text in ("By hand", "A `Value`: x_1, α+β", "C++")], ["by-hand", "a-value-x_1-αβ", "c"])

sample = "a;\nb;\na;\n  c;\n\nd;\na;\n"
equal("the lines of a listing, part after part", [pages.lines_of_listing(listing, sample) for listing in
                                                 ("a;\nc;\n", "c;\n// ...\na;\n", "    a;\n    b;\n", "...\nc;\n", "e;\n", "a;\n...\na;\n...\na;\n", "b;\n...\ne;\n")],
      [[3, 4], [4, 0, 7], [1, 2], [0, 4], [0], [1, 0, 3, 0, 7], [2, 0, 0]])
equal("the kind of a block, from its language and its comment", [pages.kind_of_code(*one) for one in (
    ("math", ""), ("cpp", "file: a.cpp"), ("", "output: 01_value"), ("text", "file: docs/results/training.txt"), ("sh", "shell"), ("", "stepper: 01_value"), ("mermaid", ""))],
      ["formula", "listing", "output", "output", "commands", "stepper", ""])

cpp = pages.lexer_of("cpp")
equal("code has a line for each of its own, hostile text is text", [pages.coloured_lines(code, cpp) for code in ("int a;  // <b>\n\n", "/* a\nb */\n")],
      [['<span class="kt">int</span> a;  <span class="c1">// &lt;b&gt;</span>'],
       ['<span class="cm">/* a</span>', '<span class="cm">b */</span>']])
term = glossary.Term("value", "of attention; also *value vector*", "what is taken", "06_attention.md#one-head")
equal("an entry of the glossary: its field, its forms, its page", (term.id, term.of_field, term.forms, term.page),
      ("term-value-of-attention", True, ["value vector"], "06_attention.md"))
equal("a term of a field is found on the page that defines it alone", [
    bool(glossary.Terms().on(page)[1].fullmatch("key")) for page in ("06_attention.md", "01_value.md")], [True, False])
equal("a plural that is told is no other form", glossary.Term("leaf", "plural *leaves*", "a", "b.md").forms, [])
sample = "Two learning\nrates, a GELU-layer; categories, gelu, Rate a"
equal("a term stands in a text, with its plural and over a line's end", [
    glossary.pattern_of([form]).findall(sample) for form in ("learning rate", "GELU layer", "category", "GELU", "rate a", "ate", "rates a")],
      [["learning\nrates"], ["GELU-layer"], ["categories"], ["GELU"], ["Rate a"], [], []])

equal("a formula breaks at a wide space, but in no environment and in no braces",
      pages.parts_of_formula(r"a \qquad \begin{cases} b \qquad c \end{cases} \qquad {d \qquad e} \{ \qquad f"),
      ["a ", r" \begin{cases} b \qquad c \end{cases} ", r" {d \qquad e} \{ ", " f"])
equal("rows, names and signs", [part in pages.formula("\\begin{aligned} \\mathrm{lm\\_head} &= -1 \\\\ x &\\mathrel{+}= y \\end{aligned}", "here")
                                for part in ("<mtable", "<mtext>lm_head</mtext>", '<mo form="prefix">', "<mtext>+=</mtext>")], [True] * 4)
equal("bars are level, a minus behind one is no sign, and functions have their space", [part in pages.mathml(r"|x| - 2 \ln 27", True, "here")
      for part in ('<mo stretchy="false" lspace="0.05em"', "<mo>&#x02212;</mo>", '<mo lspace="0.17em" rspace="0.17em">ln</mo>')], [True] * 3)
equal("of several equations each may begin a line", [pages.formula(latex, "here").count("<math") for latex in ("a = b = c", "a = [b=c]")], [3, 1])
for latex in (r"\unheard x", r"a & b"):
    try:
        found = pages.mathml(latex, True, "docs/a.md:3")
    except pages.Wrong as problem:
        found = str(problem)[:len("docs/a.md:3: the formula")]
    equal(f"a formula that cannot be read has its place: {latex}", found, "docs/a.md:3: the formula")

# w is made at line 1, y = w * w at line 2, a backward at line 3; w is set without a place, and used at line 4.
events = [(0, 0, 0, 0, 1, [3]), (1, 1, 0, 0, 2, [9]), (2, 1, 0, 0, 3, [1]), (3, 1, 0, 0, 2, [3, 0]), (3, 1, 0, 1, 2, [3, 3]),
          (4, 0, 0, 0, 0, [-3]), (1, 2, 0, 0, 4, [-6])]
log = {"files": [["", None], ["a.cpp", None]], "places": [[0, 0]] + [[1, line] for line in (1, 2, 3, 4)], "numbers": sum((e[5] for e in events), []),
       "nodes": [[0, "leaf", "w", 0, 1, [], [], 0], [1, "mul", "", 0, 1, [], [0, 0], 1], [2, "mul", "", 0, 1, [], [0], 6]],
       **{name: [e[i] for e in events] for i, name in enumerate(("kind", "node", "parent", "edge", "place"))},
       "scope": [0] * 7, "size": [1] * 7}
parts = [step_part.part_of(log, "a.cpp", "w\ny\n%s\nz\n" % third, range(first, last + 1))
         for first, last, third in ((2, 3, "b"), (3, 3, "b"), (4, 4, "b"), (3, 3, "}"), (5, 9, "b"))]
equal("a part has what happens at its lines, and before it what made what is used there", [(events, nodes) for _, events, nodes in parts],
      [([0, 1, 2, 3, 4, 5], [0, 1]), ([0, 1, 2, 3, 4, 5], [0, 1]), ([0, 5, 6], [0, 2]), ([], []), ([], [])])
equal("its nodes, events and numbers have indices of their own", [parts[2][0][name] for name in ("node", "numbers", "event_count")] +
      [row[6:8] for row in parts[2][0]["nodes"]], [[0, 0, 1], [3, -3, -6], 3, [[], 0], [[0], 2]])

# ---- the pages ----

texts = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.html")}
book = {address: Page(text, address.startswith("source/")) for address, text in texts.items()}
names = pages.all_pages()
of_text = {f"{name}.html": path for path, name in names.items()}
ids = {address: set(page.ids) for address, page in book.items()}

expected = [f"{name}.html" for name in names.values()] + ["search.html", "source/index.html", "source/include/holo/value.h.html", "source/src/ops/softmax.cpp.html"]
check("each page of docs is a page, and so are README, those of the exercises, and sources", [one for one in expected if one not in book])
check("every element is closed", [(address, page.problems) for address, page in book.items() if page.problems])
check("no two elements of a page have one id", [(address, one) for address, page in book.items() for one, n in collections.Counter(page.ids).items() if n > 1])
check("what describes an element is there", [(address, one.attributes["aria-describedby"]) for address, page in book.items() for one in page.elements
                                             if one.attributes.get("aria-describedby") and one.attributes["aria-describedby"] not in ids[address]])

# ---- links ----

links, dead, seen, found = 0, [], {"index.html"}, ["index.html"]
while found:
    address = found.pop()
    for one in book[address].elements:
        link = one.attributes.get("href") or one.attributes.get("src") or ""
        if not link or re.match(r"(https?|mailto|data):", link) or one.name == "use":
            continue
        links += 1
        file, _, anchor = link.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(address), file.partition("?")[0])) if file else address
        if not (FOLDER / file).is_file() or anchor and "=" not in anchor and file in ids and anchor not in ids[file]:
            dead.append((address, link))
        elif file in book and file not in seen:
            seen.add(file)
            found.append(file)
check(f"each of {links} links leads to a file of the folder, and to a place in it", dead if links > 5000 else ["too few"])
check("every page can be reached from the first", [address for address in book if address not in seen])
policies = [(address, one.attributes["content"]) for address, page in book.items() for one in page.elements if one.attributes.get("http-equiv") == "Content-Security-Policy"]
check("a page loads its own files alone: each has the policy that says so, and none names another place",
      [one for one in policies if not one[1].startswith("default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'")]
      + [address for address in book if address not in dict(policies)]
      + [(address, one.attributes["src"]) for address, page in book.items() for one in page.elements if ":" in one.attributes.get("src", "").replace("data:", "")])

check("a header that a source includes is a link to its page",
      [] if '<a href="../include/holo/value.h.html">holo/value.h</a>' in texts["source/examples/01_value.cpp.html"] else ["examples/01_value.cpp"])

# ---- words, formulas, listings ----

marks = ["**", "](", "```", "<!--", "-->", "$`", "`", "|-", "<details", "</", "\\"]
exact = {"code", "pre", "samp", "kbd", "script", "style", "annotation"}
check("no mark of Markdown or of LaTeX is left in the text", [(address, mark, text[:80]) for address in of_text for one in book[address].elements
      if one.name not in exact and not exact & set(one.parents) and "article" in one.parents for text in ["".join(one.text)] for mark in marks if mark in text])
squeezed = lambda text: re.sub(r"\s+", "", text)  # noqa: E731
missing, formulas, programs, predictions, parser = [], [], [], [], pages.page_parser()
for address, path in of_text.items():
    markdown, page = (ROOT / path).read_text(encoding="utf-8"), book[address]
    words = squeezed(page.words)
    for token in parser.parse(markdown):
        if token.type != "inline" or "http" in token.content:
            continue
        text = "".join(child.content if child.type in ("text", "code_inline") else " " for child in token.children if child.type != "math_inline")
        if squeezed(text) not in words:
            missing.append((address, text))
    if texts[address].count('<div class="formula">') != len(re.findall(r"^ *```math$", markdown, re.M)):
        formulas.append(address)
    told = [one.attributes for one in page.elements if "data-program" in one.attributes]
    wanted = len(re.findall(r"<!-- (?:output|stepper): ", re.sub(r"`[^`\n]*`", "", markdown)))
    if len(told) != wanted or any(not (ROOT / f"examples/{one['data-program']}.cpp").exists() for one in told):
        programs.append((address, len(told), wanted))
    for i, one in enumerate(page.elements):
        if "predict" not in one.attributes.get("class", "").split():
            continue
        fold = next(other for other in page.elements[i + 1:] if other.parents == one.parents)
        predictions += [] if fold.attributes.get("class") == "reveal" and "open" not in fold.attributes else [(address, fold.name, fold.attributes)]
check("without scripts all words of the pages are there", missing)
check("every formula that stands alone is MathML", formulas)
check("what a program prints names the program, for the script that runs it", programs)
check("a prediction is above its answer, which is folded away", predictions)
check("there are predictions, formulas and outputs", [] if sum(text.count('class="reveal"') for text in texts.values()) >= 24 and
      sum(text.count("<math") for text in texts.values()) > 400 else ["too few"])
wrong, captions = [], 0
for address in of_text:
    for path, line, listing in re.findall(r'<figcaption><a href="source/(\S+?)\.html#L-(\d+)">.*?<pre><(?:code|samp)>(.*?)</(?:code|samp)>', texts[address], re.S):
        text = html.unescape(re.sub(r"<[^>]*>", "", listing))
        captions += 1
        if int(line) != next(filter(None, pages.lines_of_listing(text, (ROOT / path).read_text(encoding="utf-8"))), 0) or f'id="L-{line}"' not in texts[f"source/{path}.html"]:
            wrong.append((address, path, line))
check(f"each of {captions} captions of a listing leads to its line", wrong if captions > 150 else ["too few"])

# ---- the glossary, the search, the menu ----

used = {one.attributes["aria-describedby"].removeprefix("means-") for address in of_text for one in book[address].elements if one.attributes.get("class") == "term"}
terms = [one for one in sorted(ids["glossary.html"]) if one.startswith("term-") and not one.endswith("-in-c")]
check(f"{len(terms)} words of the glossary are explained where the pages use them", [one for one in terms if one not in used] if len(terms) > 100 else ["too few"])
index = (FOLDER / "searchindex.js").read_text(encoding="utf-8")
index = json.loads(index[index.index("(") + 1:index.rindex(")")])
headings = {(index["docnames"][page], place) for places in index["alltitles"].values() for page, place in places}
check("the search has every section of every page", [(address, one.attributes["id"]) for address in of_text for one in book[address].elements
      if one.name == "section" and one.attributes.get("id") and one.parents.count("section") == 1 and address != "index.html"
      and (address[:-5], one.attributes["id"]) not in headings])
check("the search has names of listings, and words of the glossary", [one for one in ("x.grad", "attention weight", "upstream gradient") if one not in index["indexentries"]])
menu = [one.attributes["href"] for one in book["01_value.html"].elements if one.name == "a" and "reference internal" in one.attributes.get("class", "") and "aside" in one.parents]
check("the menu leads to every page", [one for one in of_text if one not in (*menu, "01_value.html", "index.html")])
