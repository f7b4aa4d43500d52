"""Where the inputs of fuzzing are kept."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).with_name("corpus")
"""Inputs that once stopped the service: where each run begins."""
FOUND = ROOT / ".fuzz"
"""What runs found; no part of the repository. The next run begins with it as well."""

SHIPPED_FACTS = {"HEADJUDGE_FACTS": str(FOUND / "facts")}
"""For the environment: what was added to the facts of this machine is no concern of fuzzing."""


def committed(target: str) -> Path:
    """The inputs of a target that the repository has."""
    return CORPUS / target


def failed(target: str) -> Path:
    """The inputs that were not answered; each is tried again before anything new is."""
    return _made(FOUND / f"{target}-failed")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
