"""book.py: the plug-in of Sphinx for the book. It adds what only this course has: listings with their place in the source,
printed outputs that a page can run again, numbers that a reader changes, steps below a listing, words with their meaning."""
import html
import json
import os
import pathlib
import re
import subprocess
import textwrap

from docutils import nodes
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.errors import ExtensionError

import course
import pages
import step_part
from glossary import Terms, explain_terms, raw
from pages import ROOT, write_sources, write_whole

HERE = pathlib.Path(__file__).parent
STAGE = pathlib.Path(os.environ.get("HOLO_STAGE", "build/book_work/pages"))  # the pages under their names in the book
ENGINE = os.environ.get("HOLO_ENGINE", "")  # a folder with run.js and what that loads; "" for none
PROGRAMS = os.environ.get("HOLO_PROGRAMS", "")  # where the programs are that pages step through; "" for no steps
LOGS = pathlib.Path(os.environ.get("HOLO_LOGS", "build/book_work/steps"))
MOST_EVENTS = 200  # of a part: no reader goes further
POLICY = ("default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'{}; img-src 'self' data:; "
          "font-src 'self'; base-uri 'none'; form-action 'self'").format(" 'wasm-unsafe-eval'; worker-src blob:" if ENGINE else "")


def attributes(**values):
    """ data-a="1" data-b="2", of those that are not None."""
    return "".join(f' data-{name}="{html.escape(str(value))}"' for name, value in values.items() if value is not None)


def static_files():
    files = [HERE / "book.css", HERE / "book.js"]
    if PROGRAMS:
        files.append(HERE / "step.js")
    if ENGINE:
        files += sorted(pathlib.Path(ENGINE).glob("*.*s"))  # scripts and a style
    return [str(file.resolve()) for file in files]


# ---- the pages, under the names that they have in the book ----

def contents():
    """The parts of the book with their pages, in the order of docs/README.md."""
    starts = {"1": "From one derivative to a network", "6.1": "A GPT made of single numbers", "8": "Arrays", "11": "The gated layers",
              "17.1": "The language model", "19": "Files, and a problem of your own"}
    parts = []
    for chapter in course.chapters():
        if chapter.number in starts:
            parts.append((starts[chapter.number], []))
        parts[-1][1].append(chapter.page)
    done = {page for _, part in parts for page in part} | {"index"}
    everything = list(pages.all_pages().values())
    exercises = [page for page in everything if page.startswith(("exercise", "project"))]
    others = [pages.page_of(f"docs/{name}.md") for name in
              re.findall(r"\]\((\w+)\.md", (ROOT / "docs/README.md").read_text().partition("## Everything else")[2])]
    others = list(dict.fromkeys(page for page in ["hologradient", "evening", *others] if page not in done))
    others += [page for page in everything if page not in {*others, *exercises, *done}]
    return [*parts, ("Exercises", sorted(exercises)), ("Everything else", others)]


def stage(app, config):
    """Writes the pages into the folder of sources that Sphinx reads, and what is no page beside them."""
    STAGE.mkdir(parents=True, exist_ok=True)
    for old in STAGE.glob("*.md"):
        if old.stem not in pages.all_pages().values():
            old.unlink()
    for path, page in pages.all_pages().items():
        text = (ROOT / path).read_text(encoding="utf-8")
        if page.startswith("exercise_"):  # a list of results has chapters too
            text = re.sub(r"^# (?=\d)", "# Exercise ", text)
        if page == "index":
            for title, names in contents():
                text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        target = STAGE / f"{page}.md"
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            write_whole(target, text)
    figures = STAGE / "figures"
    figures.mkdir(exist_ok=True)
    for figure in (ROOT / "docs/figures").glob("*.svg"):
        write_whole(figures / figure.name, figure.read_text(encoding="utf-8"))


# ---- from Markdown to the nodes of Sphinx ----

class fold(nodes.General, nodes.Element):
    """What is folded away below its summary, which is HTML."""


def visit_fold(self, node):
    kind = {"Reveal": ' class="reveal"'}.get(node["summary"], "")
    self.body.append(f'<details{kind}>\n<summary>{node["summary"]}</summary>\n')


def depart_fold(self, node):
    self.body.append("</details>\n")


