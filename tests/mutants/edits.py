"""Finds what can be broken in the backward code of the tensor engine: Edit by Edit, each of which
replaces a piece of one file. Which code that is:

  include/holo/math.h    the bodies of df, da, db
  src/ops/NAME.cpp       the functions (Node&) that ops record, and helpers that use gradient()
  src/ops/*_cpu.cpp, .h  functions with `backward` in their name and what only they call; and, of
                         functions that take a Gradient, whether they add to it
"""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    file: str
    start: int
    end: int
    text: str  # what comes instead
    kind: str

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]

    def describe(self, source):
        line = source.count("\n", 0, self.start) + 1
        begin = source.rfind("\n", 0, self.start) + 1
        end = source.find("\n", self.end)
        old = " ".join(source[self.start:self.end].split())
        shown = " ".join(source[begin:end].split())
        return (f"{self.file}:{line}: {self.kind}: `{old[:50]}` -> `{self.text[:50]}` "
                f"in `{shown[:90]}`")


def without_comments(source):
    """Comments, literals and directives become spaces, so that positions stay."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', blank, source,
                  flags=re.S | re.M)


def closing(code, at):
    """Where the bracket that opens at `at` is closed."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    stack = []
    for i in range(at, len(code)):
        if code[i] in pairs:
            stack.append(pairs[code[i]])
        elif stack and code[i] == stack[-1]:
            stack.pop()
            if not stack:
                return i
    return len(code)


@dataclass
class Function:
    name: str
    head: str
    start: int  # of the body, at its {
    end: int


def functions_of(code, start=0, end=None):
    """Functions of namespaces and classes, not those within functions."""
    end = len(code) if end is None else end
    found, at = [], start
    while True:
        brace = code.find("{", at, end)
        if brace < 0:
            return found
        begin = max(code.rfind(c, start, brace) for c in ";}{") + 1
        head = code[begin:brace].strip()
        last = closing(code, brace)
        if re.search(r"\b(namespace|struct|class)\b[^()]*$", head):
            found += functions_of(code, brace + 1, last)
        elif "(" in head and not head.startswith(("enum", "using")):
            name = re.search(r"([\w:~]+)\s*\($", head[:head.find("(") + 1])
            # operators and initialisers have no such name
            if name:
                found.append(Function(name.group(1), head, brace, last))
        at = last + 1


def lambdas_of(code, start, end):
    return [(m.end() - 1, closing(code, m.end() - 1))
            for m in re.finditer(r"\(Node& \w+\)\s*\{", code[start:end])
            for m in [re.compile(r"\(Node& \w+\)\s*\{").match(code, start + m.start())]]


def regions_of(file, code):
    """(start, end, all kinds of edits?) for each piece of backward code."""
    functions = functions_of(code)
    if file.endswith("math.h"):
        return [(f.start, f.end, True) for f in functions if f.name in ("df", "da", "db")]
    if not re.search(r"(_cpu\.cpp|\.h)$", file):
        regions = []
        for f in functions:
            inner = lambdas_of(code, f.start, f.end)
            if inner:
                regions += [(a, b, True) for a, b in inner]
            elif re.search(r"gradient\(\)", code[f.start:f.end]):
                regions.append((f.start, f.end, True))
        return regions
    names = {f.name for f in functions if "backward" in f.name}
    calls = lambda f: {g.name for g in functions if re.search(rf"\b{g.name.split('::')[-1]}\(",
                                                             code[f.start:f.end])}
    while True:  # helpers that only the backward calls
        others = set().union(*(calls(f) for f in functions if f.name not in names), set())
        more = set().union(*(calls(f) for f in functions if f.name in names), set())
        more = {name for name in more - names - others if not name.startswith("Cpu::")}
        if not more:
            break
        names |= more
    return [(f.start, f.end, f.name in names) for f in functions
            if f.name in names or "Gradient" in f.head]


STOP = re.compile(r" (?:[-+<>?:]|[<>=!]=|&&|\|\||=|\+=|-=) ")
OPERATOR = re.compile(r"(?<=[\w)\]}]) ([-+*/]) (?=[\w(*-])")


def operand_end(code, at, end):
    """The end of the operand of a sum that begins at `at`."""
    while at < end:
        c = code[at]
        if c in "([{":
            at = closing(code, at) + 1
        elif c in ",;)]}" or STOP.match(code, at):
            return at
        else:
            at += 1
    return end


def is_address(code, start, at):
    """Index arithmetic is no formula: for (...), declarations of indices and of pointers, the first
    argument of load and store."""
    line = code[code.rfind("\n", 0, at) + 1:at]
    return bool(re.search(r"\b(for|if|while) \(|\bIndex\b|\breal\* |Scratch|std::min|std::max"
                          r"|\b(load|store)\([\w.]*(?: [-+*] [\w.]+)* $", line))


