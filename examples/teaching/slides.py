"""Makes the slides of the course from its pages: listings, outputs, formulas and figures are on a slide as in the chapter.
`make slides` calls it with the Python of build/venv. The plan is a text file with a line for each slide:

    session: Title of the first session
    goal: what a student can do afterwards
    agenda: 20 min: the derivative by hand
    01_value.md | By hand | formula; listing "const double y" | What does the last line say? | dy.
    home: 01_engine

A slide is a page below docs/, a heading of it ("top": its beginning), what is shown of this section, a question, and a note for
the teacher, the answer (both may be missing). What is shown: a kind and, in quotes, a text that is in it; the first such piece
counts."""
import argparse
import html
import pathlib
import re
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "book"))
import pages  # noqa: E402

KINDS = ("text", "points", "table", "figure", "formula", "listing", "commands", "output", "stepper")
BLOCKS = ("listing", "output", "stepper", "commands")


def wrong(where, found, expected):
    raise pages.Wrong(f"{where}: {found}; expected {expected}")


# ---- the plan ----

def split(text, separator):
    """The parts of a text between separators that are not in quotes."""
    return [part.strip() for part in re.split(separator + r'(?=(?:[^"]*"[^"]*")*[^"]*$)', text)]


def pieces_of(text, where):
    pieces = []
    for part in split(text, ";"):
        kind, _, words = part.partition(" ")
        if kind not in KINDS:
            wrong(where, f'"{kind}"', "one of: " + ", ".join(KINDS))
        if words and not re.fullmatch(r'"[^"]+"', words.strip()):
            wrong(where, words, f"a text in quotes after {kind}")
        pieces.append((kind, words.strip().strip('"')))
    return pieces


def read_plan(path):
    sessions = []
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8-sig").split("\n"), 1):
        line, where = line.strip(), f"{path}:{number}"
        if not line or line.startswith("#"):
            continue
        word, _, rest = (part.strip() for part in line.partition(":"))
        if word == "session":
            sessions.append({"title": rest, "goal": [], "agenda": [], "home": [], "slides": []})
        elif not sessions:
            wrong(where, f'"{line}"', "session: before all else")
        elif word in ("goal", "agenda", "home"):
            sessions[-1][word].append(rest)
        else:
            parts = split(line, r"\|")
            if not 3 <= len(parts) <= 5:
                wrong(where, f"{len(parts)} parts", "page | heading | what is shown | question | note")
            page, heading, shown, question, note = parts + [""] * (5 - len(parts))
            sessions[-1]["slides"].append((where, page, heading, pieces_of(shown, where), question, note))
    if not sessions:
        wrong(path, "no session", "session: and lines for its slides")
    return sessions


# ---- a page as sections of pieces ----

