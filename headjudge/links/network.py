"""Access control of the network: only public addresses, and exactly those that were checked."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from socket import SOCK_STREAM, gaierror, getaddrinfo
from time import monotonic
from typing import Any, NamedTuple

from requests import PreparedRequest
from requests.adapters import HTTPAdapter
from urllib3.util.ssl_ import create_urllib3_context

HTTPS = 443


class Endpoint(NamedTuple):
    """An address of a host."""

    ip: str
    port: int = HTTPS


def resolve(host: str) -> Sequence[Endpoint]:
    """Resolve a host by DNS; raises OSError."""
    try:
        answers = getaddrinfo(host, HTTPS, type=SOCK_STREAM)
    except UnicodeError as error:  # label too long
        raise gaierror(str(error)) from None
    return tuple(dict.fromkeys(Endpoint(str(answer[4][0])) for answer in answers))


def is_public(endpoint: Endpoint) -> bool:
    """Whether the address is public, including addresses embedded in tunnel formats."""
    try:
        ip = ip_address(endpoint.ip)
    except ValueError:  # scoped address, fe80::1%eth0
        return False
    if isinstance(ip, IPv4Address):
        return _is_public(ip)
    embedded = filter(None, (ip.sixtofour, *(ip.teredo or ())))
    return not ip.is_site_local and all(map(_is_public, (ip, *embedded)))


def _is_public(ip: IPv4Address | IPv6Address) -> bool:
    # What embeds an IPv4 address within ::/8 (mapped, compatible, NAT64) is reserved.
    return ip.is_global and not (
        ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback
    )


@dataclass(frozen=True, slots=True)
class Network:
    """The resolver of names, and the addresses that may be contacted."""

    resolve: Callable[[str], Sequence[Endpoint]] = resolve
    may_reach: Callable[[Endpoint], bool] = is_public
    verify: bool | str = True
    """As in requests: the CA file, or the default certificates."""
    proxies: Mapping[str, str] = field(default_factory=dict)
    """As in requests. Proxies resolve names themselves, so addresses cannot be checked."""


class Direct(HTTPAdapter):
    """An adapter that connects to one endpoint for a host name, with a deadline.

    The name is not resolved again, so exactly the checked address is contacted. The certificate
    is verified against the name.
    """

    def __init__(self, host: str, endpoint: Endpoint | None, until: float) -> None:
        """`until` is a time of `time.monotonic`; without an endpoint, a proxy is used."""
        self._host = host
        self._endpoint = endpoint
        self._context = _context(until)
        super().__init__(max_retries=0)

    def build_connection_pool_key_attributes(
        self, request: PreparedRequest, verify: bool | str, cert: Any = None
    ) -> Any:
        """The endpoint as pool key, with the TLS options for the host name."""
        host: dict[str, Any]
        pool: dict[str, Any]
        host, pool = map(dict, super().build_connection_pool_key_attributes(request, verify, cert))
        pool["ssl_context"] = self._context
        if self._endpoint:
            host |= {"host": self._endpoint.ip, "port": self._endpoint.port}
            pool["server_hostname"] = self._host
        return host, pool


def _context(until: float) -> ssl.SSLContext:
    """A TLS context whose sockets have a deadline, however slowly data trickles in."""

    class Bounded(ssl.SSLSocket):
        """Limits each wait, in the handshake or later, to the time left."""

        def do_handshake(self, block: bool = False) -> None:
            self.settimeout(_seconds_left(until))
            super().do_handshake(block)

        def read(self, len: int = 1024, buffer: Any = None) -> Any:
            self.settimeout(_seconds_left(until))
            # Without TLS's close_notify the data may have been truncated by anyone.
            self.suppress_ragged_eofs = False
            return super().read(len, buffer)

    context = create_urllib3_context()
    context.sslsocket_class = Bounded
    return context


def _seconds_left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError("the time is over")
    return left
