"""Bugs as a person makes them, planted one at a time: the files of tests/mutants/planted/ list them.

    # a comment
    file: src/nn/gpt.cpp
    bug: branches are scaled by the square root of n_layer
    test: GPT: the standard deviation of each parameter*
     Init out_init_of(const GPTOptions& options) {
    -  return Init::normal(options.init_std / std::sqrt(2.0 * n));
    +  return Init::normal(options.init_std / std::sqrt(n));

Whole lines: those with - are replaced by those with +, those with a space stay; together they are
once in the file, else the list is wrong and the tool ends with an error. `test` is a pattern of
test cases, as the doctest program takes it, that must see the bug; or several, in several lines. Instead
of it `nothing: WHY` says why no test can see the bug: it is then not run. `device: plain` is where
the tests compute, when that is not the cpu. Bugs of *.cu and *.cuh are judged in a build with the
emulator. An empty line ends an entry. One without `file`, or without `test` and `nothing`, has those of
the entry before it.
"""
import glob
import os
import re
from dataclasses import dataclass, field

LITERAL = r'"(?:\\.|[^"\\])*"'
KEYS = ("file", "bug", "test", "nothing", "device")


class ListError(Exception):
    """What is wrong with the list, with its file and line."""


@dataclass
class Bug:
    where: str  # FILE:LINE of the list
    file: str = ""
    bug: str = ""
    tests: list = field(default_factory=list)
    nothing: str = ""
    device: str = "cpu"
    old: str = ""
    new: str = ""

    def describe(self):
        return f"{self.file}: {self.bug}"

    def apply(self, source):
        """The file with the bug. Throws ListError unless the old lines are in it once."""
        lines = re.compile(r"^" + re.escape(self.old), re.M)
        count = len(lines.findall(source))
        if count != 1:
            raise ListError(f"{self.where}: {self.file} has these lines {count} times; expected "
                            f"once:\n{self.old}")
        return lines.sub(lambda _: self.new, source)


def finished(bug):
    wrong = ("no file" if not bug.file else "no bug" if not bug.bug
             else "no change" if bug.old == bug.new
             else "no test, or a test and why there is none" if bool(bug.tests) == bool(bug.nothing)
             else "")
    if wrong:
        raise ListError(f"{bug.where}: {wrong}; expected file, bug, test or nothing, then lines")
    return bug


def parse(text, name):
    """The bugs of one list. Throws ListError."""
    bugs, bug = [], None

    def end():
        if bug:
            before = bugs[-1] if bugs else Bug("")
            bug.file = bug.file or before.file
            if not bug.nothing:
                bug.tests = bug.tests or before.tests
            bugs.append(finished(bug))

    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line:
            end()
            bug = None
            continue
        bug = bug or Bug(f"{name}:{number}")
        key = re.match(r"(\w+): (.+)", line)
        if line[0] in "-+ ":
            bug.old += line[1:] + "\n" if line[0] in "- " else ""
            bug.new += line[1:] + "\n" if line[0] in "+ " else ""
        elif not key or key[1] not in KEYS:
            raise ListError(f"{name}:{number}: `{line}`; expected one of {' '.join(KEYS)}, "
                            "or a line that begins with a space, - or +")
        elif key[1] == "test":
            bug.tests.append(key[2])
        else:
            setattr(bug, key[1], key[2])
    end()
    return bugs


def read_lists(root, words=()):
    """All bugs whose file or description has one of the words."""
    bugs = []
    for path in sorted(glob.glob(os.path.join(root, "tests", "mutants", "planted", "*.txt"))):
        with open(path) as file:
            bugs += parse(file.read(), os.path.relpath(path, root))
    return [b for b in bugs if not words or any(word in b.describe() for word in words)]


def test_cases(root):
    """The names of all test cases, as they are in the sources."""
    names = []
    for path in glob.glob(os.path.join(root, "tests", "*", "*_test.cpp")):
        with open(path) as file:
            for literals in re.findall(rf"^TEST_CASE\(\s*((?:{LITERAL}\s*)+)", file.read(), re.M):
                names.append("".join(text[1:-1] for text in re.findall(LITERAL, literals)))
    return names


def matches(pattern, name):
    """As the doctest program does it: * is any text, ? any character."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), name)


def check(root, bugs):
    """Throws ListError for lines that are not in their file once, and for no such test."""
    names = test_cases(root)
    for bug in bugs:
        if not os.path.exists(os.path.join(root, bug.file)):
            raise ListError(f"{bug.where}: no file {bug.file}")
        with open(os.path.join(root, bug.file)) as file:
            bug.apply(file.read())
        for test in bug.tests:
            if not any(matches(test, name) for name in names):
                raise ListError(f"{bug.where}: no test case `{test}`")
