"""A book of five small pages, in this folder: the same bytes again, and of each thing that is wrong one line that says where. Each book is
made by a process of its own, which has the packages already: it is a fork of this one. Arguments: the folder with the programs that
pages step through, unless this build has none."""
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys

import furo.navigation  # noqa: F401
import myst_parser.sphinx_ext.main  # noqa: F401
import sphinx.builders.html  # noqa: F401
import sphinx.cmd.build  # noqa: F401
import sphinx.search.en  # noqa: F401

ROOT, PROJECT = pathlib.Path(os.environ["HOLO_ROOT"]), pathlib.Path("project").resolve()
PAGES = {
    "README.md": "# H\n",
    "docs/evening.md": "# E\n",
    "docs/README.md": "# D\n\n| Chapter | Idea | Needs |\n|---|---|---|\n| [1. A](01_value.md) | a | - |\n\n## Everything else\n\n[p](playground.md), [g](glossary.md)\n",
    "docs/glossary.md": "# G\n\n- **leaf** (plural *leaves*): a node. [A](01_value.md#a)\n- **node**: a number. [A](01_value.md#a)\n",
    "docs/01_value.md": "# A\n\nBoth the node and the leaf are in `holo/value.h`.\n\n```math\na \\qquad b\n```\n\n"
                        "<!-- file: examples/01_value.cpp -->\n```cpp\nvoid program(int argc, char** argv) {\n```\n",
    "docs/playground.md": "# P\n\nA page.\n",
}


def make_book(*words):
    """Its exit code, and what it says of a problem."""
    def run():
        sys.argv = ["make_book.py", *words]
        sys.path.insert(0, str(PROJECT / "examples/book"))
        import make_book
        make_book.main()
    child = os.fork()
    if not child:
        with open("out", "w", encoding="utf-8") as out, open("err", "w", encoding="utf-8") as err:
            sys.stdout, sys.stderr, status = out, err, 0
            try:
                run()
            except SystemExit as ended:
                status = 1
                print(ended.code, file=err)
            except BaseException as problem:  # a trace of Python is never an answer
                status = 2
                print(repr(problem), file=err)
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), pathlib.Path("err").read_text(encoding="utf-8")


def check(name, holds, found):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


def refused(name, wanted, *words):
    status, said = make_book(*words)
    check(name, status == 1 and said.startswith("error: ") and said.count("\n") == 1 and wanted in said and not pathlib.Path("refused").exists(), (status, said))


def refused_page(name, text, line, wanted, *words):
    """The page of the playground ends with this text, and an error names its line, from 1."""
    page = PROJECT / "docs/playground.md"
    page.write_text(PAGES["docs/playground.md"] + "\n" + text + "\n", encoding="utf-8")
    where = f"docs/playground.md:{4 + line}: "
    status, said = make_book("--out", "refused", "--work", "work", *words)
    check(name, status == 1 and said.startswith("error: ") and said.count("\n") == 1 and where in said and wanted in said and not pathlib.Path("refused").exists(), (status, said))
    page.write_text(PAGES["docs/playground.md"], encoding="utf-8")


if sys.argv[1:] == ["again"]:
    sys.exit(make_book("--out", "again", "--work", "work_again")[0])

for path, text in PAGES.items():
    (PROJECT / path).parent.mkdir(parents=True, exist_ok=True)
    (PROJECT / path).write_text(text, encoding="utf-8")
shutil.copytree(ROOT / "examples/book", PROJECT / "examples/book")
for path in ("examples/01_value.cpp", "include/holo/value.h"):
    (PROJECT / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / path, PROJECT / path)
(PROJECT / "src").mkdir()

status, said = make_book("--out", "small", "--work", "work_small")
again = subprocess.run([sys.executable, "-B", __file__, "again"], env={**os.environ, "PYTHONHASHSEED": "2"}, check=False).returncode
files = {folder: sorted(file.relative_to(folder).as_posix() for file in pathlib.Path(folder).rglob("*") if file.is_file()) for folder in ("small", "again")}
other = [file for file in files["small"] if not filecmp.cmp(f"small/{file}", f"again/{file}", shallow=False)] if files["small"] == files["again"] else ["the list of files"]
explained = files["small"] and 'aria-describedby="means-term-leaf"' in pathlib.Path("small/01_value.html").read_text(encoding="utf-8")
check("the same bytes again, and a word is explained", not status and not again and not said and not other and explained, (status, again, said, other, explained))

refused_page("a link that leads nowhere is named, and nothing is written", "[b](none.md)", 1, "a link to none.md; expected a file that is there")
if sys.argv[1:]:
    refused_page("a step without a listing", "<!-- step: 01_value -->", 1, "a step of 01_value; expected a listing of examples/01_value.cpp below it", "--programs", sys.argv[1])
refused_page("a listing of no file", "<!-- file: examples/none.cpp -->\n```cpp\n```", 2, "a listing of examples/none.cpp")
refused_page("a formula that cannot be read", "```math\n\\unheard x\n```", 1, "unheard")
pathlib.Path("file").touch()
refused("a folder that is none", "cannot be written", "--out", "file/book", "--work", "work")
refused("a folder without an engine", "none: no run.js; expected the folder that make engine makes", "--engine", "none", "--out", "none")
