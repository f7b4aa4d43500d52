"""Receipts: signed verdicts, by which anybody can tell later what was judged.

A receipt is a JSON Web Signature (RFC 7515) in its compact form. Its payload is a statement
(`statement`), signed (`signing`) by an Ed25519 key of a folder (`folder`) and verified with
public keys (`keys`). Facts are signed in the same way (`manifests`). There is no clock here: times
are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards.editions import Trust

SETTING = "HEADJUDGE_KEYS"
"""The setting of the service that names the folder of keys; without it nothing is signed."""
FACTS_SETTING = "HEADJUDGE_FACTS_KEYS"
"""The setting that names a file of public keys; without it any edition of the facts is trusted."""


def trust_of(environment: Mapping[str, str]) -> Trust | None:
    """Trust in facts that the keys of the setting signed, None without it.

    Raises ValueError with a sentence where the keys cannot be read, and ModuleNotFoundError.
    """
    if not (name := environment.get(FACTS_SETTING)):
        return None
    # Signatures bring 17 MB, which a process that verifies none need not hold.
    from headjudge.receipts.manifests import trust_in

    try:
        return trust_in(Path(name))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"{FACTS_SETTING}: {name} gives no keys: {reason}") from None
