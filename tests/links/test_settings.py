"""Which sites are asked, as an environment says."""

from __future__ import annotations

import pytest

from headjudge.links import WrongAddress, WrongSettings, of_environment
from headjudge.links.sites import AGENT, LINKS, PROXY, SITES
from tests.links.sites import RECORDED


@pytest.mark.parametrize("said", [{}, {LINKS: ""}, {LINKS: "off"}, {LINKS: " OFF "}])
def test_links_are_off_by_default(said: dict[str, str]) -> None:
    assert of_environment(said) is None


def test_on_switches_all_sites_on() -> None:
    settings = of_environment({LINKS: "on"})
    assert settings
    assert settings.sites == SITES
    assert settings.agent.startswith("headjudge")
    assert of_environment({}, "on") == settings
    assert of_environment({LINKS: "off"}, "on") is None


def test_a_host_stands_for_its_site() -> None:
    settings = of_environment({LINKS: "github.com, moxfield.com"})
    assert settings
    for one in RECORDED:
        if one.site in ("GitHub", "Moxfield"):
            assert str(settings.source_of(one.page)[1]) == one.source
        else:
            with pytest.raises(WrongAddress, match="those from Moxfield and GitHub are"):
                settings.source_of(one.page)
    assert "melee.gg" not in settings.hosts


def test_another_host_stands_for_itself() -> None:
    settings = of_environment({LINKS: "decks.example.org gitlab.com"})
    assert settings
    page = "https://decks.example.org/friday/ann.txt?raw=1#x"
    assert str(settings.source_of(page)[1]) == "https://decks.example.org/friday/ann.txt?raw=1"
    assert settings.hosts == {"decks.example.org", "gitlab.com"}


@pytest.mark.parametrize(
    "said",
    ["true", "1", "127.0.0.1", "localhost", "https://moxfield.com", "moxfield.com:443", "*.com",
     "[::1]", "moxfield.com,x", "münchen.de"],
)  # fmt: skip
def test_names_without_a_meaning(said: str) -> None:
    with pytest.raises(WrongSettings, match=f"^{LINKS}: "):
        of_environment({LINKS: said})


def test_agent_and_proxy_can_be_set() -> None:
    said = {AGENT: "club/1 (club@example.org)", PROXY: "http://proxy.example.org:3128"}
    settings = of_environment({LINKS: "on", **said})
    assert settings
    assert (settings.agent, settings.proxy) == tuple(said.values())
    with pytest.raises(WrongSettings, match=AGENT):
        of_environment({LINKS: "on", AGENT: "club\r\nHost: x"})
