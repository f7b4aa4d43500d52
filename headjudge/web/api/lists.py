"""Resources for lists without an event: parse, convert, compare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, Response, request
from marshmallow import fields

from headjudge import decklists, documents
from headjudge.web.inputs import question, team
from headjudge.web.inputs.fields import COMMON, Boolean, Strict, Text, choice, means
from headjudge.web.inputs.team import DeckSchema
from headjudge.web.operation import JSON, PLAIN, Operation
from headjudge.web.service import json_bodies
from headjudge.web.service.json_answers import translated_answer
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Fault, schema_problem
from messages import say_count, template
from validator import Reading, read_alone
from validator.comparison import compare
from validator.conversion import Conversion, convert
from validator.report import notice_document

WRITERS = tuple(decklists.WRITERS)

blueprint = Blueprint("lists", __name__, url_prefix="/v1/decklists")


class ConversionSchema(DeckSchema):
    """A deck, and the syntax to convert it to."""

    to = Text(
        required=True,
        validate=choice(template('There is no syntax "{text}" that can be written.'), WRITERS),
        metadata=means("The syntax to write.", enum=WRITERS),
    )


class ComparisonSchema(Strict):
    """Two lists to compare."""

    earlier = fields.Nested(
        DeckSchema(),
        required=True,
        error_messages=COMMON,
        metadata=means("The earlier list, such as the registered one."),
    )
    later = fields.Nested(
        DeckSchema(),
        required=True,
        error_messages=COMMON,
        metadata=means("The later list, such as the one that was played."),
    )
    ignore_sections = Boolean(
        load_default=False,
        metadata=means("Whether to ignore sections, as in card pools.", default=False),
    )


CONVERSION = ConversionSchema()
COMPARISON = ComparisonSchema()


@blueprint.post("/parse")
@Operation("Decklists", documents.Reading, "SentDeck")
def parse_decklist() -> Response:
    """Read a list.

    Returns the syntax of the text, its cards and the lines that could not be read, without judging
    it. A text may contain the lists of a whole team.
    """
    body = team.load(team.DECK, json_bodies.read_json(request))
    return translated_answer(_read(body).as_dict())


@blueprint.post("/convert")
@Operation("Decklists", documents.Converted, "SentConversion", bare=PLAIN)
def convert_decklist() -> Response:
    """Write a list in another syntax.

    Titles become full English card titles; those of no card, or of several, are left unchanged.
    With `Accept: text/plain`, or the media type of the syntax, the answer is only the text, the
    headers `Headjudge-Faults` and `Headjudge-Notices` count those of the JSON answer, and a text
    with several decks is answered with 422.
    """
    body = team.load(CONVERSION, json_bodies.read_json(request))
    to = decklists.WRITERS[body["to"]]
    reading = _read(body)
    conversion = convert(
        reading.decks,
        write=partial(decklists.write, syntax=to.id),
        read=partial(decklists.read, syntax=to.id, main_min=1),
    )
    media_type = request.accept_mimetypes.best_match((JSON, PLAIN, to.media_type), JSON)
    if media_type == JSON:
        response = translated_answer(_conversion_document(reading, conversion, to.id))
    else:
        response = _bare(reading, conversion, to.media_type)
    response.vary.add("Accept")
    return response


@blueprint.post("/diff")
@Operation("Decklists", documents.Comparison, "SentComparison")
def diff_decklists() -> Response:
    """Compare two lists.

    Compares titles, counts and sections, independent of syntax, language and the order of lines. If
    the texts contain several decks, they are compared in pairs by position.
    """
    body = team.load(COMPARISON, json_bodies.read_json(request))
    earlier, later = (
        _read(body[name], at=f"/{name}", is_pool=body["ignore_sections"])
        for name in ("earlier", "later")
    )
    document: documents.Comparison = {
        **compare(earlier.decks, later.decks).as_dict(),
        "earlier": earlier.as_dict(),
        "later": later.as_dict(),
    }
    return translated_answer(document)


def _read(body: Mapping[str, Any], *, at: str = "", is_pool: bool = False) -> Reading:
    """The reading of a list at that pointer; raises Problem 422 for too many decks or lines."""
    lists = question.lists_of(body, at=at, is_pool=is_pool)
    return read_alone(*lists, is_pool=is_pool, searched=LIMITS.suggestions)


def _conversion_document(reading: Reading, conversion: Conversion, to: str) -> documents.Converted:
    read = reading.as_dict()
    texts = conversion.texts
    return {
        "syntax": read["syntax"],
        "because": read["because"],
        "to": to,
        "text": texts[0] if len(texts) == 1 else None,
        "decks": [
            {"player": deck.decklist.player, "text": text}
            for deck, text in zip(reading.decks, texts, strict=True)
        ],
        "faults": read["faults"],
        "notices": [*read["notices"], *map(notice_document, conversion.notices)],
    }


def _bare(reading: Reading, conversion: Conversion, media_type: str) -> Response:
    """The text of a single deck; headers count the faults and notices."""
    if len(conversion.texts) > 1:
        fault = say_count(
            len(conversion.texts),
            "The text contains {number} deck, and only JSON can answer with several.",
            "The text contains {number} decks, and only JSON can answer with several.",
        )
        raise schema_problem([Fault("/list", fault)])
    # Lone surrogates, possible in JSON, cannot be encoded in UTF-8.
    body = conversion.texts[0].encode("utf-8", "replace")
    response = Response(body, content_type=f"{media_type}; charset=utf-8")
    response.headers["Headjudge-Faults"] = str(len(reading.faults))
    response.headers["Headjudge-Notices"] = str(len(reading.notices) + len(conversion.notices))
    return response
