"""Makes the slides of the course into the folder `slides` as `make slides` does, and says of small plans what slides.py says of them: a
plan that names what is not there is refused with its line. One process makes all, so that the packages are read once."""
import contextlib
import io
import os
import pathlib
import sys

ROOT = pathlib.Path(os.environ["HOLO_ROOT"])
sys.path.insert(0, str(ROOT / "examples/teaching"))
import slides  # noqa: E402


def made(*words):
    """The exit code, what is said, and what is said of a problem."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    sys.argv = ["slides.py", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            slides.main()
        except SystemExit as ended:
            status = ended.code
    return status, out.getvalue(), err.getvalue()


def check(name, holds, found):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


def refused(name, wanted, line, docs=ROOT / "docs"):
    """The plan is not taken, and its second line is named."""
    pathlib.Path("plan").write_text(f"session: one\n{line}\n", encoding="utf-8")
    status, _, said = made("--docs", str(docs), "--plan", "plan", "--out", "refused")
    one_line = status == 2 and said.startswith("error: ") and said.count("\n") == 1 and wanted in said
    check(name, one_line and not pathlib.Path("refused").exists(), (status, said))


status, told, said = made("--out", "slides")
files = sorted(pathlib.Path("slides").iterdir()) if not status else []
check("eleven sessions have slides", len(files) == 11, (status, said, len(files)))
counts = [(file.name, file.read_text(encoding="utf-8").count('<section class="slide')) for file in files]
check("as many slides as are told", told == "".join(f"wrote slides/{name}: {count} slides\n" for name, count in counts), told)

refused("a heading that is not there", 'plan:2: no heading "By foot"', "01_value.md | By foot | text")
refused("a listing that is not there", 'plan:2: no listing with "goto"', '01_value.md | By hand | listing "goto"')
refused("a page that is not there", "plan:2: no page", "00_none.md | By hand | text")
refused("a kind of piece that there is not", 'plan:2: "film"', "01_value.md | By hand | film")
refused("a line that is no slide", "plan:2: 1 parts", "By hand")
pathlib.Path("p.md").write_text("# P\n\n```math\n\\unheard x\n```\n", encoding="utf-8")
refused("a formula that cannot be shown", "\\unheard", "p.md | top | formula", docs=".")
pathlib.Path("plan").write_bytes(b"\xef\xbb\xbfsession: one\r\n01_value.md | By hand | text\r\n")
found = made("--docs", str(ROOT / "docs"), "--plan", "plan", "--out", "marked")
check("a plan with a byte order mark, and lines that end as on Windows", found[0] == 0, found)
