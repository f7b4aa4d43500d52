"""The contract as OpenAPI 3.1: `python -m headjudge.web.contract.openapi > openapi.yaml`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from headjudge.web.api.batch.answers import MEDIA_TYPE as NDJSON
from headjudge.web.contract import facts, impact, policies, products, receipts, reports, requests
from headjudge.web.contract.examples import Example, examples
from headjudge.web.contract.fields import Answer
from headjudge.web.contract.links import LINKS
from headjudge.web.contract.operation import JSON, PDF, PLAIN, YAML, Operation
from headjudge.web.contract.operations import OPERATIONS
from headjudge.web.contract.problems import UnknownCard
from headjudge.web.contract.requests import Converter, Document, ref
from headjudge.web.contract.tags import TAGS
from headjudge.web.service import problems
from headjudge.web.service.application import API
from headjudge.web.service.editions import HEADER

VERSION = "1.0.0"
ABOUT = """\
Whether a Magic: The Gathering team may play these decks in this event.

Everything under `/v1` keeps the promise of stability: fields, codes, resources and optional
parameters are added, and nothing is renamed or removed. A client passes over fields that it does
not know, and shows the message of a code that it does not know. What cannot be asked is answered
with a problem document (RFC 9457), with a JSON pointer to each fault. Answers to GET under `/v1`
have an entity tag and say how long they may be kept; If-None-Match gets 304 while they are the
same. Sentences are in the language that Accept-Language asks for, which Content-Language names:
English, German, Spanish, French, Italian, Portuguese or Japanese. Codes never change. Nothing that
is sent is kept.

