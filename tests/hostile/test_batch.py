"""Lists made by repetition are answered in a batch, each of them."""

from __future__ import annotations

import json

from flask.testing import FlaskClient

from tests.fuzz.entrances import LINES
from tests.hostile.inputs import SAMPLE, ended, files, team


def test_each_line_of_a_batch_is_answered(client: FlaskClient) -> None:
    for inputs in files(SAMPLE):
        body = "".join(json.dumps({"id": str(number)} | team(one)) + "\n"
                       for number, one in enumerate(inputs))  # fmt: skip
        with ended():
            response = client.post("/v1/validate/batch", data=body, content_type=LINES)
            answers = [json.loads(line) for line in response.text.splitlines()]
        assert [one["id"] for one in answers] == [str(number) for number in range(len(inputs))]
        assert {one["status"] for one in answers} <= {200, 422}
