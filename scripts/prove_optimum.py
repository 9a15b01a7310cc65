"""Searches a board for its best tree and prints what was proved as JSON, one line a board.

Boards are named PEGSxCOLORS, or by their preset: `prove_optimum.py 4x7 hasbro`.
"""

import argparse
import json
import time
from dataclasses import replace

from mastermind_engine.rulesets import PRESETS, FeedbackKind, Ruleset
from mastermind_engine.solver.beam import Beam, search_beam
from mastermind_engine.solver.exact import SearchResult, search_exact
from mastermind_engine.solver.listed import ListedSpace, listed_with_table
from mastermind_engine.solver.strategies import Strategy


def parse() -> argparse.Namespace:
    """Boards and options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--distinct", action="store_true", help="secrets repeat no color")
    parser.add_argument("--free-guesses", action="store_true", help="guesses may all the same")
    parser.add_argument("--black-only", action="store_true", help="no whites")
    parser.add_argument("--candidates-only", action="store_true", help="guess candidates alone")
    parser.add_argument("--depth", action="store_true", help="least total at least depth")
    parser.add_argument("--beam", type=int, default=0, help="try only so many guesses; no proof")
    parser.add_argument("--exact-up-to", type=int, default=24, help="but all for smaller sets")
    return parser.parse_args()


def ruleset_of(board: str, options: argparse.Namespace) -> Ruleset:
    """The ruleset of a board's name."""
    if board in PRESETS:
        return PRESETS[board]
    pegs, colors = map(int, board.split("x"))
    repeats = not options.distinct
    ruleset = Ruleset("custom", pegs, colors, repeats, repeats or options.free_guesses)
    kind = FeedbackKind.BLACK_ONLY if options.black_only else FeedbackKind.STANDARD
    return replace(ruleset, feedback_kind=kind)


def search(space: ListedSpace, options: argparse.Namespace) -> SearchResult:
    """The best tree of a space."""
    if options.beam:
        beam = Beam(options.beam, options.exact_up_to)
        return search_beam(space, beam, candidates_only=options.candidates_only)
    goal = Strategy.OPTIMAL_DEPTH if options.depth else Strategy.OPTIMAL
    return search_exact(space, goal=goal, candidates_only=options.candidates_only)


if __name__ == "__main__":
    options = parse()
    # Kernels are compiled or loaded before anything is timed.
    search(listed_with_table(PRESETS["variablo"]), options)
    for board in options.boards:
        space = listed_with_table(ruleset_of(board, options))
        start, start_cpu = time.perf_counter(), time.process_time()
        result = search(space, options)
        told = {
            "board": board,
            "codes": space.secrets.size,
            "total": result.total,
            "depth": result.depth,
            "lower_bound": result.lower_bound,
            "proven": result.proven,
            "sets_searched": result.nodes,
            "seconds": round(time.perf_counter() - start, 2),
            "cpu_seconds": round(time.process_time() - start_cpu, 2),
        }
        print(json.dumps(told), flush=True)
