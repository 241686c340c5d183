"""docs_test.py: README.md and docs/*.md say what is true today: listings are in their files, outputs are what the programs print,
commands, flags and files exist, links lead somewhere, numbers have a source; and the chapters fit together. docs_test.sh calls it."""
import functools
import pathlib
import re
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples/book"))
import course  # noqa: E402
from commands import Commands, compiled_programs, run, shell, step  # noqa: E402
from course import ROOT, places_of  # noqa: E402
from page import Page, Sources, unfounded_numbers  # noqa: E402

AFTER = "output of the program"


def read(path):
    file = ROOT / path
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else None


def check(name, problems):
    print(f"PASS docs: {name}" if not problems else f"FAIL docs: {name}:\n" + "\n".join(problems), flush=True)


@functools.cache
def headings_of(file):
    return Page(file.read_text(encoding="utf-8")).headings


# ---- a page ----

class Checker:
    """The problems of a page, each as "docs/page.md:12: problem". `world` runs programs and knows commands."""
    def __init__(self, path, text, world):
        self.path, self.page, self.world, self.problems, self.sources, self.sessions = path, Page(text), world, [], Sources(), {}
        for problem in self.page.problems:
            self.report(*problem)
        # docs/05_mlp.md may claim the numbers of examples/05_mlp.cpp.
        self.sources.add(read(f"examples/{pathlib.PurePosixPath(path).stem}.cpp") or "")
        for i, block in enumerate(self.page.blocks):
            self.check_block(block, self.page.blocks[i - 1] if i else None, (self.page.blocks + [None])[i + 1])
        for span in self.page.spans:
            self.check_span(span)
        self.check_links()
        self.check_numbers()
        for line, text in self.page.knobs:
            self.check_knobs(line, text)

    def report(self, line, what):
        self.problems.append(f"{self.path}:{line}: {what}")

    def check_block(self, block, before, behind):
        kind = block.kind
        if kind == "formula" or not kind and block.language in ("math", "mermaid"):
            return
        if not block.lines:
            self.report(block.line, "the block is empty")
        if kind == "file":
            text = read(block.argument)
            if text is None:
                return self.report(block.line, "no file " + block.argument)
            self.check_listing(block, text, str.strip)
            self.sources.add("\n".join(block.lines))
        elif kind == "output":
            self.check_printed(block, self.world.run(block.argument))
        elif kind == "stepper":
            # The input follows the prompts. The blocks of a page with the same program are one session.
            typed = "".join(line[1:].strip() + "\n" for line in block.lines if re.match(">( |$)", line))
            self.sessions[block.argument] = self.sessions.get(block.argument, "") + typed
            self.check_printed(block, self.world.step(block.argument, self.sessions[block.argument]))
        elif kind == "shell":
            for problem in self.world.commands.wrong("\n".join(block.lines)):
                self.report(block.line, problem)
        elif kind == "program":
            if not behind or behind.kind != AFTER:
                return self.report(block.line, "the output of the program does not follow it")
            text, problem = self.world.run_program(self.path, block.line)
            if problem:
                return self.report(block.line, "the program: " + problem)
            printed = [line.rstrip() for line in text.rstrip("\n").split("\n")]
            if printed != behind.lines:
                both = [*zip(printed, behind.lines), *((one, "") for one in printed[len(behind.lines):]), ("", behind.lines[-1])]
                want, have = next(pair for pair in both if pair[0] != pair[1])
                self.report(block.line, f'the program prints "{want}" where the page has "{have}"')
            self.sources.add("\n".join(block.lines) + "\n" + text)
        elif kind == AFTER:
            if not before or before.kind != "program":
                self.report(block.line, "no program comes before its output")
        else:
            self.report(block.line, "unknown kind of source: " + kind if kind else "no comment names the source of the block")

    def check_printed(self, block, output):
        if output[1]:
            self.report(block.line, f"{block.argument}: {output[1]}")
        self.check_listing(block, output[0], str)
        self.sources.add(output[0])

    def check_listing(self, block, text, key):
        source = [line.rstrip() for line in text.rstrip("\n").split("\n")]
        numbers, wrong = places_of(block.lines, source, key)
        if wrong:
            at, instead = wrong
            return self.report(block.line + 1 + at, f'"{block.lines[at]}" is not there; {block.argument} has {instead}')
        # Each part may lack the spaces that all its lines begin with, and no others.
        part = []
        for at, number in [*enumerate(numbers), (len(numbers), 0)]:
            if number:
                part.append((block.lines[at], source[number - 1]))
            elif part:
                shown, there = (textwrap.dedent("\n".join(lines)) for lines in zip(*part))
                if shown != there:
                    self.report(block.line + at, f"the lines before it do not begin as in {block.argument}")
                part = []

    def check_span(self, span):
        line, text = span
        commands = self.world.commands
        for problem in commands.wrong(text):
            self.report(line, problem)
        if text.startswith("--") and all(commands.wrong_flags(text.split(), program) for program in commands.programs
                                         if not program.startswith("bench_") and program not in ("tests", "more_tests")):
            self.report(line, "no program has the flag " + text.split()[0])
        # A file of ours that is named exists; NAME, NN and * are placeholders.
        if re.match("(src|include|examples|tests|docs|holo)/", text) and not re.search(r"[ *<{]|NAME|NN|\.\.\.", text):
            file = ("include/" if text.startswith("holo/") else "") + text
            if not (ROOT / file).exists():
                self.report(line, "no file " + file)

    def check_links(self):
        for line, link in self.page.links:
            if ":" in link:
                continue  # https: and the like
            file, hash_, anchor = link.partition("#")
            target = (ROOT / self.path).parent / file if file else ROOT / self.path
            if not link or not target.exists() or ROOT not in [target.resolve(), *target.resolve().parents]:
                self.report(line, "dead link: " + link)
            elif hash_ and not (anchor.startswith("sheet=") and target.name == "playground.md"):  # lines for the playground
                if anchor not in (headings_of(target) if file else self.page.headings):
                    self.report(line, f"dead link: no heading #{anchor} in {target.resolve().relative_to(ROOT)}")

    def check_numbers(self):
        for line, file in self.page.numbers:
            if read(file) is None:
                self.report(line, "no file " + file)
            self.sources.add(read(file) or "")
        for found in re.finditer("@[A-Z_]+@", self.page.prose):
            self.report(self.page.line_of(found.start()), found[0] + " was never filled in")
        for line, number in unfounded_numbers(self.page, self.sources):
            self.report(line, f"the number {number} has no source")

    def check_knobs(self, at, text):
        """<!-- knobs: 01_value from -6 to 6: LINE -->: the program has the line once, the page shows it, its numbers are in the range."""
        found = re.match(r"(\S+) from (\S+) to (\S+): (.*)", text)
        if not found:
            return self.report(at, "knobs: is not PROGRAM from LOW to HIGH: LINE")
        program, low, high, line = found.groups()
        file = f"examples/{program}.cpp"
        count = [one.strip() for one in (read(file) or "").split("\n")].count(line.strip())
        shown = any(block.argument == file and line.strip() in map(str.strip, block.lines) for block in self.page.blocks)
        numbers = re.findall(r"(?<![\w.])-?\d+(?:\.\d*)?", re.sub('"[^"]*"', "", line))
        if count != 1:
            return self.report(at, f"knobs: the line is {count} times in {file}")
        if not shown:
            return self.report(at, "knobs: no listing of the page has the line")
        if not numbers or not all(float(low) <= float(number) <= float(high) for number in numbers):
            self.report(at, "knobs: no number of the line, or not all, are in the range")
        return None


