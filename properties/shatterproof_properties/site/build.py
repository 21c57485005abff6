"""Builds the site: lays out sources in a folder of their own, from which Sphinx makes pages.

Any warning is an error.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.common.outputs import may_write_folder, write_tree
from shatterproof_properties.explorer.first_page import PAGES
from shatterproof_properties.site.in_browser import add_explorer
from shatterproof_properties.site.sources import copy_files, lay_out

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
LOOK = ("tokens.css", "board.css")
"""The look that pages of the explorer and of the rules share."""
SIDEBAR = ("brand", "board", "search", "scroll-start", "navigation", "scroll-end")
MOST_SAID = 8
"""Warnings that are shown, at most."""
EXPLORER = "explorer"
"""The folder of the site in which the explorer is."""


class BuildFailed(Exception):
    """Sphinx warned of something, or could not go on. The text is what it said."""


def build_site(
    folder: Path, *, explorer: bool = True, force: bool = False, say: Callable[[str], object] = lambda line: None
) -> int:
    """Builds the site into a folder that is new, empty, or holds an earlier build. Returns the number of pages.

    With `explorer` it has the board, for which npm fetches Pyodide unless it was fetched before.

    Raises InputError for a folder with other things, or if Sphinx is missing or Pyodide cannot be had; and BuildFailed.
    """
    may_write_folder(folder, force=force)
    try:
        import sphinx  # noqa: F401
    except ImportError:
        raise InputError("Sphinx is not installed", expected="pip install 'shatterproof[site]'") from None
    from shatterproof_properties.site.made_pages import add_pages

    with TemporaryDirectory() as scratch:
        sources, built = Path(scratch, "sources"), Path(scratch, "built")
        sources.mkdir()
        say("laying out the pages")
        add_pages(sources, lay_out(sources), EXPLORER if explorer else "")
        _run_sphinx(sources, built, EXPLORER if explorer else "", say)
        if explorer:
            say("adding the explorer")
            add_explorer(built / EXPLORER)
        copy_files(built)
        write_tree(folder, built, force=force)
    return len(list(folder.rglob("*.html")))


def _run_sphinx(sources: Path, built: Path, explorer: str, say: Callable[[str], object]) -> None:
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError

    warned = io.StringIO()
    say("drawing the examples, writing the pages")
    try:
        app = Sphinx(sources, None, built, sources / ".doctrees", "html", _settings(explorer), io.StringIO(), warned,
                     freshenv=True, warningiserror=True)  # fmt: skip
        app.build()
    except SphinxError as error:
        raise BuildFailed(f"{error}\n{_some_of(warned)}") from None
    if warned.getvalue() or app.statuscode:
        raise BuildFailed(_some_of(warned))


def _some_of(warned: io.StringIO) -> str:
    """The first warnings, each once, and how many more there are."""
    lines = list(dict.fromkeys(warned.getvalue().splitlines()))
    more = len(lines) - MOST_SAID
    return "\n".join([*lines[:MOST_SAID], *([f"and {more} more lines"] if more > 0 else [])])


def _settings(explorer: str) -> dict[str, Any]:
    return {
        "project": "Shatterproof",
        "html_title": "Shatterproof",
        "html_theme": "furo",
        "html_static_path": [str(STATIC), *(str(PAGES / name) for name in LOOK)],
        "html_css_files": [*LOOK, "site.css"],
        "html_favicon": str(PAGES / "icon.svg"),
        "html_sidebars": {"**": [f"sidebar/{name}.html" for name in SIDEBAR]},
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_copyright": False,
        "templates_path": [str(TEMPLATES)],
        "extensions": [
            "myst_parser",
            "sphinx.ext.autodoc",
            "sphinx.ext.napoleon",
            "shatterproof_properties.site.directive",
        ],
        "myst_heading_anchors": 6,
        "myst_heading_slug_func": "shatterproof.spec.anchor",
        "myst_enable_extensions": ["attrs_inline"],
        # What is imported again elsewhere has two homes, of which either will do.
        "suppress_warnings": ["ref.python"],
        "autodoc_typehints": "description",
        "shatterproof_explorer": f"{explorer}/" if explorer else "",
        "html_context": {"board_page": f"{explorer}/index.html" if explorer else ""},
        "exclude_patterns": [".doctrees"],
        "highlight_language": "none",
        "nitpicky": False,
    }
