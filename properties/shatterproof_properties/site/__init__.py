"""The pages of the spec as a site.

Pages of the spec enter, and a folder for any web server leaves: `sources.py` cuts pages into chapters, `examples.py`
draws their examples, `made_pages.py` adds pages that no page of the spec is, `build.py` runs Sphinx, `in_browser.py`
adds the explorer with a Python that runs in the browser.
"""
