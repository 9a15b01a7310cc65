#!/usr/bin/env python3
"""Plays a game with the generated stubs alone, as a program in any language would.

    python examples/stubs_only.py [host:port]

Needs nothing but the distribution mastermind-client.
"""

import sys
import uuid

import grpc

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import mastermind_service_pb2_grpc as rpc
from mastermind.v1 import types_pb2 as types

DEADLINE = 10.0
"""Seconds that any call may take."""


def main(target: str) -> int:
    """Plays one game of `classic`; returns the exit status."""
    with grpc.insecure_channel(target) as channel:
        mastermind = rpc.MastermindServiceStub(channel)

        # A write carries a fresh UUID. To repeat it after a failure, send the same one.
        new = mastermind.NewGame(
            pb.NewGameRequest(
                ruleset=types.RulesetChoice(preset="classic"), request_id=str(uuid.uuid4())
            ),
            timeout=DEADLINE,
        )
        seat = (("mastermind-token", new.codebreaker_token),) if new.codebreaker_token else ()
        print(f"game {new.game.game_id}")

        while True:
            hint = mastermind.SuggestGuess(
                pb.SuggestGuessRequest(
                    game_id=new.game.game_id, strategy=types.STRATEGY_MOST_PARTS
                ),
                timeout=DEADLINE,
                metadata=seat,
            ).suggestion
            answer = mastermind.Guess(
                pb.GuessRequest(
                    game_id=new.game.game_id, guess=hint.guess, request_id=str(uuid.uuid4())
                ),
                timeout=DEADLINE,
                metadata=seat,
            )
            print(
                f"{answer.turn:2}  {list(hint.guess.pegs)}  "
                f"{answer.feedback.black} black, {answer.feedback.white} white  "
                f"(of {hint.candidates_remaining} candidates)"
            )
            if answer.state != types.STATE_IN_PROGRESS:
                break
    print(f"{types.State.Name(answer.state)}, the secret was {list(answer.secret.pegs)}")
    return 0 if answer.state == types.STATE_SOLVED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"))
