"""conf.py: the settings of Sphinx for the book; book.py is its plug-in. `make book` says where the programs and the engine are."""
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import book  # noqa: E402

project = "hologradient"
html_title = "hologradient"
extensions = ["myst_parser", "book"]
source_suffix = {".md": "markdown"}
smartquotes = False
html_theme = "furo"
html_static_path = book.static_files()
html_css_files = ["book.css"]
html_js_files = [("book.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_search_scorer = str(book.HERE / "search.js")
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
# Blue for the forward pass, orange for gradients, as in the figures.
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0a5a8f", "color-brand-content": "#0a5a8f", "color-gradient": "#a84300",
                            "color-mark": "#fff0c2", "color-wash": "#e8f1f7"},
    "dark_css_variables": {"color-brand-primary": "#82bdea", "color-brand-content": "#82bdea", "color-gradient": "#f0a36a",
                           "color-mark": "#4a3f1c", "color-wash": "#1d2c38", "color-foreground-muted": "#a9aeb5"},
}
