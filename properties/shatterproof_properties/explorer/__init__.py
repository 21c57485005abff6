"""The board in the browser: `service.py` answers its questions, `server.py` serves them and the pages.

The questions stand in spec/explorer.md.
"""
