"""Values that use everything that the chart has."""

from typing import Any

from tests.chart.conftest import SHARED

VARIANTS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "shared": {**SHARED, "replicas": 3},
    "existing-secret": {"secrets": {"existing": "my-secret"}, "replicas": 2},
    "everything": {
        **SHARED,
        "image": {
            "repository": "images.example/games/mastermind",
            "digest": "sha256:" + "0123456789abcdef" * 4,
            "pullSecrets": [{"name": "registry"}],
        },
        "secrets": {**SHARED["secrets"], "apiKeys": "platform=a key of sixteen and more"},
        "settings": {
            "key_prefix": "games:",
            "log_level": "debug",
            "grace_seconds": 12.5,
            "max_in_flight": 2_000_000,
            "max_call_seconds": 30,
            "solver_threads": 4,
            "solver_queue": 0,
        },
        "tls": {"secretName": "games-tls"},
        "ports": {"grpc": 5001, "http": 8001, "admin": 9001},
        "service": {"type": "LoadBalancer", "annotations": {"example.org/internal": "true"}},
        "serviceAccount": {"name": "player", "annotations": {"example.org/role": "player"}},
        "podDisruptionBudget": {"maxUnavailable": "25%"},
        "autoscaling": {"enabled": True, "minReplicas": 3, "maxReplicas": 9, "targetCPU": 60},
        "serviceMonitor": {"enabled": True, "interval": "30s", "labels": {"release": "monitoring"}},
        "networkPolicy": {
            "enabled": True,
            "callers": [{"namespaceSelector": {"matchLabels": {"team": "games"}}}],
            "scrapers": [{"namespaceSelector": {"matchLabels": {"team": "monitoring"}}}],
            "egress": [{"ports": [{"port": 6379}]}, {"ports": [{"port": 53, "protocol": "UDP"}]}],
        },
        "podAnnotations": {"example.org/note": "1"},
        "podLabels": {"team": "games"},
        "nodeSelector": {"kubernetes.io/arch": "amd64"},
        "tolerations": [{"key": "games", "operator": "Exists", "effect": "NoSchedule"}],
        "affinity": {
            "nodeAffinity": {
                "preferredDuringSchedulingIgnoredDuringExecution": [
                    {
                        "weight": 1,
                        "preference": {
                            "matchExpressions": [{"key": "disk", "operator": "In", "values": ["x"]}]
                        },
                    }
                ]
            }
        },
        "topologySpreadConstraints": [
            {
                "maxSkew": 2,
                "topologyKey": "topology.kubernetes.io/zone",
                "whenUnsatisfiable": "DoNotSchedule",
            }
        ],
        "priorityClassName": "games",
    },
    "little": {
        "serviceAccount": {"create": False},
        "tests": {"enabled": False},
        "podDisruptionBudget": {"enabled": False},
        "networkPolicy": {"enabled": True},
        "fullnameOverride": "little",
        "resources": {"requests": {"cpu": "250m"}, "limits": {"memory": "512Mi"}},
    },
}
