"""Parts of documents with lists: XML, JSON, tables."""

BELOW = r"(?:(?!\s*+[0-9])[^\r\n]*+[\r\n]++){1,5}?[^\r\n,;]*+[,;][^\r\n,;]*+[,;]"
"""A pattern of a table below some lines of text, as in a post."""