class PageRenderer(SphinxRenderer):
    """Of the parser's tokens; `self.page` is the page that is read."""

    @property
    def page(self):
        return self.sphinx_env.app.book.pages[self.sphinx_env.docname]

    def where(self, token):
        return f"{self.page.path}:{token.map[0] if token.map else 1}"  # the renderer counts from 1

    def wrong(self, token, what):
        raise ExtensionError(f"{self.where(token)}: {what}")

    def render_html_block(self, token):
        text = token.content.strip()
        summary = re.match(r"<details><summary>(.*)</summary>$", text)
        if summary:
            node = fold(summary=summary[1])
            self.current_node.append(node)
            self.page.folds.append(self.current_node)
            self.current_node = node
        elif text == "</details>" and self.page.folds:
            self.current_node = self.page.folds.pop()
        elif not text.startswith("<!--"):
            super().render_html_block(token)

    def render_paragraph(self, token):
        super().render_paragraph(token)
        paragraph = self.current_node[-1]
        text = paragraph.astext()
        marks = {"By the end ": "needs", "New C++ here:": "beside", "Predict: ": "predict"}
        paragraph["classes"] += [name for begin, name in marks.items() if text.startswith(begin) and
                                 (name == "predict" or self.page.is_chapter)]

    def render_code_inline(self, token):
        super().render_code_inline(token)
        target = self.page.source_named(token.content)
        if target and not isinstance(self.current_node, nodes.reference | nodes.title):
            literal = self.current_node.pop()
            self.current_node.append(nodes.reference("", "", literal, refuri=target))

    def render_link(self, token):
        address = token.attrGet("href") or ""
        if re.match(r"https?:|mailto:|#", address):
            return super().render_link(token)
        target = self.page.link(address, lambda what: self.wrong(token, what))
        entry = self.page.defined_at(address)
        if entry:
            self.current_node.append(raw(entry.link_begin(target)))
            self.render_children(token)
            return self.current_node.append(raw("</a>"))
        if target.endswith(".html") or ".html#" in target and ("=" in target or target.startswith("source/")):
            node = nodes.reference("", "", refuri=target)
            self.current_node.append(node)
            with self.current_node_context(node):
                self.render_children(token)
            return None
        token.attrs["href"] = target
        return super().render_link(token)

    def render_image(self, token):
        token.attrs["src"] = "figures/" + pathlib.PurePosixPath(str(token.attrGet("src"))).name
        super().render_image(token)

    def render_math_inline(self, token):
        self.current_node.append(raw(self.formula(pages.mathml, token.content, False, self.where(token))))

    def render_math_block(self, token):
        self.current_node.append(raw(self.formula(pages.formula, token.content, self.where(token))))

    def formula(self, convert, *words):
        try:
            return convert(*words)
        except pages.Wrong as problem:
            raise ExtensionError(str(problem)) from problem

    def render_fence(self, token):
        if token.info.startswith("{"):
            return super().render_fence(token)
        self.current_node.append(raw(self.page.code(token, lambda what: self.wrong(token, what))))
        section = self.current_node
        while section is not None and not isinstance(section, nodes.section):
            section = section.parent
        # The search finds what a name of several parts is called: x.grad, std::vector.
        names = set(re.findall(r"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+", token.content))
        if section is not None and names:
            self.current_node.append(addnodes.index(entries=[("single", name, section["ids"][0], "main", None) for name in sorted(names)]))
        return None


class PageParser(MystParser):
    supported = ("markdown",)

    def parse(self, inputstring, document):
        parser = pages.page_parser(PageRenderer)
        parser.options["document"] = document
        parser.render(inputstring)


# ---- a page ----

KNOBS = re.compile(r"^<!-- knobs: (\S+) from (\S+) to (\S+): (.*) -->$", re.M)


