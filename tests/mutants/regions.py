"""Finds the backward code of the tensor engine, piece by piece. Which code that is:

  include/holo/math.h        the bodies of df, da, db
  src/ops/NAME.cpp           the functions (Node&) that ops record, helpers that make gradients
  *_plain.cpp, *_cpu.cpp, *_cuda.cu, .h, .cuh
                             functions with `backward` in their name, or with a Backward among
                             their arguments, and what only they call, the steps of optimizers;
                             and how functions that take an Output add to it

It reads text, no C++: the layout that clang-format gives is what it relies on.
"""
import re
from dataclasses import dataclass


def without_comments(source):
    """Comments, literals and directives become spaces, and = {} something without brackets, so that
    positions stay."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', blank, source,
                  flags=re.S | re.M).replace("= {}", "= 00")


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


def functions_of(code, start=0, end=None, inside=""):
    """Functions of namespaces and classes, not those within functions. `inside`: "Class::"."""
    end = len(code) if end is None else end
    found, at = [], start
    while True:
        brace = code.find("{", at, end)
        if brace < 0:
            return found
        begin = max([start] + [code.rfind(c, start, brace) + 1 for c in ";}{"])
        head = re.sub(r"^template <.*?>\s+", "", code[begin:brace].strip())
        last = closing(code, brace)
        scope = re.search(r"\b(namespace|struct|class)\b(?: (\w+))?[^()]*$", head)
        if scope:
            prefix = f"{scope.group(2)}::" if scope.group(1) != "namespace" else ""
            found += functions_of(code, brace + 1, last, prefix)
        elif "(" in head and not head.startswith(("enum", "using")):
            name = re.search(r"([\w:~]+)\s*\($", head[:head.find("(") + 1])
            # initialisers have no such name
            if name:
                found.append(Function(inside + name.group(1), head, brace, last))
        at = last + 1


@dataclass
class Region:
    name: str
    head: str
    start: int
    end: int
    sort: str  # "formula", "node" (what is recorded), "op", "kernel", or "adds": only how it adds


NODE = re.compile(r"\(Node& \w+\)(?: const)?\s*\{")


def nodes_of(code, function):
    """The functions that are recorded, in a function or as operator() of a class."""
    if re.search(r"operator\(\)\(Node& \w+\)", function.head):
        return [Region(function.name.split("::")[0], function.head, function.start, function.end,
                       "node")]
    return [Region(function.name, m.group(), m.end() - 1, closing(code, m.end() - 1), "node")
            for m in NODE.finditer(code, function.start, function.end)]


def regions_of_op(code, functions):
    regions = []
    for f in functions:
        inner = nodes_of(code, f)
        if inner:
            regions += inner
        elif re.search(r"gradient\(\)", code[f.start:f.end]) or "Output " in f.head:
            regions.append(Region(f.name, f.head, f.start, f.end, "op"))
    return regions


KERNEL = re.compile("backward|^(adam|sgd)_(chunk|kernel)$|^add_(multiple|scaled|blocks)$")


def regions_of_kernels(code, functions):
    last = lambda f: f.name.split("::")[-1]
    backward = {f.name for f in functions if KERNEL.search(last(f)) or "Backward& " in f.head}
    calls = lambda f: {g.name for g in functions
                       if re.search(rf"\b{last(g)}(<\w+>)?[(,]", code[f.start:f.end])}
    while True:  # helpers that only the backward calls
        others = set().union(*(calls(f) for f in functions if f.name not in backward), set())
        more = set().union(*(calls(f) for f in functions if f.name in backward), set())
        more = {name for name in more - backward - others if not re.match("(Cpu|Plain|Cuda)::", name)}
        if not more:
            break
        backward |= more
    return [Region(f.name, f.head, f.start, f.end, "kernel" if f.name in backward else "adds")
            for f in functions if (f.name in backward or "Output" in f.head)
            and not f.head.startswith("Index ")]


def regions_of(file, code):
    functions = functions_of(code)
    if file.endswith("math.h"):
        return [Region(f.name, f.head, f.start, f.end, "formula") for f in functions
                if f.name.split("::")[-1] in ("df", "da", "db")]
    if re.search(r"(_(plain|cpu)\.cpp|\.h|\.cuh?)$", file):
        return regions_of_kernels(code, functions)
    return regions_of_op(code, functions)
