"""How Sphinx makes the site of what build_site.py has gathered."""

from pygments.lexers.special import TextLexer

project = "lowp"
author = "the authors of lowp"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "lowp"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
# Fonts of the reader's system: the site loads nothing from elsewhere.
html_theme_options = {
    "light_css_variables": {"font-stack": "system-ui, sans-serif"},
    "dark_css_variables": {"font-stack": "system-ui, sans-serif"},
}
myst_heading_anchors = 4
# The references begin with headings of operations.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]


def setup(app):
    app.add_lexer("mlir", TextLexer)
