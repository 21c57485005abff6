"""The pages of the spec as a site.

Pages of the spec enter, and a folder for any web server leaves. `sources.py` cuts pages into chapters, and
`directive.py` draws their examples. `made_pages.py` makes pages that the spec does not have. `build.py` runs Sphinx
and adds the explorer, with a Python that runs in the browser.
"""
