"""`service audit`: corpora of every form, what goes on where it stopped, and impacts."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import shutil
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import fsspec
import pytest

from headjudge import decklists
from headjudge.cli.main import main
from tests.cli.audit import corpora
from tests.cli.audit.corpora import QUESTION, judged_in_turn, judgements, results, teams
from validator import Event
from validator.impact import impact

OUT = Path("out")
ALONE = ("--jobs", "0", "--out", "out")
SMALL = ("--block", "0.005")
"""5 kB: some forty teams."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def audit(corpus: str | Path, *arguments: str) -> int:
    """The exit code of an audit by this process alone."""
    return main(["service", "audit", str(corpus), *(arguments or (*QUESTION, *SMALL)), *ALONE])


@pytest.mark.parametrize("ending", ["ndjson", "parquet"])
def test_each_form_gives_what_a_plain_loop_gives(ending: str) -> None:
    some = teams(250)
    assert audit(corpora.write(Path(f"corpus.{ending}"), some)) == 1
    assert len(corpora.parts(OUT)) > 1
    assert list(judgements(OUT)) == judged_in_turn(some)
    assert [row["row"] for row in results(OUT)] == [*range(1, 251)]


@pytest.mark.parametrize("pack", [gzip, bz2, lzma], ids=["gz", "bz2", "xz"])
def test_a_packed_file_is_read_as_a_whole(pack: ModuleType, request: pytest.FixtureRequest) -> None:
    plain = corpora.write(Path("corpus.ndjson"), teams(70))
    packed = Path(f"corpus.ndjson.{request.node.callspec.id}")
    packed.write_bytes(pack.compress(plain.read_bytes()))
    audit(packed)
    assert len(corpora.parts(OUT)) == 1
    assert list(judgements(OUT)) == judged_in_turn(teams(70))


def test_a_folder_is_read_in_the_order_of_its_names() -> None:
    Path("corpus/b").mkdir(parents=True)
    some = teams(90)
    corpora.write(Path("corpus/a.jsonl"), some[:30])
    corpora.write(Path("corpus/b/a.ndjson"), some[30:60])
    corpora.write(Path("corpus/c.parquet"), some[60:])
    Path("corpus/notes.txt").write_text("no corpus", "utf-8")
    audit("corpus")
    assert list(judgements(OUT)) == judged_in_turn(some)
    assert [*Counter(row["file"] for row in results(OUT))] == ["a.jsonl", "b/a.ndjson", "c.parquet"]