class Slides:
    def __init__(self, given):
        self.docs, self.md, self.read = pathlib.Path(given.docs), pages.page_parser(), {}
        self.md.add_render_rule("link_open", lambda *_: "")
        self.md.add_render_rule("link_close", lambda *_: "")

    def inline(self, text, where):
        return self.md.renderInline(text, {"where": where})

    def sections(self, page, where):
        """[(heading, pieces)], a piece is (kind, text, tokens, line). What is folded away is read too; a block in a list stands alone."""
        path = self.docs / page
        if not path.exists():
            wrong(where, f"no page {path}", "a page that is there")
        tokens, found, at = self.md.parse(path.read_text(encoding="utf-8")), [("", [])], 0
        while at < len(tokens):
            token = tokens[at]
            end = at
            if token.nesting == 1:
                level = token.level
                end = next(i for i in range(at + 1, len(tokens)) if tokens[i].level == level and tokens[i].nesting == -1)
            inside = tokens[at:end + 1]
            words = "\n".join(one.content for one in inside if one.type == "inline")
            code = [one for one in inside if one.type in ("fence", "math_block")]
            if token.type == "heading_open":
                found.append((tokens[at + 1].content, []))
            elif token.type in ("fence", "math_block"):
                kind = pages.kind_of_code(token.info.strip(), token.meta.get("comment", ""))
                found[-1][1].append((kind, token.content, [token], token.map[0] + 1))
            elif token.type == "paragraph_open":
                image = [child for child in tokens[at + 1].children if child.type == "image"]
                alone = image and len(tokens[at + 1].children) == 1
                found[-1][1].append(("figure", image[0].attrs["src"], inside, 0) if alone else ("text", words, inside, 0))
            elif token.type == "table_open":
                found[-1][1].append(("table", words, inside, 0))
            elif token.type.endswith("_list_open") and not code:
                found[-1][1].append(("points", words, inside, 0))
            elif token.type.endswith("_list_open"):
                at += 1  # its points one by one
                continue
            elif token.type == "list_item_open" and code:
                at += 1
                continue
            elif token.type == "list_item_open":
                found[-1][1].append(("points", words, [self.list_of(token), *inside, self.list_of(token, -1)], 0))
            at = end + 1
        return found

    def list_of(self, item, nesting=1):
        from markdown_it.token import Token
        return Token("ordered_list_open" if nesting == 1 else "ordered_list_close", "ol" if item.info else "ul", nesting,
                     attrs={"start": item.info} if item.info and nesting == 1 else {})

    # ---- a slide ----

    def slide(self, where, page, heading, planned, question, note):
        if page not in self.read:
            self.read[page] = self.sections(page, where)
        title = next((name for name, _ in self.read[page] if name), "")
        section = next(((name, pieces) for name, pieces in self.read[page] if name and heading in ("top", name)), None)
        if section is None:
            wrong(where, f'no heading "{heading}" in {self.docs / page}', "one that is there")
        shown = []
        for kind, words in planned:
            piece = next((one for one in section[1] if one[0] == kind and words in one[1]), None)
            if piece is None:
                wrong(where, f'no {kind}' + (f' with "{words}"' if words else "") + f' under "{section[0]}"', "one that is there")
            shown.append(piece)
        body = "".join(self.html_of(piece, page, where) for piece in shown)
        chapter = "" if heading == "top" or section[0] == title else self.inline(title, where)
        out = f'<p class="chapter">{chapter}</p>\n<h2>{self.inline(section[0], where)}</h2>\n<div class="body">\n{body}</div>\n'
        out += f'<p class="question">{self.inline(question, where)}</p>\n' if question else ""
        return out + (f'<p class="note">{self.inline(note, where)}</p>\n' if note else "")

    def html_of(self, piece, page, where):
        kind, text, tokens, _ = piece
        if kind in BLOCKS:
            return f'<pre class="{kind}">{html.escape(textwrap.dedent(text))}</pre>\n'
        if kind == "figure":
            svg = (self.docs / page).parent / text
            return "<figure>" + re.sub(r"<style>.*?</style>\n", "", svg.read_text(encoding="utf-8"), flags=re.S) + "</figure>\n"
        out = self.md.renderer.render(tokens, self.md.options, {"where": where})
        return out.replace("<table>", '<table class="long">') if kind == "table" and len(text) > 500 else out

    def page(self, session, number):
        lists = lambda title, lines: "" if not lines else (  # noqa: E731
            f"<div>{f'<h3>{title}</h3>' if title else ''}\n<ul>\n" + "".join(f"<li>{self.inline(line, 'plan')}</li>\n" for line in lines) + "</ul></div>\n")
        slides = [f'<p class="chapter">hologradient, session {number}</p>\n<h1>{self.inline(session["title"], "plan")}</h1>\n'
                  f'<div class="body both">\n{lists("Goals", session["goal"])}{lists("Today", session["agenda"])}</div>\n']
        slides += [self.slide(*one) for one in session["slides"]]
        if session["home"]:
            slides.append(f'<p class="chapter">{self.inline(session["title"], "plan")}</p>\n<h2>Homework</h2>\n<div class="body">\n{lists("", session["home"])}</div>\n')
        body = "".join(f'<section class="slide{" title" if i == 1 else ""}" id="slide{i}" aria-label="slide {i} of {len(slides)}">\n{slide}'
                       f'<p class="number">{i} / {len(slides)}</p>\n</section>\n' for i, slide in enumerate(slides, 1))
        text = PAGE.format(number=number, title=html.escape(session["title"]), style=(HERE / "slides.css").read_text(),
                           body=body, script=(HERE / "slides.js").read_text())
        return text, len(slides)


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>Session {number}: {title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}</main>
<script>{script}</script>
</body>
</html>
"""


def main():
    parser = argparse.ArgumentParser(description="Makes the slides of the course, an HTML page for each session.")
    parser.add_argument("--plan", default=HERE / "plan.txt", metavar="FILE", help="a line for each slide: page, heading, what is shown, question")
    parser.add_argument("--docs", default=HERE.parents[1] / "docs", metavar="DIR", help="the pages")
    parser.add_argument("--out", default="build/slides", metavar="DIR", help="where the slides go (default: build/slides)")
    given = parser.parse_args()
    try:
        maker = Slides(given)
        made = [maker.page(session, number) for number, session in enumerate(read_plan(given.plan), 1)]
        out = pathlib.Path(given.out)
        out.mkdir(parents=True, exist_ok=True)
        for number, (text, slides) in enumerate(made, 1):
            (out / f"session_{number:02}.html").write_text(text, encoding="utf-8")
            print(f"wrote {given.out}/session_{number:02}.html: {slides} slides")
    except pages.Wrong as problem:
        print(f"error: {problem}", file=sys.stderr)
        sys.exit(2)
    except OSError as problem:
        print(f"error: {problem.filename}: {problem.strerror}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
