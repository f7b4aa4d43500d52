"""What the engine is told."""

from __future__ import annotations

import pickle

from validator import Decklist, Event, Line


def test_a_question_can_be_sent_to_another_process() -> None:
    asked = Event("modern", "2024-10-01"), Decklist((Line(4, "Opt"),))
    assert pickle.loads(pickle.dumps(asked)) == asked
