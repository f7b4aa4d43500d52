"""Write the topics of `conformance/`, one file each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tools.conformance import copies, history, limited, lists, sizes
from tools.conformance.cases import Group, write
from tools.conformance.facts import ROOT

TOPICS: Mapping[str, Callable[[], Iterator[Group]]] = {
    "required/sizes": sizes.sizes,
    "required/copies": copies.copies,
    "required/unified": copies.unified,
    "required/restricted": copies.restricted,
    "required/banned": history.banned,
    "required/sets": history.sets,
    "required/pools": limited.pools,
    "required/products": limited.products,
    "required/titles": lists.titles,
    "alternatives/no-title-twice": copies.no_title_twice,
    "optional/translated": lists.other_languages,
    "optional/syntaxes": lists.syntaxes,
    "optional/digests": lists.digests,
}


def main(folder: Path = ROOT / "conformance") -> int:
    """Write all topics below the folder; returns the number of cases."""
    return sum(
        write(folder / f"{topic}.json", topic.partition("/")[2], groups())
        for topic, groups in TOPICS.items()
    )


if __name__ == "__main__":
    print(main())