class World:
    """Commands, and what programs print; those of the pages are compiled together, before the first of them runs."""
    def __init__(self, texts):
        self.commands, self.run, self.step = Commands(), run, step
        self.programs = [(path, block.line, block.lines) for path, text in texts.items() for block in Page(text).blocks if block.kind == "program"]
        self.compiled = None

    def run_program(self, path, line):
        self.compiled = self.compiled or compiled_programs(self.programs)
        return self.compiled([one[:2] for one in self.programs].index((path, line)))


# ---- the mistakes that are seen ----

MISTAKES = """It takes 98765 steps with `--stairs`, `make demos` and `src/no.cpp`.
[a](no.md) [b](README.md#no-such-heading) @LATER@

```cpp
no comment above
```
<!-- file: tests/main.cpp -->
```cpp
no such line
```
<!-- output: 01_engine -->
```
other
```
<!-- stepper: 01_value -->
```
> s
other
```
<!-- shell -->
```sh
make NO_SETTING=1
build/g++/bin/01_value --no-flag
```
<!-- program -->
```cpp
int main() {}
```
<!-- output of the program -->
```
other
```
<!-- knobs: 01_value from 0 to 1: const double none = 2; -->
<!-- file: examples/01_value.cpp -->
```cpp
return x * x * x;
 }
```
"""
TOLD = """docs/page.md:4: no comment names the source of the block
docs/page.md:9: "no such line" is not there; tests/main.cpp has nothing like it
docs/page.md:13: "other" is not there; 01_engine has nothing like it
docs/page.md:18: "other" is not there; 01_value has the end
docs/page.md:21: make has no setting NO_SETTING
docs/page.md:21: 01_value has no flag --no-flag
docs/page.md:26: the program prints "hello" where the page has "other"
docs/page.md:37: the lines before it do not begin as in examples/01_value.cpp
docs/page.md:1: no program has the flag --stairs
docs/page.md:1: make has no target demos
docs/page.md:1: no file src/no.cpp
docs/page.md:2: dead link: no.md
docs/page.md:2: dead link: no heading #no-such-heading in docs/README.md
docs/page.md:2: @LATER@ was never filled in
docs/page.md:1: the number 98765 has no source
docs/page.md:33: knobs: the line is 0 times in examples/01_value.cpp
"""


