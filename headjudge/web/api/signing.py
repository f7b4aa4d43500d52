"""The keys of the service, and the receipts that it signs with them."""

from __future__ import annotations

import datetime
import logging
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Request

from headjudge import documents
from headjudge.receipts import SETTING
from headjudge.web.api.wanted import Wanted
from headjudge.web.inputs import queries
from headjudge.web.inputs.team import load
from headjudge.web.service import json_bodies
from headjudge.web.service.problems import Problem
from messages import say
from validator import Report

if TYPE_CHECKING:
    from headjudge.receipts.folder import FileStates, KeyRing
    from headjudge.receipts.keys import Key

NO_RECEIPT = "no-receipt"
"""The code of the notice on a report without the receipt that was asked for."""
UNSIGNED = say("This service signed no receipt: it has no key for it, or cannot use it now.")
logger = logging.getLogger(__name__)


def keys() -> KeyRing | None:
    """The keys as the folder has them now, None without one; raises WrongKeys, OSError."""
    setting = os.environ.get(SETTING)
    if not setting:
        return None
    # Signatures bring 17 MB, which a service without keys need not hold.
    from headjudge.receipts import folder

    return _read(Path(setting), folder.file_states(Path(setting)))


def register() -> None:
    """Open the keys once before the first request; raises as `keys` does.

    A process with keys leaves no core file, in which they would be.
    """
    if keys() and sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, most))


@lru_cache(maxsize=1)
def _read(path: Path, _states: FileStates) -> KeyRing:
    from headjudge.receipts import folder

    return folder.read(path)


def keys_in_use() -> KeyRing | None:
    """The keys for a request that is answered; raises Problem 503 where they cannot be used."""
    try:
        return keys()
    except (OSError, ValueError) as error:
        # What is wrong names a file, and never says what is in it.
        logger.error("the keys of receipts cannot be used: %s", error)
        raise Problem(503, say("The keys of receipts cannot be used at the moment.")) from None


def wanted_by(request: Request) -> Wanted:
    """What the query of a request asks for; raises Problem 422."""
    return Wanted(**load(queries.REPORT, json_bodies.read_query(request)))


def report_document(report: Report, wanted: Wanted) -> documents.Report:
    """The report as the API gives it to whoever wants so much of it."""
    document = with_receipt(report) if wanted.receipt else report.as_dict()
    if not wanted.cards:
        for deck in document["decks"]:
            deck.pop("cards", None)
    return document


def with_receipt(report: Report) -> documents.Report:
    """The report as the API gives it, with its receipt; null, with a notice, without a key."""
    issued_at, document = now(), report.as_dict()
    try:
        key = _signer(issued_at)
    except Problem:  # a verdict is worth more than its receipt
        key = None
    if key is None:
        notice: documents.Notice = {"code": NO_RECEIPT, "severity": "warning", "message": UNSIGNED}
        return {**document, "notices": [*document["notices"], notice], "receipt": None}
    from headjudge.receipts.signing import sign
    from headjudge.receipts.statement import statement

    return {**document, "receipt": sign(statement(report, issued_at), key)}


def now() -> datetime.datetime:
    """The time in UTC: the clock of receipts."""
    return datetime.datetime.now(datetime.UTC)


def _signer(moment: datetime.datetime) -> Key | None:
    ring = keys_in_use()
    return ring.signer(moment.date()) if ring else None
