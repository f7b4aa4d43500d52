"""What a link cannot be made to do: reach any machine but the sites that are allowed."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
import responses

from headjudge.links import Links, Refused, Settings, WrongAddress
from headjudge.links.address import Address, is_link
from headjudge.links.fetching import Fetcher
from headjudge.links.network import Endpoint, Network, is_public
from tests.links.conftest import HOST, answer
from tests.links.sites import ADDRESSES, NETWORK, RECORDED

if TYPE_CHECKING:
    from tests.links.conftest import Send, Site

GITHUB = next(one for one in RECORDED if one.site == "GitHub")


LONG = ("https://moxfield.com/decks/" + "a" * 3_000, "https://" + "a" * 300 + ".com/")


@pytest.mark.parametrize("address", [*ADDRESSES["refused"], *LONG])
def test_addresses_that_are_refused(address: str) -> None:
    with responses.RequestsMock(), pytest.raises(WrongAddress) as refused:
        Links(Settings(agent="headjudge/test"), NETWORK).fetch(address)
    assert str(refused.value).endswith(".")


def test_which_machines_may_be_reached() -> None:
    for ip in (*ADDRESSES["public"], *ADDRESSES["not_public"]):
        assert is_public(Endpoint(ip)) is (ip in ADDRESSES["public"]), ip


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["fd00::1"], ["::1"],
        ["93.184.215.14", "127.0.0.1"], ["2606:2800::1", "64:ff9b::a00:1"], [],
    ],
)  # fmt: skip
def test_names_that_lead_within(found: list[str]) -> None:
    within = Network(resolve=lambda host: [Endpoint(ip) for ip in found])
    with responses.RequestsMock(), pytest.raises(Refused, match="address that is not public"):
        Links(Settings(agent="headjudge/test"), within).fetch(GITHUB.page)


def test_a_name_that_does_not_exist() -> None:
    def resolve(host: str) -> list[Endpoint]:
        raise OSError(-2, "Name or service not known")

    with responses.RequestsMock(), pytest.raises(Refused, match="was not found"):
        Links(Settings(agent="headjudge/test"), Network(resolve=resolve)).fetch(GITHUB.page)


def test_a_name_that_resolves_to_this_machine_is_refused() -> None:
    """The whole way as it is outside of tests: `localhost` is resolved, and refused."""
    fetcher = Fetcher(frozenset({"localhost"}), "headjudge/test")
    with pytest.raises(Refused, match="address that is not public"):
        fetcher.fetch(Address("localhost", "/"), "text/plain")


def test_a_name_is_resolved_once(site: Site, fetcher: Callable[..., Fetcher]) -> None:
    """What was checked is what is spoken to, whatever DNS says a moment later."""
    asked: list[str] = []

    def rebinding(host: str) -> list[Endpoint]:
        asked.append(host)
        return [site.endpoint if len(asked) == 1 else Endpoint("127.0.0.1", 1)]

    fetcher(resolve=rebinding).fetch(Address(HOST, "/deck"), "text/plain")
    assert asked == [HOST]


@pytest.mark.parametrize("location", ADDRESSES["elsewhere"])
def test_redirects_that_lead_elsewhere(
    site: Site, fetcher: Callable[..., Fetcher], location: str
) -> None:
    def script(path: str, headers: dict[str, str], send: Send) -> None:
        send(answer("", "302 Found", Location=location))

    site.script = script
    with pytest.raises(Refused, match="redirects to a site from which no lists are fetched"):
        fetcher().fetch(Address(HOST, "/deck"), "text/plain")
    assert len(site.requests) == 1


def test_a_redirect_is_resolved_and_checked_anew(
    site: Site, fetcher: Callable[..., Fetcher]
) -> None:
    def script(path: str, headers: dict[str, str], send: Send) -> None:
        send(answer("", "302 Found", Location="https://lists.example.org/"))

    site.script = script
    inner = Endpoint("10.0.0.1")
    found = {HOST: site.endpoint, "lists.example.org": inner}
    with pytest.raises(Refused, match=r"lists\.example\.org has an address that is not public"):
        fetcher(
            resolve=lambda host: [found[host]], may_reach=lambda endpoint: endpoint != inner
        ).fetch(Address(HOST, "/deck"), "text/plain")


def test_the_environment_has_no_say(
    site: Site, fetcher: Callable[..., Fetcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/dev/null")
    assert fetcher().fetch(Address(HOST, "/deck"), "text/plain").body == b"4 Opt\n"
    assert "Authorization" not in site.requests[0][1]


def test_what_is_a_link() -> None:
    for text in (*ADDRESSES["links"], *ADDRESSES["no_links"]):
        assert is_link(text) is (text in ADDRESSES["links"]), text


def test_a_proxy_that_was_set_is_asked_for_the_host(
    site: Site, fetcher: Callable[..., Fetcher]
) -> None:
    """It finds the host; who answers there must still be the host by its certificate."""
    asked: list[str] = []

    class Tunnel(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline().decode().strip())
            while self.rfile.readline().strip():
                pass
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            with socket.create_connection(site.endpoint) as there:
                back = threading.Thread(target=pour, args=(there, self.request))
                back.start()
                pour(self.request, there)
                back.join()

    def pour(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Tunnel) as proxy:
        threading.Thread(target=proxy.serve_forever, args=(0.01,), daemon=True).start()
        proxies = {"https": f"http://127.0.0.1:{proxy.server_address[1]}"}
        by_proxy = fetcher(proxies=proxies, resolve=lambda host: [])
        assert by_proxy.fetch(Address(HOST, "/deck"), "text/plain").body == b"4 Opt\n"
        proxy.shutdown()
    assert [line.rpartition(" ")[0] for line in asked] == [f"CONNECT {HOST}:443"]