Headjudge is unofficial Fan Content permitted under the Fan Content Policy. Not approved/endorsed
by Wizards. Portions of the materials used are property of Wizards of the Coast. ©Wizards of the
Coast LLC."""

PARAMETERS: Mapping[str, Document] = {
    "id": {
        "description": "The id, as the list of all gives it.",
        "schema": {"type": "string", "minLength": 1},
    },
    "date": {
        "description": "The effective date of the version.",
        "schema": {"type": "string", "format": "date"},
    },
    "title": {
        "description": "A card title or that of a face, percent-encoded.",
        "schema": {"type": "string", "minLength": 1},
    },
}
"""The variable parts of paths."""

ANSWERS: tuple[type[Schema], ...] = (
    reports.Report,
    reports.Reading,
    reports.Converted,
    reports.Comparison,
    reports.BatchAnswer,
    receipts.Verification,
    receipts.ReceiptKeys,
    impact.ImpactReport,
    facts.Formats,
    facts.Format,
    facts.CardHistory,
    facts.Banlists,
    facts.Banlist,
    facts.BanlistVersions,
    facts.BanlistDiff,
    policies.Policies,
    policies.Policy,
    policies.EventFacts,
    facts.Codes,
    facts.Titles,
    facts.Card,
    products.Products,
    products.Checklist,
    products.EventProductsAnswer,
    products.PoolAssignment,
    facts.Health,
    facts.Readiness,
    UnknownCard,
)
OTHER_SCHEMAS: Mapping[str, Document] = {
    JSON: {"type": "object"},
    YAML: {"type": "object"},
    PLAIN: {"type": "string"},
    NDJSON: {"type": "string"},
    PDF: {"type": "string", "contentMediaType": PDF},
}
"""By media type, the schema of what has none of its own."""
VALIDATORS = {
    "ETag": "The entity tag of these bytes.",
    "Last-Modified": "The day of the newest fact that the answer may rest on.",
    "Cache-Control": "How long the answer may be kept.",
}
FINGERPRINT = "The fingerprint of the facts that answered, without house rules."
ASKED_FINGERPRINT: Document = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "The facts that are to answer, by a fingerprint that `/readyz` lists; those in"
    " force without it. One that no facts on disk have is 422.",
    "schema": {"type": "string"},
    "example": f"sha256:{0:064x}",
}
OK = 200


def specification() -> Document:
    """The whole contract."""
    plugin: Any = MarshmallowPlugin(schema_name_resolver=_name)  # type: ignore[arg-type]
    spec = APISpec(
        "Headjudge",
        VERSION,
        "3.1.0",
        plugins=[plugin],
        info={"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
        servers=[{"url": "/", "description": "Where this document is served."}],
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
    )
    converter = plugin.converter
    converter.add_attribute_function(requests.keywords)
    shown = examples({operation.id: operation.path for operation in OPERATIONS})
    spec.components.schemas.update(_schemas(converter, spec))
    spec.components.responses.update(_problems(shown))
    spec.components.headers.update(
        {
            name: {"description": means, "schema": {"type": "string"}}
            for name, means in {**VALIDATORS, HEADER: FINGERPRINT}.items()
        }
    )
    for operation in OPERATIONS:
        of_it = [example for example in shown if example.operation == operation.id]
        spec.path(operation.path, operations=_methods(operation, of_it, converter))
    return {"openapi": "", **spec.to_dict()}


def text(document: Document) -> str:
    """The contract as the file openapi.yaml has it."""
    return yaml.dump(
        document,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=100,
    )


def _name(schema: Schema | type[Schema]) -> str | None:
    """Schemas of answers have names; those of requests are put together by hand."""
    one = schema if isinstance(schema, type) else type(schema)
    return one.__name__ if issubclass(one, Answer) else None


def _schemas(converter: Converter, spec: APISpec) -> dict[str, Document]:
    """The schemas by name: what is sent first, then what is answered."""
    for answer in ANSWERS:
        converter.resolve_nested_schema(answer)
    answered = {
        name: {"description": schema.__doc__} | spec.components.schemas[name]
        for (schema, *_), name in converter.refs.items()
    }
    return requests.components(converter) | answered


def _methods(
    operation: Operation, shown: list[Example], converter: Converter
) -> dict[str, Document]:
    said: Document = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
    }
    if operation.description:
        said["description"] = operation.description
    if parameters := _parameters(operation, shown, converter):
        said["parameters"] = parameters
    if operation.body is not None:
        bodies = {one.name: _example(one, one.body) for one in shown if one.status == OK}
        content = _content(operation.media_type, operation.body, bodies)
        said["requestBody"] = {"required": True, "content": content}
    return {operation.method: said | {"responses": _responses(operation, shown)}}


def _parameters(operation: Operation, shown: list[Example], converter: Converter) -> list[Document]:
    parts = [
        {"name": name, "in": "path", "required": True, **PARAMETERS[name]}
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    asked = [ASKED_FINGERPRINT] if _of_api(operation) else []
    if not operation.query:
        return parts + asked
    schema = converter.schema2jsonschema(operation.query())
    for name, keywords in schema.get("properties", {}).items():
        description = keywords.pop("description")
        required = name in schema.get("required", ())
        parts.append(
            {
                "name": name,
                "in": "query",
                "required": required,
                "description": description,
                "schema": keywords,
            }
        )
    for part in parts:
        values = [one.parameters[part["name"]] for one in shown if part["name"] in one.parameters]
        if values:
            part["example"] = values[0]
    return parts + asked


def _of_api(operation: Operation) -> bool:
    """Whether the operation is answered by facts, which a request may name."""
    return operation.path.startswith(API)


def _responses(operation: Operation, shown: list[Example]) -> Document:
    answers = {one.name: _example(one, one.answer) for one in shown if one.status == OK}
    ok: Document = {"description": "The answer."}
    said = [*(VALIDATORS if operation.is_kept else ()), *([HEADER] if _of_api(operation) else ())]
    if said:
        ok["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in said}
    ok["content"] = _content(operation.answered or operation.media_type, operation.answer, answers)
    if operation.bare:
        ok["content"] |= _content(operation.bare, None, {})
    if onward := LINKS.get(operation.id):
        ok["links"] = {name: link.document for name, link in onward.items()}
    responses = {str(OK): ok}
    if operation.is_kept:
        responses["304"] = {"description": "The client has these bytes already."}
    for status in operation.statuses:
        responses[str(status)] = {"$ref": f"#/components/responses/{_problem_name(status)}"}
    if operation.not_found != "Problem":
        missing = {one.name: _example(one, one.answer) for one in shown if one.status == 404}
        content = _content(problems.MEDIA_TYPE, operation.not_found, missing)
        responses["404"] = {"description": problems.KINDS[404][1] + ".", "content": content}
    return responses


def _problems(shown: list[Example]) -> dict[str, Document]:
    """A response for each kind of problem."""
    responses = {}
    for status, (_, title) in problems.KINDS.items():
        found = [one for one in shown if one.status == status and "suggestions" not in one.answer]
        content = _content(
            problems.MEDIA_TYPE, "Problem", {one.name: _example(one, one.answer) for one in found}
        )
        responses[_problem_name(status)] = {"description": f"{title}.", "content": content}
    return responses


def _problem_name(status: int) -> str:
    return problems.KINDS[status][0].title().replace("-", "")


def _content(media_type: str, schema: str | None, shown: Document) -> Document:
    said: Document = {"schema": ref(schema) if schema else OTHER_SCHEMAS[media_type]}
    if shown:
        said["examples"] = shown
    return {media_type: said}


def _example(example: Example, value: Any) -> Document:
    return {"summary": example.summary, "value": value} if example.summary else {"value": value}


class _Dumper(yaml.SafeDumper):
    """Repeats what is alike, and writes texts of several lines as such."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _represent)


if __name__ == "__main__":
    sys.stdout.write(text(specification()))