def formula_edits(file, code, start, end):
    for m in OPERATOR.finditer(code, start, end):
        at, sign = m.start(1), m.group(1)
        if is_address(code, start, at):
            continue
        if sign in "+-":
            yield Edit(file, at, at + 1, "-" if sign == "+" else "+", "sign")
            yield Edit(file, at - 1, operand_end(code, at + 2, end), "", "dropped term")
        else:
            yield Edit(file, at, at + 1, f"{sign} 1.001 {sign}", "x 1.001")
    for m in re.finditer(r"\breturn ([^;{}]+);", code[start:end]):
        if file.endswith("math.h"):
            a, b = start + m.start(1), start + m.end(1)
            yield Edit(file, a, b, f"T(1.001) * ({code[a:b]})", "x 1.001")
            yield Edit(file, a, b, f"-({code[a:b]})", "sign")
    for m in re.finditer(r" ([-+*])= ", code[start:end]):
        if not is_address(code, start, start + m.start(1)):
            yield Edit(file, start + m.start(1), start + m.end(1) + 1, "=", "= for +=")
    for m in re.finditer(r"\bselect\(", code[start:end]):
        a = start + m.end()
        b = operand_end(code, a, end)
        while code[b:b + 1] not in ",":
            b = operand_end(code, b + 1, end)
        c = b + 2
        d = c
        while code[d] not in ",":
            d = operand_end(code, d + 1, end)
        yield Edit(file, c, d, "T(0.5)" if file.endswith("math.h") else "Vec(0.5)", "select")


def fresh_edits(file, code, start, end):
    for m in re.finditer(r"[\w.]*\bfresh\b(?! =|,\s*\w+\)\s*\{)", code[start:end]):
        at = start + m.start()
        if re.search(r"\bbool $", code[:at]):
            continue
        yield Edit(file, at, at + len(m.group()), "true", "= for +=")
        yield Edit(file, at, at + len(m.group()), "false", "adds to what nobody has written")


SWAPS = [(r"\bx_node\b", "y_node"), (r"\by_node\.grad\b", "y_node.data"), (r"\ba_node\b", "b_node"),
         (r"\bb_node\b", "a_node"), (r"\bx_node\.data\b", "y_node.data"),
         (r"\by_node\.data\b", "y_node.parent(0).data"), (r"\bparent\(0\)", "parent(1)"),
         (r"\bparent\(1\)", "parent(0)"), (r"\bSide::a\b", "Side::b"), (r"\bSide::b\b", "Side::a"),
         (r"\b(\w+)\.requires_grad\b", "true"), (r"\bzeroed_gradient\(\)", "gradient().data"),
         (r"\bfactor\b", "1.001 * factor"), (r"\btrue\b", "false"), (r"\bfalse\b", "true")]


def op_edits(file, code, start, end):
    for pattern, text in SWAPS:
        for m in re.finditer(pattern, code[start:end]):
            kind = "transpose or flag" if text in ("true", "false") else "wrong or stale input"
            yield Edit(file, start + m.start(), start + m.end(), text, kind)
    # parent.gradient() as if nothing had been added yet
    for m in re.finditer(r"[\w.()]*\bgradient\(\)(?!\.)", code[start:end]):
        yield Edit(file, start + m.start(), start + m.end(),
                   "Gradient{" + m.group() + ".data, true}", "= for +=")


def kernel_edits(file, code, start, end):
    """One array read instead of another one."""
    names = re.findall(r"\bload\(([a-z]\w*)", code[start:end])
    names += re.findall(r"\.of(?:_result|_local)?\(([a-z]\w*)", code[start:end])
    names = sorted(set(names))
    for m in re.finditer(r"\b(?:load|of|of_result|of_local)\(([a-z]\w*)", code[start:end]):
        other = names[(names.index(m.group(1)) + 1) % len(names)]
        if other != m.group(1):
            yield Edit(file, start + m.start(1), start + m.end(1), other, "wrong or stale input")
    for m in re.finditer(r"(?:transpose_[ab]|\btrue|\bfalse)(?=[,)}])", code[start:end]):
        if m.group() in ("true", "false"):
            text = "false" if m.group() == "true" else "true"
            yield Edit(file, start + m.start(), start + m.end(), text, "transpose or flag")


def deletions(file, code, start, end):
    """Calls and assignments that are not made: a sum that is missing, a gradient not sent."""
    for m in re.finditer(r"(?<=[;{}\n])\s*((?:[\w.]|->|\[\w+\]|\(\*\w+\.\w+\))+\s*(?:\(|[-+*/]?= ))",
                         code[start:end]):
        a = start + m.start(1)
        if re.match(r"(return|for|if|while|switch|const|using|else)\b", code[a:]):
            continue
        b = operand_end(code, a, end)
        while b < end and code[b] != ";":
            if code[b] in ")]}":
                break
            b = operand_end(code, b + 1, end)
        if code[b:b + 1] == ";":
            yield Edit(file, a, b, "", "deleted")


def saves_edits(file, code):
    for m in re.finditer(r"\bsaves::(input[0-2s]|inputs|output)\b", code):
        yield Edit(file, m.start(), m.end(), "saves::nothing", "stale data is not refused")


def edits_of(file, source):
    code = without_comments(source)
    edits = []
    for start, end, everything in regions_of(file, code):
        if everything:
            edits += formula_edits(file, code, start, end)
            edits += deletions(file, code, start, end)
            if file.startswith("src/ops/") and not re.search(r"(_cpu\.cpp|\.h)$", file):
                edits += op_edits(file, code, start, end)
            elif file.startswith("src/"):
                edits += kernel_edits(file, code, start, end)
        edits += fresh_edits(file, code, start, end)
    if file.startswith("src/ops/") and not file.endswith("_cpu.cpp"):
        edits += saves_edits(file, code)
    unique = {(e.start, e.end, e.text): e for e in edits if e.text != source[e.start:e.end]}
    return sorted(unique.values(), key=lambda e: (e.start, e.end, e.text))
