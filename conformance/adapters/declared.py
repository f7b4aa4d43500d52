"""Answers for a program that cannot run here, by its public rules written down as data.

`python conformance/adapters/declared.py conformance/adapters/declared/xmage.toml`. It is a reading
of the program's source, not the program: sizes and copies, each deck by itself, and no more.
"""

import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

rules = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))


def is_legal(deck):
    main, side = deck.get("main", []), deck.get("sideboard", [])
    copies = Counter()
    for card in (*main, *side):
        copies[card["name"]] += card["count"]
    return (
        sum(card["count"] for card in main) >= rules["main_min"]
        and sum(card["count"] for card in side) <= rules["sideboard_max"]
        and all(
            count <= rules["own_limits"].get(title, rules["copies_max"])
            for title, count in copies.items()
            if title not in rules["any_number"]
        )
    )


def answer(case):
    topic, group, _ = case["id"].split("/")
    request = case["request"]
    if group not in rules["groups"].get(topic, ()) or request["format"] not in rules["formats"]:
        return {"unsupported": True}
    return {"legal": all(is_legal(deck) for deck in request["decks"])}


for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], **answer(case)}))
