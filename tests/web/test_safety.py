"""Safe in front of the world: headers, other sites, cookies, banners, HTML in what is sent."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from headjudge.web import guards

TEAM: dict[str, Any] = {
    "format": "modern",
    "as_of": "2024-10-01",
    "decks": [{"list": "60 Forest"}, {"list": "60 Island"}],
}
PATHS = [
    "/", "/event", "/formats", "/docs", "/openapi.yaml", "/healthz", "/readyz",
    "/metrics", "/v1/formats", "/v1/policies", "/v1/nothing", "/nothing", "/static/style.css",
]  # fmt: skip
ORIGIN = "https://events.example"
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}"


@pytest.mark.parametrize("path", PATHS)
def test_headers_of_every_answer(client: FlaskClient, path: str) -> None:
    response = client.get(path, buffered=True)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert len(response.headers.getlist("Content-Security-Policy")) == 1


@pytest.mark.parametrize("path", PATHS)
def test_no_cookie(client: FlaskClient, path: str) -> None:
    for response in (client.get(path, buffered=True), client.post(path, data={"format": "modern"})):
        assert "Set-Cookie" not in response.headers


def test_no_version(client: FlaskClient) -> None:
    for path in PATHS:
        said = client.get(path, buffered=True).headers
        assert not {"X-Powered-By", "Server"} & set(said.keys())


def test_https_stays(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    by_https = {"base_url": "https://headjudge.example"}
    said = client.get("/healthz", **by_https).headers["Strict-Transport-Security"]
    assert said == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get("/healthz").headers
    monkeypatch.setenv(guards.HSTS, "0")
    answer = create_app().test_client().get("/healthz", **by_https)
    assert "Strict-Transport-Security" not in answer.headers


def listing(monkeypatch: pytest.MonkeyPatch, origins: str) -> FlaskClient:
    """A client of a service that lists these origins."""
    monkeypatch.setenv(guards.ORIGINS, origins)
    return create_app().test_client()


def access(response: Any) -> dict[str, str]:
    """What a response allows to pages of other origins."""
    return {name: value for name, value in response.headers if name.startswith("Access-Control")}


PREFLIGHT = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}


def test_no_other_site_by_default(client: FlaskClient) -> None:
    assert access(client.options("/v1/validate", headers=PREFLIGHT)) == {}
    assert access(client.post("/v1/validate", json=TEAM, headers={"Origin": ORIGIN})) == {}


def test_a_listed_site(monkeypatch: pytest.MonkeyPatch) -> None:
    client = listing(monkeypatch, f"https://other.example, {ORIGIN}")
    preflight = client.options("/v1/validate", headers=PREFLIGHT)
    assert preflight.status_code == 200
    assert preflight.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert {*preflight.headers["Access-Control-Allow-Methods"].split(", ")} == {"OPTIONS", "POST"}
    assert "Content-Type" in preflight.headers["Access-Control-Allow-Headers"]
    answer = client.post("/v1/validate", json=TEAM, headers={"Origin": ORIGIN})
    assert answer.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.vary
    assert "Access-Control-Allow-Credentials" not in answer.headers
    problem = client.post("/v1/validate", json={}, headers={"Origin": ORIGIN})
    assert problem.headers["Access-Control-Allow-Origin"] == ORIGIN


@pytest.mark.parametrize(
    "origin",
    ["https://events.example.evil", "http://events.example", "null", f"{ORIGIN}:444", ""],
)
def test_one_that_is_not_listed(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    client = listing(monkeypatch, ORIGIN)
    answer = client.post("/v1/validate", json=TEAM, headers={"Origin": origin})
    assert access(answer) == {}
    assert "Origin" in answer.vary, "another origin gets another answer"


def test_every_site(monkeypatch: pytest.MonkeyPatch) -> None:
    client = listing(monkeypatch, "*")
    answer = client.get("/v1/policies", headers={"Origin": "null"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Origin" not in answer.vary


@pytest.mark.parametrize("path", ["/", "/formats", "/healthz", "/metrics"])
def test_pages_stay_closed(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    client = listing(monkeypatch, "*")
    assert access(client.get(path, headers={"Origin": ORIGIN})) == {}


@pytest.mark.parametrize("path", ["/", "/event", "/sheets"])
@pytest.mark.parametrize(
    ("site", "is_refused"),
    [("cross-site", True), ("same-origin", False), ("none", False), (None, False)],
)
def test_forms_of_other_sites(
    client: FlaskClient, path: str, site: str | None, is_refused: bool
) -> None:
    sent = {"Sec-Fetch-Site": site} if site else {}
    answer = client.post(path, data={"format": "modern"}, headers=sent)
    assert (answer.status_code == 403) is is_refused


def test_the_api_is_for_other_sites_servers(client: FlaskClient) -> None:
    answer = client.post("/v1/validate", json=TEAM, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200


class Tags(HTMLParser):
    """Every tag and attribute of a page, as a browser would see them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("do", ["", "add-list", "write", "answer"])
def test_a_title_is_never_html(client: FlaskClient, do: str) -> None:
    lists = [f"60 Forest\n4 {EVIL}\n{EVIL}\n// {EVIL}\nSideboard\n1 {EVIL}", f"60 {EVIL}"]
    form = {
        "format": "modern", "as_of": "2024-10-01", "team": EVIL, "player": [EVIL, EVIL],
        "list": lists, "pool": f"1 {EVIL}", "product": EVIL, "ban": EVIL, "do": do,
        "policy": EVIL if not do else "combined-four", "replace": EVIL,
    }  # fmt: skip
    response = client.post("/", data=form)
    assert response.status_code in (200, 204, 422)
    assert_harmless(response.text)


@pytest.mark.parametrize(
    "path",
    ["/formats/{}", "/v1/cards/{}", "/policies/{}", "/{}", "/?lang={}",
     "/formats/modern?as_of={}", "/event?lang={}"],
)  # fmt: skip
def test_an_address_is_never_html(client: FlaskClient, path: str) -> None:
    accept = {"Accept": "text/html"}
    response = client.get(path.format(EVIL.replace("/", "%2f")), headers=accept)
    if response.mimetype == "text/html":
        assert_harmless(response.text)


def assert_harmless(page: str) -> None:
    """Nothing that was sent is a tag or an attribute of the page, nor was it run as a template."""
    tags = Tags()
    tags.feed(page)
    assert not [attributes for _, attributes in tags.found if "onerror" in attributes]
    scripts = [attributes for tag, attributes in tags.found if tag == "script"]
    assert all("src" in one or one.get("type") == "application/json" for one in scripts)
    assert "<script>alert" not in page
    if html.escape(EVIL) in page:
        assert "{{7*7}}" in page


@pytest.mark.parametrize("path", ["/", "/formats/modern"])
def test_a_page_does_not_grow_with_its_address(client: FlaskClient, path: str) -> None:
    longest = f"{path}?{'&'.join(f'a{number}=1' for number in range(8_000))}"
    assert len(client.get(longest).data) <= len(client.get(path).data)
