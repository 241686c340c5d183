#!/usr/bin/env python3
"""Are the tests able to fail? Changes the code in random places, one at a time, and expects a red test.

    make mutants ARGS='src/ops include/holo'            20 places below these folders
    make mutants ARGS='--count 100 --seed 7 src/trace'  100 places, and other ones
    make mutants ARGS='--target test-all src/nn'        what judges: a target of the Makefile
    make mutants ARGS='--list src/ops'                  only shows the places

A change is another operator, another number, another index, another sign, or a statement that is
gone. It is made in a copy of the repository, in build/mutants, which keeps what it has built. A
change that does not compile is replaced by another one. A survivor is printed with its line: either
it changes nothing that anyone could see, or a test is missing.

Exit code 1 when a change survives, 2 when the tests are red without one.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COPY = os.path.join(ROOT, "build", "mutants")
SUFFIXES = (".h", ".cpp")  # the default build has no CUDA
LONGEST = 3600  # seconds; tests that hang have seen the change

# What is looked for in a line of code, and what it becomes. A group `at` is the part that changes.
OPERATORS = {"+": "-", "-": "+", "*": "/", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
             "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+=": "-=", "-=": "+="}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min", "sin": "cos", "cos": "sin"}
OPERATOR = re.compile(r"(?<= )(?P<at>[-+*/<>=!&|]{1,2})(?= )")
NUMBER = re.compile(r"(?<![\w.\"'])(?P<at>\d+(\.\d+)?)(?![\w.\"'])")
WORD = re.compile(r"(?<![\w\"])(?P<at>true|false|min|max|sin|cos)(?![\w\"])")
INDEX = re.compile(r"\w\[(?P<at>\w+)\]")
SIGN = re.compile(r"(?:(?<=[,=] )|(?<=\())(?P<at>-)(?=\w)")
STATEMENT = re.compile(r"^\s+(?!return|using|static|const|template|case|break|continue|throw|//)"
                       r"[\w:.>\[\]()*+-]+(\(| [-+*/|&]?= |\+\+|--).*;$|^\s+(\+\+|--)\w.*;$")


class Change(NamedTuple):
    file: str
    line: int
    kind: str
    text: str  # the new line

    def shown(self, old):
        new = self.text.strip() or "(gone)"
        return f"{self.file}:{self.line + 1}: {self.kind}: {old.strip()} -> {new}"


def code_of(line):
    """The line without its comment, and with spaces for what its strings say."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda text: '"' + " " * (len(text[0]) - 2) + '"', line)
    return line.split("//")[0]


def other_number(text):
    return str(int(text) + 1) if text.isdigit() else str(float(text) * 2)


def changes_of_line(file, number, line):
    code = code_of(line)
    if code.lstrip().startswith(("#", "*", "/*", "namespace", "static_assert", "include")):
        return
    rules = [("operator", OPERATOR, OPERATORS.get), ("number", NUMBER, other_number),
             ("word", WORD, WORDS.get), ("index", INDEX, lambda text: text + " + 1"),
             ("sign", SIGN, lambda text: "")]
    for kind, pattern, changed in rules:
        for found in pattern.finditer(code):
            new = changed(found["at"])
            if new is not None:
                text = line[:found.start("at")] + new + line[found.end("at"):]
                yield Change(file, number, kind, text)
    if STATEMENT.match(code.rstrip()):
        yield Change(file, number, "statement", "")


def changes_in(paths):
    names = [path for path in paths if os.path.isfile(os.path.join(ROOT, path))]
    for path in paths:
        for folder, _, files in os.walk(os.path.join(ROOT, path)):
            names += [os.path.relpath(os.path.join(folder, file), ROOT) for file in files]
    changes = []
    for name in sorted(names):
        if name.endswith(SUFFIXES):
            with open(os.path.join(ROOT, name)) as file:
                for number, line in enumerate(file.read().split("\n")):
                    changes += changes_of_line(name, number, line)
    return changes


def fresh_copy():
    """A clone with the files as they are here. Files that have not changed keep their times."""
    if not os.path.exists(COPY):
        subprocess.run(["git", "clone", "-q", ROOT, COPY], check=True)
    for words in (["fetch", "-q", ROOT, "HEAD"], ["checkout", "-q", "-f", "--detach", "FETCH_HEAD"]):
        subprocess.run(["git", *words], cwd=COPY, check=True)
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split("\n")
    for name in filter(None, names):
        source, target = os.path.join(ROOT, name), os.path.join(COPY, name)
        if not os.path.exists(source):
            if os.path.exists(target):
                os.remove(target)
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or read(source, "rb") != read(target, "rb"):
            shutil.copy(source, target)


def read(path, mode="r"):
    with open(path, mode) as file:
        return file.read()


def make(*words):
    """Whether make succeeds in the copy; one that takes too long does not."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    jobs = f"-j{os.cpu_count() or 1}"
    process = subprocess.Popen(["make", jobs, *words], cwd=COPY, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(LONGEST) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return False


def programs():
    """Those that have the test cases of all rooms."""
    return [os.environ["HOLO_BUILD"] + "/bin/" + name for name in ("tests", "more_tests")]


def judge(change, target):
    """"killed", "ALIVE" or "no C++"."""
    path = os.path.join(COPY, change.file)
    before = read(path)
    lines = before.split("\n")
    lines[change.line] = change.text
    with open(path, "w") as file:
        file.write("\n".join(lines))
    try:
        if not make("WERROR=", *programs()):
            return "no C++"
        return "ALIVE" if make("WERROR=", target) else "killed"
    finally:
        with open(path, "w") as file:
            file.write(before)


def main():
    parser = argparse.ArgumentParser(prog="make mutants", usage="make mutants ARGS='[options] PATH...'")
    parser.add_argument("paths", nargs="*", metavar="PATH", default=["include", "src"],
                        help="files or folders to change (include src)")
    parser.add_argument("--count", type=int, default=20, help="how many changes (20)")
    parser.add_argument("--seed", type=int, default=1, help="draws the places (1)")
    parser.add_argument("--target", default="check", help="the target that judges (check)")
    parser.add_argument("--list", action="store_true", help="show the places, and change nothing")
    options = parser.parse_args()
    changes = changes_in(options.paths)
    if not changes:
        print(f"error: nothing to change below {' '.join(options.paths)}; expected C++")
        return 2
    random.Random(options.seed).shuffle(changes)
    old = lambda change: read(os.path.join(ROOT, change.file)).split("\n")[change.line]
    if options.list:
        for change in changes[:options.count]:
            print(change.shown(old(change)))
        print(f"{min(options.count, len(changes))} of {len(changes)} places")
        return 0
    begin = time.time()
    fresh_copy()
    if not make("WERROR=", options.target):
        print(f"error: make {options.target} is red without a change; see {COPY}")
        return 2
    verdicts = []
    for change in changes:
        if len(verdicts) == options.count:
            break
        verdict = judge(change, options.target)
        if verdict != "no C++":
            verdicts.append(verdict)
            print(f"{verdict:7} {change.shown(old(change))}", flush=True)
    if not verdicts:
        print(f"error: no change compiles by make {' '.join(programs())}")
        return 2
    alive = verdicts.count("ALIVE")
    print(f"{len(verdicts) - alive} of {len(verdicts)} killed by make {options.target}, seed "
          f"{options.seed}; {(time.time() - begin) / 60:.0f} minutes")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
