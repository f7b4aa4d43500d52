"""Editions of the facts, their consistency, and comparison with other publishers."""
