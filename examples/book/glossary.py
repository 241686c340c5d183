"""glossary.py: the words of docs/glossary.md, and where pages use them: each is a link where it comes first on a page, with its
meaning for the script that shows it."""
import functools
import html
import itertools
import pathlib
import re

from docutils import nodes
from sphinx import addnodes

import pages
from pages import ROOT


NO_TERMS = (nodes.reference, nodes.title, nodes.rubric, nodes.raw, addnodes.pending_xref)


def raw(text):
    return nodes.raw("", text, format="html")


class Term:
    def __init__(self, term, bracket, definition, address):
        field = re.match(r"(?:of|in) [^;,)]*", bracket)
        self.term, self.definition, self.address = term, definition, address
        self.of_field, self.page = bool(field), address.partition("#")[0]
        self.id = "term-" + pages.anchor_of(term) + ("-" + pages.anchor_of(field[0]) if field else "")
        self.forms = re.findall(r"(?<!plural )\*([^*]+)\*", bracket)

    def link_begin(self, target):
        target = target.replace(".md", ".html")
        return f'<a class="term" href="{html.escape(target)}" aria-describedby="means-{self.id}">'


@functools.cache
def words_of(form):
    """Finds these words, and the plural of the last one, with spaces and hyphens between them. A word may begin a sentence;
    abbreviations are as they are: GELU, NaN."""
    words = [word if sum(c.isupper() for c in word) > 1 else f"[{word[0].upper()}{word[0].lower()}]{word[1:].lower()}"
             for word in re.findall(r"\w+", form)]
    last = f"(?:{words[-1]}(?:e?s)?|{words[-1][:-1]}ies)" if words[-1].endswith("y") else words[-1] + "(?:e?s)?"
    return r"[ \n-]+".join([*words[:-1], last])


def pattern_of(forms):
    """Finds the first of these forms that stands there, whole words of a text."""
    return re.compile(r"(?<!\w)(?:" + "|".join(map(words_of, forms)) + r")(?!\w)")


class Terms:
    def __init__(self):
        text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
        entry = re.compile(r"^- \*\*(.+?)\*\*(?: \((.*?)\))?: (.*) \[[^\]]*\]\((.*?)\)$", re.M)
        self.all = [Term(*(part or "" for part in found.groups())) for found in entry.finditer(text)]

    def defined_at(self, address):
        return next((one for one in self.all if one.of_field and one.address == address), None)

    def on(self, page):
        """The forms that count on this page, each with its term, those of many words first, and a pattern that finds them. It has no
        groups, with which it would take ten times as long. A term of a field has an everyday sense too: it is found on the page
        that defines it and nowhere else."""
        forms = [(form, term) for term in self.all
                 for form in [*term.forms, *([term.term] if not term.of_field or term.page == page else [])]]
        forms.sort(key=lambda form: -len(re.findall(r"\w+", form[0])))
        return forms, pattern_of(form for form, _ in forms)


def join_words(document):
    """A term may go on in the next line, which is a text of its own."""
    for parent in {node.parent for node in document.findall(nodes.Text)}:
        parts = []
        for is_text, run in itertools.groupby(parent.children, lambda child: isinstance(child, nodes.Text)):
            parts += [nodes.Text("".join(run))] if is_text else run
        parent[:] = parts


def explain_terms(app, document):
    """Each term of a page is a link where it comes first; what it means is at the end, for the script that shows it."""
    page = app.book.pages[app.env.docname]
    if page.name == "glossary":
        return name_terms(app.book.terms, document)
    if not page.has_terms:
        return None
    join_words(document)
    forms, pattern = app.book.terms.on(pathlib.PurePosixPath(page.path).name)
    term_of = functools.cache(lambda text: next(term for form, term in forms if re.fullmatch(words_of(form), text)))
    for node in list(document.findall(nodes.Text)):
        around, parent = [], node.parent
        while parent is not None:
            around.append(parent)
            parent = parent.parent
        within = lambda *kinds: any(isinstance(one, kinds) for one in around)  # noqa: E731
        if within(*NO_TERMS) or not within(nodes.paragraph, nodes.list_item, nodes.entry):
            continue
        if isinstance(node.parent, nodes.literal) and not any(node == one.term for one in app.book.terms.all):
            continue
        if any({"needs", "beside"} & set(one.get("classes", ())) for one in around):
            continue
        text, done, parts = node.astext(), 0, []
        for found in pattern.finditer(text):
            term = term_of(found[0])
            if term.id not in page.found:
                page.found[term.id] = term
                link = term.link_begin(f"glossary.html#{term.id}") + html.escape(found[0]) + "</a>"
                parts += [nodes.Text(text[done:found.start()]), raw(link)]
                done = found.end()
        if parts:
            node.parent.replace(node, [*parts, nodes.Text(text[done:])])
    md = pages.page_parser()
    meanings = [f'<p id="means-{term.id}"><b>{html.escape(term.term)}</b>: {re.sub("</?a[^>]*>", "", md.renderInline(term.definition))}</p>'
                for term in page.found.values()]
    if meanings:
        document.append(raw('<div id="meanings" hidden>\n' + "\n".join(meanings) + "\n</div>\n"))
    return None


def name_terms(terms, document):
    """Each entry of the glossary has an address, and the search finds it."""
    items = [item for item in document.findall(nodes.list_item) if isinstance(next(one for one in item[0] if one.astext()), nodes.strong)]
    for item, term in zip(items, terms.all, strict=True):
        item["ids"] = [term.id]
        item.insert(0, addnodes.index(entries=[("single", name, term.id, "main", None) for name in (term.term, *term.forms)]))
