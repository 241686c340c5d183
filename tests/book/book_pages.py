"""Reads the pages of a book without a browser: what each is, that nothing of it leads nowhere, and that all words of the project's
pages are there. Arguments: the folder of the book."""
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
import pages  # noqa: E402

Element = collections.namedtuple("Element", "name attributes parents text")


class Page(html.parser.HTMLParser):
    """The elements of a page in their order, each with the names around it, and the words of its article."""
    EMPTY = {"meta", "link", "img", "input", "hr", "br", "mspace", "use"}

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.words, self.problems = [], [], "", []
        self.feed(text)
        self.close()

    def handle_starttag(self, name, attributes):
        element = Element(name, dict(attributes), [one.name for one in self.open], [])
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
        if self.open:
            self.open[-1].text.append(data)
        names = [one.name for one in self.open]
        if ("article" in names or "main" in names) and "math" not in names:
            self.words += data


def check(name, wrong):
    print(f"PASS {name}" if not wrong else f"FAIL {name}: {str(list(wrong)[:3])[:400]}", flush=True)


texts = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.html")}
book = {address: Page(text) for address, text in texts.items()}
names = pages.all_pages()
of_text = {f"{name}.html": path for path, name in names.items()}
ids = {address: [one.attributes["id"] for one in page.elements if one.attributes.get("id")] for address, page in book.items()}

expected = [f"{name}.html" for name in names.values()] + ["search.html", "source/index.html", "source/include/holo/value.h.html", "source/src/ops/softmax.cpp.html"]
check("each page of docs is a page, and so are README, those of the exercises, and sources", [one for one in expected if one not in book])
check("every element is closed", [(address, page.problems) for address, page in book.items() if page.problems])
check("no two elements of a page have one id", [(address, one) for address, all_ids in ids.items() for one, n in collections.Counter(all_ids).items() if n > 1])
check("what describes an element is there", [(address, one.attributes["aria-describedby"]) for address, page in book.items() for one in page.elements
                                             if one.attributes.get("aria-describedby") not in (None, *ids[address])])

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
missing, formulas, programs, predictions = [], [], [], []
for address, path in of_text.items():
    markdown, page = (ROOT / path).read_text(encoding="utf-8"), book[address]
    words = squeezed(page.words)
    for token in pages.page_parser().parse(markdown):
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
terms = [one for one in ids["glossary.html"] if one.startswith("term-") and not one.endswith("-in-c")]
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