def test_corpora_and_results_may_be_at_any_address(capsys: pytest.CaptureFixture[str]) -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe("/decks/corpus.ndjson", corpora.write(Path("c.ndjson"), teams(64)).read_bytes())
    try:
        address = ["memory://decks/*.ndjson", *QUESTION, "--jobs", "0", "--out", "memory://out"]
        assert main(["service", "audit", *address, "--json"]) == 1
        said = json.loads(capsys.readouterr().out)
        assert said["teams"] == 64
        assert said["results"].startswith("memory:///out/")
        assert main(["service", "audit", *address, "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["judged_now"] == 0
    finally:
        memory.store.clear()
        memory.pseudo_dirs.clear()


def test_the_summary_counts(capsys: pytest.CaptureFixture[str]) -> None:
    some = teams(128)
    path = corpora.write(Path("corpus.ndjson"), some)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"decks": "none"}\n\n[]\n{"format": "pauper", "decks": []}\n')
    audit(path, *QUESTION, "--json")
    said = json.loads(capsys.readouterr().out)
    expected = judged_in_turn(some)
    legal = sum(one["legal"] for one in expected)
    assert (said["teams"], said["legal"], said["unreadable"]) == (131, legal, 3)
    assert said["illegal"] == 128 - legal
    assert said["codes"] == Counter(code for one in expected for code in one["codes"])
    assert said["cards"] == Counter(card for one in expected for card in one["cards"])
    assert said["problems"] == {"other-format": 1, "wrong-request": 2}
    assert [row["row"] for row in results(OUT)][-3:] == [129, 131, 132]


def test_the_summary_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    audit(corpora.write(Path("corpus.ndjson"), teams(64)))
    printed = capsys.readouterr().out
    assert printed.startswith(
        "64 teams: 11 legal, 53 not legal, 0 could not be judged\n"
        "modern, two-headed-giant, combined-four, as of 2024-12-16\n"
    )
    assert "\nmost common cards at fault\n" in printed
    assert "\n          15  The One Ring\n" in printed


def test_all_legal() -> None:
    Path("corpus.ndjson").write_text('{"decks": [{"list": "60 Forest"}]}\n', "utf-8")
    assert audit("corpus.ndjson", *QUESTION, "--structure", "individual") == 0


def test_what_was_judged_is_not_judged_again(capsys: pytest.CaptureFixture[str]) -> None:
    some = teams(250)
    corpus = corpora.write(Path("corpus.ndjson"), some)
    audit(corpus)
    first = corpora.parts(OUT)
    for path in (*first[3:5], *OUT.glob("*/summary.json")):
        path.unlink()
    written = {path: path.stat().st_mtime_ns for path in corpora.parts(OUT)}
    capsys.readouterr()
    audit(corpus, *QUESTION, "--json")  # the size of parts is that of the plan
    said = json.loads(capsys.readouterr().out)
    assert 0 < said["judged_now"] < 150
    assert said["teams"] == 250
    assert corpora.parts(OUT) == first
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert list(judgements(OUT)) == judged_in_turn(some)


def test_a_corpus_that_grew_is_judged_where_it_is_new(capsys: pytest.CaptureFixture[str]) -> None:
    Path("corpus").mkdir()
    some = teams(120)
    corpora.write(Path("corpus/b.ndjson"), some[40:80])
    corpora.write(Path("corpus/c.ndjson"), some[80:])
    audit("corpus")
    corpora.write(Path("corpus/a.ndjson"), some[:40])
    capsys.readouterr()
    audit("corpus", *QUESTION, *SMALL, "--json")
    assert json.loads(capsys.readouterr().out)["judged_now"] == 40
    assert list(judgements(OUT)) == judged_in_turn(some)
    Path("corpus/b.ndjson").unlink()
    audit("corpus", *QUESTION, *SMALL, "--json")
    assert json.loads(capsys.readouterr().out)["judged_now"] == 0
    assert list(judgements(OUT)) == judged_in_turn([*some[:40], *some[80:]])


def test_another_question_has_results_of_its_own() -> None:
    corpus = corpora.write(Path("corpus.ndjson"), teams(10))
    audit(corpus)
    audit(corpus, "--format", "modern", "--as-of", "2024-12-15")
    audit(corpus, *QUESTION, "--policy", "tournament")
    assert len(list(OUT.iterdir())) == 3


def test_bad_rows_are_rows() -> None:
    good = b'{"id": 1, "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]}'
    bad = [b"\xff", b'{"id": 2, "id": 3}', b"[" * 90_000, b'"' + b"x" * 2_000_000 + b'"', b"{}"]
    Path("corpus.ndjson").write_bytes(b"\n".join([b"\xef\xbb\xbf" + good, *bad, good]))
    audit("corpus.ndjson")
    rows = results(OUT)
    assert [row["problem"] for row in rows] == [
        None, "not-json", "not-json", "not-json", "too-long", "wrong-request", None,
    ]  # fmt: skip
    assert [row["row"] for row in rows] == [*range(1, 8)]
    assert [row["legal"] for row in rows] == [True, *[None] * 5, True]
    assert all(row["message"] for row in rows[1:6])


@pytest.mark.parametrize("ending", ["ndjson.gz", "parquet"])
def test_a_damaged_file_ends_with_a_row_that_says_so(ending: str) -> None:
    plain = corpora.write(Path(f"whole.{ending.removesuffix('.gz')}"), teams(2000)).read_bytes()
    packed = gzip.compress(plain) if ending.endswith("gz") else plain
    Path("corpus").mkdir()
    Path(f"corpus/a.{ending}").write_bytes(packed[: len(packed) * 9 // 10])
    corpora.write(Path("corpus/b.ndjson"), teams(3))
    assert audit("corpus") == 1
    rows = results(OUT)
    assert [row["problem"] for row in rows if row["problem"]] == ["damaged"]
    assert rows[-4]["problem"] == "damaged"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.ndjson", *QUESTION), "nowhere.ndjson cannot be read"),
        ((".", *QUESTION), "There is no corpus in"),
        (("none://x", *QUESTION), "none://x: Protocol not known"),
        ((".", "--format", "modern"), "--as-of: name the day"),
        ((".", "--format", "modrn", "--as-of", "2024-01-01"), 'Did you mean "modern"?'),
        ((".", "--format", "sealed", "--impact", "2024-01-01", "2024-02-01"), "is Limited"),
        ((".", "--format", "modern", "--impact", "2024-01-01", "2024-02-01"), "no audit of"),
        ((".", *QUESTION, "--block", "0"), "--block: this must be more than 0"),
    ],
)
def test_what_cannot_be_asked(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(*arguments) == 2
    assert said in capsys.readouterr().err


def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [one for one in sys.modules if one.startswith(("headjudge.cli.audit.", "fsspec"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.delattr("headjudge.cli.audit.request", raising=False)
    assert main(["service", "audit", ".", *QUESTION]) == 2
    assert 'python -m pip install "headjudge[audit]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("days", "policy"),
    [
        (("2024-12-15", "2024-12-16"), "combined-four"),
        (("2015-12-31", "2016-12-31"), "tournament"),  # the policy changes, and the list
        (("2003-01-01", "2012-01-01"), "combined-four"),  # the format begins
    ],
)
def test_an_impact_is_told_by_the_index_alone(
    days: tuple[str, str], policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    some = teams(128)
    corpus = corpora.write(Path("corpus.ndjson"), some)
    audit(corpus)
    corpus.unlink()
    capsys.readouterr()
    question = ("--format", "modern", "--policy", policy, "--impact", *days, "--json")
    assert audit("corpus.ndjson", *question) == 1
    said = json.loads(capsys.readouterr().out)
    event = Event("modern", days[0], policy=policy)
    to = Event("modern", days[1]).day
    expected = {}
    for team in some:
        found = impact(event, to, [decklists.read(text) for text in team.decks])
        if found.touched:
            expected[team.id] = {
                key: [*dict.fromkeys(one.code for one in violations)]
                for key, violations in (("appearing", found.appearing), ("going", found.going))
            }
    rows = results(OUT, "impact")
    assert {
        row["id"]: {key: row[key] for key in ("appearing", "going")} for row in rows
    } == expected
    assert (said["touched"], said["teams"]) == (len(expected), 128)
    assert [row["row"] for row in rows] == sorted(row["row"] for row in rows)


def test_an_impact_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    corpus = corpora.write(Path("corpus.ndjson"), teams(64))
    days = ("--impact", "2024-12-15", "2024-12-16")
    # With a day the corpus is judged first.
    assert audit(corpus, *QUESTION, *days) == 1
    first = capsys.readouterr().out
    assert first.startswith("39 of 64 teams touched: modern, two-headed-giant, combined-four")
    assert "  banned: Amped Raptor; Jegantha, the Wellspring; The One Ring\n" in first
    assert "\nteams with a new fault, by card\n          15  The One Ring\n" in first
    assert audit(corpus, *QUESTION[:2], *days) == 1
    assert capsys.readouterr().out == first
    assert audit(corpus, *QUESTION[:2], "--impact", "2024-10-01", "2024-10-02") == 0
    capsys.readouterr()
    corpora.write(corpus, teams(63))
    audit(corpus, *QUESTION[:2], *days)
    assert "The corpus is not what it was" in capsys.readouterr().out


def test_an_index_by_other_facts_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    audit(corpora.write(Path("corpus.ndjson"), teams(20)))
    (summary,) = OUT.glob("*/summary.json")
    text = summary.read_text("utf-8")
    then = json.loads(text)["question"]["catalogue"]
    summary.write_text(text.replace(then, "2020-01-01 0123456789ab"), "utf-8")
    capsys.readouterr()
    audit("corpus.ndjson", *QUESTION[:2], "--impact", "2024-12-15", "2024-12-16")
    assert "other card facts than those in force: 2020-01-01" in capsys.readouterr().out


def test_results_are_no_part_of_the_corpus() -> None:
    corpora.write(Path("corpus.parquet"), teams(8))
    audit(".")
    audit(".")
    assert len(results(OUT)) == 8
    shutil.rmtree(OUT)
