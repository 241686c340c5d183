"""Edits of formulas and statements, wherever they are: (start, end, text, kind) of each, as
edits.py says. Index arithmetic is left alone."""
import re

from regions import closing

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


def first_operand(code, at, start):
    """Where the first term of the sum begins whose + or - is at `at`; None when this is a later
    one."""
    depth, i = 0, at
    while i > start:
        c = code[i - 1]
        if c in ")]}":
            depth += 1
        elif c in "([{" and depth > 0:
            depth -= 1
        elif depth == 0 and (c in "([{,;" or re.match(r"(return|[=?:<>]|[+-]=) $", code[i - 2:i])
                             or code[i - 7:i] == "return "):
            return i
        elif depth == 0 and code[i - 3:i] in (" + ", " - "):
            return None
        i -= 1
    return None


def is_address(code, at):
    """Index arithmetic is no formula: within for (...), declarations of indices and of pointers,
    the first argument of load and store."""
    begin = code.rfind("\n", 0, at) + 1
    line = code[begin:at]
    head = re.search(r"\b(for|if|while) \(", line)
    if head and closing(code, begin + head.end() - 1) > at:
        return True
    return bool(re.search(r"^\s*(const )?Index\b|\breal\* |Scratch|\bwork\b|std::min|std::max"
                          r"|\b(load|store|prefetch\w*)\([\w.]*(?: [-+*] [\w.]+)* $", line))


# A product of sizes that is cut to a whole number: a thousandth more is nothing.
SIZES = re.compile(r"_at \+= |\btile\b|\b(add_blocks|for_tasks|emplace)\(|\baxis = \{")


def formula_edits(code, r):
    """(start, end, text, kind) of each edit."""
    for m in OPERATOR.finditer(code, r.start, r.end):
        at, sign = m.start(1), m.group(1)
        if is_address(code, at):
            continue
        if sign in "+-":
            yield at, at + 1, "-" if sign == "+" else "+", "sign"
            yield at - 1, operand_end(code, at + 2, r.end), "", "dropped term"
            first = first_operand(code, at - 1, r.start)
            if first:
                yield first, at + 2, "" if sign == "+" else "-", "dropped term"
        elif not SIZES.search(code, code.rfind("\n", 0, at), code.find("\n", at)):
            yield at, at + 1, f"{sign} 1.001 {sign}", "x 1.001"
    for m in re.finditer(r" ([-+*])= ", code[r.start:r.end]):
        a, b = r.start + m.start(1), r.start + m.end(1) + 1
        if is_address(code, a):
            continue
        yield a, b, "=", "= for +="
        if m.group(1) != "*":
            yield a, b, {"+": "-=", "-": "+="}[m.group(1)], "sign"
            if not SIZES.search(code, code.rfind("\n", 0, a), b + 1):
                yield a, b, m.group(1) + "= 1.001 *", "x 1.001"
    for m in re.finditer(r"\bselect\(", code[r.start:r.end]):
        middle = [r.start + m.end()]
        while len(middle) < 3:  # the ends of the condition and of the value
            b = operand_end(code, middle[-1], r.end)
            while code[b] != ",":
                b = operand_end(code, b + 1, r.end)
            middle.append(b + 2)
        yield middle[1], middle[2] - 2, "0.5" if r.sort != "formula" else "T(0.5)", "branch"


def math_edits(code, r):
    for m in re.finditer(r"\breturn ([^;{}]+);", code[r.start:r.end]):
        a, b = r.start + m.start(1), r.start + m.end(1)
        yield a, b, f"T(1.001) * ({code[a:b]})", "x 1.001"
        yield a, b, f"-({code[a:b]})", "sign"
    names = re.findall(r"\bT (\w+)(?=[,)])", r.head)
    for i, name in enumerate(names):
        other = names[(i + 1) % len(names)]
        for m in re.finditer(rf"\b{name}\b", code[r.start:r.end]):
            if other != name:
                yield r.start + m.start(), r.start + m.end(), other, "wrong input"


def overwrite_edits(code, r):
    for m in re.finditer(r"[\w.]*\boverwrite\b(?! =|,\s*\w+\)\s*\{)", code[r.start:r.end]):
        a, b = r.start + m.start(), r.start + m.end()
        if not re.search(r"\bbool $", code[:a]):
            yield a, b, "true", "= for +="
            yield a, b, "false", "unwritten"


def deletions(code, r):
    """Calls and assignments that are not made, but for hints to the cache."""
    call = r"(?<=[;{}\n])\s*((?:[\w.]|->|\[\w+\]|\(\*\w+\.\w+\))+\s*(?:\(|[-+*/]?= ))"
    for m in re.finditer(call, code[r.start:r.end]):
        a = r.start + m.start(1)
        if re.match(r"(return|for|if|while|switch|const|using|else)\b|[\w.]*fetch", code[a:]):
            continue
        b = operand_end(code, a, r.end)
        while b < r.end and code[b] not in ";)]}":
            b = operand_end(code, b + 1, r.end)
        if code[b:b + 1] == ";":
            yield a, b, "", "not done"
