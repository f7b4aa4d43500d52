"""Rewriting of deck files by `--fix` and `fmt`."""
