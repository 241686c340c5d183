"""sources.py: the sources of the project as pages of the book: each file with its lines numbered, L-1 and so on, each folder as a
list. They are plain pages, without the menus of the book: there are a thousand."""
import html
import os
import pathlib
import re

import pages
from pages import ROOT

SOURCE_PAGE = """<!doctype html>
<html lang="en" data-content_root="{up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title} - hologradient</title>
<link rel="stylesheet" href="{up}_static/pygments.css">
<link rel="stylesheet" href="{up}_static/book.css">
<script src="{up}_static/book.js" defer></script>
</head>
<body class="of-source">
<header><a href="{up}index.html">hologradient</a> <a href="{up}search.html">Search</a></header>
<main>
<h1>{trail}</h1>
{body}</main>
</body>
</html>
"""


def write_whole(path, text):
    """Two makes may write the same file at the same time: each has its own, and the last one stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = path.with_name(f"{path.name}.{os.getpid()}")
    own.write_text(text, encoding="utf-8")
    own.replace(path)


def write_sources(sources, folder, kept_in, policy):
    """A plain page for each file, without the menus of the book: there are a thousand. Each folder has a list."""
    names_in = {".": set()}  # those of folders end with /
    for path in sorted(sources):
        # Colours take time: what the last book has of an old file is used again.
        kept = kept_in / f"{path}.html"
        if not kept.exists() or kept.stat().st_mtime < max(os.path.getmtime(file) for file in (ROOT / path, __file__, pages.__file__)):
            write_whole(kept, lines(path, sources))
        write(folder, policy, f"source/{path}.html", path, kept.read_text(encoding="utf-8"))
        parts = ["."] + path.split("/")
        for i, name in enumerate(parts[1:], 1):
            parent = "/".join(parts[1:i]) or "."
            names_in.setdefault(parent, set()).add(name + ("" if i == len(parts) - 1 else "/"))
    for one, names in names_in.items():
        links = [f'<li{" class=folder" if name.endswith("/") else ""}><a href="{html.escape(name)}{"index" if name.endswith("/") else ""}.html">'
                 f'{html.escape(name)}</a></li>' for name in sorted(names, key=lambda name: (not name.endswith("/"), name))]
        write(folder, policy, "source/index.html" if one == "." else f"source/{one}/index.html", one,
              '<ul class="files">\n' + "\n".join(links) + "\n</ul>\n")


def write(folder, policy, address, path, body):
    """The heading is the path, each folder of it a link to its list."""
    parts, up = [] if path == "." else path.split("/"), "../" * address.count("/")
    deep = len(parts) - (ROOT / path).is_file()  # in how many folders below source/ the page lies
    trail = [f'<a href="{"../" * (deep - i) or "./"}index.html">{html.escape(name)}</a>' for i, name in enumerate(["source", *parts[:-1]])]
    write_whole(pathlib.Path(folder) / address, SOURCE_PAGE.format(
        up=up, policy=policy, title=html.escape("source" if path == "." else path), trail=" / ".join([*trail, *map(html.escape, parts[-1:])]), body=body))


def lines(path, sources):
    """A file with its lines numbered, L-1 and so on; a header that it includes is a link."""
    text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
    up, rows = "../" * path.count("/"), []
    for i, row in enumerate(pages.coloured_lines(text, pages.lexer_of(path.rpartition("/")[2]))):
        name = re.search(r'>include</span>[^&]*&quot;([^&<]+)&quot;', row)
        for file in [f"{folder}/{name[1]}" for folder in ("include", "src", "examples", "tests", os.path.dirname(path))] if name else []:
            if file in sources:
                row = row.replace(name[1], f'<a href="{up}{file}.html">{name[1]}</a>', 1)
                break
        rows.append(f'<span id="L-{i + 1}">{row}\n</span>')
    return f'<div class="highlight source"><pre>{"".join(rows)}</pre></div>\n'
