"""An update whose process ends in the middle: the facts in force stay, and the next one goes on."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli import updating
from tests.cli.updating import BULK, CARDS, World, card, facts
from tests.conftest import PATIENCE, ROOT
from tests.misbehaving import Source, dripping, serving


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serving(Source()) as source:
        world = World(tmp_path / "facts", tmp_path / "shipped.sqlite", source)
        world.begin()
        updating.scryfall(source, facts([*CARDS, card("Fresh", "TWO:M")]))
        source.files[BULK].body += _padding(400_000)
        yield world


def _padding(size: int) -> bytes:
    """A further member of a gzip file: an empty line that packs badly, so that it takes a while."""
    spaces = bytes(b" \t"[byte & 1] for byte in os.urandom(size))
    return gzip.compress(spaces + b"\n")


def begin(world: World, **options: Any) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    arguments = [str(world.folder), str(world.store), "--url", world.source.url]
    return _process(["-m", "tests.cli.updating", *arguments], **options)


def _process(arguments: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def wait_until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_killed_while_it_downloads(world: World) -> None:
    world.source.mishaps[BULK] = [dripping(0.2)]
    process = begin(world)
    parts = world.folder / "update" / "downloads"
    wait_until(lambda: any(one.stat().st_size for one in parts.glob("*.gz.part")))
    process.kill()
    finish(process)
    assert process.returncode == -signal.SIGKILL
    assert world.editions.current() is None
    code, out, err = finish(begin(world))
    assert (code, "Fresh" in out) == (0, True), err
    first, second = world.source.asked(BULK)
    assert "Range" not in first
    assert second["Range"].startswith("bytes=")
    assert world.in_force().find("Fresh").card


def test_killed_while_it_builds(world: World) -> None:
    patched = f"""
import time
from pathlib import Path
import headjudge.cli.update.steps
from tests.cli import updating
headjudge.cli.update.steps.write = lambda *_: time.sleep({PATIENCE})
folder, store = Path({str(world.folder)!r}), Path({str(world.store)!r})
updating.run(folder, store, ["--url", {world.source.url!r}])
"""
    process = _process(["-c", patched])
    assert process.stderr
    said = [process.stderr.readline() for _ in range(2)]
    assert "putting it onto the facts in force" in said[1]
    assert (world.folder / "update" / "spool.sqlite").exists()
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert world.editions.current() is None
    assert world.editions.faults() == ()
    code, _, err = finish(begin(world))
    assert code == 0, err
    # What was downloaded whole is not downloaded again.
    assert world.source.asked(BULK)[-1]["If-None-Match"]
    assert world.in_force().find("Fresh").card
    assert not list((world.folder / "update").glob("*.sqlite"))


def test_interrupted(world: World) -> None:
    world.source.mishaps[BULK] = [dripping(0.2)]
    # Who runs the tests in the background of a shell has them ignore it.
    process = begin(world, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    parts = world.folder / "update" / "downloads"
    wait_until(lambda: any(one.stat().st_size for one in parts.glob("*.gz.part")))
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert (code, "Traceback" in err) == (130, False)
    assert world.editions.current() is None


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_no_room_on_the_disk(world: World, share: float) -> None:
    size = int(world.store.stat().st_size * share)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    code, _, err = finish(begin(world, preexec_fn=limit))
    assert (code, "Traceback" in err) == (2, False), err
    assert err.endswith("The facts in force are unchanged.\n")
    assert world.editions.current() is None
    assert finish(begin(world))[0] == 0
    assert world.in_force().find("Fresh").card
