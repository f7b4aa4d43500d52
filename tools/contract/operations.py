"""The operations of the API, from the views of the service."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from headjudge.web import blueprints, facts_in_force, http, monitoring
from headjudge.web.http import API, Application
from headjudge.web.operation import OF_BODIES, OF_LINKS, Operation
from headjudge.web.pages import reference
from tools.contract.answers import Document

FRAME: Document = tomllib.loads(Path(__file__).with_name("frame.toml").read_text("utf-8"))
"""The parts of the contract besides operations and schemas."""


class Route(NamedTuple):
    """An operation with its address."""

    path: str
    method: str
    """In lower case, as OpenAPI has it."""
    id: str
    summary: str
    description: str
    operation: Operation

    @property
    def is_of_api(self) -> bool:
        """Whether it depends on the facts, which a request may choose."""
        return self.path.startswith(API)

    @property
    def is_kept(self) -> bool:
        """Whether answers may be cached and revalidated."""
        return self.operation.is_kept or (self.is_of_api and self.method == "get")

    @property
    def statuses(self) -> list[int]:
        """The statuses of problems, besides those of any request (`default`)."""
        statuses = self.operation.problems
        if statuses is None and self.method == "post":
            statuses = OF_BODIES + OF_LINKS
        elif statuses is None and self.is_of_api:
            statuses = (404, 422) if "{" in self.path else (422,)
        return sorted({*(statuses or ())})


def service() -> Application:
    """The service, as far as the contract describes it."""
    application = Application(__name__)
    for blueprint in (*blueprints.API, monitoring.blueprint, reference.blueprint):
        application.register_blueprint(blueprint)
    facts_in_force.register_facts(application, facts_in_force.of_environment())
    http.register_problems(application)
    return application


def routes(application: Application) -> list[Route]:
    """The operations of an application, in the order of its views."""
    operations = []
    for rule in application.url_map.iter_rules():
        view = application.view_functions[rule.endpoint]
        if operation := vars(view).get("operation"):
            words = (inspect.getdoc(view) or "").replace("\n", " ")
            summary, _, description = words.partition("  ")
            operations.append(
                Route(
                    path=re.sub(r"<(?:\w+:)?(\w+)>", _placeholder, rule.rule),
                    method="get" if "GET" in (rule.methods or ()) else "post",
                    id=re.sub(r"_(\w)", lambda letter: letter[1].upper(), view.__name__),
                    summary=summary.removesuffix("."),
                    description=operation.description or description,
                    operation=operation,
                )
            )
    return operations


def _placeholder(variable: re.Match[str]) -> str:
    return f"{{{FRAME['parameters'][variable[1]]['name']}}}"
