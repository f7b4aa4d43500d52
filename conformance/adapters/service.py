"""Answers the cases of the conformance suite as Headjudge: `headjudge conformance --command
"python conformance/adapters/service.py"`, from the root of the repository."""

import json
import sys
from collections import Counter

from headjudge.web.app import create_app


def validate(client, request):
    answer = client.post("/v1/validate", json=request).get_json()
    return {"legal": answer["legal"], "violations": answer["violations"]}


def read_list(client, request):
    return client.post("/v1/decklists/parse", json=request).get_json()


def parse(client, request):
    answer = read_list(client, request)
    sections = {"unread": len(answer["faults"])}
    for card in answer["decks"][0]["cards"]:
        if card["name"] is not None:
            section = sections.setdefault(card["section"], Counter())
            section[card["name"]] += card["count"]
    return sections


def digest(client, request):
    return {"digest": read_list(client, request)["decks"][0]["digest"]}


OPERATIONS = {"validate": validate, "parse": parse, "digest": digest}


def main():
    client = create_app().test_client()
    for line in sys.stdin:
        case = json.loads(line)
        answer = OPERATIONS[case["operation"]](client, case["request"])
        print(json.dumps({"id": case["id"], **answer}))


if __name__ == "__main__":
    main()
