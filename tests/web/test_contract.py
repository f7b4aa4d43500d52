"""openapi.yaml: today's, complete, and true."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker
from werkzeug.routing import Rule

import banlists
import formats
from headjudge.web.http import ALL_KINDS, TYPE_PREFIX
from headjudge.web.schemas.fields import LISTED_AT, OF_KIND
from headjudge.web.schemas.team import SECTIONS
from tools.contract.answers import KNOWN
from tools.contract.openapi import as_yaml, specification
from tools.contract.operations import FRAME, Route, routes, service

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi.yaml"
PAGES = {
    "/", "/docs", "/static/{}", "/cards", "/formats", "/formats/{}", "/policies", "/policies/{}",
    "/event", "/pool", "/problems/{}", "/sheets", "/static/form.js",
}  # fmt: skip
ROUTES = routes(service())
GOLDEN = sorted((ROOT / "tests" / "cases").glob("*.json"))
DAYS = ("1990-01-01", "2005-10-15", "2012-06-01", "2024-10-01", "2099-01-01")


@cache
def contract() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(CONTRACT.read_text("utf-8"))
    return document


@cache
def validator(name: str) -> Draft202012Validator:
    """Checks against one schema of the contract, in which no field is unknown."""
    schemas = json.loads(json.dumps(contract()["components"]["schemas"]))
    for schema in schemas.values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for field in schema.get("properties", {}).values():
            close(field)
    document = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    return Draft202012Validator(document, format_checker=FormatChecker())


def close(field: dict[str, Any]) -> None:
    """Make a list of known words a list of all words."""
    if "items" in field:
        close(field["items"])
    if LISTED_AT in field:
        kind = field.get(OF_KIND)
        field["enum"] = formats.ids_of(kind) if kind else formats.ids()
    if KNOWN in field:
        nothing = [None] if "null" in field["type"] else []
        field["enum"] = [*field[KNOWN], *nothing]


def parameters_of(said: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of an operation, its own and those shared by several."""
    shared = contract()["components"]["parameters"]
    parts = said.get("parameters", ())
    return [shared[part["$ref"].rpartition("/")[2]] if "$ref" in part else part for part in parts]


def assert_fits(name: str, document: Any) -> None:
    faults = [
        f"{fault.json_path}: {fault.message}" for fault in validator(name).iter_errors(document)
    ]
    assert faults == []


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = contract()["paths"].items()
    return [(path, method, said) for path, methods in paths for method, said in methods.items()]


def test_the_file_is_todays(client: FlaskClient) -> None:
    text = CONTRACT.read_text("utf-8")
    assert text == as_yaml(specification()), "run: make contract"
    assert client.get("/openapi.yaml").text == text


def test_each_route_is_described(application: Flask) -> None:
    def path(rule: Rule) -> str:
        return re.sub(r"<[^>]+>", "{}", rule.rule)

    routes = {
        (path(rule), method.lower())
        for rule in application.url_map.iter_rules()
        for method in rule.methods or ()
        if path(rule) not in PAGES and method not in ("HEAD", "OPTIONS")
    }
    described = {(re.sub(r"{\w+}", "{}", path), method) for path, method, _ in operations()}
    assert described == routes


def test_each_problem_is_described() -> None:
    types = contract()["components"]["schemas"]["Problem"]["properties"]["type"][KNOWN]
    assert types == [TYPE_PREFIX + kind.id for kind in ALL_KINDS]
    for _, _, said in operations():
        assert "default" in said["responses"]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.id)
def test_each_operation_has_an_example(route: Route) -> None:
    said = contract()["paths"][route.path][route.method]
    if route.operation.answer or route.operation.body is not None:
        content, *_ = said["responses"]["200"]["content"].values()
        assert content["examples"]
    for parameter in parameters_of(said):
        assert parameter["description"]
        if "example" in parameter:
            Draft202012Validator(parameter["schema"]).validate(parameter["example"])


@pytest.mark.parametrize("id", FRAME["links"])
def test_links_are_followed_from_each_example(client: FlaskClient, id: str) -> None:
    described = {route.id: route for route in ROUTES}
    for example in shown(id):
        for link in FRAME["links"][id].values():
            given = {name: found(example, place) for name, place in link["parameters"].items()}
            template = described[link["operationId"]].path
            path = template.format(**given)
            query = {name: given[name] for name in given if f"{{{name}}}" not in template}
            assert client.get(path, query_string=query).status_code == 200


