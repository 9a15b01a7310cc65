"""Every compiled kernel, and nothing else.

All of them release the interpreter's lock and are cached on disk. Codes travel as two
rows of bits (`encode`): ``places`` has a bit for each symbol in its place, ``copies``
one for the first, second, … copy of each symbol. Black is then the popcount of
places & places, black + white that of copies & copies. Without whites ``copies`` is
``places`` itself. Feedback has the dense numbers of `feedback.feedback_id`.

A guess is weighed against the members of a set (indices of secrets): each member falls
into the cell of the feedback it would give.
"""

import contextlib
from pathlib import Path


def _forget_stale(folder: Path) -> None:
    """Drops cached kernels that are older than any kernel's source.

    numba compiles a kernel anew when its own file has changed, but not when a file has
    changed from which it calls others.
    """
    newest = max(source.stat().st_mtime for source in folder.glob("*.py"))
    for index in (folder / "__pycache__").glob("*.nbi"):
        with contextlib.suppress(OSError):  # another process was quicker, or it is sealed
            if index.stat().st_mtime < newest:
                index.unlink()


_forget_stale(Path(__file__).parent)

from mastermind_engine.kernels.answering import (  # noqa: E402 - only now can they be loaded
    answers,
    encode,
    fill_table,
    narrow,
    partition,
)
from mastermind_engine.kernels.automorphisms import mark_alike  # noqa: E402
from mastermind_engine.kernels.base import (  # noqa: E402
    I32,
    I64,
    NOT_WEIGHED,
    U8,
    U32,
    U64,
    Board,
    Palettes,
    Rule,
    Space,
)
from mastermind_engine.kernels.batches import (  # noqa: E402
    INVALID,
    BatchKernel,
    score_cross,
    score_pairs,
    score_ranked_pairs,
    unrank_codes,
)
from mastermind_engine.kernels.exact import (  # noqa: E402
    COUNTERS,
    FRAME_FROM,
    GUESS,
    IMPOSSIBLE,
    MAX_NODES,
    NO_DEPTH_LIMIT,
    NODES,
    STOPPED,
    Search,
    fill_bounds,
    name_of,
    solve,
    unfold,
)
from mastermind_engine.kernels.following import follow_tree  # noqa: E402
from mastermind_engine.kernels.frames import (  # noqa: E402
    Frame,
    make_frame,
    narrow_frame,
    order_frame,
)
from mastermind_engine.kernels.memory import Memory  # noqa: E402
from mastermind_engine.kernels.playing import play_all  # noqa: E402
from mastermind_engine.kernels.sampling import (  # noqa: E402
    change_codes,
    draw_codes,
    draw_consistent,
    lead_population,
    mark_consistent,
    search_consistent,
    shuffle_codes,
)
from mastermind_engine.kernels.symmetry import mark_repeated  # noqa: E402
from mastermind_engine.kernels.weighing import choose, weigh_all  # noqa: E402

__all__ = [
    "COUNTERS",
    "FRAME_FROM",
    "GUESS",
    "I32",
    "I64",
    "IMPOSSIBLE",
    "INVALID",
    "MAX_NODES",
    "NODES",
    "NOT_WEIGHED",
    "NO_DEPTH_LIMIT",
    "STOPPED",
    "U8",
    "U32",
    "U64",
    "BatchKernel",
    "Board",
    "Frame",
    "Memory",
    "Palettes",
    "Rule",
    "Search",
    "Space",
    "answers",
    "change_codes",
    "choose",
    "draw_codes",
    "draw_consistent",
    "encode",
    "fill_bounds",
    "fill_table",
    "follow_tree",
    "lead_population",
    "make_frame",
    "mark_alike",
    "mark_consistent",
    "mark_repeated",
    "name_of",
    "narrow",
    "narrow_frame",
    "order_frame",
    "partition",
    "play_all",
    "score_cross",
    "score_pairs",
    "score_ranked_pairs",
    "search_consistent",
    "shuffle_codes",
    "solve",
    "unfold",
    "unrank_codes",
    "weigh_all",
]
