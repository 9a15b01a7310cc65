"""What the chart makes of its values."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from mastermind_service.config import Settings, load_settings
from tests.chart.conftest import (
    SHARED,
    Helm,
    Objects,
    container_of,
    environment_of,
    pod_of,
)
from tests.chart.variants import VARIANTS
from tests.support.certificates import make_certificate

TLS = "/etc/mastermind/tls"

pytestmark = pytest.mark.chart
NAME = "games-mastermind"
SELECTOR = {"app.kubernetes.io/name": "mastermind", "app.kubernetes.io/instance": "games"}


@pytest.fixture(scope="module")
def plain(helm: Helm) -> Objects:
    return helm.objects()


@pytest.fixture(scope="module")
def everything(helm: Helm) -> Objects:
    return helm.objects(VARIANTS["everything"])


def test_what_there_is_by_default(plain: Objects) -> None:
    assert set(plain) == {
        ("ConfigMap", NAME),
        ("Deployment", NAME),
        ("Pod", f"{NAME}-test"),
        ("Secret", NAME),
        ("Service", NAME),
        ("Service", f"{NAME}-headless"),
        ("ServiceAccount", NAME),
    }


def test_what_there_can_be(everything: Objects) -> None:
    assert {kind for kind, _ in everything} == {
        *("ConfigMap", "Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "Pod"),
        *("PodDisruptionBudget", "Secret", "Service", "ServiceAccount", "ServiceMonitor"),
    }


def test_how_little_there_can_be(helm: Helm) -> None:
    assert {kind for kind, _ in helm.objects(VARIANTS["little"])} == {
        *("ConfigMap", "Deployment", "NetworkPolicy", "Secret", "Service"),
    }


def test_names_and_labels(helm: Helm) -> None:
    for values in VARIANTS.values():
        for (kind, name), each in helm.objects(values, name="x" * 53).items():
            labels = each["metadata"]["labels"]
            assert labels["app.kubernetes.io/instance"] == "x" * 53
            assert "helm.sh/chart" in labels
            if kind != "Pod":
                assert labels["app.kubernetes.io/name"] == "mastermind"
                assert labels["app.kubernetes.io/managed-by"] == "Helm"
            assert len(name) <= 63


@pytest.mark.parametrize(
    ("release", "values", "name"),
    [
        ("games", {}, "games-mastermind"),
        ("mastermind", {}, "mastermind"),
        ("my-mastermind-2", {}, "my-mastermind-2"),
        ("games", {"nameOverride": "mm"}, "games-mm"),
        ("games", {"fullnameOverride": "solver"}, "solver"),
    ],
)
def test_the_full_name(helm: Helm, release: str, values: dict[str, Any], name: str) -> None:
    assert ("Deployment", name) in helm.objects(values, name=release)


def test_all_selectors_select_the_servers_and_nothing_else(everything: Objects) -> None:
    deployment = everything["Deployment", NAME]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert labels.items() >= SELECTOR.items()
    assert labels["team"] == "games"
    assert deployment["selector"]["matchLabels"] == SELECTOR
    assert everything["Service", NAME]["spec"]["selector"] == SELECTOR
    assert everything["Service", f"{NAME}-headless"]["spec"]["selector"] == SELECTOR
    assert everything["PodDisruptionBudget", NAME]["spec"]["selector"]["matchLabels"] == SELECTOR
    assert everything["NetworkPolicy", NAME]["spec"]["podSelector"]["matchLabels"] == SELECTOR
    test_pod = everything["Pod", f"{NAME}-test"]["metadata"]["labels"]
    assert not test_pod.items() >= SELECTOR.items()


@pytest.mark.parametrize("kind", ["Deployment", "Pod"])
def test_pods_have_no_privilege(plain: Objects, kind: str) -> None:
    pod = pod_of(plain) if kind == "Deployment" else plain["Pod", f"{NAME}-test"]["spec"]
    assert (
        pod["securityContext"].items()
        >= {
            "runAsNonRoot": True,
            "runAsUser": 10001,
            "runAsGroup": 10001,
            "seccompProfile": {"type": "RuntimeDefault"},
        }.items()
    )
    assert pod["automountServiceAccountToken"] is False
    (container,) = pod["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"requests", "limits"} == container["resources"].keys()


def test_what_can_be_written_to_is_tmp_alone(plain: Objects) -> None:
    assert container_of(plain)["volumeMounts"] == [{"name": "tmp", "mountPath": "/tmp"}]
    (volume,) = pod_of(plain)["volumes"]
    assert "emptyDir" in volume


def test_probes(plain: Objects) -> None:
    container = container_of(plain)
    paths = {"startupProbe": "/readyz", "readinessProbe": "/readyz", "livenessProbe": "/livez"}
    for probe, path in paths.items():
        assert container[probe]["httpGet"] == {"path": path, "port": "admin"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_more_time_to_end_than_calls_are_given(helm: Helm, variant: str) -> None:
    values = VARIANTS[variant]
    name = "little" if variant == "little" else NAME
    pod = pod_of(helm.objects(values), name)
    grace = values.get("settings", {}).get("grace_seconds", 10)
    # The listeners of HTTP have five seconds each.
    assert pod["terminationGracePeriodSeconds"] >= math.ceil(grace) + 15


def test_the_ports_of_container_services_and_settings_agree(
    plain: Objects, everything: Objects
) -> None:
    for objects, grpc, http, admin in (
        (plain, 50051, 8080, 9090),
        (everything, 5001, 8001, 9001),
    ):
        ports = {each["name"]: each["containerPort"] for each in container_of(objects)["ports"]}
        assert ports == {"grpc": grpc, "http": http, "admin": admin}
        settings = objects["ConfigMap", NAME]["data"]
        for name, port in ports.items():
            assert settings[f"MASTERMIND_{name.upper()}_ADDRESS"] == f"0.0.0.0:{port}"
        public = {each["name"]: each for each in objects["Service", NAME]["spec"]["ports"]}
        assert {name: each["port"] for name, each in public.items()} == {"grpc": grpc, "http": http}
        headless = objects["Service", f"{NAME}-headless"]["spec"]
        assert headless["clusterIP"] == "None"
        assert {each["name"]: each["port"] for each in headless["ports"]} == {
            "grpc": grpc,
            "admin": admin,
        }
        for each in (*public.values(), *headless["ports"]):
            assert each["targetPort"] == each["name"]


def test_the_image(plain: Objects, everything: Objects) -> None:
    assert container_of(plain)["image"] == "mastermind-service:0.1.0"
    digest = VARIANTS["everything"]["image"]["digest"]
    assert container_of(everything)["image"] == f"images.example/games/mastermind@{digest}"


@pytest.mark.parametrize("variant", ["defaults", "shared", "everything"])
def test_the_server_takes_what_the_chart_tells_it(
    helm: Helm, variant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    values = VARIANTS[variant]
    pair = make_certificate(tmp_path)
    # What a pod has mounted: the settings look into these files.
    mounted = {f"{TLS}/tls.crt": str(pair.chain), f"{TLS}/tls.key": str(pair.key)}
    for name, value in environment_of(helm.objects(values)).items():
        monkeypatch.setenv(name, mounted.get(value, value))
    settings = load_settings(None, {})
    assert settings.admin_address
    assert settings.store == values.get("store", {}).get("url", "memory://")
    for name, value in values.get("settings", {}).items():
        assert getattr(settings, name) == value
    assert len(settings.signing_keys()) == (2 if "secrets" in values else 0)
    assert (settings.tls_certificate is not None) == ("tls" in values)


def test_every_setting_that_the_chart_sets_exists(everything: Objects) -> None:
    known = {f"MASTERMIND_{name.upper()}" for name in Settings.model_fields}
    named = {each["name"] for each in container_of(everything)["env"]}
    assert environment_of(everything).keys() | named <= known


def test_secrets_are_in_the_secret_alone(helm: Helm, everything: Objects) -> None:
    for key, each in everything.items():
        if key[0] != "Secret":
            text = json.dumps(each)
            assert not [word for word in ("sesame", "signing key", "sixteen") if word in text], key
    notes = helm.texts(VARIANTS["everything"])
    assert "sesame" not in "".join(text for name, text in notes.items() if "secret" not in name)


def test_a_secret_of_ones_own(helm: Helm) -> None:
    objects = helm.objects(VARIANTS["existing-secret"])
    assert not [name for kind, name in objects if kind == "Secret"]
    references = {
        each["name"]: each["valueFrom"]["secretKeyRef"]
        for each in container_of(objects)["env"]
        if "secretKeyRef" in each["valueFrom"]
    }
    assert {each["name"] for each in references.values()} == {"my-secret"}
    assert not references["MASTERMIND_STORE"].get("optional")
    assert not references["MASTERMIND_KEYS"]["optional"]
    assert references["MASTERMIND_API_KEYS"]["optional"]


@pytest.mark.parametrize(
    "change",
    [
        {"settings": {"log_level": "debug"}},
        {"secrets": {"keys": "another signing key"}},
        {"store": {"url": "redis://other"}},
    ],
)
def test_a_change_of_settings_or_keys_replaces_the_pods(helm: Helm, change: dict[str, Any]) -> None:
    def annotations(values: dict[str, Any]) -> dict[str, str]:
        template = helm.objects(values)["Deployment", NAME]["spec"]["template"]
        told: dict[str, str] = template["metadata"]["annotations"]
        return told

    assert annotations(SHARED) == annotations(SHARED)
    assert annotations(SHARED) != annotations({**SHARED, **change})


def test_the_solver_has_as_many_threads_as_it_may_use_cores(
    plain: Objects, everything: Objects
) -> None:
    def threads(objects: Objects) -> list[dict[str, Any]]:
        environment = container_of(objects)["env"]
        return [each for each in environment if each["name"] == "MASTERMIND_SOLVER_THREADS"]

    (told,) = threads(plain)
    assert told["valueFrom"]["resourceFieldRef"]["resource"] == "limits.cpu"
    assert threads(everything) == []


def test_autoscaling_takes_the_replicas_over(helm: Helm, everything: Objects) -> None:
    assert "replicas" not in everything["Deployment", NAME]["spec"]
    assert helm.objects(VARIANTS["shared"])["Deployment", NAME]["spec"]["replicas"] == 3
    scaler = everything["HorizontalPodAutoscaler", NAME]["spec"]
    assert scaler["scaleTargetRef"]["name"] == NAME
    assert (scaler["minReplicas"], scaler["maxReplicas"]) == (3, 9)


def test_one_server_alone_has_no_disruption_budget(helm: Helm, plain: Objects) -> None:
    assert ("PodDisruptionBudget", NAME) not in plain
    budget = helm.objects(VARIANTS["shared"])["PodDisruptionBudget", NAME]["spec"]
    assert budget["maxUnavailable"] == 1


def test_tls(everything: Objects) -> None:
    settings = everything["ConfigMap", NAME]["data"]
    (mount,) = (each for each in container_of(everything)["volumeMounts"] if each["name"] == "tls")
    for name, file in (("CERTIFICATE", "tls.crt"), ("KEY", "tls.key")):
        assert settings[f"MASTERMIND_TLS_{name}"] == f"{mount['mountPath']}/{file}"
    (volume,) = (each for each in pod_of(everything)["volumes"] if each["name"] == "tls")
    # The server's group may read the key, nobody else.
    assert volume["secret"] == {"secretName": "games-tls", "defaultMode": 0o440}


def test_the_service_monitor_finds_the_headless_service(everything: Objects) -> None:
    monitor = everything["ServiceMonitor", NAME]
    headless = everything["Service", f"{NAME}-headless"]
    labels = headless["metadata"]["labels"]
    assert labels.items() >= monitor["spec"]["selector"]["matchLabels"].items()
    public = everything["Service", NAME]["metadata"]["labels"]
    assert not public.items() >= monitor["spec"]["selector"]["matchLabels"].items()
    (endpoint,) = monitor["spec"]["endpoints"]
    assert endpoint == {"port": "admin", "path": "/metrics", "interval": "30s"}
    assert monitor["spec"]["namespaceSelector"] == {"matchNames": ["play"]}
    assert monitor["metadata"]["labels"]["release"] == "monitoring"


def test_the_network_policy(helm: Helm, everything: Objects) -> None:
    policy = everything["NetworkPolicy", NAME]["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    calls, scrapes = policy["ingress"]
    assert [each["port"] for each in calls["ports"]] == ["grpc", "http"]
    assert [each["port"] for each in scrapes["ports"]] == ["admin"]
    assert calls["from"] == VARIANTS["everything"]["networkPolicy"]["callers"]
    test_pod = everything["Pod", f"{NAME}-test"]["metadata"]["labels"]
    assert scrapes["from"][0] == VARIANTS["everything"]["networkPolicy"]["scrapers"][0]
    assert test_pod.items() >= scrapes["from"][1]["podSelector"]["matchLabels"].items()

    open_to_all = helm.objects({"networkPolicy": {"enabled": True}})["NetworkPolicy", NAME]["spec"]
    assert open_to_all["policyTypes"] == ["Ingress"]
    assert not [rule for rule in open_to_all["ingress"] if "from" in rule]


def test_helm_test_asks_a_server(plain: Objects) -> None:
    pod = plain["Pod", f"{NAME}-test"]
    assert pod["metadata"]["annotations"]["helm.sh/hook"] == "test"
    *_, url = pod["spec"]["containers"][0]["command"]
    assert url == f"http://{NAME}-headless:9090/readyz"
    assert pod["spec"]["containers"][0]["image"] == container_of(plain)["image"]


def test_the_notes_say_how_to_reach_it_and_what_to_mind(helm: Helm) -> None:
    notes = helm.texts({})["NOTES.txt"]
    assert "dns:///games-mastermind-headless.play.svc:50051" in notes
    assert "end with it" in notes
    assert "Everybody" in notes
    quiet = helm.texts(VARIANTS["everything"])["NOTES.txt"]
    assert "https://games-mastermind.play.svc:8001" in quiet
    assert "end with it" not in quiet
    assert "Everybody" not in quiet
