"""The memory and time of an update from a file as large as Scryfall's `all_cards`.

The file is generated: every printing of every shipped card in one language after the other, in
objects as long as Scryfall's; as lines, or with `--form array` as one array. `headjudge update
--from` reads it in a process of its own. Fails if that takes more memory than promised, or if the
facts are refused.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from tests.published import scryfall_cards, shipped

BOUND = 300
"""Maximum megabytes of an update, whatever the size of its file."""
LANGUAGES = ("en", "de", "fr", "it", "es", "pt", "ja", "ko", "ru", "zhs", "zht")
FLAGS = ("--languages", "all", "--check", "--json", "--quiet")
ROOT = Path(__file__).parents[1]
SITES = ("tcgplayer", "cardmarket", "cardhoarder", "edhrec", "gatherer", "articles", "decks")
REST: dict[str, Any] = {
    "image_uris": {size: f"https://images.test/{size}/{'0' * 80}" for size in range(6)},
    "legalities": {f"format{number}": "not_legal" for number in range(21)} | {"vintage": "legal"},
    "related_uris": {site: f"https://{site}.test/{'q' * 180}" for site in SITES},
    "purchase_uris": {site: f"https://{site}.test/{'p' * 120}" for site in SITES[:3]},
    "prices": {f"price{number}": "0.10" for number in range(6)},
}
"""Unused fields, which make an object as long as Scryfall's: about 3.5 kB."""


def objects() -> Iterator[str]:
    """Card objects, language by language, over and over."""
    for language in cycle(LANGUAGES):
        for card in scryfall_cards(shipped()):
            name = card["name"] if language == "en" else f"{card['name']} ({language})"
            yield json.dumps(card | REST | {"lang": language, "printed_name": name})


def write(path: Path, size: int, form: str) -> int:
    """Write `size` bytes of card objects, compressed if the name says so; returns their number."""
    length = count = 0
    open_packed: Callable[..., Any] = partial(gzip.open, compresslevel=1)
    with (open_packed if path.suffix == ".gz" else open)(path, "wt", encoding="utf-8") as file:
        file.write("[\n" if form == "array" else "")
        for text in objects():
            if form == "array":
                text = f",{text}" if count else text
            file.write(f"{text}\n")
            count += 1
            length += len(text) + 1
            if length >= size:
                break
        file.write("]\n" if form == "array" else "")
    return count


def measure(gigabytes: float = 1.0, form: str = "lines", packed: bool = False) -> list[Figure]:
    """Generate the file, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"all-cards-20261120210000.json{'.gz' if packed else ''}")
        count = write(path, int(gigabytes * 1e9), form)
        command = ["update", "--from", str(path), "--folder", f"{folder}/facts"]
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "headjudge", *command, *FLAGS],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
        )
        answer = json.loads(process.stdout.read()) if process.stdout else {}
        _, _, usage = os.wait4(process.pid, 0)
        seconds, memory = time.perf_counter() - begun, usage.ru_maxrss / 1024
    print(f"update: {gigabytes:g} GB, {count:,} objects: {answer['status']}")
    is_refused = answer["status"] == "refused"
    return [
        Figure(f"an update from a file of {gigabytes:g} GB", seconds, "s", is_bad=is_refused),
        Figure("its memory at the most", memory, "MB", f"under {BOUND} MB", memory > BOUND),
    ]
