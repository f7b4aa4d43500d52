"""Answers the cases of reading by mtg-parser: pip install mtg-parser==0.0.1a61."""

import json
import sys
from collections import Counter

sys.path.pop(0)  # this file is named as what it imports
import mtg_parser


def parse(text):
    main, side = Counter(), Counter()
    for card in mtg_parser.parse_deck(text) or ():
        is_side = "sideboard" in {tag.lower() for tag in card.tags or ()}
        (side if is_side else main)[card.name] += int(card.quantity)
    # What it cannot read it leaves out, so that it never reports a line.
    return {"main": main, **({"sideboard": side} if side else {}), "unread": 0}


for line in sys.stdin:
    case = json.loads(line)
    answer = {"unsupported": True}
    if case["id"].startswith("syntaxes/"):  # it knows no cards
        answer = parse(case["request"]["list"])
    print(json.dumps({"id": case["id"], **answer}))