def shown(id: str) -> list[Any]:
    """The answers that the contract shows of an operation."""
    (said,) = (said for _, _, said in operations() if said["operationId"] == id)
    content = said["responses"]["200"]["content"]["application/json"]
    return [one["value"] for one in content["examples"].values()]


def found(answer: Any, place: str) -> str:
    """What a link takes from an answer, or its own value."""
    before, is_there, pointer = place.partition("$response.body#/")
    if not is_there:
        return before
    for token in pointer.split("/"):
        answer = answer[int(token) if isinstance(answer, list) else token]
    return str(answer)


def test_every_field_is_explained() -> None:
    schemas = contract()["components"]["schemas"].items()
    silent = [
        f"{name}.{field}"
        for name, schema in schemas
        for field, said in schema.get("properties", {}).items()
        if not said.get("description")
    ]
    team = contract()["components"]["schemas"]["Team"]["properties"]
    assert silent == [f"BatchLine.{field}" for field in team]


def test_examples_fit_their_schemas() -> None:
    for _, _, said in operations():
        contents = [answer.get("content", {}) for answer in said["responses"].values()]
        contents.append(said.get("requestBody", {}).get("content", {}))
        for content in contents:
            for media in content.values():
                for example in media.get("examples", {}).values():
                    if "$ref" in media["schema"]:
                        assert_fits(media["schema"]["$ref"].rpartition("/")[2], example["value"])


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_answers_fit(client: FlaskClient, file: Path) -> None:
    for case in json.loads(file.read_text("utf-8")):
        response = client.post("/v1/validate", json=case["request"])
        assert_fits("Report" if response.status_code == 200 else "Problem", response.get_json())


RESOURCES = {
    "Format": [f"formats/{name}?as_of={day}" for name in formats.ids() for day in DAYS],
    "Banlist": [f"banlists/{name}?as_of={day}" for name in banlists.ids() for day in DAYS],
    "BanlistVersions": [f"banlists/{name}/versions" for name in banlists.ids()],
    "Policy": [f"policies/{name}?as_of={day}" for name in formats.policy_ids() for day in DAYS],
    "Policies": ["policies"],
}


@pytest.mark.parametrize("name", RESOURCES)
def test_resources_fit(client: FlaskClient, name: str) -> None:
    for path in RESOURCES[name]:
        assert_fits(name, client.get(f"/v1/{path}").get_json())


def test_a_deck_of_an_answer_is_one_of_a_request(client: FlaskClient) -> None:
    for case in (case for file in GOLDEN for case in json.loads(file.read_text("utf-8"))):
        report = client.post("/v1/validate?include=cards", json=case["request"]).get_json()
        for deck in report.get("decks", ()):
            sent: dict[str, Any] = {name: deck[name] for name in ("player",) if name in deck}
            for card in (card for card in deck["cards"] if card["name"]):
                row = {"name": card["name"], "count": card["count"]}
                section = card["section"] if card["section"] in SECTIONS else "main"
                sent.setdefault(section, []).append(row)
            read = client.post("/v1/decklists/parse", json={"main": []} | sent)
            assert read.status_code == 200, (case, read.text)


def test_golden_requests_fit_exactly_if_they_can_be_asked(client: FlaskClient) -> None:
    for file in GOLDEN:
        for case in json.loads(file.read_text("utf-8")):
            response = client.post("/v1/validate", json=case["request"])
            assert validator("Team").is_valid(case["request"]) is (response.status_code == 200)


def test_the_reference_is_complete_and_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    response = client.get("/docs")
    page = response.text
    for path, _, said in operations():
        assert f'id="{said["operationId"]}"' in page
        assert f"<code>{path}</code>" in page
    for name in contract()["components"]["schemas"]:
        assert f'id="{name}"' in page
    assert "://" not in re.sub(r"<pre.*?</pre>|<code>.*?</code>", "", page, flags=re.DOTALL)
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "<style" not in page
    assert "style=" not in page


def test_common_headers_are_declared() -> None:
    for path, method, said in operations():
        if path.startswith("/v1/"):
            names = {part["name"] for part in parameters_of(said)}
            assert {"Accept-Language", "X-Request-ID"} <= names
            assert ("If-None-Match" in names) is (method == "get")
            assert "X-Request-ID" in said["responses"]["200"]["headers"]
