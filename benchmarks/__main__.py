"""All benchmarks, and the table of their figures in the documentation: `make bench`.

`python -m benchmarks [NAME...]` runs each in a process of its own. Without names it rewrites the
table of docs/benchmarks.md, which takes about fifteen minutes; with names it only prints the table
of these. A single name may be followed by options: `python -m benchmarks http --help`.
"""

from __future__ import annotations

import argparse
import datetime
import inspect
import multiprocessing
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import Figure

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
BENCHMARKS: Mapping[str, str] = {
    "engine": "engine",
    "check": "commands",
    "suggestions": "suggestions",
    "start": "service",
    "http": "service",
    "memory": "service",
    "hostile": "hostile",
    "update": "commands",
}
"""The module of each benchmark, with its function `measure_NAME`."""


def measure(name: str, arguments: Sequence[str]) -> list[Figure]:
    """The figures of a benchmark, run in a process of its own; options are its parameters."""
    benchmark = getattr(import_module(f"benchmarks.{BENCHMARKS[name]}"), f"measure_{name}")
    parser = argparse.ArgumentParser(
        f"benchmarks {name}",
        description=inspect.getdoc(benchmark),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for option in inspect.signature(benchmark).parameters.values():
        kind = type(option.default)
        keywords: Any = {"action": "store_true"} if kind is bool else {"type": kind}
        parser.add_argument(f"--{option.name}", default=option.default, **keywords)
    options = vars(parser.parse_args(arguments))
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        figures: list[Figure] = process.submit(benchmark, **options).result()
    return figures


def table(rows: Sequence[tuple[str, Figure]]) -> str:
    """A table of commands and their figures, with the day and the machine."""
    head = ["| what | measured | aim | command |", "| --- | --- | --- | --- |"]
    cells = [
        f"| {figure.name} | {figure.text} | {figure.aim} | `{command}` |"
        for command, figure in rows
    ]
    today = datetime.date.today()
    return "\n".join([f"Measured on {today}: {machine()}.", "", *head, *cells])


def machine() -> str:
    """The processor, its cores, the system and Python."""
    processor = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        lines = info.read_text().splitlines()
        names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        processor = next(names, processor)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    system = f"{platform.system()} {platform.machine()}"
    cores = len(os.sched_getaffinity(0))
    return f"{processor}, {cores} cores, {gigabytes:.0f} GB of memory, {system}, {python}"


def with_table(page: str, text: str) -> str:
    """The page with the text between its two markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def main() -> int:
    """Measure and write; 1 if a figure is bad."""
    names = [name for name in sys.argv[1:] if name in BENCHMARKS]
    rest = [argument for argument in sys.argv[1:] if argument not in BENCHMARKS]
    if rest and len(names) != 1:
        print(__doc__, ", ".join(BENCHMARKS), sep="\n")
        return 2
    rows: list[tuple[str, Figure]] = []
    for name in names or BENCHMARKS:
        command = " ".join(["benchmarks", name, *rest])
        print(command, flush=True)
        rows += [(command, figure) for figure in measure(name, command.split()[2:])]
    text = table(rows)
    print(text)
    if not names:
        PAGE.write_text(with_table(PAGE.read_text("utf-8"), text), encoding="utf-8")
    return int(any(figure.is_bad for _, figure in rows))


if __name__ == "__main__":
    raise SystemExit(main())