def mistakes_are_seen(world):
    world.run = lambda command: ("hello\n", "")
    world.step = lambda command, typed: ("> s\n", "")
    world.run_program = lambda path, line: ("hello\n", "")
    world.commands.help = lambda program: "  --steps N\n"
    told = Checker("docs/page.md", MISTAKES, world).problems
    return [] if told == TOLD.strip().split("\n") else told


# ---- the chapters ----

def problems_of_chapters(texts):
    """A chapter says what it needs and what comes next as the table and the figure of the paths do, and is read in one sitting."""
    problems, figure = [], read("docs/figures/course.svg")
    chapters, paths = {one.number: one for one in course.chapters()}, course.paths()
    if [len(chapters), len(paths)] != [28, 2] or {f"docs/{one.page}.md" for one in chapters.values()} != {path for path in texts if re.match(r"docs/\d", path)}:
        problems.append("docs/README.md: the table of chapters and the list of the two paths do not have each chapter")
    for number, chapter in chapters.items():
        path = f"docs/{chapter.page}.md"
        text, on = texts.get(path, ""), [one for one in paths if number in one]
        needs = " and ".join(filter(None, [", ".join(chapter.needs[:-1]), *chapter.needs[-1:]]))
        opening = " ".join(text.split("\n\n")[1:2]).replace("\n", " ")
        if not re.match(r"By the end .*(minutes|hour)", opening) or "](" in opening:
            problems.append(f'{path}: the first paragraph must begin with "By the end", say how long the page takes, and have no link')
        if needs and f"chapter{'s' if len(chapter.needs) > 1 else ''} {needs}" not in opening:
            problems.append(f"{path}: the first paragraph must say that the page needs {needs}")
        for need in chapter.needs:
            if list(chapters).index(need) >= list(chapters).index(number) or any(need not in one for one in on):
                problems.append(f"{path}: needs {need}, which comes later or is on the other path only")
        box = rf'>{re.escape(number)}</text>\s*<text[^>]*>[^<]*</text>\s*<text[^>]*>needs {re.escape(", ".join(chapter.needs) or "none")}<'
        if not re.search(box, figure):
            problems.append(f"docs/figures/course.svg: no box of chapter {number} with what it needs")
        after = {f"{chapters[one[one.index(number) + 1]].page}.md" for one in on if number != one[-1]}
        next_ = {target.partition("#")[0] for line in re.findall("^Next: .*", text, re.M) for target in re.findall(r"\]\(([^)]*)\)", line)}
        if next_ != after:
            problems.append(f'{path}: "Next:" leads to {sorted(next_)}; expected {sorted(after)}')
        prose = re.sub(r"^ *```.*?^ *```$|^ *<.*?>$|^(New C\+\+ here:|Next:|\*\*Your own engine:\*\*) .*?$", "", text, flags=re.S | re.M)
        most = 1200 if len(on) == 2 else 1600
        if not 500 < len(prose.split()) <= most:
            problems.append(f"{path}: {len(prose.split())} words; expected 500 to {most}")
        links = len(re.findall(r"\]\((?!figures/)", prose))
        if len(on) == 2 and links * 1000 > 5 * len(prose.split()):
            problems.append(f"{path}: {links} links in {len(prose.split())} words")
        folds = re.findall(r"<details>(?:<summary>(\w+)</summary>)?\n(.?)", text)
        if any(rest for _, rest in folds) or re.search(r"\S *\n</details>", text) or [one for one, _ in folds].count("Answer") < 2:
            problems.append(f"{path}: two questions or more have their answers in folds, which begin and end with an empty line")
        hidden = re.findall(r"^\*\*Predict:\*\* .*\?\n\n<details><summary>Reveal</summary>\n\n<!-- (?:output: |file: docs/results/)", text, re.M)
        if len(hidden) != text.count("**Predict:**") or not hidden and chapter.page < "18":
            problems.append(f'{path}: a question begins with "**Predict:**", and the printed answer is in a fold "Reveal" below it')
    to_project = "".join(line for text in texts.values() for line in re.findall(r"^\*\*Your own engine:\*\* .*", text, re.M))
    for stage in (ROOT / "examples/exercises/project").glob("stage_*"):
        if to_project.count(f"](../examples/exercises/project/{stage.name}/README.md)") != 1:
            problems.append(f"one chapter must lead to {stage.name}")
    return problems


