"""compose.yaml and the manifests of Kubernetes: what they name is there, and nothing has rights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from app import app
from headjudge.cli.commands.serve import END_SECONDS
from headjudge.web.limits import LIMITS
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
IMAGE = "headjudge:latest"
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def documents() -> Iterator[dict[str, Any]]:
    listed = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text("utf-8"))["resources"]
    assert {*listed, "kustomization.yaml"} == {one.name for one in KUBERNETES.iterdir()}
    for name in listed:
        yield from yaml.safe_load_all((KUBERNETES / name).read_text("utf-8"))


MANIFESTS = {(one["kind"], one["metadata"]["name"]): one for one in documents()}
PODS = {
    name: one["spec"]["template"]["spec"]
    for (kind, name), one in MANIFESTS.items()
    if kind == "Deployment"
} | {
    name: one["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    for (kind, name), one in MANIFESTS.items()
    if kind == "CronJob"
}
CONFIGURED = MANIFESTS["ConfigMap", "headjudge"]["data"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_no_rights(name: str) -> None:
    one = SERVICES[name]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert one["mem_limit"]
    assert one["tmpfs"]
    assert one.get("image") == IMAGE or not one["user"].startswith("0")


def test_the_composition_is_consistent() -> None:
    replicas = re.findall(
        r"^server ([\w-]+):8000 ", (DEPLOY / "nginx/replicas.compose.conf").read_text(), re.M
    )
    updates = {"update"}
    of_image = [name for name, one in SERVICES.items() if one["image"] == IMAGE]
    assert [name for name in of_image if name not in updates] == replicas
    for one in SERVICES.values():
        assert {*one.get("depends_on", [])} <= {*SERVICES}
        assert {*one["networks"]} <= {*COMPOSE["networks"]}
        for volume in one.get("volumes", []):
            source, place, *how = volume.split(":")
            if source in COMPOSE["volumes"]:
                assert f"HEADJUDGE_FACTS={place}\n" in DOCKERFILE
                assert how == ([] if one is SERVICES["update"] else ["ro"])
            else:
                assert (DEPLOY / source).is_file()
                assert how == ["ro"]
    for name in replicas:
        assert (DEPLOY / SERVICES[name]["build"] / "Dockerfile").exists()
        assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > END_SECONDS


@pytest.mark.parametrize("name", PODS)
def test_a_pod_has_no_rights(name: str) -> None:
    pod = PODS[name]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    (container,) = pod["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container["resources"]["limits"]["memory"]
    assert {one["name"] for one in container["volumeMounts"]} == {
        one["name"] for one in pod["volumes"]
    }


def test_the_pods_are_those_of_the_image() -> None:
    pod = PODS["headjudge"]
    (container,) = pod["containers"]
    assert container["image"] == IMAGE
    assert f"USER {pod['securityContext']['runAsUser']}:" in DOCKERFILE
    assert f"EXPOSE {container['ports'][0]['containerPort']}\n" in DOCKERFILE
    (configured,) = container["envFrom"]
    assert ("ConfigMap", configured["configMapRef"]["name"]) in MANIFESTS
    (_, wait) = container["lifecycle"]["preStop"]["exec"]["command"]
    assert pod["terminationGracePeriodSeconds"] >= END_SECONDS + int(wait)


def test_the_update_writes_where_the_replicas_read() -> None:
    places = []
    for name in ("headjudge", "headjudge-update"):
        (container,) = PODS[name]["containers"]
        assert container["image"] == IMAGE
        claims = {
            volume["name"]: volume["persistentVolumeClaim"]["claimName"]
            for volume in PODS[name]["volumes"]
            if "persistentVolumeClaim" in volume
        }
        assert [("PersistentVolumeClaim", claim) in MANIFESTS for claim in claims.values()]
        mounts = [one for one in container["volumeMounts"] if one["name"] in claims]
        places.append((mounts[0]["mountPath"], mounts[0].get("readOnly", False)))
    (place, _), _ = places
    assert places == [(place, True), (place, False)]
    assert f"HEADJUDGE_FACTS={place}\n" in DOCKERFILE
    assert PODS["headjudge-update"]["containers"][0]["args"] == ["update"]


def test_probes_are_routes() -> None:
    (container,) = PODS["headjudge"]["containers"]
    routes = {rule.rule for rule in app.url_map.iter_rules()}
    asked = {name: container[name]["httpGet"] for name in container if name.endswith("Probe")}
    assert {name: one["path"] for name, one in asked.items()} == {
        "startupProbe": "/readyz", "readinessProbe": "/readyz", "livenessProbe": "/healthz",
    }  # fmt: skip
    assert {one["path"] for one in asked.values()} <= routes
    assert {one["port"] for one in asked.values()} == {container["ports"][0]["name"]}
    assert "/metrics" in routes


def test_services_find_pods_and_ingresses_services() -> None:
    labels = {
        name: one["spec"]["template"]["metadata"]["labels"]
        for (kind, name), one in MANIFESTS.items()
        if kind == "Deployment"
    }
    for (kind, name), one in MANIFESTS.items():
        if kind == "Deployment":
            assert one["spec"]["selector"]["matchLabels"] == labels[name]
        elif kind == "Service" and name != "headjudge-nobody":
            assert one["spec"]["selector"] == labels[name]
            (port,) = one["spec"]["ports"]
            (container,) = PODS[name]["containers"]
            assert port["targetPort"] in {each["name"] for each in container["ports"]}
        elif kind == "NetworkPolicy":
            assert one["spec"]["podSelector"]["matchLabels"] == labels[name]
        elif kind == "Ingress":
            for path in one["spec"]["rules"][0]["http"]["paths"]:
                asked = path["backend"]["service"]
                ports = MANIFESTS["Service", asked["name"]]["spec"]["ports"]
                assert asked["port"]["name"] in {each["name"] for each in ports}


def test_metrics_are_not_public() -> None:
    paths = MANIFESTS["Ingress", "headjudge"]["spec"]["rules"][0]["http"]["paths"]
    (closed,) = [one["backend"]["service"]["name"] for one in paths if one["path"] == "/metrics"]
    assert "selector" not in MANIFESTS["Service", closed]["spec"]


def settings_of_systemd() -> dict[str, str]:
    text = Path(DEPLOY, "systemd", "headjudge.env").read_text("utf-8")
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize(
    "settings",
    [CONFIGURED, SERVICES["headjudge-1"]["environment"], settings_of_systemd()],
    ids=["kubernetes", "compose", "systemd"],
)
def test_settings_are_documented_and_one_proxy_is_trusted(settings: dict[str, str]) -> None:
    described = (ROOT / "docs" / "deploying.md").read_text("utf-8")
    assert settings["HEADJUDGE_PROXIES"] == "1"
    assert [name for name in settings if f"| `{name}` |" not in described] == []


def sizes_of_ingresses() -> dict[str, int]:
    """The bytes of a body by path."""
    sizes = {}
    for (kind, _), one in MANIFESTS.items():
        if kind == "Ingress":
            size = one["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
            for path in one["spec"]["rules"][0]["http"]["paths"]:
                sizes[path["path"]] = int(size.removesuffix("m")) << 20
    return sizes


def test_bodies_have_the_limits_of_the_service() -> None:
    assert sizes_of_ingresses() == {
        "/": LIMITS.body, "/metrics": LIMITS.body, "/event": LIMITS.event,
        "/v1/validate/batch": LIMITS.batch,
    }  # fmt: skip


def test_the_ingress_alone_reaches_the_service() -> None:
    policy = MANIFESTS["NetworkPolicy", "headjudge"]["spec"]
    assert {*policy["policyTypes"]} == {"Ingress", "Egress"}
    (rule,) = policy["ingress"]
    (sender,) = rule["from"]
    assert sender["namespaceSelector"]["matchLabels"]
    assert sender["podSelector"]["matchLabels"]
    assert policy["egress"] == []
