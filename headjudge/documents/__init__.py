"""The JSON documents of the API as types, each defined once: requests and answers.

The types describe the JSON objects themselves; the contract is generated from them. A newer
service may answer with more fields, and with further words in fields that are enumerations.
"""

# Without `from __future__ import annotations`, so that required fields are known at run time.

from headjudge.documents.facts import *  # noqa: F403
from headjudge.documents.fields import *  # noqa: F403
from headjudge.documents.lists import *  # noqa: F403
from headjudge.documents.policies import *  # noqa: F403
from headjudge.documents.products import *  # noqa: F403
from headjudge.documents.reports import *  # noqa: F403
from headjudge.documents.service import *  # noqa: F403
