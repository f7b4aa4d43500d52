"""Receipts: signed verdicts, which anyone can verify later.

A receipt is a JSON Web Signature (RFC 7515) in compact form. Its payload is a statement
(`statement`), signed (`signing`) by an Ed25519 key from a folder (`folder`) and verified with
public keys (`keys`). Facts are signed in the same way (`manifests`). Times are arguments: there is
no clock here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards.editions import Trust

SETTING = "HEADJUDGE_KEYS"
"""The setting with the folder of the service's keys; without it nothing is signed."""
FACTS_SETTING = "HEADJUDGE_FACTS_KEYS"
"""The setting with a file of public keys; without it any edition of the facts is trusted."""


def trust_of(environment: Mapping[str, str]) -> Trust | None:
    """The trust in signers of facts given by the setting, None without it.

    Raises ValueError with a sentence if the keys cannot be read, or ModuleNotFoundError.
    """
    if not (name := environment.get(FACTS_SETTING)):
        return None
    # The libraries need 17 MB; load them only if something is verified.
    from headjudge.receipts.manifests import trust_in

    try:
        return trust_in(Path(name))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"{FACTS_SETTING}: {name} gives no keys: {reason}") from None
