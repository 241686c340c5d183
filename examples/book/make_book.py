"""Makes the book: `make book` calls it with the Python of build/venv. Sphinx writes the pages, with conf.py and its plug-in."""
import argparse
import contextlib
import io
import os
import pathlib
import shutil
import sys


def build(pages, made, out):
    """Writes the book into the folder `out`, which it replaces. Returns what is wrong, or "": a link that leads nowhere, a formula
    that cannot be read."""
    from sphinx.cmd.build import build_main
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        status = build_main(["-q", "-E", "-W", "--keep-going", "-b", "html", "-c", os.path.dirname(os.path.abspath(__file__)),
                             "-d", str(made / "trees"), str(pages), str(made / "html")])
    if not status:
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(made / "html", out)
        return ""
    lines = [line for line in said.getvalue().splitlines() if line.strip()]
    why = next((line for line in reversed(lines) if "expected" in line or "WARNING" in line), " ".join(lines)[-500:])
    return why.replace("sphinx.errors.ExtensionError:", "").strip()


def main():
    parser = argparse.ArgumentParser(description="Makes a book of the pages: a folder of HTML that any browser opens.")
    parser.add_argument("--out", default="build/book", metavar="DIR", help="where the book goes (default: build/book)")
    parser.add_argument("--engine", default="", metavar="DIR", help="run.js and what it loads, to run programs in a page")
    parser.add_argument("--programs", default="", metavar="DIR", help="the programs that listings step through")
    parser.add_argument("--work", default="build/book_work", metavar="DIR", help="what the next book can use again")
    given = parser.parse_args()
    if given.engine and not (pathlib.Path(given.engine) / "run.js").is_file():
        sys.exit(f"error: {given.engine}: no run.js; expected the folder that make engine makes")
    work, out = pathlib.Path(given.work).resolve(), pathlib.Path(given.out).resolve()
    engine, programs = (str(pathlib.Path(folder).resolve()) if folder else "" for folder in (given.engine, given.programs))
    os.environ.update(HOLO_STAGE=str(work / "pages"), HOLO_LOGS=str(work / "steps"), HOLO_ENGINE=engine, HOLO_PROGRAMS=programs)
    made = work / f"book.{os.getpid()}"
    try:
        for folder in (work / "pages", out.parent):
            folder.mkdir(parents=True, exist_ok=True)
        wrong = build(work / "pages", made, out)
    except OSError as problem:
        wrong = f"{out}: it cannot be written: {problem.strerror}"
    finally:
        shutil.rmtree(made, ignore_errors=True)
    if wrong:
        sys.exit("error: " + wrong)
    files = [file for file in out.rglob("*") if file.is_file()]
    pages = sum(file.suffix == ".html" for file in files)
    print(f"wrote {given.out}/index.html: {pages} pages, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB in all")


if __name__ == "__main__":
    main()
