"""Pictures of cards from the site that the operator names; without it the pages show none."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from flask import Flask, Response

from headjudge.web import guards
from headjudge.web.guards import WrongSettings

SETTING = "HEADJUDGE_CARD_PICTURES"
"""The address of a picture, with `{title}` in place of the card's English title."""
TITLE = "{title}"


def register(application: Flask, environment: Mapping[str, str]) -> None:
    """Offer `card_picture` to templates; raises WrongSettings."""
    address = environment.get(SETTING, "").strip()
    parts = urlsplit(address)
    if address and not (
        parts.scheme == "https" and parts.hostname and TITLE in parts.path + "?" + parts.query
    ):
        raise WrongSettings(f"{SETTING} must be an https address with {TITLE}, not {address!r}.")

    def card_picture(title: str) -> str:
        """The address of a card's picture; empty without the setting."""
        return address.replace(TITLE, quote(title, safe=""))

    def allow_pictures(response: Response) -> Response:
        policy = response.headers.get("Content-Security-Policy", "")
        if response.mimetype == "text/html":
            response.headers["Content-Security-Policy"] = policy.replace(
                guards.IMAGES, f"{guards.IMAGES} https://{parts.netloc}"
            )
        return response

    application.add_template_global(card_picture)
    application.jinja_env.globals["picture_site"] = parts.hostname
    if address:
        application.after_request(allow_pictures)
