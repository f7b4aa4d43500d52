"""What is measured, in one form for all benchmarks."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """Something that was measured."""

    name: str
    value: float
    unit: str = ""
    aim: str = ""
    """What it should be, in words; empty where it is there to compare with."""
    is_bad: bool = False
    """Whether the run fails by it."""

    @property
    def text(self) -> str:
        """The value with its unit, to three digits or all before the point."""
        digits = 0 if self.value >= 100 or self.value == int(self.value) else 2
        if 10 <= self.value < 100:
            digits = min(digits, 1)
        return f"{self.value:,.{digits}f} {self.unit}".rstrip()
