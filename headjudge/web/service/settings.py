"""Settings of the environment as the service reads them: whole numbers, switches and lists."""

from __future__ import annotations

from collections.abc import Mapping


class WrongSettings(ValueError):
    """A setting says what cannot be meant; the text is a sentence for whoever set it."""


def integer(environment: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """The whole number that a setting gives, `usual` without it; raises WrongSettings."""
    text = environment.get(name, "").strip()
    if not text:
        return usual
    # int() would take "1_000" and digits of other scripts as well.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if not least <= number <= most:
        raise WrongSettings(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return number


def switch(environment: Mapping[str, str], name: str) -> bool:
    """Whether a setting says `on`; without it, off. Raises WrongSettings."""
    text = environment.get(name, "").strip().lower()
    if text not in ("", "on", "off"):
        raise WrongSettings(f"{name} must be on or off, not {text!r}.")
    return text == "on"


def several(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    """What a setting lists with commas or spaces between."""
    return tuple(environment.get(name, "").replace(",", " ").split())


def seconds(environment: Mapping[str, str], name: str) -> float | None:
    """The seconds that a setting gives, None without it; raises WrongSettings."""
    text = environment.get(name)
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < float("inf"):
        raise WrongSettings(f"{name} must be a number of seconds, not {text!r}.")
    return number
