"""Strategy trees as files: small, versioned, and trusted only whole.

A tree file is eight bytes of magic, the last one the version; the SHA-256 of all that
follows; the length of the header, a little-endian uint32; the header, JSON; and the nodes
in preorder as four columns, packed by zlib: the guesses' ranks as four planes of bytes,
low bytes first, each node's depth, and the feedback number that leads to it, a byte each.
Depth and order alone tell every node's parent.
"""

import json
import struct
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from mastermind_engine import kernels
from mastermind_engine.replacing import replacing
from mastermind_engine.rulesets import FeedbackKind, Ruleset, check_ruleset
from mastermind_engine.solver.listed import MAX_LISTED_CODES
from mastermind_engine.solver.strategies import FROM_TREES, Strategy
from mastermind_engine.solver.tree import StrategyTree
from mastermind_engine.solver.trees.record import DamagedTree, TreeRecord
from mastermind_engine.tables import Shape

SUFFIX = ".tree"
VERSION = 1
MAGIC = b"MMTREE\0"
MAX_NODES = 4 * MAX_LISTED_CODES
_NODE_BYTES = 6
_DIGEST = slice(len(MAGIC) + 1, len(MAGIC) + 33)
_LENGTH = struct.Struct("<I")


def file_name(shape: Shape, strategy: Strategy) -> str:
    """Name of a tree's file, telling its shape and strategy."""
    stem = Path(shape.file_name).stem
    return f"{stem}.{strategy.name.lower().replace('_', '-')}{SUFFIX}"


