"""Judge shards of teams (NDJSON, a line as POST /v1/validate/batch takes it) on many machines.

    python examples/many_machines.py SHARDS ANSWERS [SCHEDULER]

SHARDS and ANSWERS are folders that all machines see, SCHEDULER is the address of a running Dask
scheduler; without it the cores of this machine are used. Each machine has the same version of
`headjudge[service]` and `dask[distributed]`. A shard that has its answers is not judged again.
"""

import datetime
import sys
from functools import partial
from pathlib import Path

import dask.bag
from distributed import Client

from headjudge.web.api.batch import judge_all
from headjudge.web.http import ENGLISH


def judge(shard: Path, answers: Path, day: datetime.date) -> int:
    """Answer each line of a shard as `headjudge batch` does; returns their number."""
    unfinished = answers / f".{shard.name}"
    with shard.open("rb") as teams, unfinished.open("wb") as file:
        number = 0
        for answer in judge_all(teams, day, ENGLISH):
            file.write(answer.line)
            number += 1
    unfinished.rename(answers / shard.name)
    return number


def main(folder: str, out: str, scheduler: str | None = None) -> None:
    """Judge all shards that have no answers yet."""
    answers = Path(out).absolute()
    answers.mkdir(parents=True, exist_ok=True)
    shards = sorted(Path(folder).absolute().glob("*.ndjson"))
    missing = [shard for shard in shards if not (answers / shard.name).exists()]
    day = datetime.datetime.now(datetime.UTC).date()
    with Client(scheduler) if scheduler else Client(dashboard_address=":0"):
        bag = dask.bag.from_sequence(missing, partition_size=1) if missing else None
        judged = bag.map(partial(judge, answers=answers, day=day)).sum().compute() if bag else 0
    print(f"{judged} teams judged, in {len(missing)} shards")


if __name__ == "__main__":
    main(*sys.argv[1:])
