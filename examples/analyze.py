#!/usr/bin/env python3
"""Asks the solver: a position, its candidates, a finished game judged, strategies compared.

python examples/analyze.py [host:port]
"""

import asyncio
import sys

from mastermind_client import (
    AsyncClient,
    Client,
    EvaluationProgress,
    EvaluationResult,
    Position,
    code_text,
)


def position(client: Client) -> None:
    """What a position leaves open, and what a guess would tell."""
    played = Position([("1122", (1, 0)), ("1344", (0, 1))])
    told = client.analyze_position(played, "3526", code="1625")
    print(f"{told.candidates_remaining} codes explain the turns ({told.candidates_log2:.2f} bits)")
    for cell in told.partition:
        print(f"  {cell.feedback.black} black {cell.feedback.white} white  {'█' * cell.count}")
    print(f"  1625 is {'' if told.code_consistent else 'not '}one of them")
    page = client.list_candidates(played, page_size=5)
    print("  the first are", ", ".join(map(code_text, page.codes)), f"of {page.total}")


def game(client: Client) -> None:
    """A game judged turn by turn."""
    new = client.new_game("classic", codemaker="supplied", secret="3124")
    for guess in ("1122", "1344", "3124"):
        client.guess(new, guess)
    print("\na game, judged")
    for row in client.analyze_game(new).turns:
        skill = "  –  " if row.skill is None else f"{row.skill:5.0%}"
        print(
            f"  {row.turn}. {code_text(row.guess)}  {row.candidates_before:5} → "
            f"{row.candidates_after:4}  luck {row.luck:+.2f}  skill {skill}  "
            f"regret {row.regret:.2f}  best {code_text(row.best_guess)}"
        )


def strategies(client: Client) -> None:
    """Every strategy that plays, evaluated: each secret of the ruleset, by all of them."""
    print("\nstrategies of hasbro, 1680 secrets each")
    for info in client.list_strategies("hasbro"):
        *_, result = client.evaluate_strategy("hasbro", info.strategy, seed=1)
        if isinstance(result, EvaluationResult):
            print(
                f"  {info.strategy.name:<18} {result.average:.4f} ± {result.standard_error:.4f}, "
                f"at most {result.max}"
            )


async def progress(target: str) -> None:
    """An evaluation that tells how far it is, ended early."""
    print("\nan evaluation of super, given up early")
    async with AsyncClient(target) as client:
        news = client.evaluate_strategy("super", "entropy")
        try:
            async for told in news:
                if isinstance(told, EvaluationProgress):
                    print(f"  {told.done:5} of {told.codes} secrets")
                    break
        finally:
            await news.aclose()


def main(target: str) -> None:
    """Runs the four."""
    with Client(target) as client:
        position(client)
        game(client)
        strategies(client)
    asyncio.run(progress(target))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051")
