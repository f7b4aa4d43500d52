"""The service's signing keys, and receipts signed with them."""

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
from headjudge.web.api.report_parts import ReportParts
from headjudge.web.inputs import queries
from headjudge.web.inputs.team import load
from headjudge.web.service import json_bodies
from headjudge.web.service.problems import Problem
from messages import say
from validator import Report

if TYPE_CHECKING:
    from headjudge.receipts.folder import FileStates, KeyRing

NO_RECEIPT = "no-receipt"
"""The code of the notice on a report whose requested receipt is missing."""
UNSIGNED = say("This service signed no receipt: it has no key for it, or cannot use it now.")
logger = logging.getLogger(__name__)


def keys() -> KeyRing | None:
    """The current keys of the folder, None without one; raises WrongKeys or OSError."""
    setting = os.environ.get(SETTING)
    if not setting:
        return None
    # Signing needs 17 MB of libraries; load them only if there are keys.
    from headjudge.receipts import folder

    return _read(Path(setting), folder.file_states(Path(setting)))


def register() -> None:
    """Load the keys before the first request; raises as `keys` does.

    Disables core dumps in processes with keys, as they would contain them.
    """
    if keys() and sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))


@lru_cache(maxsize=1)
def _read(path: Path, _states: FileStates) -> KeyRing:
    from headjudge.receipts import folder

    return folder.read(path)


def keys_in_use() -> KeyRing | None:
    """The keys for the current request; raises Problem 503 if they cannot be used."""
    try:
        return keys()
    except (OSError, ValueError) as error:
        # The error names a file, never its content.
        logger.error("the keys of receipts cannot be used: %s", error)
        raise Problem(503, say("The keys of receipts cannot be used at the moment.")) from None


def read_report_parts(request: Request) -> ReportParts:
    """The query of a request for a report; raises Problem 422."""
    query = load(queries.REPORT, json_bodies.read_query(request))
    return ReportParts(receipt=query["receipt"], cards="include" in query)


def report_document(report: Report, parts: ReportParts) -> documents.Report:
    """The report as a document of the API, with the wanted parts."""
    document = report.as_dict(with_cards=parts.cards)
    return with_receipt(report, document) if parts.receipt else document


def with_receipt(report: Report, document: documents.Report) -> documents.Report:
    """The document with its receipt; null and a notice if there is no key."""
    issued_at = now()
    try:
        ring = keys_in_use()
    except Problem:  # answer without a receipt rather than not at all
        ring = None
    key = ring.signer(issued_at.date()) if ring else None
    if key is None:
        notice: documents.Notice = {"code": NO_RECEIPT, "severity": "warning", "message": UNSIGNED}
        return {**document, "notices": [*document["notices"], notice], "receipt": None}
    from headjudge.receipts.signing import sign
    from headjudge.receipts.statement import statement

    return {**document, "receipt": sign(statement(report, issued_at), key)}


def now() -> datetime.datetime:
    """The time in UTC, for receipts."""
    return datetime.datetime.now(datetime.UTC)
