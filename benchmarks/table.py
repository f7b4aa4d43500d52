"""All benchmarks, and the table of their figures in the documentation: `make bench`.

`python -m benchmarks.table [--only NAME...] [--on YYYY-MM-DD]`. Runs each in a process of its own
and writes the table of `docs/benchmarks.md` anew, with the machine and the day. With `--only` it
runs these, and prints the table without writing it. All take some fifteen minutes.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.figures import Figure
from headjudge.web.api.batch.pool import cores

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
COMMANDS: Mapping[str, str] = {
    "engine": "",
    "parsing": "",
    "growth": "",
    "check": "",
    "suggestions": "",
    "start": "",
    "http": "--server granian",
    "batch": "--plot docs/batch.svg",
    "memory": "",
    "page": "",
    "hostile": "",
    "update": "",
}
"""Each benchmark of the table with its options."""


def measured(name: str, cache: str) -> tuple[list[Figure], bool]:
    """What the benchmark measured, and whether it found everything in order.

    Modules are compiled once, into that folder, as they are where the program is installed.
    """
    settings = os.environ | {"PYTHONPYCACHEPREFIX": cache}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "figures.json")
        arguments = [f"benchmarks.{name}", *COMMANDS[name].split(), "--json", str(file)]
        done = subprocess.run(
            [sys.executable, "-m", *arguments], cwd=ROOT, env=settings, check=False
        )
        if not file.exists():
            return [], done.returncode == 0
        return [Figure(**one) for one in json.loads(file.read_bytes())], done.returncode == 0


def table(found: Mapping[str, Sequence[Figure]], day: datetime.date) -> str:
    """The figures as a table, with the machine that they are of."""
    rows = [
        f"| {figure.what} | {figure.measured} | {figure.aim} | {command(name)} |"
        for name, figures in found.items()
        for figure in figures
    ]
    head = ["| what | measured | aim | command |", "| --- | --- | --- | --- |"]
    return "\n".join([f"Measured on {day}: {machine()}.", "", *head, *rows])


def command(name: str) -> str:
    """What measures it, as the documentation shows it."""
    return f"`{f'benchmarks.{name} {COMMANDS[name]}'.strip()}`"


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
    return f"{processor}, {cores()} cores, {gigabytes:.0f} GB of memory, {system}, {python}"


def with_table(page: str, text: str) -> str:
    """The page with this between its two markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def main() -> int:
    """Measure and write; 1 where a benchmark found something that is not in order."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--only", nargs="+", choices=COMMANDS, metavar="NAME")
    options.add_argument("--on", type=datetime.date.fromisoformat, metavar="YYYY-MM-DD")
    chosen = options.parse_args()
    found: dict[str, Sequence[Figure]] = {}
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as cache:
        for name in chosen.only or COMMANDS:
            print(command(name), flush=True)
            found[name], is_in_order = measured(name, cache)
            wrong += [] if is_in_order else [name]
    text = table(found, chosen.on or datetime.date.today())
    if chosen.only:
        print(text)
    else:
        PAGE.write_text(with_table(PAGE.read_text("utf-8"), text), encoding="utf-8")
    if wrong:
        print(f"not in order: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
