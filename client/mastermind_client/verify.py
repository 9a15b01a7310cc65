"""Checks a finished game offline: commitment, secret and every feedback."""

from collections.abc import Iterator
from dataclasses import dataclass

from mastermind_client import draw
from mastermind_client.codes import Code, code_text
from mastermind_client.enums import Codemaker, FeedbackKind, SecretSource, State
from mastermind_client.scorer import score
from mastermind_client.values import Game, NewGameResult, Reveal, Ruleset

_SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not as an honest game would be.

    Attributes:
        field: Where in the game, such as ``turns[2].feedback``.
        description: What is wrong with it, for a person.
    """

    field: str
    description: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found; true if nothing is wrong.

    Attributes:
        problems: Everything that is not as an honest game would be.
    """

    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the game is proved fair."""
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok


def verify(
    game: Game | NewGameResult,
    *,
    commitment: bytes | None = None,
    client_seed: bytes | None = None,
    seed: int | None = None,
) -> Verification:
    """Recomputes what the service promised of a finished game, without asking it.

    Without ``commitment`` it is only shown that the game agrees with itself: a service
    that lies could have changed the commitment, too. Keep what `new_game` told, and
    give it here.

    Args:
        game: The game as it is told once it is over, by `get_game` or `resign_game`. What
            `new_game` gave is the game at its start, which proves nothing yet.
        commitment: What was published when the game was made, or, where a caller set the
            secret later, by then; empty is as good as none.
        client_seed: What you gave with the first guess; it counts in DRAWN games alone.
        seed: What a SEEDED game was made with; it is needed for those.

    Returns:
        What was found. A false or unreadable game is never an exception.

    Raises:
        TypeError: What was given is no game at all.
    """
    if isinstance(game, NewGameResult):
        game = game.game
    if not isinstance(game, Game):
        raise TypeError(f"verify takes a Game, as get_game tells it, not {type(game).__name__}")
    return Verification(tuple(_problems(game, commitment, client_seed, seed)))


def _problems(
    game: Game, commitment: bytes | None, client_seed: bytes | None, seed: int | None
) -> Iterator[Problem]:
    if not game.state.over:
        yield Problem(
            "state",
            "the game is not over, so that nothing has been revealed; get_game tells it once it is",
        )
        return
    faults = list(_ruleset_faults(game.ruleset))
    yield from faults
    if faults:
        return
    if commitment and commitment != game.commitment:
        yield Problem("commitment", "is not the one that was published when the game was made")
    reveal = game.reveal or Reveal()
    yield from _secret_faults(game)
    if game.secret_source == SecretSource.DRAWN:
        if client_seed is not None and client_seed != reveal.client_seed:
            yield Problem(
                "reveal.client_seed", "is not the one that was given with the first guess"
            )
        yield from _draw_faults(game, reveal, game.game_id, reveal.client_seed)
    elif game.secret_source == SecretSource.SEEDED:
        if seed is None:
            yield Problem("reveal.server_seed", "cannot be checked without the seed of the game")
        elif not 0 <= seed < 2**64 or reveal.server_seed != draw.seed_of(seed):
            yield Problem("reveal.server_seed", "does not follow from the seed of the game")
        yield from _draw_faults(game, reveal, "", b"")
    elif game.secret_source == SecretSource.SUPPLIED:
        yield from _supplied_faults(game, reveal)
    elif game.secret_source == SecretSource.NONE:
        yield from _remote_faults(game, reveal)
    else:
        yield Problem("secret_source", "is not told")
    yield from _turn_faults(game)
    yield from _ending_faults(game)


def _ruleset_faults(ruleset: Ruleset) -> Iterator[Problem]:
    """Only what would make the arithmetic senseless or endless."""
    if not 1 <= ruleset.pegs <= 15:
        yield Problem("ruleset.pegs", "is not within 1 to 15")
    if not 1 <= ruleset.colors <= 63:
        yield Problem("ruleset.colors", "is not within 1 to 63")
    elif not ruleset.repeats and ruleset.pegs > ruleset.colors + ruleset.blanks:
        yield Problem("ruleset.repeats", "leaves no legal secret")
    if ruleset.feedback_kind == FeedbackKind.UNSPECIFIED:
        yield Problem("ruleset.feedback_kind", "is none that this version knows")
    if not 0 <= ruleset.max_guesses < 2**32:
        yield Problem("ruleset.max_guesses", "is not within 32 bits")


def _code_fault(ruleset: Ruleset, code: Code, repeats: bool) -> str | None:
    if len(code) != ruleset.pegs:
        return f"has {len(code)} pegs in a ruleset of {ruleset.pegs}"
    lowest = 0 if ruleset.blanks else 1
    if any(not lowest <= peg <= ruleset.colors for peg in code):
        return "shows a symbol that the ruleset does not have"
    if not repeats and len(set(code)) < len(code):
        return "repeats a symbol, which the ruleset forbids"
    return None


def _secret_faults(game: Game) -> Iterator[Problem]:
    if game.secret is None:
        # A SUPPLIED game may be given up before its secret is set.
        never_set = (
            game.secret_source == SecretSource.SUPPLIED
            and game.state == State.RESIGNED
            and not game.turns
            and not game.commitment
        )
        # A REMOTE codemaker need not tell it; an adversary always ends with one.
        if not never_set and game.codemaker != Codemaker.REMOTE:
            yield Problem("secret", "is not told")
        return
    fault = _code_fault(game.ruleset, game.secret, game.ruleset.repeats)
    if fault:
        yield Problem("secret", fault)


def _draw_faults(game: Game, reveal: Reveal, game_id: str, client_seed: bytes) -> Iterator[Problem]:
    if len(reveal.server_seed) != _SEED_BYTES:
        yield Problem(
            "reveal.server_seed", f"has {len(reveal.server_seed)} bytes, not {_SEED_BYTES}"
        )
        return
    ruleset = game.ruleset
    if draw.draw_commitment(game_id, ruleset, reveal.server_seed) != game.commitment:
        yield Problem("commitment", "is not that of the revealed seed, the game and its ruleset")
    if game.secret is None:
        return
    if ruleset.word_list:
        yield Problem("secret", f"cannot be drawn again without the words of {ruleset.word_list!r}")
        return
    if game.codemaker == Codemaker.UNIFORM:
        drawn = draw.draw_secret(game_id, ruleset, reveal.server_seed, client_seed)
    elif game.codemaker == Codemaker.EQUILIBRIUM and _has_equilibrium(ruleset):
        drawn = draw.draw_equilibrium_secret(game_id, ruleset, reveal.server_seed, client_seed)
    else:
        yield Problem("codemaker", "draws no secret in this ruleset")
        return
    if drawn != game.secret:
        yield Problem("secret", f"is not the one that the seeds draw, {code_text(drawn)}")


def _has_equilibrium(ruleset: Ruleset) -> bool:
    return (
        (ruleset.pegs, ruleset.colors) == (4, 6)
        and ruleset.repeats
        and not ruleset.blanks
        and ruleset.feedback_kind == FeedbackKind.STANDARD
    )


def _supplied_faults(game: Game, reveal: Reveal) -> Iterator[Problem]:
    if game.secret is None or any(not 0 <= peg <= 255 for peg in game.secret):
        return  # told by _secret_faults
    if draw.supplied_commitment(reveal.nonce, game.secret) != game.commitment:
        yield Problem("commitment", "is not that of the revealed nonce and the secret")


def _remote_faults(game: Game, reveal: Reveal) -> Iterator[Problem]:
    """What a REMOTE codemaker committed himself to; there may be nothing."""
    if not game.commitment:
        return
    if game.secret is None:
        yield Problem("secret", "has not been revealed, so that the commitment proves nothing yet")
    elif all(0 <= peg <= 255 for peg in game.secret) and (
        draw.supplied_commitment(reveal.nonce, game.secret) != game.commitment
    ):
        yield Problem("commitment", "is not that of the revealed salt and the secret")


def _turn_faults(game: Game) -> Iterator[Problem]:
    secret, ruleset = game.secret, game.ruleset
    for place, turn in enumerate(game.turns):
        fault = _code_fault(ruleset, turn.guess, ruleset.guess_may_repeat)
        if fault:
            yield Problem(f"turns[{place}].guess", fault)
        elif secret is not None and len(secret) == len(turn.guess):
            right = score(secret, turn.guess, ruleset.feedback_kind)
            if right != turn.feedback:
                yield Problem(
                    f"turns[{place}].feedback",
                    f"is {_told(turn.feedback)}; the secret gives {_told(right)}",
                )


def _told(feedback: object) -> str:
    return str(feedback).removeprefix("Feedback")


def _ending_faults(game: Game) -> Iterator[Problem]:
    """Whether the game ended when its rules say, and as it says."""
    limit = game.ruleset.max_guesses
    if limit and len(game.turns) > limit:
        yield Problem("turns", f"are {len(game.turns)}, {limit} are allowed")
    breaking = [turn.feedback.black == game.ruleset.pegs for turn in game.turns]
    if any(breaking[:-1]):
        yield Problem("turns", "go on after the code was broken")
    solved = bool(breaking) and breaking[-1]
    if game.state == State.SOLVED and not solved:
        yield Problem("state", "is SOLVED, but the last turn does not break the code")
    elif game.state != State.SOLVED and game.state != State.VOID and solved:
        yield Problem("state", f"is {game.state.name}, but the last turn breaks the code")
    elif game.state == State.UNSOLVED and len(game.turns) != limit:
        yield Problem("state", "is UNSOLVED, but guesses are left")
