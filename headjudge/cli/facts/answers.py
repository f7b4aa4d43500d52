"""What the commands of `headjudge facts` answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

Answer = tuple[dict[str, Any], list[str], int]
"""As JSON, as lines, and the exit code."""
Ask = Callable[[argparse.Namespace], Answer]


def takes_json(command: argparse.ArgumentParser) -> None:
    """The option that asks for the answer as JSON."""
    # Suppressed where it is absent, or a command would unset what stood before it.
    command.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON"
    )