class Page:
    def __init__(self, book, path, name):
        self.book, self.path, self.name, self.folds = book, path, name, []
        self.text = (ROOT / path).read_text(encoding="utf-8")
        self.is_chapter = name in book.chapters
        self.has_terms = self.is_chapter or path.startswith("examples/exercises/") or name in ("functions", "cuda", "step_cost")
        self.knobs = KNOBS.findall(self.text)
        self.steps = book.steps_of(self)
        self.found = {}  # terms whose meaning the page needs

    # -- links --

    def link(self, address, wrong):
        """Where a link of the page leads in the book: "01_value.md#by-hand" for Sphinx to resolve, or an address."""
        file, hash_, anchor = address.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), file))
        path += "/" if file.endswith("/") else ""
        if path.startswith("..") or not (ROOT / path).exists():
            wrong(f"a link to {address}; expected a file that is there")
        page = self.book.names.get(path)
        if page is None:
            return self.book.source_page(path) + (hash_ + re.sub(r"^L(?=\d)", "L-", anchor) if anchor else "")
        return f"{page}.html#{anchor}" if "=" in anchor else f"{page}.md{hash_}{anchor}"

    def source_named(self, code):
        """The page of a file or a folder that is named in a text: `src/ops`, `holo/value.h`."""
        if not re.fullmatch(r"[\w./-]{4,}", code) or "/" not in code or ".." in code or code.startswith(("/", "build")):
            return None
        for path in (code, "include/" + code):
            if path in self.book.names:
                return self.book.names[path] + ".html"
            if (ROOT / path).is_file() or ((ROOT / path).is_dir() and path.split("/")[0] in Book.FOLDERS):
                return self.book.source_page(path)
        return None

    def defined_at(self, address):
        entry = self.book.terms.defined_at(address) if self.has_terms and address.startswith("cpp.md#") else None
        if entry:
            self.found[entry.id] = entry
        return entry

    # -- blocks of code --

    def figure(self, kind, caption, block, data=""):
        caption = f"<figcaption>{caption}</figcaption>\n" if caption else ""
        lines = html.unescape(re.sub("<[^>]*>", "", block)).split("\n")
        kind += " long" if max(map(len, lines)) > 105 else ""  # wider than any page: its lines break
        return f'<figure class="{kind}"{data}>\n{caption}<div class="highlight"><pre>{block}</pre></div>\n</figure>\n'

    def code(self, token, wrong):
        kind, _, argument = (part.strip() for part in token.meta.get("comment", "").partition(":"))
        info, text = token.info.strip(), textwrap.dedent(token.content)
        printed = f"<samp>{html.escape(text)}</samp>"
        if kind in ("file", "formula") and argument:
            return self.from_file(text, argument.split(" ")[0], token, wrong)
        if kind in ("output", "stepper"):
            program, _, flags = argument.partition(" ")
            name, said, data = html.escape(argument), " prints", attributes(program=program, flags=flags)
            if kind == "stepper":
                printed = "<samp>" + re.sub(r"^&gt; (.*)$", r"&gt; <kbd>\1</kbd>", html.escape(text), flags=re.M) + "</samp>"
                name, said, data = name + " --step", ", a session", data + attributes(stepper="")
            return self.figure("output", f"<code>{name}</code>{said}", printed, data)
        lexer = pages.lexer_of({"program": "cpp", "shell": "sh"}.get(kind, info))
        if kind == "output of the program" or lexer is None or info in ("", "text") and kind not in ("program", "shell"):
            return self.figure("output", "The program prints" if kind == "output of the program" else "", printed)
        return self.figure("commands" if kind == "shell" or info == "sh" else "listing", "A whole program" if kind == "program" else "",
                           "<code>" + "\n".join(pages.coloured_lines(text, lexer)) + "</code>")

    def from_file(self, text, path, token, wrong):
        """A listing with its place, with numbers to change and lines that are lit."""
        if not (ROOT / path).is_file():
            wrong(f"a listing of {path}; expected a file that is there")
        source = (ROOT / path).read_text(encoding="utf-8")
        numbers = pages.lines_of_listing(text, source)
        line = next(filter(None, numbers), 0)
        to = self.book.source_page(path) + (f"#L-{line}" if line else "")
        caption = f'<a href="{to}">{html.escape(path)}' + (f"<span>, line {line}</span>" if line else "") + "</a>"
        if path.endswith(".txt"):
            return self.figure("output", caption, f"<samp>{html.escape(text)}</samp>")
        rows = pages.coloured_lines(text, pages.lexer_of(path))
        for i, bare in enumerate(text.rstrip("\n").split("\n")):
            for program, low, high, knobs in self.knobs:
                if path == f"examples/{program}.cpp" and bare.strip() == knobs.strip():
                    rows[i] = f'<span class="knobs"{attributes(of=program, line=bare.strip(), low=low, high=high)}>{rows[i]}</span>'
        stepped = any(step.file == path for step in self.steps)
        if stepped:
            rows = [f'<span class="row" data-line="{number}">{row}\n</span>' for number, row in zip(numbers, rows)]
        out = self.figure("listing", caption, "<code>" + ("" if stepped else "\n").join(rows) + "</code>",
                          attributes(file=path if stepped else None))
        # The step that is declared above this listing, and above no earlier one.
        for step in self.steps:
            if step.file == path and step.html is None and token.map and step.line < token.map[0]:
                step.html = self.book.step(step, [n for n in numbers if n], source)
                out += step.html
        return out


