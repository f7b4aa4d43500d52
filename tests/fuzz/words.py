"""Words that guided fuzzing puts into inputs: what stands in lists and forms, names of fields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

MARKS = (
    b"SB: ", b"Sideboard", b"Deck", b"Commander", b"// ", b"|DOM|1", b"(DOM) 60", b"[DOM:60]",
    b"4x ", b" x4", b"<deck ", b'<zone name="main">', b'<card number="4" name="Opt"/>',
    b'<Cards Quantity="4" Name="Opt"/>', b"Count,Name", b"[Main]", b"Lightning Bolt",
    b"Fire // Ice", "Lim-Dûl".encode(), b"Forest", b"\xef\xbb\xbf", b"\xff\xfe", b"PK\x03\x04",
    b"--fuzz\r\n", b'\r\nContent-Disposition: form-data; name="', b'filename="',
    b"do=check", b"&list=4+Opt",
)  # fmt: skip


def write(contract: Path, file: Path) -> None:
    """Write the words, and the names that a contract has, as libFuzzer reads them."""
    document = yaml.safe_load(contract.read_text("utf-8"))
    names = sorted(set(_named(document["components"]["schemas"])))
    words = (*MARKS, *(f'"{name}"'.encode() for name in names))
    lines = ("".join(f"\\x{byte:02X}" for byte in word) for word in words)
    file.write_text("".join(f'"{line}"\n' for line in lines), "utf-8")


def _named(part: Any) -> Iterator[str]:
    """The properties and the texts to choose from, anywhere in a part of a contract."""
    if isinstance(part, dict):
        yield from part.get("properties", {})
        yield from (one for one in part.get("enum", ()) if isinstance(one, str))
        part = list(part.values())
    for one in part if isinstance(part, list) else ():
        yield from _named(one)
