"""The JSON documents of the API as types, each stated once: what is sent, and what is answered.

They are the JSON objects themselves, and the contract is written from them. A newer service may
answer with more fields than these, and with further words where a field is one of several.
"""

# None of them has `from __future__ import annotations`: programs see which fields are required.

from headjudge.documents.events import *  # noqa: F403
from headjudge.documents.facts import *  # noqa: F403
from headjudge.documents.fields import *  # noqa: F403
from headjudge.documents.impact import *  # noqa: F403
from headjudge.documents.lists import *  # noqa: F403
from headjudge.documents.products import *  # noqa: F403
from headjudge.documents.receipts import *  # noqa: F403
from headjudge.documents.reports import *  # noqa: F403
from headjudge.documents.sent import *  # noqa: F403
from headjudge.documents.service import *  # noqa: F403
