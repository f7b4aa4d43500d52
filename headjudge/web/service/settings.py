"""Parsing of environment variables: whole numbers, switches and lists."""

from __future__ import annotations

from collections.abc import Mapping


class WrongSettings(ValueError):
    """The value of a setting is invalid; the text is a sentence for the operator."""


def integer(environment: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """The whole number in a setting, by default `usual`; raises WrongSettings."""
    text = environment.get(name, "").strip()
    if not text:
        return usual
    # int() would also accept "1_000" and digits of other scripts.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if not least <= number <= most:
        raise WrongSettings(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return number


def switch(environment: Mapping[str, str], name: str) -> bool:
    """Whether a setting is `on`; off by default. Raises WrongSettings."""
    text = environment.get(name, "").strip().lower()
    if text not in ("", "on", "off"):
        raise WrongSettings(f"{name} must be on or off, not {text!r}.")
    return text == "on"


def several(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The items of a setting, separated by commas or spaces."""
    return tuple(environment.get(name, "").replace(",", " ").split())
