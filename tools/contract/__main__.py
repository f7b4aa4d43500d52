"""`python -m tools.contract` writes openapi.yaml and schemas/report.json.

Clients rely on the schema of the report: nothing is written if it would break a promise.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.contract.openapi import as_yaml, specification
from tools.contract.promise import broken_promises, report_schema

ROOT = Path(__file__).parents[2]


def main(root: Path = ROOT) -> int:
    """Write the files; 1 if a promise would be broken."""
    contract = specification()
    report = report_schema(contract)
    file = root / "schemas" / "report.json"
    promised = json.loads(file.read_text("utf-8")) if file.exists() else report
    if broken := broken_promises(promised, report):
        print("This was promised:", *broken, sep="\n  ", file=sys.stderr)
        return 1
    file.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (root / "openapi.yaml").write_text(as_yaml(contract), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
