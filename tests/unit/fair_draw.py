"""The fair draw a second time, from its description in words alone, and its test vectors.

``python -m tests.unit.fair_draw`` prints tests/data/fairness_vectors.json.
"""

import hashlib
import hmac
import json
import struct
from collections.abc import Sequence
from itertools import count
from typing import Any

DOMAIN = "mastermind.v1"


def part(value: str | bytes | bool | int) -> bytes:
    """One part behind its length, a big-endian uint32."""
    if isinstance(value, str):
        value = value.encode("utf-8")
    elif isinstance(value, bool):
        value = struct.pack(">?", value)
    elif isinstance(value, int):
        value = struct.pack(">Q", value)
    return struct.pack(">I", len(value)) + value


def parts(game_id: str, ruleset: dict[str, Any], seed: bytes) -> bytes:
    """All parts in a row: the ruleset's fields by number, a list as its count and items."""
    told = part(DOMAIN) + part(game_id)
    for field in (
        *("name", "pegs", "colors", "repeats", "guess_repeats", "blanks"),
        *("max_guesses", "feedback_kind", "word_list"),
    ):
        told += part(ruleset[field])
    told += part(len(ruleset["symbols"]))
    for name in ruleset["symbols"]:
        told += part(name)
    return told + part(seed)


def commitment(game_id: str, ruleset: dict[str, Any], server_seed: bytes) -> bytes:
    """What is published before the first guess."""
    return hashlib.sha256(parts(game_id, ruleset, server_seed)).digest()


def stream(key: bytes, message: bytes, codes: int) -> list[int]:
    """The numbers that are drawn, the last one below ``codes``; all others are rejected."""
    bits = len(f"{codes - 1:b}") if codes > 1 else 0
    drawn: list[int] = []
    for counter in count():
        mac = hmac.new(key, message + struct.pack(">I", counter), hashlib.sha256)
        drawn.append(int(mac.hexdigest(), 16) % 2**bits)
        if drawn[-1] < codes:
            return drawn
    raise AssertionError


def number_of_codes(ruleset: dict[str, Any]) -> int:
    """How many secrets are legal."""
    symbols, codes = ruleset["colors"] + ruleset["blanks"], 1
    for place in range(ruleset["pegs"]):
        codes *= symbols if ruleset["repeats"] else symbols - place
    return codes


def code_at(rank: int, ruleset: dict[str, Any]) -> list[int]:
    """The code at a place of the lexicographic order, a blank first."""
    left = list(range(0 if ruleset["blanks"] else 1, ruleset["colors"] + 1))
    behind = number_of_codes(ruleset)
    code: list[int] = []
    for _ in range(ruleset["pegs"]):
        behind //= len(left)
        code.append(left[rank // behind])
        rank %= behind
        if not ruleset["repeats"]:
            left.remove(code[-1])
    return code


def secret(
    game_id: str, ruleset: dict[str, Any], server_seed: bytes, client_seed: bytes
) -> list[int]:
    """The secret that both seeds together draw."""
    drawn = stream(server_seed, parts(game_id, ruleset, client_seed), number_of_codes(ruleset))
    return code_at(drawn[-1], ruleset)


def equilibrium_secret(
    game_id: str, ruleset: dict[str, Any], server_seed: bytes, client_seed: bytes
) -> list[int]:
    """The secret that both seeds draw among the codes of two colors or more."""
    every = (code_at(rank, ruleset) for rank in range(number_of_codes(ruleset)))
    mixed = [code for code in every if len(set(code)) > 1]
    drawn = stream(server_seed, parts(game_id, ruleset, client_seed), len(mixed))
    return mixed[drawn[-1]]


def seeded(seed: int) -> bytes:
    """The server seed of a SEEDED game."""
    return hashlib.sha256(f"{DOMAIN}/seed".encode() + struct.pack(">Q", seed)).digest()


def ruleset_fields(name: str, pegs: int, colors: int, **others: Any) -> dict[str, Any]:
    """A ruleset's fields; names of fields as in the API."""
    plain = {
        "name": name,
        "pegs": pegs,
        "colors": colors,
        "repeats": True,
        "guess_repeats": True,
        "blanks": False,
        "max_guesses": 12,
        "feedback_kind": 1,
        "word_list": "",
        "symbols": [],
    }
    return plain | others


CLASSIC = ruleset_fields("classic", 4, 6)
RULESETS: Sequence[dict[str, Any]] = (
    CLASSIC,
    ruleset_fields("hasbro", 4, 8, repeats=False),
    ruleset_fields("hasbro-ninth", 4, 8, repeats=False, blanks=True),
    ruleset_fields("super-blanks", 5, 8, blanks=True),
    ruleset_fields("bulls-and-cows", 4, 10, repeats=False, guess_repeats=False, max_guesses=0),
    ruleset_fields("custom", 3, 3, max_guesses=0, feedback_kind=2, symbols=["rouge", "grün", "青"]),
    ruleset_fields("custom", 15, 63, blanks=True),
)


def vectors() -> dict[str, Any]:
    """Test vectors; bytes as lower-case hexadecimal."""
    drawn = [
        {
            "game_id": f"game-{index}",
            "ruleset": ruleset,
            "server_seed": server_seed.hex(),
            "client_seed": client_seed.hex(),
            "commitment": commitment(f"game-{index}", ruleset, server_seed).hex(),
            "secret": secret(f"game-{index}", ruleset, server_seed, client_seed),
        }
        for index, ruleset in enumerate(RULESETS)
        for server_seed in [hashlib.sha256(f"server seed {index}".encode()).digest()]
        for client_seed in (b"", b"client seed")
    ]
    repeated = [
        {
            "seed": seed,
            "ruleset": CLASSIC,
            "server_seed": seeded(seed).hex(),
            "commitment": commitment("", CLASSIC, seeded(seed)).hex(),
            "secret": secret("", CLASSIC, seeded(seed), b""),
        }
        for seed in (0, 1, 2**63, 2**64 - 1)
    ]
    nonce = bytes(range(16))
    supplied = {
        "nonce": nonce.hex(),
        "secret": [3, 6, 3, 2],
        "commitment": hashlib.sha256(nonce + bytes([3, 6, 3, 2])).hexdigest(),
    }
    return {"drawn": drawn, "seeded": repeated, "supplied": [supplied]}


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=2, ensure_ascii=False))
