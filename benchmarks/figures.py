"""What all benchmarks have in common: their figures, and where these go."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Figure(NamedTuple):
    """Something that was measured."""

    what: str
    value: float
    unit: str = ""
    aim: str = ""
    """What it should be, in words; nothing where it is there to compare with."""

    @property
    def measured(self) -> str:
        """The value with its unit, to three digits or all before the point."""
        digits = 0 if self.value >= 100 or self.value == int(self.value) else 2
        if 10 <= self.value < 100:
            digits = min(digits, 1)
        return f"{self.value:,.{digits}f} {self.unit}".rstrip()


def parser(description: str | None) -> argparse.ArgumentParser:
    """The arguments of a benchmark: those that it adds, and the file for its figures."""
    options = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    return options


def tell(figures: Sequence[Figure], file: Path | None) -> None:
    """Print the figures, and write them to the file as JSON where there is one."""
    for figure in figures:
        aim = f" (aim: {figure.aim})" if figure.aim else ""
        print(f"{figure.what}: {figure.measured}{aim}")
    if file:
        document = [figure._asdict() for figure in figures]
        file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
