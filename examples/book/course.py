"""course.py: the pages of the course, their chapters, and where a listing is in its file. It needs no packages: the book, the slides
and the tests of the pages share it."""
import pathlib
import re
from collections import namedtuple

ROOT = pathlib.Path(__file__).resolve().parents[2]

# ---- which file is which page of the book ----

def page_of(path):
    """The name of the page that a file becomes: "docs/01_value.md", "01_value"; "exercise_06_relu" for the README of 06_relu."""
    path = pathlib.PurePosixPath(path)
    if str(path) == "README.md":
        return "hologradient"
    if str(path) == "docs/README.md":
        return "index"
    if path.parts[0] == "docs":
        return path.stem
    folder = path.parent.name
    return folder if folder in ("exercises", "project") else ("project_" if folder.startswith("stage_") else "exercise_") + folder


def all_pages():
    """From the paths of the files, relative to the project, to the names of their pages."""
    files = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/exercises/**/*.md")]
    paths = sorted(file.relative_to(ROOT).as_posix() for file in files)
    return {path: page_of(path) for path in paths}


def anchor_of(heading):
    """As GitHub names a heading: letters, digits, - and _ in lower case, a hyphen for each space."""
    return "".join("-" if c == " " else c for c in heading.lower() if c.isalnum() or c in " -_")


# ---- the chapters ----

Chapter = namedtuple("Chapter", "number page needs")


def chapters():
    """The rows of the table in docs/README.md: "17.1", "17_name_batch" and the numbers of the chapters that it needs."""
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\d.]+)\. .*?\]\((\w+)\.md\) \|.*\| ([^|]*) \|$", index, re.M)
    return [Chapter(number, page, re.findall(r"[\d.]+", needs)) for number, page, needs in rows]


def paths():
    """The numbers of the chapters on each of the two paths, which the list below the table names."""
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    lists = re.findall(r"^- \*\*The [^*]*:\*\* (\[chapter .*)", index, re.M)
    on = [re.findall(r"\[chapter ([\d.]+)\]", line) for line in lists]
    trunk = [one.number for one in chapters() if float(one.number) < 10]
    return [trunk + numbers for numbers in on]


# ---- where a listing of a page is in its file ----

def places_of(listing, source, key=str.strip):
    """The line of the source, from 1, for each line of the listing, and what is wrong: (line of the listing, what the source has),
    or None. The parts between lines "..." follow one another; a part that is not there, and "...", have 0. Lines are compared by
    their key: without one, the spaces that lines begin with do not count."""
    listed, wanted, lines = [one.strip() for one in listing], [key(one) for one in listing], [key(one) for one in source]
    numbers, start, wrong = [0] * len(wanted), 0, None
    ends = [i for i, line in enumerate(listed) if line in ("...", "// ...")] + [len(wanted)]
    for begin, end in zip([0] + [end + 1 for end in ends], ends):
        part, most, at = wanted[begin:end], 0, start
        for first in range(start, len(lines)):
            same = next((n for n, line in enumerate(part) if lines[first + n:first + n + 1] != [line]), len(part))
            if same > most:
                most, at = same, first
            if most == len(part):
                break
        if most == len(part):
            numbers[begin:end] = range(at + 1, at + 1 + most)
            start = at + most
        elif wrong is None:
            instead = "nothing like it" if most == 0 else f'"{source[at + most]}"' if at + most < len(source) else "the end"
            wrong = (begin + most, instead)
    return numbers, wrong


def lines_of_listing(listing, source):
    return places_of(listing.rstrip("\n").split("\n"), source.split("\n"))[0]
