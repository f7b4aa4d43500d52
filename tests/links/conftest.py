"""A site on the loopback, with a certificate of its own, that answers as each test scripts it."""

from __future__ import annotations

import datetime
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from headjudge.links.fetching import Fetcher
from headjudge.links.network import Endpoint, Network

HOST = "decks.example.org"
OTHER = "lists.example.org"
AGENT = "headjudge/test"

Send = Callable[[bytes], None]
Script = Callable[[str, dict[str, str], Send], None]
"""Answers one request: its path, its headers, and how bytes are sent."""


class Site:
    """A server that speaks TLS, and whatever its script sends."""

    def __init__(self, certificate: Path) -> None:
        self.certificate = certificate
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.script: Script = lambda path, headers, send: send(answer("4 Opt\n"))
        self.stop = threading.Event()
        """Lets scripts that stall end with the test."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        site = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                try:
                    with context.wrap_socket(self.request, server_side=True) as tls:
                        site._answer(tls)
                        tls.unwrap()
                except (OSError, ssl.SSLError):  # the client has gone, as it should
                    pass

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False

        self._server = Server(("127.0.0.1", 0), Handler)
        self.endpoint = Endpoint("127.0.0.1", self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def _answer(self, tls: ssl.SSLSocket) -> None:
        with tls.makefile("rb") as lines:
            _, path, _ = lines.readline().decode().split(" ", 2)
            rows = iter(lambda: lines.readline().decode().strip(), "")
            headers = {name: value for name, _, value in (row.partition(": ") for row in rows)}
        self.requests.append((path, headers))
        self.script(path, headers, tls.sendall)

    def close(self) -> None:
        self.stop.set()
        self._server.shutdown()
        self._server.server_close()


def answer(body: str | bytes, status: str = "200 OK", **headers: str) -> bytes:
    """A response as it is sent; a header is left out where it is empty."""
    body = body.encode() if isinstance(body, str) else body
    said = {"Content-Type": "text/plain", "Content-Length": str(len(body))}
    said |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in said.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}Connection: close\r\n\r\n".encode() + body


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for the test's hosts, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(HOST), x509.DNSName(OTHER)]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("site") / "site.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture
def site(certificate: Path) -> Iterator[Site]:
    """The site; it answers `4 Opt` until its script is another."""
    site = Site(certificate)
    yield site
    site.close()


@pytest.fixture
def fetcher(site: Site) -> Callable[..., Fetcher]:
    """Makes a fetcher whose names all lead to the site, and which trusts its certificate."""

    def made(
        seconds: float = 5.0, hosts: frozenset[str] = frozenset({HOST, OTHER}), **network: Any
    ) -> Fetcher:
        usual: dict[str, Any] = {
            "resolve": lambda host: [site.endpoint],
            "may_reach": lambda endpoint: True,
            "verify": str(site.certificate),
        }
        return Fetcher(hosts, AGENT, Network(**(usual | network)), seconds)

    return made
