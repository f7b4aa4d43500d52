"""The contract as OpenAPI 3.1."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from headjudge.documents import Problem
from headjudge.web import http
from headjudge.web.api import batch
from headjudge.web.http import REQUEST_ID
from tools.contract import answers, requests
from tools.contract.answers import Document, ref
from tools.contract.examples import Example, load_examples
from tools.contract.operations import FRAME, Route, routes, service
from tools.contract.requests import Converter

VERSION = "3.1.0"
OK = 200


def specification() -> Document:
    """The whole contract."""
    plugin: Any = MarshmallowPlugin(schema_name_resolver=requests.name_of)
    APISpec("Headjudge", FRAME["version"], VERSION, plugins=[plugin])
    plugin.converter.add_attribute_function(requests.keywords)
    application = service()
    all_routes = routes(application)
    paths_by_id = {route.id: route.path for route in all_routes}
    examples = load_examples(application.test_client(), paths_by_id)
    schemas: dict[str, Document] = {}
    paths: dict[str, Document] = {}
    for route in all_routes:
        of_route = [example for example in examples if example.operation == route.id]
        operation = _operation(route, of_route, plugin.converter, schemas)
        paths.setdefault(route.path, {})[route.method] = operation
    request_schemas = requests.components(plugin.converter)
    if both := schemas.keys() & request_schemas.keys():
        raise ValueError(f"one name for a request and an answer: {', '.join(both)}")
    headers = FRAME["headers"].items()
    return {
        "openapi": VERSION,
        "info": {**FRAME["info"], "title": "Headjudge", "version": FRAME["version"]},
        "servers": FRAME["servers"],
        "tags": FRAME["tags"],
        "security": [],
        "paths": paths,
        "components": {
            "schemas": schemas | request_schemas,
            "responses": _problems(examples, all_routes),
            "parameters": {part["name"]: part for part in FRAME["requests"] + FRAME["conditional"]},
            "headers": {
                name: {"description": text, "schema": {"type": "string"}} for name, text in headers
            },
        },
    }


def as_yaml(document: Document) -> str:
    """The contract as the text of openapi.yaml."""
    return yaml.dump(
        document,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=120,
    )


def _operation(
    route: Route, examples: list[Example], converter: Converter, schemas: dict[str, Document]
) -> Document:
    operation = route.operation
    document: Document = {
        "operationId": route.id,
        "tags": [operation.tag],
        "summary": route.summary,
    }
    if route.description:
        document["description"] = route.description
    if parameters := _parameters(route, examples, converter):
        document["parameters"] = parameters
    if operation.body is not None:
        bodies = {
            example.name: _example(example, example.body)
            for example in examples
            if example.status == OK
        }
        name, _ = operation.lines or (operation.body, None)
        schema = _lines(ref(name)) if operation.lines else ref(name)
        content = _content(operation.media_type, schema, bodies)
        document["requestBody"] = {"required": True, "content": content}
    return document | {"responses": _responses(route, examples, schemas)}


def _parameters(route: Route, examples: list[Example], converter: Converter) -> list[Document]:
    names = re.findall(r"{(\w+)}", route.path)
    of_path = {part["name"]: part for part in FRAME["parameters"].values()}
    parts: list[Document] = [{**of_path[name]} for name in names]
    query = route.operation.query
    schema = converter.schema2jsonschema(query) if query else {}
    for name, keywords in schema.get("properties", {}).items():
        part = {"name": name, "in": "query", "required": name in schema.get("required", ())}
        part |= {"description": keywords.pop("description"), "schema": keywords}
        if keywords["type"] == "array":
            part |= {"style": "form", "explode": False}
        parts.append(part)
    for part in parts:
        values = [
            example.parameters[part["name"]]
            for example in examples
            if part["name"] in example.parameters
        ]
        if values:
            part["example"] = _parameter(values[0], part["schema"]["type"])
    shared = [*FRAME["requests"]] if route.is_of_api else []
    shared += FRAME["conditional"] if route.is_kept else []
    return parts + [{"$ref": f"#/components/parameters/{part['name']}"} for part in shared]


def _parameter(text: str, kind: str) -> Any:
    """The value of a parameter, from its text in an address."""
    if kind == "array":
        return text.split(",")
    return text if kind == "string" else json.loads(text)


def _responses(route: Route, examples: list[Example], schemas: dict[str, Document]) -> Document:
    operation = route.operation
    ok: Document = {"description": "The answer."}
    names = [name for name in FRAME["headers"] if route.is_kept or name == REQUEST_ID]
    if names:
        ok["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    schema = answers.add(operation.answer, schemas) if operation.answer else None
    if operation.lines:
        schema = _lines(answers.add(operation.lines[1], schemas))
    ok["content"] = _content(operation.media_type, schema, _answers(examples, OK))
    if links := FRAME["links"].get(route.id):
        ok["links"] = links
    responses = {str(OK): ok}
    if route.is_kept:
        responses["304"] = {"description": "The client has these bytes already."}
    for status in route.statuses:
        responses[str(status)] = {"$ref": f"#/components/responses/{_problem_name(status)}"}
    any_other = {"$ref": "#/components/responses/Problem"}
    if not any(status.startswith("4") for status in responses):
        responses["4XX"] = any_other
    responses["default"] = any_other
    return responses


def _problems(examples: list[Example], all_routes: list[Route]) -> dict[str, Document]:
    """A response for each kind of problem that an operation answers."""
    schema = ref(Problem.__name__)
    statuses = sorted({status for route in all_routes for status in route.statuses})
    named = {_problem_name(status): _problem(status, schema, examples) for status in statuses}
    content = {http.PROBLEM_JSON: {"schema": schema}}
    return named | {"Problem": {"description": FRAME["problem"], "content": content}}


def _problem(status: int, schema: Document, examples: list[Example]) -> Document:
    content = _content(http.PROBLEM_JSON, schema, _answers(examples, status))
    return {"description": http.KINDS[status].meaning, "content": content}


def _problem_name(status: int) -> str:
    return http.KINDS[status].id.title().replace("-", "")


def _lines(schema: Document) -> Document:
    """Lines of JSON, each with this schema."""
    line = {"contentMediaType": batch.MEDIA_TYPE, "contentSchema": schema}
    return {**FRAME["schemas"][batch.MEDIA_TYPE], **line}


def _content(media_type: str, schema: Document | None, examples: Document) -> Document:
    content: Document = {"schema": schema or FRAME["schemas"][media_type]}
    return {media_type: content | {"examples": examples} if examples else content}


def _answers(examples: list[Example], status: int) -> Document:
    return {
        example.name: _example(example, example.answer)
        for example in examples
        if example.status == status
    }


def _example(example: Example, value: Any) -> Document:
    return {"summary": example.summary, "value": value} if example.summary else {"value": value}


class _Dumper(yaml.SafeDumper):
    """Writes no aliases, and texts of several lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _represent)
