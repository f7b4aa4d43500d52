"""Bombs that are ZIP archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from random import Random

from tests.fuzz.bombs.texts import Maker
from tests.web.registrations.events import ANN, BEN, csv_of, google_form, ods_of, xlsx_of, zip_of

MEGABYTE = 1024 * 1024
UNPACKED = (1, 30, 100, 150)
"""Megabytes that an archive unpacks to: under what is read of an event, near it and above."""


def zeros(chance: Random, size: int) -> bytes:
    """An archive of one file, or of many, that are long and alike."""
    text = chance.choice((b"\0", b"4 Opt\n", b"\n", "é".encode(), b"x"))
    whole = min(chance.choice(UNPACKED) * MEGABYTE, 200 * size)
    files = chance.choice((1, 10, 120))
    data = text * max(1, whole // files // len(text))
    suffix = chance.choice((".txt", ".csv", ".dek", ".jpg", ".xlsx"))
    return zip_of({f"T{n}/Ann{suffix}": data for n in range(files)})


def many(chance: Random, size: int) -> bytes:
    """An archive of more files than an event has players."""
    text = chance.choice(("", "4 Opt"))
    folders = chance.choice(("", "a/", "a/" * 100))
    return zip_of({f"{folders}{n}.txt": text for n in range(chance.choice((999, 9_999, 30_000)))})


def nested(chance: Random, size: int) -> bytes:
    """An archive in an archive in an archive."""
    inner = zip_of({"A/Ann.txt": b"4 Opt\n" * MEGABYTE})
    for _ in range(chance.randint(1, 12)):
        name = chance.choice(("inner.zip", "event.xlsx", "event.csv", "Ann.txt"))
        inner = zip_of({f"{n}-{name}": inner for n in range(chance.choice((1, 4)))})
        if len(inner) > size:
            break
    return inner


def overlapping(chance: Random, size: int) -> bytes:
    """An archive whose files are all the same bytes of it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("A/Ann.txt", b"4 Opt\n" * (chance.choice((1, 900)) * 170))
        archive.filelist *= chance.choice((20, 120, 5_000))
    return data.getvalue()


def lying(chance: Random, size: int) -> bytes:
    """An archive that says its files are shorter, or longer, than they are."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("A/Ann.txt", b"4 Opt\n" * 4 * MEGABYTE)
        archive.writestr("A/Ben.txt", b"4 Opt\n")
        for file in archive.filelist:
            file.file_size = chance.choice((0, 5, 900_000, 2**32 - 2))
            file.compress_size = chance.choice((file.compress_size, 0, 2**31))
    return data.getvalue()


def paths(chance: Random, size: int) -> bytes:
    """An archive whose files would be written elsewhere, if they were written."""
    names = (
        "../../etc/passwd.txt", "/etc/cron.d/x.txt", "C:\\x.txt", "a/" * 30_000 + "b.txt", "..",
        "/", "//.txt", "a\n/b.txt", "\u202e.txt", "x" * 60_000 + ".txt", "con.txt",
    )  # fmt: skip
    return zip_of(dict.fromkeys(chance.sample(names, 5), "4 Opt"))


def damaged(chance: Random, size: int) -> bytes:
    """An archive or a workbook with bytes changed, lost or put in."""
    form = google_form(3)
    whole = chance.choice((
        zip_of({"A/Ann.txt": ANN, "A/Ben.txt": BEN}),
        zip_of({"a.csv": csv_of(form)}),
        xlsx_of({"Teams": form}),
        ods_of(form),
    ))  # fmt: skip
    data = bytearray(whole)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(4, len(data))
        data[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
    return bytes(data)


ARCHIVES: Mapping[str, Maker] = {
    one.__name__: one for one in (zeros, many, nested, overlapping, lying, paths, damaged)
}
