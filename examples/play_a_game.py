#!/usr/bin/env python3
"""Breaks one code without hints, then proves that the service did not cheat.

python examples/play_a_game.py [host:port]
"""

import itertools
import secrets
import sys

from mastermind_client import Client, Feedback, State, code_text, verify
from mastermind_client.scorer import score


def main(target: str) -> int:
    """Plays a game of `classic`; returns the exit status."""
    with Client(target) as client:
        new = client.new_game("classic", labels={"example": "play_a_game"})
        rules = new.game.ruleset
        print(f"{rules.pegs} pegs, {rules.colors} colors, {new.game.guesses_left} guesses")
        print(f"the service has committed itself to {new.game.commitment.hex()[:16]}…\n")

        # Both sides have a part in the draw: the service's seed is fixed by its
        # commitment, ours comes with the first guess.
        client_seed = secrets.token_bytes(16)
        candidates = list(itertools.product(range(1, rules.colors + 1), repeat=rules.pegs))
        state = State.IN_PROGRESS
        while state == State.IN_PROGRESS:
            guess = secrets.choice(candidates)
            result = client.guess(new, guess, client_seed=client_seed)
            assert result.feedback, "only the codemaker of a REMOTE game answers later"
            candidates = [code for code in candidates if score(code, guess) == result.feedback]
            state = result.state
            print(
                f"{result.turn:2}  {code_text(guess)}  {keys(result.feedback, rules.pegs)}"
                f"  {len(candidates)} codes are left"
            )

        game = client.get_game(new)
        print(f"\n{state.name}: the secret was {code_text(game.secret or ())}")
        proof = verify(game, commitment=new.game.commitment, client_seed=client_seed)
        for problem in proof.problems:
            print(f"not fair: {problem.field} {problem.description}")
        if proof:
            print("commitment, secret and every answer checked: the game was fair")
    return 0 if proof and state == State.SOLVED else 1


def keys(feedback: Feedback, pegs: int) -> str:
    """The key pegs as on the board."""
    return ("●" * feedback.black + "○" * feedback.white).ljust(pegs, "·")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))
