"""Makes the book: `make book` calls it with the Python of build/venv. Sphinx writes the pages, with conf.py and its plug-in."""
import argparse
import contextlib
import io
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


def options():
    parser = argparse.ArgumentParser(description="Makes a book of the pages: a folder of HTML that any browser opens.")
    parser.add_argument("--out", default="build/book", metavar="DIR", help="where the book goes (default: build/book)")
    parser.add_argument("--engine", default="", metavar="DIR", help="run.js and what it loads, to run programs in a page")
    parser.add_argument("--programs", default="", metavar="DIR", help="book_steps, and the programs that listings step through")
    parser.add_argument("--work", default="build/book_work", metavar="DIR", help="what the next book can use again")
    return parser.parse_args()


def main():
    given = options()
    work, out = pathlib.Path(given.work).resolve(), pathlib.Path(given.out).resolve()
    if given.engine and not (pathlib.Path(given.engine) / "run.js").is_file():
        sys.exit(f"error: {given.engine}: no run.js; expected the folder that make engine makes")
    engine, programs = (str(pathlib.Path(folder).resolve()) if folder else "" for folder in (given.engine, given.programs))
    os.environ.update(HOLO_STAGE=str(work / "pages"), HOLO_LOGS=str(work / "steps"), HOLO_ENGINE=engine, HOLO_PROGRAMS=programs)
    made = work / f"book.{os.getpid()}"
    from sphinx.cmd.build import build_main
    said, status = io.StringIO(), 1
    try:
        # What is wrong with a page is an error: a link that leads nowhere, a formula that cannot be read.
        with contextlib.redirect_stderr(said):
            for folder in (work / "pages", out.parent):
                folder.mkdir(parents=True, exist_ok=True)
            status = build_main(["-q", "-E", "-W", "--keep-going", "-b", "html", "-c", str(HERE), "-d", str(made / "trees"),
                                 str(work / "pages"), str(made / "html")])
        if status:
            return
        for left in (".buildinfo", "_sources", "objects.inv"):
            path = made / "html" / left
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(made / "html", out)
    except OSError as problem:
        status = 1
        said.write(f"{out}: it cannot be written: {problem.strerror}")
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if status:
            lines = [line for line in said.getvalue().splitlines() if line.strip()]
            why = next((line for line in reversed(lines) if "expected" in line or "WARNING" in line), " ".join(lines)[-500:])
            sys.exit("error: " + why.replace("sphinx.errors.ExtensionError:", "").strip())
    files = [file for file in out.rglob("*") if file.is_file()]
    pages = sum(file.suffix == ".html" for file in files)
    print(f"wrote {given.out}/index.html: {pages} pages, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB in all")


if __name__ == "__main__":
    main()
