"""The site: the pages of the spec as a book to read in the browser, made with Sphinx."""
