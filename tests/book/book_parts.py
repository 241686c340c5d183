"""The parts of the book's plug-in that calculate, on small texts: places of listings, terms, formulas."""
import os
import re
import sys

ROOT = os.environ["HOLO_ROOT"]
sys.path.insert(0, os.path.join(ROOT, "examples/book"))
import glossary  # noqa: E402
import pages  # noqa: E402
import step_part  # noqa: E402


def check(name, found, expected):
    print(f"PASS {name}" if found == expected else f"FAIL {name}: {found!r}; expected {expected!r}", flush=True)


check("a page of each kind has its name", [pages.page_of(path) for path in (
    "README.md", "docs/README.md", "docs/01_value.md", "examples/exercises/README.md", "examples/exercises/06_relu/README.md",
    "examples/exercises/project/stage_01_tape/README.md")],
      ["hologradient", "index", "01_value", "exercises", "exercise_06_relu", "project_stage_01_tape"])
check("anchors are as GitHub has them", [pages.anchor_of(text) for text in ("By hand", "A `Value`: x_1, α+β", "C++")], ["by-hand", "a-value-x_1-αβ", "c"])

text = "a;\nb;\na;\n  c;\n\nd;\na;\n"
check("the lines of a listing, part after part", [pages.lines_of_listing(listing, text) for listing in
                                                 ("a;\nc;\n", "c;\n// ...\na;\n", "    a;\n    b;\n", "...\nc;\n", "e;\n", "a;\n...\na;\n...\na;\n", "b;\n...\ne;\n")],
      [[3, 4], [4, 0, 7], [1, 2], [0, 4], [0], [1, 0, 3, 0, 7], [2, 0, 0]])
check("the kind of a block, from its language and its comment", [pages.kind_of_code(*one) for one in (
    ("math", ""), ("cpp", "file: a.cpp"), ("", "output: 01_value"), ("text", "file: docs/results/demo.txt"), ("sh", "shell"), ("", "stepper: 01_value"), ("mermaid", ""))],
      ["formula", "listing", "output", "output", "commands", "stepper", ""])

cpp = pages.lexer_of("cpp")
check("code has a line for each of its own, hostile text is text", [pages.coloured_lines(code, cpp) for code in ("int a;  // <b>\n\n", "/* a\nb */\n")],
      [['<span class="kt">int</span> a;  <span class="c1">// &lt;b&gt;</span>'],
       ['<span class="cm">/* a</span>', '<span class="cm">b */</span>']])
term = glossary.Term("value", "of attention; also *value vector*", "what is taken", "06_attention.md#one-head")
check("an entry of the glossary: its field, its forms, its page", (term.id, term.of_field, term.forms, term.page),
      ("term-value-of-attention", True, ["value vector"], "06_attention.md"))
check("a term of a field is found on the page that defines it alone", [
    bool(glossary.Terms().on(page)[1].fullmatch("key")) for page in ("06_attention.md", "01_value.md")], [True, False])
check("a plural that is told is no other form", glossary.Term("leaf", "plural *leaves*", "a", "b.md").forms, [])
text = "Two learning\nrates, a GELU-layer; categories, gelu, Rate a"
check("a term stands in a text, with its plural and over a line's end", [
    re.findall(glossary.pattern_of(form), text) for form in ("learning rate", "GELU layer", "category", "GELU", "rate a", "ate", "rates a")],
      [["learning\nrates"], ["GELU-layer"], ["categories"], ["GELU"], ["Rate a"], [], []])

check("a formula breaks at a wide space, but in no environment and in no braces",
      pages.parts_of_formula(r"a \qquad \begin{cases} b \qquad c \end{cases} \qquad {d \qquad e} \{ \qquad f"),
      ["a ", r" \begin{cases} b \qquad c \end{cases} ", r" {d \qquad e} \{ ", " f"])
check("rows, names and signs", [part in pages.formula("\\begin{aligned} \\mathrm{lm\\_head} &= -1 \\\\ x &\\mathrel{+}= y \\end{aligned}", "here")
                                for part in ("<mtable", "<mtext>lm_head</mtext>", '<mo form="prefix">', "<mtext>+=</mtext>")], [True] * 4)
for latex in (r"\unheard x", r"a & b"):
    try:
        found = pages.mathml(latex, True, "docs/a.md:3")
    except pages.Wrong as problem:
        found = str(problem)[:len("docs/a.md:3: the formula")]
    check(f"a formula that cannot be read has its place: {latex}", found, "docs/a.md:3: the formula")

# w is made at line 1, y = w * w at line 2, a backward at line 3; w is set without a place, and used at line 4.
events = [(0, 0, 0, 0, 1, [3]), (1, 1, 0, 0, 2, [9]), (2, 1, 0, 0, 3, [1]), (3, 1, 0, 0, 2, [3, 0]), (3, 1, 0, 1, 2, [3, 3]),
          (4, 0, 0, 0, 0, [-3]), (1, 2, 0, 0, 4, [-6])]
log = {"files": [["", None], ["a.cpp", None]], "places": [[0, 0]] + [[1, line] for line in (1, 2, 3, 4)], "numbers": sum((e[5] for e in events), []),
       "nodes": [[0, "leaf", "w", 0, 1, [], [], 0], [1, "mul", "", 0, 1, [], [0, 0], 1], [2, "mul", "", 0, 1, [], [0], 6]],
       **{name: [e[i] for e in events] for i, name in enumerate(("kind", "node", "parent", "edge", "place"))},
       "scope": [0] * 7, "size": [1] * 7}
parts = [step_part.part_of(log, "a.cpp", "w\ny\n%s\nz\n" % third, range(first, last + 1))
         for first, last, third in ((2, 3, "b"), (3, 3, "b"), (4, 4, "b"), (3, 3, "}"), (5, 9, "b"))]
check("a part has what happens at its lines, and before it what made what is used there", [(events, nodes) for _, events, nodes in parts],
      [([0, 1, 2, 3, 4, 5], [0, 1]), ([0, 1, 2, 3, 4, 5], [0, 1]), ([0, 5, 6], [0, 2]), ([], []), ([], [])])
check("its nodes, events and numbers have indices of their own", [parts[2][0][name] for name in ("node", "numbers", "event_count")] +
      [row[6:8] for row in parts[2][0]["nodes"]], [[0, 0, 1], [3, -3, -6], 3, [[], 0], [[0], 2]])
