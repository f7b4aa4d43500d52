"""The service with a fault of its own: whatever it judges, it raises what it was sent."""

from __future__ import annotations

import sys
from typing import Any

from headjudge.cli.main import main
from headjudge.web import question


def broken(team: Any, *_: Any, **__: Any) -> Any:
    """Fail at a team."""
    try:
        raise KeyError(str(team))
    except KeyError as error:
        raise ValueError(f"cannot judge {team}") from error


if __name__ == "__main__":
    question.judge = broken
    sys.exit(main(["serve"]))
