"""What is broken in the backward code that regions.py finds: Edit by Edit, each of which replaces a
piece of one file. Their kinds:

  sign            a sum for a difference, or the whole gradient negated
  x 1.001         a product, or the whole gradient, a little too large
  dropped term    one term of a sum less
  = for +=        the gradient that was there is forgotten
  transpose       a matrix, or the dimensions of one, read the other way
  broadcast sum   the first of the repeated elements instead of the sum of all
  stale input     a change of what the backward reads is not refused
  wrong input     another array, another parent
  not done        a statement is left out
  unwritten       adds to a gradient that nobody has written
  flag, branch    a condition that always holds, or never; another value where one holds
"""
import re
from dataclasses import dataclass

from regions import closing, regions_of, without_comments
from terms import deletions, formula_edits, math_edits, overwrite_edits


KINDS = ("sign", "x 1.001", "dropped term", "= for +=", "transpose", "broadcast sum", "stale input",
         "wrong input", "not done", "unwritten", "flag", "branch")


@dataclass(frozen=True)
class Edit:
    file: str
    start: int
    end: int
    text: str  # what comes instead
    kind: str
    where: str = ""  # the function

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]

    def describe(self, source):
        line = source.count("\n", 0, self.start) + 1
        begin = source.rfind("\n", 0, self.start) + 1
        old = " ".join(source[self.start:self.end].split())
        shown = " ".join(source[begin:source.find("\n", self.end)].split())
        return (f"{self.file}:{line}: {self.kind}: `{old[:50]}` -> `{self.text[:60]}` "
                f"in `{shown[:90]}`")


SWAPS = [(r"\bx_node\b", "y_node"), (r"\by_node\.grad\b", "y_node.data"), (r"\ba_node\b", "b_node"),
         (r"\bb_node\b", "a_node"), (r"\bx_node\.data\b", "y_node.data"),
         (r"\by_node\.data\b", "y_node.parent(0).data"), (r"\bparent\(0\)", "parent(1)"),
         (r"\bparent\(1\)", "parent(0)"), (r"\bSide::a\b", "Side::b"), (r"\bSide::b\b", "Side::a")]


def op_edits(code, r):
    piece = code[r.start:r.end]
    spans = lambda pattern: ((r.start + m.start(), r.start + m.end(), m)
                             for m in re.finditer(pattern, piece))
    for pattern, text in SWAPS:
        for a, b, m in spans(pattern):
            yield a, b, text, "wrong input"
    for a, b, m in spans(r"\b\w+(\.parent\(\w+\))?\.requires_grad\b"):
        yield a, b, "true", "flag"
        yield a, b, "false", "flag"
    for a, b, m in spans(r"\bfactor\b(?=[,)])"):
        yield a, b, "1.001 * factor", "x 1.001"
        yield a, b, "-factor", "sign"
    for a, b, m in spans(r"(?:\w|\.|->|\(\w*\))+\bgradient\(\)"):
        yield a, b, "Output{" + m.group() + ".data, true}", "= for +="
    for a, b, m in spans(r"((?:\w|\.|\(\d\))+)\.zeroed_gradient\(\)"):
        yield a, b, f"({m.group(1)}.drop_gradient(), {m.group()})", "= for +="
        yield a, b, f"{m.group(1)}.gradient().data", "unwritten"
    for a, b, m in spans(r"\b\w+(?: >= 0)? \? \w+ : \w+"):  # (whole ? 1 : 0)
        yield a, b, m.group().split("? ")[1].split(" :")[0], "branch"
        yield a, b, m.group().split(": ")[1], "branch"
    # sums over what was repeated: only the first
    for a, b, m in spans(r"\bsum_to\("):
        b = closing(code, b - 1) + 1
        to, d = [part.strip() for part in code[m.end() + r.start:b - 1].split(",")[:2]]
        yield a, b, f"{to}.backend->add_scaled({to}.gradient(), {d}, 1, {to}.numel())", \
            "broadcast sum"
    for a, b, m in spans(r"\.sum\("):
        b = closing(code, b - 1)
        axis = re.search(r"(\{1[^{}]*\}|\baxis)(?=, \w+$)", code[a:b])
        yield a + axis.start(), a + axis.end(), \
            f"[](Axis of) {{ of.n = 1; return of; }}({axis.group()})", "broadcast sum"
    for a, b, m in spans(r"c\.overwrite && first"):
        yield a, b, "c.overwrite", "broadcast sum"
    # matrices and dimensions
    for a, b, m in spans(r"\b(true|false)\b(?=, (?:\w+\.\w+|true|false)[,}])"):
        yield a, b, "false" if m.group() == "true" else "true", "transpose"
    for a, b, m in spans(r"\[dims\[static_cast<std::size_t>\(i\)\]\]"):
        yield a, b, "[i]", "transpose"


