"""Builds the site: lays out sources in a folder of their own, from which Sphinx makes pages, and adds the explorer.

Any warning is an error. The explorer has a Python in the browser, which answers instead of a server.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import io
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shatterproof.errors import InputError
from shatterproof.spec import spec_folder
from shatterproof_properties.common.outputs import cache_folder, may_write_folder, write_tree
from shatterproof_properties.explorer.first_page import NAME, PAGES, first_page
from shatterproof_properties.explorer.service import Explorer
from shatterproof_properties.site.sources import copy_files, lay_out

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
LOOK = ("tokens.css", "board.css")
"""The look that pages of the explorer and of the rules share."""
SIDEBAR = ("brand", "board", "search", "scroll-start", "navigation", "scroll-end")
MOST_SAID = 8
"""The most lines of warnings that are shown."""
EXPLORER = "explorer"
"""The folder of the site in which the explorer is."""
VERSION = "314.0.7"
"""The version of Pyodide, Python for browsers."""
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The hash of its npm package."""
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("shatterproof", "shatterproof_properties", "networkx", "jinja2", "markupsafe", "snowballstemmer")
"""The packages that the explorer imports. None of them needs compiled code."""
OF_ONE_MACHINE = (".so", ".pyd", ".pyc", ".library")
LEFT_OUT = {"__pycache__", "tests", "site", "pages", "vectors", "starters", "conformance", "commands", "engines",
            "invariants"}  # fmt: skip
"""Folders of packages that the explorer never uses."""
BOARD = Path(__file__).parent / "board"
COMPILER = Path(__file__).parent / "compiler.mjs"


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
        warned.write(str(error))
    if warned.getvalue():
        raise BuildFailed("\n".join(dict.fromkeys(warned.getvalue().splitlines()[-MOST_SAID:])))


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
        "extensions": ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", f"{__package__}.directive"],
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


def add_explorer(folder: Path) -> None:
    """Writes the explorer into a folder of the site. Raises InputError if Pyodide cannot be had."""
    shutil.copytree(PAGES, folder)
    (folder / NAME).write_text(first_page(Explorer().answer), encoding="utf-8")
    for file in BOARD.iterdir():
        shutil.copyfile(file, folder / file.name)
    python = folder / f"pyodide-{VERSION}"
    python.mkdir()
    with tarfile.open(pyodide()) as archive:
        for name in NEEDED:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            (python / name).write_bytes(member.read())
    packages = folder / "packages.zip"
    pack(packages)
    compile_modules(python, python / "python_stdlib.zip", packages)
    version = hashlib.sha256(packages.read_bytes()).hexdigest()[:16]
    loaded = sum(file.stat().st_size for file in (packages, *python.iterdir()))
    lines = (f"BYTES = {loaded}", f'PACKAGES = "packages.zip?{version}"', f'PYODIDE = "{python.name}"')
    (folder / "build.mjs").write_text("".join(f"export const {line};\n" for line in lines))


def pack(file: Path) -> None:
    """Packs what Python imports in the browser, as it is installed here; the spec where an installed package has it."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            found = importlib.util.find_spec(package)
            assert found is not None, package
            assert found.origin is not None, package
            root = Path(found.origin).parent
            for source in _sources(root):
                archive.write(source, Path(package) / source.relative_to(root))
        spec = spec_folder()
        for source in _sources(spec):
            archive.write(source, Path("shatterproof/_spec") / source.relative_to(spec))


def compile_modules(python: Path, *archives: Path) -> None:
    """Compiles the modules of archives by the Python that is to run them, if Node is there.

    The browser would otherwise compile them at each visit: on two cores that takes two seconds, most of it for the
    standard library.
    """
    node = shutil.which("node")
    if node is not None:
        argv = [node, str(COMPILER), *(str(path.resolve()) for path in (python, *archives))]
        subprocess.run(argv, check=True, capture_output=True, text=True)


def _sources(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder).parts
        if file.is_file() and not LEFT_OUT & set(inside[:-1]) and file.suffix not in OF_ONE_MACHINE:
            yield file


def pyodide() -> Path:
    """The npm package of Pyodide, from the cache of this user or else fetched with npm. Raises InputError."""
    cache = cache_folder()
    name = f"pyodide-{VERSION}.tgz"
    if not _is_whole(cache / name):
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as fetched:
            npm, wish = shutil.which("npm"), "npm and a registry, or --without-explorer"
            if npm is None:
                raise InputError("npm is not there, which fetches Pyodide", expected=wish)
            argv = [npm, "pack", f"pyodide@{VERSION}"]
            if subprocess.run(argv, cwd=fetched, capture_output=True, check=False).returncode:
                raise InputError("npm could not fetch Pyodide", expected=wish)
            if not _is_whole(Path(fetched, name)):
                what = f"npm gave another file than Pyodide {VERSION}"
                raise InputError(what, expected="its hash as it was published")
            Path(fetched, name).replace(cache / name)
    return cache / name


def _is_whole(file: Path) -> bool:
    return file.is_file() and base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode() == SHA512
