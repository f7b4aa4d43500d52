"""Parsing of single lines: cards, headings, comments, and their notations."""