def save_tree(record: TreeRecord, path: Path) -> None:
    """Writes ``record`` whole or not at all.

    Raises:
        OSError: The folder cannot be made or written to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(encode_tree(record))


def load_tree(path: Path) -> TreeRecord:
    """The record in a file, as `save_tree` wrote it; whether it plays well, `check_record` tells.

    Raises:
        DamagedTree: The file is not, in every byte, what `save_tree` wrote; names file and
            fault.
        OSError: There is no such file, or it cannot be read.
    """
    try:
        return decode_tree(path.read_bytes())
    except DamagedTree as damaged:
        raise DamagedTree(f"{path}: {damaged}") from damaged


def encode_tree(record: TreeRecord) -> bytes:
    """The bytes of a tree file."""
    guesses, depths, slots = _columns(record.tree)
    planes = guesses.astype("<u4").view(np.uint8).reshape(-1, 4).T
    body = zlib.compress(planes.tobytes() + depths.tobytes() + slots.tobytes(), 9)
    header = json.dumps(_header(record)).encode()
    rest = _LENGTH.pack(len(header)) + header + body
    return MAGIC + bytes((VERSION,)) + sha256(rest).digest() + rest


def decode_tree(data: bytes) -> TreeRecord:
    """The record whose `encode_tree` is ``data``.

    Raises:
        DamagedTree: ``data`` is something else; the message names the fault.
    """
    if not data.startswith(MAGIC):
        raise DamagedTree("is no strategy tree")
    if data[len(MAGIC) : _DIGEST.start] != bytes((VERSION,)):
        raise DamagedTree(f"is no strategy tree of version {VERSION}")
    rest = data[_DIGEST.stop :]
    if sha256(rest).digest() != data[_DIGEST]:
        raise DamagedTree("its checksum does not match: bytes were lost or changed")
    try:
        (length,) = _LENGTH.unpack_from(rest)
        end = _LENGTH.size + length
        header = json.loads(rest[_LENGTH.size : end])
        record = _read(header, rest[end:])
    except (struct.error, ValueError, TypeError, KeyError, RecursionError, zlib.error) as error:
        raise DamagedTree("its header is not readable") from error
    return record


def _header(record: TreeRecord) -> dict[str, Any]:
    shape = record.shape
    return {
        "ruleset": {
            "pegs": shape.pegs,
            "colors": shape.symbols - (shape.lowest == 0),
            "blanks": shape.lowest == 0,
            "repeats": shape.repeats,
            "guess_repeats": shape.guess_repeats,
            "feedback_kind": (
                FeedbackKind.STANDARD if shape.whites else FeedbackKind.BLACK_ONLY
            ).name,
        },
        "strategy": record.strategy.name,
        "nodes": record.tree.nodes,
        "codes": record.codes,
        "total": record.total,
        "depth": record.depth,
        "proven": record.proven,
        "lower_bound": record.lower_bound,
        "source": record.source,
    }


def _read(header: dict[str, Any], body: bytes) -> TreeRecord:
    told = header["ruleset"]
    ruleset = Ruleset(
        "custom",
        _whole(told["pegs"]),
        _whole(told["colors"]),
        bool(told["repeats"]),
        bool(told["guess_repeats"]),
        bool(told["blanks"]),
        feedback_kind=FeedbackKind[told["feedback_kind"]],
    )
    faults = check_ruleset(ruleset)
    if faults:
        raise DamagedTree(f"has no legal ruleset: {faults[0].field} {faults[0].description}")
    strategy = Strategy[header["strategy"]]
    if strategy not in FROM_TREES:
        raise DamagedTree(f"is of strategy {strategy.name}, which has no trees")
    shape = Shape.of(ruleset)
    if _whole(header["codes"]) != ruleset.secret_count:
        raise DamagedTree(f"breaks {header['codes']} codes; there are {ruleset.secret_count}")
    nodes = _whole(header["nodes"])
    if not 1 <= nodes <= MAX_NODES:
        raise DamagedTree(f"has {nodes} nodes; 1 to {MAX_NODES} are possible")
    return TreeRecord(
        shape,
        strategy,
        _unpacked(body, nodes, (shape.pegs + 1) * (shape.pegs + 2) // 2),
        _whole(header["total"]),
        _whole(header["depth"]),
        bool(header["proven"]),
        _whole(header["lower_bound"]),
        str(header["source"]),
    )


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _columns(tree: StrategyTree) -> tuple[kernels.I32, kernels.U8, kernels.U8]:
    """Ranks, depths and feedback numbers of the nodes, in preorder by feedback number."""
    order, depths, slots = [], [], []
    stack = [(0, 0, 0)]
    while stack:
        node, depth, slot = stack.pop()
        order.append(node)
        depths.append(depth)
        slots.append(slot)
        followers = tree.children[node]
        numbers = np.flatnonzero(followers >= 0)[::-1].tolist()
        stack.extend((int(followers[number]), depth + 1, number) for number in numbers)
    return tree.guesses[order], np.array(depths, np.uint8), np.array(slots, np.uint8)


def _unpacked(body: bytes, nodes: int, slots: int) -> StrategyTree:
    unpacker = zlib.decompressobj()
    size = nodes * _NODE_BYTES
    # One byte more than is right tells too many without unpacking them all.
    columns = np.frombuffer(unpacker.decompress(body, size + 1), np.uint8)
    if len(columns) != size or not unpacker.eof or unpacker.unused_data:
        raise DamagedTree(f"does not hold the {nodes} nodes that it says")
    planes = columns[: 4 * nodes].reshape(4, nodes)
    guesses = np.ascontiguousarray(planes.T).view("<u4").ravel()
    if guesses.max() > np.iinfo(np.int32).max:
        raise DamagedTree("holds a guess of no ruleset")
    depths, by = columns[4 * nodes : 5 * nodes].astype(np.int32), columns[5 * nodes :]
    if depths[0] or (np.diff(depths) > 1).any() or (depths[1:] == 0).any():
        raise DamagedTree("its nodes are in no order of a tree")
    if by.max() >= slots:
        raise DamagedTree("holds a feedback of another ruleset")
    return StrategyTree(guesses.astype(np.int32), _children(depths, by, slots))


def _children(depths: kernels.I32, by: kernels.U8, slots: int) -> kernels.I32:
    """The children that depths in preorder tell: a node's parent is the last one a level up."""
    children = np.full((len(depths), slots), -1, np.int32)
    above = np.flatnonzero(depths == 0)
    for depth in range(1, int(depths.max()) + 1):
        level = np.flatnonzero(depths == depth)
        parents = above[np.searchsorted(above, level) - 1]
        children[parents, by[level]] = level
        above = level
    if (children >= 0).sum() != len(depths) - 1:
        raise DamagedTree("has two nodes behind one feedback")
    return children