def problems_of_tables(texts):
    """The index leads to every page; each promise names a test; the names for users of PyTorch are in headers; the page of the demo
    has its whole program."""
    linked = {link.partition("#")[0] for _, link in Page(texts["docs/README.md"]).links}
    problems = [f"docs/README.md has no link to {path}" for path in texts if path.startswith("docs/") and path[5:] not in {*linked, "README.md"}]
    rows = re.findall(r"^\| (?!Promise |-)[^|]*\|([^|]*)\|[^|]*\|$", texts["docs/promises.md"], re.M)
    problems += [f"docs/promises.md: no test in {row}" for row in rows if not re.search("`(tests/|make )", row)]
    headers = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "include/holo").rglob("*.h"))
    names = [name for line in re.findall(r"^\| `.*? \| (`.*)", texts["docs/pytorch_names.md"], re.M) for name in re.findall(r"([A-Za-z_]+)\(", line)]
    problems += [f"docs/pytorch_names.md: {name} is in no header" for name in names if name != "random" and not re.search(rf"\b{name}\(", headers)]
    shown = {line.strip() for block in Page(texts["docs/17_demo.md"]).blocks if block.argument == "examples/17_demo.cpp" for line in block.lines}
    problems += [f"docs/17_demo.md lacks: {line}" for line in read("examples/17_demo.cpp").split("\n") if line.strip() not in shown | {""}]
    return problems if len(rows) >= 15 and len(names) >= 60 else [*problems, f"{len(rows)} promises, {len(names)} names"]


def main():
    paths = ["README.md", *sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))]
    texts = {path: read(path) for path in paths}
    check("each kind of mistake on a page is seen, with its line", mistakes_are_seen(World({})))
    world = World(texts)
    for path, text in texts.items():
        check(path, Checker(path, text, world).problems)
    check("the chapters say what they need and what comes next, and are short", problems_of_chapters(texts))
    check("the tables name what is there", problems_of_tables(texts))


if __name__ == "__main__":
    main()
