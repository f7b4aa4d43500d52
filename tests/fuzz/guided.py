"""Fuzzing that is guided by what inputs reach in the code (atheris, which is libFuzzer).

`python -m tests.fuzz.guided TARGET [--minutes M | --seconds S]`, or `make fuzz` for all of it. The
run begins with what failed before, the corpus of the repository and what earlier runs found, and
keeps what is new in `.fuzz/`. `python -m tests.fuzz.guided TARGET --merge` writes the corpus of the
repository anew: the fewest of all inputs that together reach as much.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz import folders, words
from tests.fuzz.clock import add_time, seconds_of

TARGETS = ("lists", "titles", "bodies")
LENGTHS = {"lists": 2_000, "titles": 300, "bodies": 4_000}
"""Bytes of an input at most: larger ones are what the bombs are for."""
TIMEOUT = 20
"""Seconds for one input, traced as it is: the service's own limit is 30 without that."""
MEMORY_MAX = 500
"""Megabytes of the process. Code that is traced, its facts and fonts take 200 of them; inputs of a
few kilobytes have no reason to ask for many, and what is remembered has bounds."""
KEPT_BYTES = 1000
"""Inputs of the repository's corpus are no longer."""
DIGEST = re.compile(r"[0-9a-f]{40}")
"""How libFuzzer names an input; what was written by hand has a name in words."""


def run(target: str, seconds: float) -> bool:
    """Make up inputs for so long; whether every one was answered."""
    kept = folders.found(target)
    before = len(list(kept.iterdir()))
    flags = [
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={LENGTHS[target]}",
        f"-timeout={TIMEOUT}",
        f"-rss_limit_mb={MEMORY_MAX}",
        f"-artifact_prefix={folders.failed(target)}/",
        f"-dict={_dictionary()}",
        "-print_final_stats=1",
    ]
    ran = _process(target, *flags, kept, folders.failed(target), folders.committed(target))
    figures = dict(re.findall(r"^stat::(\w+): +(\d+)$", ran.stdout, re.M))
    print(
        f"{target}: {int(figures.get('number_of_executed_units', 0)):,} inputs,"
        f" {len(list(kept.iterdir())) - before} reached something new,"
        f" {figures.get('peak_rss_mb', '?')} MB at most, {_verdict(ran.returncode)}"
    )
    if ran.returncode:
        print(*_story(ran.stdout), sep="\n")
    return ran.returncode == 0


def merge(target: str) -> None:
    """Write the repository's corpus of a target anew, but for the inputs that have a name."""
    corpus = folders.committed(target)
    with tempfile.TemporaryDirectory(prefix="headjudge-corpus-") as folder:
        merged, others = Path(folder, "merged"), Path(folder, "others")
        merged.mkdir()
        others.mkdir()
        for source in (folders.found(target), corpus):
            for file in source.iterdir():
                is_ours = source == corpus and not DIGEST.fullmatch(file.name)
                if file.stat().st_size <= KEPT_BYTES:
                    shutil.copy(file, merged if is_ours else others)
        # Without counters an input is kept for what it reaches, not for how often it does.
        ran = _process(target, "-set_cover_merge=1", "-use_counters=0", merged, others)
        if ran.returncode:
            sys.exit(ran.stdout)
        shutil.rmtree(corpus)
        shutil.copytree(merged, corpus)
    sizes = [file.stat().st_size for file in corpus.iterdir()]
    print(f"{target}: {len(sizes)} inputs of {sum(sizes):,} bytes are kept")


def _process(target: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.fuzz.guided_process", target, *map(str, arguments)]
    return subprocess.run(
        command, cwd=folders.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    )  # fmt: skip


def _dictionary() -> Path:
    file = folders.FOUND / "words.dict"
    words.write(folders.ROOT / "openapi.yaml", file)
    return file


def _verdict(status: int) -> str:
    return "every one answered" if status == 0 else "one was NOT answered"


def _story(output: str) -> list[str]:
    """What was raised, and the file with the input."""
    lines = [line for line in output.splitlines() if not line.startswith(("INFO", "WARNING", "#"))]
    return lines[-60:]


def main() -> None:
    """Run or merge; exits with 1 where an input was not answered."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("target", choices=TARGETS)
    options.add_argument("--merge", action="store_true", help="write the corpus anew")
    add_time(options)
    chosen = options.parse_args()
    if chosen.merge:
        merge(chosen.target)
    else:
        sys.exit(not run(chosen.target, seconds_of(chosen)))


if __name__ == "__main__":
    main()
