"""Tree files: small, whole and true, or refused with the fault."""

import json
import struct
import zlib
from dataclasses import fields, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_engine.rulesets import Ruleset, preset
from mastermind_engine.solver.strategies import Strategy
from mastermind_engine.solver.tree import BrokenTree, StrategyTree
from mastermind_engine.solver.trees.files import (
    MAGIC,
    decode_tree,
    encode_tree,
    load_tree,
    save_tree,
)
from mastermind_engine.solver.trees.record import (
    DamagedTree,
    TreeRecord,
    check_record,
    measured,
)
from tests.unit.samples import SMALL, custom, label, listed, repeatable
from tests.unit.strategy_trees import first_consistent_tree

VARIABLO = preset("variablo")
HEADER = len(MAGIC) + 1 + 32 + 4


@cache
def record_of(ruleset: Ruleset) -> TreeRecord:
    return measured(
        listed(ruleset), Strategy.OPTIMAL, first_consistent_tree(ruleset), source="a test ☑"
    )


def claims(record: TreeRecord) -> dict[str, object]:
    told = {each.name: getattr(record, each.name) for each in fields(record)}
    del told["tree"]
    return told


def resealed(header: dict[str, Any], body: bytes) -> bytes:
    """A file with a true checksum over whatever it says."""
    text = json.dumps(header).encode()
    rest = struct.pack("<I", len(text)) + text + body
    return MAGIC + b"\x01" + sha256(rest).digest() + rest


def opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    (length,) = struct.unpack_from("<I", data, HEADER - 4)
    return json.loads(data[HEADER : HEADER + length]), data[HEADER + length :]


def planes(tree: StrategyTree, *columns: np.ndarray[Any, Any]) -> bytes:
    guesses = tree.guesses.astype("<u4").view(np.uint8).reshape(-1, 4).T.tobytes()
    return zlib.compress(guesses + b"".join(each.astype(np.uint8).tobytes() for each in columns))


@pytest.mark.parametrize("ruleset", [*SMALL, VARIABLO], ids=label)
def test_a_saved_tree_comes_back_as_it_was(ruleset: Ruleset, tmp_path: Path) -> None:
    record = record_of(ruleset)
    path = tmp_path / "new" / "folder" / "any.tree"

    save_tree(record, path)
    loaded = load_tree(path)

    assert loaded.tree.guesses.tolist() == record.tree.guesses.tolist()
    assert loaded.tree.children.tolist() == record.tree.children.tolist()
    assert claims(loaded) == claims(record)
    assert check_record(listed(ruleset), loaded).total == record.total


@settings(repeatable, max_examples=30)
@given(st.data())
def test_any_guesses_and_order_of_nodes_come_back(data: st.DataObject) -> None:
    """The file is told in preorder, whatever order siblings had."""
    record = record_of(custom(3, 4))
    shuffled, guesses = reordered(record.tree, data.draw(st.randoms(use_true_random=False)))
    tree = StrategyTree(guesses, shuffled)

    loaded = decode_tree(encode_tree(replace(record, tree=tree)))

    assert loaded.tree.guesses.tolist() == record.tree.guesses.tolist()
    assert loaded.tree.children.tolist() == record.tree.children.tolist()


def reordered(tree: StrategyTree, random: Any) -> tuple[np.ndarray[Any, Any], Any]:
    """The same tree, its nodes numbered level by level and shuffled within each."""
    order, level = [], [0]
    while level:
        random.shuffle(level)
        order += level
        level = [int(child) for node in level for child in tree.children[node] if child >= 0]
    number = np.full(tree.nodes + 1, -1, np.int32)
    number[order] = np.arange(tree.nodes)
    return number[tree.children[order]], tree.guesses[order]


def test_a_changed_byte_anywhere_is_refused() -> None:
    data = encode_tree(record_of(VARIABLO))
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(DamagedTree):
            decode_tree(bytes(damaged))


def test_a_file_cut_anywhere_or_too_long_is_refused() -> None:
    data = encode_tree(record_of(VARIABLO))
    for length in range(len(data)):
        with pytest.raises(DamagedTree):
            decode_tree(data[:length])
    with pytest.raises(DamagedTree, match="checksum"):
        decode_tree(data + b"\0")