def node_edits(code, r):
    """The whole gradient, for each function that is recorded."""
    node = re.search(r"Node& (\w+)", r.head).group(1)
    for factor, kind in (("-1", "sign"), ("1.001", "x 1.001")):
        yield r.start + 1, r.start + 1, (f" for (Index at = 0; at < {node}.numel(); ++at) "
                                         f"{node}.grad[at] *= real({factor});"), kind


def kernel_edits(code, r):
    piece = code[r.start:r.end]
    read = r"\b(?:load|of|of_result|of_local)\(([a-z]\w*)"
    names = sorted(set(re.findall(read, piece)))
    for m in re.finditer(read, piece):
        other = names[(names.index(m.group(1)) + 1) % len(names)]
        yield r.start + m.start(1), r.start + m.end(1), other, "wrong input"
    for m in re.finditer(r"\{[^{},]+, ((\w+\.\w+|\w+), 1|1, (\w+\.\w+|\w+)), ", piece):
        text = f"1, {m.group(2)}" if m.group(2) else f"{m.group(3)}, 1"  # steps of a matrix
        yield r.start + m.start(1), r.start + m.end(1), text, "transpose"
    # What the lanes of a warp have found, and how a thread of a GPU writes its element.
    for m in re.finditer(r"\b(?:warp|row)_(?:sum|max)\((\w+)(?:, \w+)?\)", piece):
        yield r.start + m.start(), r.start + m.end(), m.group(1), "broadcast sum"
    for m in re.finditer(r"\bput\((\w+), ", piece):
        text = f"put(Output{{{m.group(1)}.data, true}}, "
        yield r.start + m.start(), r.start + m.end(), text, "= for +="
    # Sizes of products name what is transposed between .K and .lda.
    for m in re.finditer(r"(?<=,)\s*(\.transpose_a = true,)?\s*(?=\.lda = )", piece):
        whole = r.start + m.start(), r.start + m.end()
        yield *whole, "" if m.group(1) else " .transpose_a = true, ", "transpose"
        yield *whole, m.group() + ".transpose_b = true, ", "transpose"


def kernel_sums(code, r):
    """Sums over blocks of rows, and over products of matrices, that end after the first."""
    for m in re.finditer(r"\bblocks\.count(?=, s\.C\))|\(sum && i > 0\)", code[r.start:r.end]):
        text = "false" if "sum" in m.group() else "1"
        yield r.start + m.start(), r.start + m.end(), text, "broadcast sum"


GENERATORS = {"formula": (formula_edits, math_edits),
              "node": (formula_edits, deletions, op_edits, node_edits, overwrite_edits),
              "op": (formula_edits, deletions, op_edits, overwrite_edits),
              "kernel": (formula_edits, deletions, kernel_edits, kernel_sums, overwrite_edits),
              "adds": (kernel_sums, overwrite_edits)}


def edits_of(file, source):
    code = without_comments(source)
    edits = [Edit(file, *edit, region.name) for region in regions_of(file, code)
             for generate in GENERATORS[region.sort] for edit in generate(code, region)]
    if file.startswith("src/ops/") and not file.endswith(("_plain.cpp", "_cpu.cpp", "_cuda.cu")):
        edits += [Edit(file, m.start(), m.end(), "saves::nothing", "stale input", "record")
                  for m in re.finditer(r"\bsaves::(input[0-2s]|inputs|output)\b", code)
                  if code[m.start() - 3:m.start()] != "== "]
    unique = {(e.start, e.end, e.text): e for e in edits if e.text != source[e.start:e.end]}
    return sorted(unique.values(), key=lambda e: (e.start, e.end, e.text))
