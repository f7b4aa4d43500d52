"""Judging a corpus of any size, on one machine or many."""
