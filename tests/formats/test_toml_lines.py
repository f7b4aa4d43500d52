"""The lines of keys in TOML, which Python's parser does not tell."""

from __future__ import annotations

import pytest

from formats.files import line_of

TOML = '''\
a = 1 # b = 2
"b c" = """
a.b = 3
"""
d.e = [
  "f = 4",
]

[a . b]
c = 5
[[t]]
x = 1
[[t]]
y = 2
[t.z]
x = 3
'''


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (("a",), 1),
        (("b c",), 2),
        (("d", "e"), 5),
        (("f",), None),
        (("a", "b"), 9),
        (("a", "b", "c"), 10),
        (("t", 0), 11),
        (("t", 0, "x"), 12),
        (("t", 1), 13),
        (("t", 1, "y"), 14),
        (("t", 1, "z", "x"), 16),
        (("d", "e", 0), 5),
        (("d", "nothing"), None),
        (("nothing",), None),
    ],
)
def test_lines_of_keys(where: tuple[str | int, ...], line: int | None) -> None:
    assert line_of(TOML, where) == line
