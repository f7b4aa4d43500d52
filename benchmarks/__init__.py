"""Measurements; none of them is a test. Each module has a function `measure` with its options."""
