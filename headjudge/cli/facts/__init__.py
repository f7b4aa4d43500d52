"""Editions of the facts, and their consistency."""
