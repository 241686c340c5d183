"""places.py: finds and describes the stops of a tour, in gdb and in lldb."""
import os

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def lines_of(file):
    with open(os.path.join(root, file), encoding="utf-8") as source:
        return source.read().split("\n")


def line_with(file, text):
    """The number of the first line of a file that has the text, or None."""
    return next((i + 1 for i, line in enumerate(lines_of(file)) if text in line), None)


def name_of(function):
    """map for holo::(anonymous namespace)::map<holo::math::Tanh>(...)."""
    name = (function or "?").replace("(anonymous namespace)::", "")
    if "operator()" in name:
        return "operator()"
    return name.split("(")[0].split("<")[0].split("::")[-1]


def way(functions):
    """The calls of a stack, newest first, from the user's function, or from the emulator, to this one."""
    names = []
    for function in functions:
        if name_of(function) in ("program", "Call"):
            break
        of_std = "std::" in (function or "").split("(")[0]
        if not of_std and name_of(function) not in names[-1:]:
            names.append(name_of(function))
    return " > ".join(reversed(names))
