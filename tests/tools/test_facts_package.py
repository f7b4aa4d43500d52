"""The facts as files for others: the same bytes each time, as the schema says, and as we answer."""

from __future__ import annotations

import datetime
import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import jsonschema
import pytest

import banlists
from tools import facts_package

LISTED = """
SELECT title, status FROM listed WHERE format = ? AND status IN ('banned', 'restricted')
AND "from" <= ? AND (until IS NULL OR until > ?)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("facts")
    facts_package.write(folder)
    return folder


def test_the_same_facts_give_the_same_bytes(package: Path, tmp_path: Path) -> None:
    facts_package.write(tmp_path)
    facts_package.write(tmp_path)  # over what is there
    for path in package.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_document_is_as_the_schema_says(package: Path) -> None:
    schema = json.loads((package / "schema.json").read_text(encoding="utf-8"))
    document = json.loads((package / "facts.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(document)
    assert {"modern", "sealed", "commander"} <= document["formats"].keys()


def test_the_manifest_has_the_digest_of_each_file(package: Path) -> None:
    manifest = json.loads((package / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"].keys() | {"manifest.json"} == {path.name for path in package.iterdir()}
    for name, digest in manifest["files"].items():
        assert digest == "sha256:" + hashlib.sha256((package / name).read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "format_id", ["standard", "modern", "legacy", "vintage", "pauper", "commander"]
)
def test_the_tables_give_the_list_of_a_day(package: Path, format_id: str) -> None:
    with closing(sqlite3.connect(package / "facts.sqlite")) as store:
        for year in range(2005, 2027):
            day = f"{year}-06-15"
            version = banlists.at(format_id, datetime.date.fromisoformat(day))
            if not version.active:
                continue
            rows = store.execute(LISTED, (format_id, day, day)).fetchall()
            named = {title for title, status in rows if status == "banned"}
            restricted = {title for title, status in rows if status == "restricted"}
            assert named == {*version.banned}, day
            assert restricted == {*version.restricted}, day
