"""glossary.py: the words of docs/glossary.md, and where pages use them: each is a link where it comes first on a page, with its
meaning for the script that shows it."""
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
        field = re.match(r"of [^;,)]*", bracket)
        self.term, self.definition, self.address = term, definition, address
        self.of_field, self.page = bool(field), address.partition("#")[0]
        self.id = "term-" + pages.anchor_of(term) + ("-" + pages.anchor_of(field[0]) if field else "")
        self.forms = re.findall(r"(?<!plural )\*([^*]+)\*", bracket)

    def link_begin(self, target):
        target = target.replace(".md", ".html")
        return f'<a class="term" href="{html.escape(target)}" aria-describedby="means-{self.id}">'


def words_of(text):
    """(begin, end, word), words in lower case but for abbreviations: GELU, NaN."""
    fold_ = lambda word: word if sum(c.isupper() for c in word) > 1 else word.lower()  # noqa: E731
    return [(found.start(), found.end(), fold_(found[0])) for found in re.finditer(r"\w+", text)]


class Terms:
    def __init__(self):
        text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
        entry = re.compile(r"^- \*\*(.+?)\*\*(?: \((.*?)\))?: (.*) \[[^\]]*\]\((.*?)\)$", re.M)
        self.all = [Term(*(part or "" for part in found.groups())) for found in entry.finditer(text)]

    def defined_at(self, address):
        return next((one for one in self.all if one.of_field and one.address == address), None)

    def forms(self, page):
        """Those of the terms that count on this page by the three letters that they begin with, the ones of many words first:
        (words, term). A term of a field has an everyday sense too: it is found on the page that defines it and nowhere else."""
        found = {}
        for term in self.all:
            for text in [*term.forms, *([term.term] if not term.of_field or term.page == page else [])]:
                words = [word for _, _, word in words_of(text)]
                found.setdefault(words[0][:3], []).append((words, term))
        return {begin: sorted(forms, key=lambda form: -len(form[0])) for begin, forms in found.items()}


def stands_at(text, words, at, form):
    """Whether the words from `at` on are those of the form, or its plural, with only spaces and hyphens between them."""
    part = words[at:at + len(form)]
    if len(part) < len(form) or [word for _, _, word in part[:-1]] != form[:-1]:
        return False
    last, word = form[-1], part[-1][2]
    if word not in (last, last + "s", last + "es") and not (last.endswith("y") and word == last[:-1] + "ies"):
        return False
    return all(not text[a[1]:b[0]].strip(" -\n") for a, b in zip(part, part[1:]))


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
    forms = app.book.terms.forms(pathlib.PurePosixPath(page.path).name)
    seen = set(page.found)
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
        text, words, i, done, parts = node.astext(), words_of(node.astext()), 0, 0, []
        while i < len(words):
            form = next((one for one in forms.get(words[i][2][:3], ()) if stands_at(text, words, i, one[0])), None)
            if form is None:
                i += 1
                continue
            last, term = words[i + len(form[0]) - 1], form[1]
            if term.id not in seen:
                seen.add(term.id)
                page.found[term.id] = term
                word = html.escape(text[words[i][0]:last[1]])
                parts += [nodes.Text(text[done:words[i][0]]), raw(f'{term.link_begin(f"glossary.html#{term.id}")}{word}</a>')]
                done = last[1]
            i += len(form[0])
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
