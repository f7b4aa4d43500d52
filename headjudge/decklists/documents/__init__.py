"""Lists in documents: XML, JSON, tables."""

BELOW = r"(?:(?!\s*+[0-9])[^\r\n]*+[\r\n]++){1,5}?[^\r\n,;]*+[,;][^\r\n,;]*+[,;]"
"""A text in which the header of a table may be below some words, as in a post."""