def test_the_fault_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some.tree"
    path.write_bytes(encode_tree(record_of(VARIABLO))[:-1])
    with pytest.raises(DamagedTree, match=rf"{path}: its checksum does not match"):
        load_tree(path)


def test_another_version_is_named() -> None:
    data = encode_tree(record_of(VARIABLO))
    with pytest.raises(DamagedTree, match="no strategy tree of version 1"):
        decode_tree(MAGIC + b"\x02" + data[len(MAGIC) + 1 :])


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("nodes", 0, "has 0 nodes"),
        ("nodes", 2**40, "nodes; 1 to"),
        ("nodes", 100, "does not hold the 100 nodes"),
        ("codes", 215, "breaks 215 codes; there are 216"),
        ("strategy", "MINIMAX", "which has no trees"),
        ("strategy", "BEST", "not readable"),
        ("total", "854", "not readable"),
        ("ruleset", {}, "not readable"),
        ("ruleset", None, "not readable"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(field: str, value: object, fault: str) -> None:
    header, body = opened(encode_tree(record_of(VARIABLO)))
    with pytest.raises(DamagedTree, match=fault):
        decode_tree(resealed({**header, field: value}, body))


def test_a_ruleset_that_is_not_legal_is_refused() -> None:
    header, body = opened(encode_tree(record_of(VARIABLO)))
    header["ruleset"]["pegs"] = 16
    with pytest.raises(DamagedTree, match="no legal ruleset: pegs"):
        decode_tree(resealed(header, body))


def test_nodes_that_are_no_tree_are_refused() -> None:
    record = record_of(VARIABLO)
    header, body = opened(encode_tree(record))
    nodes = record.tree.nodes
    columns = np.frombuffer(zlib.decompress(body), np.uint8)[4 * nodes :]
    depths, slots = columns[:nodes].copy(), columns[nodes:].copy()

    jump, second_root, far, twice = depths.copy(), depths.copy(), slots.copy(), slots.copy()
    jump[1] = 2
    second_root[5] = 0
    far[3] = 10
    siblings = np.flatnonzero(depths == 1)
    twice[siblings[1]] = slots[siblings[0]]
    for bad, fault in (
        ((jump, slots), "in no order of a tree"),
        ((second_root, slots), "in no order of a tree"),
        ((depths, far), "feedback of another ruleset"),
        ((depths, twice), "two nodes behind one feedback"),
    ):
        with pytest.raises(DamagedTree, match=fault):
            decode_tree(resealed(header, planes(record.tree, *bad)))


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ({"total": 1}, "claims a total of 1"),
        ({"depth": 3}, "claims a depth of 3"),
        ({"lower_bound": 10_000}, "claims that 10000 is least"),
    ],
)
def test_a_claim_that_is_not_true_is_found(claim: dict[str, int], fault: str) -> None:
    false = replace(record_of(VARIABLO), **claim)  # type: ignore[arg-type]
    loaded = decode_tree(encode_tree(false))
    with pytest.raises(DamagedTree, match=fault):
        check_record(listed(VARIABLO), loaded)


def test_a_wrong_node_in_a_whole_file_is_found() -> None:
    record = record_of(VARIABLO)
    for node in range(record.tree.nodes):
        guesses = record.tree.guesses.copy()
        guesses[node] = (guesses[node] + 1) % 216
        wrong = replace(record, tree=StrategyTree(guesses, record.tree.children))
        with pytest.raises(BrokenTree):
            check_record(listed(VARIABLO), decode_tree(encode_tree(wrong)))


def test_a_tree_that_leaves_a_code_out_is_found() -> None:
    record = record_of(VARIABLO)
    children = record.tree.children[:-1].copy()
    children[children == record.tree.nodes - 1] = -1
    short = replace(record, tree=StrategyTree(record.tree.guesses[:-1], children))
    with pytest.raises(BrokenTree, match="nothing follows"):
        check_record(listed(VARIABLO), decode_tree(encode_tree(short)))


def test_a_tree_is_refused_for_another_ruleset() -> None:
    with pytest.raises(DamagedTree, match="another ruleset"):
        check_record(listed(custom(3, 5)), record_of(VARIABLO))


def test_a_blank_is_one_more_color_to_a_tree() -> None:
    record = record_of(custom(3, 4))
    assert check_record(listed(custom(3, 3, blanks=True)), record).total == record.total
