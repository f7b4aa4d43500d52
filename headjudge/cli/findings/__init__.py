"""Findings in files, and which of them are tolerated."""
