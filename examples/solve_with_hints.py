#!/usr/bin/env python3
"""Lets the service think: hints with their numbers, on a game and on a position.

python examples/solve_with_hints.py [host:port]
"""

import sys

from mastermind_client import (
    Client,
    FailedPrecondition,
    Position,
    State,
    Strategy,
    Suggestion,
    code_text,
)


def main(target: str) -> int:
    """Solves a game and asks about positions; returns the exit status."""
    with Client(target) as client:
        print("a game, solved by Knuth's strategy")
        new = client.new_game("classic")
        while True:
            hint = client.suggest_guess(new, Strategy.MINIMAX)
            result = client.guess(new, hint.guess)
            feedback = result.feedback
            assert feedback, "only the codemaker of a REMOTE game answers later"
            print(f"  {describe(hint)} → {feedback.black} black, {feedback.white} white")
            if result.state.over:
                break
        print(f"  {result.state.name} in {result.turn} turns")

        print("\na game from somewhere else, and the best ways to go on")
        position = Position([("1122", (1, 0)), ("1344", (0, 1))], ruleset="classic")
        hint = client.suggest_guess(position, Strategy.MOST_PARTS, alternatives=3)
        for rank, each in enumerate((hint, *hint.alternatives), start=1):
            print(f"  {rank}. {describe(each)}")

        print("\nanswers that contradict each other")
        try:
            client.suggest_guess(Position([("1111", (3, 0)), ("1112", (0, 0))]))
        except FailedPrecondition as error:
            print(f"  {error.reason}: {error.message}")
            for name, value in sorted(error.metadata.items()):
                print(f"  {name} = {value}")
    return 0 if result.state == State.SOLVED else 1


def describe(hint: Suggestion) -> str:
    """One line on a suggestion."""
    kind = "may be it" if hint.is_candidate else "to learn "
    return (
        f"{code_text(hint.guess)} {kind} {hint.candidates_remaining:5} candidates, "
        f"at worst {hint.worst_case_remaining} after it, {hint.parts} answers possible, "
        f"{hint.entropy_bits:.2f} bits"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))
