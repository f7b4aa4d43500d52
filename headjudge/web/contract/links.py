"""What can be asked with what an operation has answered: the links of the contract (OpenAPI)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Link(NamedTuple):
    """An operation, and which of its parameters stand where in an answer."""

    to: str
    """The id of the operation."""
    says: str
    parameters: Mapping[str, str]
    """Each a place in the answer (a runtime expression), or a value."""

    @property
    def document(self) -> dict[str, Any]:
        """The link as the contract has it."""
        parameters = {**self.parameters}
        return {"operationId": self.to, "description": self.says, "parameters": parameters}


def _answered(place: str) -> str:
    """The value at that JSON pointer in the answer."""
    return f"$response.body#{place}"


LINKS: Mapping[str, Mapping[str, Link]] = {
    "listFormats": {
        "format": Link("getFormat", "One of the formats.", {"id": _answered("/formats/0/id")}),
    },
    "listPolicies": {
        "policy": Link("getPolicy", "One of the policies.", {"id": _answered("/policies/0/id")}),
    },
    "listBanlists": {
        "banlist": Link("getBanlist", "One of the banlists.", {"id": _answered("/banlists/0")}),
        "versions": Link(
            "listBanlistVersions", "The versions of one.", {"id": _answered("/banlists/0")}
        ),
    },
    "listBanlistVersions": {
        "version": Link(
            "getBanlistVersion",
            "The banlist as it was in one of the versions.",
            {"id": _answered("/format"), "date": _answered("/versions/0/version")},
        ),
    },
    "completeTitle": {
        "card": Link("getCard", "The card of a title.", {"title": _answered("/titles/0")}),
    },
    "getCard": {
        "history": Link(
            "getCardHistory",
            "The card's history in a format.",
            {"id": "modern", "title": _answered("/name")},
        ),
    },
    "listProducts": {
        "checklist": Link(
            "getChecklist",
            "The cards that a pool of one of the products may hold.",
            {"sets": _answered("/products/0/set")},
        ),
    },
}
"""The links of operations, by their ids, each with its name."""