class Step:
    """<!-- step: 01_value --> above a listing: the reader can step through what the program did at its lines."""
    def __init__(self, command, line):
        self.command, self.line, self.html = command, line, None
        self.program = command.split(" ")[0]
        self.file = f"examples/{self.program}.cpp"


# ---- the book ----

class Book:
    FOLDERS = ("include", "src", "examples")

    def __init__(self):
        self.names = pages.all_pages()
        self.chapters = {page for title, part in contents()[:-2] for page in part}
        self.sources, self.terms, self.texts = set(), Terms(), {}
        for folder in self.FOLDERS:
            self.sources |= {file.relative_to(ROOT).as_posix() for file in (ROOT / folder).rglob("*")
                             if file.is_file() and not file.name.startswith(".") and "__pycache__" not in file.parts}
        self.sources -= set(self.names)
        self.pages = {name: Page(self, path, name) for path, name in self.names.items()}

    def source_page(self, path):
        """The address of the page of a source, or of a folder of sources."""
        if (ROOT / path).is_dir():
            return f"source/{path.rstrip('/')}/index.html"
        self.sources.add(path)
        return f"source/{path}.html"

    def steps_of(self, page):
        lines = page.text.split("\n")
        found = [(i + 1, re.match(r"\s*<!-- step: (\S.*?) -->$", line)) for i, line in enumerate(lines)]
        return [Step(match[1], line) for line, match in found if match] if PROGRAMS else []

    def run(self, *words):
        """What a program of this build prints."""
        command = [*os.environ.get("HOLO_RUN", "").split(), str(pathlib.Path(PROGRAMS) / words[0]), *words[1:]]
        try:
            return subprocess.run(command, check=True, capture_output=True, text=True,
                                  env={**os.environ, "HOLO_DEVICE": "plain", "HOLO_PROGRESS": "off"}).stdout
        except (OSError, subprocess.CalledProcessError) as problem:
            raise ExtensionError(f"{' '.join(words)}: {getattr(problem, 'stderr', None) or problem}") from problem

    def step(self, step, lines, source):
        """What the program did at these lines: a figure with a part of its log, and the same as a text."""
        LOGS.mkdir(parents=True, exist_ok=True)
        log, texts = json.loads(self.recorded(step, ".json")), self.recorded(step, ".txt").split("\n")[1:]
        if len(log["places"]) < 2:  # a system that does not know the lines of a program
            return ""
        part, events, nodes_of_part = step_part.part_of(log, step.file, source, range(min(lines), max(lines) + 1))
        if not 1 <= len(events) <= MOST_EVENTS:
            raise ExtensionError(f"{step.file}:{min(lines)}: {len(events)} steps; expected 1 to {MOST_EVENTS} at the lines of a listing")
        code = source.split("\n")
        known = sorted({line for place, (file, line) in enumerate(log["places"]) if place in part["place"] and log["files"][file][0] == step.file})
        others = {line: code[line - 1].strip() for line in known if line not in lines and 0 < line <= len(code)}
        data = attributes(command=step.command, file=step.file, other=json.dumps(others, ensure_ascii=False),
                          events=" ".join(map(str, events)), nodes=" ".join(map(str, nodes_of_part)))
        text = "".join(texts[event] + "\n" for event in events)
        part = json.dumps(part, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        return (f'<figure class="step"{data}>\n<figcaption>What <code>{html.escape(step.command)}</code> does there, a step in each '
                f'line</figcaption>\n<pre class="log"><samp>{html.escape(text)}</samp></pre>\n'
                f'<script type="application/json">{part}</script></figure>\n')

    def recorded(self, step, ending):
        """The log of a program, in a file that is written again when the program is newer."""
        record = LOGS / (re.sub(r"[ /]", "_", step.command) + ending)
        program = pathlib.Path(PROGRAMS) / step.program
        if not record.exists() or not program.exists() or record.stat().st_mtime < program.stat().st_mtime:
            own = record.with_suffix(f".{os.getpid()}{ending}")
            self.run(*step.command.split(" "), "--trace-events", "1000", "--trace", str(own))
            own.replace(record)
        return record.read_text(encoding="utf-8")

    def trace_script(self):
        """The script that shows a part of a log: every trace for another page has it."""
        part = LOGS / f"script.{os.getpid()}.part.html"
        self.run("01_value", "--trace", str(part))
        script = re.search(r"<script>(.*?)</script>", part.read_text(encoding="utf-8"), re.S)[1]
        part.unlink()
        return script


# ---- what only an engine can fill: lines of a reader's own ----

FRONT = """<section id="your-own-lines">
<h2>Begin here</h2>
<p>Move a number: each line shows its value, and how much the last line changes with it. Or
<a href="17_tiny_gpt.html#train-it-in-the-page">train a tiny GPT in its page</a>. In the chapters,
press <b>Run</b> below an output to run its program here.</p>
</section>
"""


def all_steps(app, document):
    """Each step that a page declares is above a listing of its program."""
    page = app.book.pages[app.env.docname]
    for step in page.steps:
        if step.html is None:
            raise ExtensionError(f"{page.path}:{step.line}: a step of {step.command}; expected a listing of {step.file} below it")


def front(app, document):
    """On the first page are lines to play with."""
    if ENGINE and app.env.docname == "index":
        first = next(document.findall(nodes.section))
        first.insert(next(i for i, one in enumerate(first) if isinstance(one, nodes.section)), raw(FRONT))


# ---- what a page loads ----

def page_context(app, pagename, templatename, context, doctree):
    for tree in ("furo_navigation_tree", "toctree"):  # a heading has to say its level
        if isinstance(context.get(tree), str):
            context[tree] = context[tree].replace('role="heading"', 'role="heading" aria-level="2"')
    context["metatags"] = context.get("metatags", "") + f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = app.book.pages.get(pagename)
    if page:  # for excerpts in the search: texts, and what has an address
        simple = re.compile(r"<math\b(?:(?!</math>|<m(?:frac|sup|sub|sqrt|under|over|table)).)*</math>", re.S)
        body = simple.sub(lambda formula: re.sub("<[^>]*>", "", formula[0]), context["body"])
        context["body"] = re.sub(r'<img [^>]*src="(_images/[^"]*\.svg)"[^>]*>', r'<a class="whole" href="\1">\g<0></a>', context["body"])
        text = re.sub(r'<(script|math)\b.*?</\1>|<a class="headerlink".*?</a>|<div id="meanings".*', "", body, flags=re.S)
        app.book.texts[pagename] = '<div role="main">' + re.sub(r"<(?!/?(?:section|li)\b)[^>]*>", "", text) + "</div>"
    if pagename == "search":
        app.add_js_file("texts.js", defer="defer")
    if page and any(step.html for step in page.steps):
        app.add_js_file("step.js", priority=900, defer="defer")
    if page and ENGINE:
        app.add_css_file("engine.css")
        app.add_js_file("run.js", priority=900, defer="defer")


def finish(app, problem):
    """Writes the sources, the texts for the search, and what shows graphs."""
    if problem is not None:
        return
    write_sources(app.book.sources, app.outdir, LOGS.parent / "sources", POLICY)
    static = pathlib.Path(app.outdir) / "_static"
    write_whole(static / "texts.js", "window.bookTexts = " + json.dumps(app.book.texts, ensure_ascii=False) + ";\n")
    if PROGRAMS:
        write_whole(static / "trace.js", app.book.trace_script())


def setup(app):
    app.book = Book()
    app.add_source_parser(PageParser, override=True)
    app.add_node(fold, html=(visit_fold, depart_fold))
    app.connect("config-inited", stage)
    app.connect("doctree-read", explain_terms)
    app.connect("doctree-read", front)
    app.connect("doctree-read", all_steps)
    app.connect("html-page-context", page_context, priority=900)  # behind the theme
    app.connect("build-finished", finish)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
