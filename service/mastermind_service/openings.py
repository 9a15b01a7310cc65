"""How a game begins: what a caller may wish, and the record that comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mastermind_engine.codes import Code, check_secret
from mastermind_engine.fairness import check_equilibrium
from mastermind_engine.game import Codebreaker, Codemaker, Game, State
from mastermind_engine.refusals import Refusal, RuleReason, Violation
from mastermind_engine.rulesets import Ruleset, choose_ruleset
from mastermind_engine.solver.listed import check_listable
from mastermind_engine.solver.strategies import Strategy
from mastermind_service.callers import is_uuid
from mastermind_service.errors import Faults
from mastermind_service.remote_moves import COMMITMENT_BYTES
from mastermind_service.store.base import (
    DAY_MILLIS,
    DEFAULT_RETAIN_MILLIS,
    DEFAULT_TTL_MILLIS,
    GameRecord,
    SecretSource,
)

MAX_LIFE_MILLIS = 30 * DAY_MILLIS
MAX_LABELS = 16
MAX_LABEL_KEY = 63
MAX_LABEL_VALUE = 255
MAX_NAME = 64
SERVED_CODEMAKERS = tuple(Codemaker)
WITHOUT_SECRET = (Codemaker.ADVERSARIAL, Codemaker.REMOTE)
_SEED_BYTES = 8


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """A preset by its name, or a ruleset of the caller's own, and a number of rows.

    Attributes:
        preset: Name of a preset.
        custom: A ruleset, unchecked.
        max_guesses: Another number of rows than the ruleset's.
        misread: Fields whose numbers mean nothing, found when the request was read.
    """

    preset: str | None = None
    custom: Ruleset | None = None
    max_guesses: int | None = None
    misread: tuple[Violation, ...] = ()

    @property
    def is_usual(self) -> bool:
        """Whether nothing is chosen: most calls are such, and need no check."""
        return self is USUAL_CHOICE

    def resolve(self) -> Ruleset:
        """The ruleset chosen.

        Raises:
            Refusal: UNKNOWN_PRESET, UNKNOWN_WORD_LIST, INVALID_RULESET or
                UNSUPPORTED_FOR_RULESET, with paths from the choice on.
        """
        try:
            ruleset = choose_ruleset(self.preset, self.custom, self.max_guesses)
        except Refusal as refusal:
            faults = [*self.misread, *refusal.violations]
            raise Refusal(refusal.reason, refusal.message, faults, refusal.details) from None
        if self.misread:
            raise Refusal(RuleReason.INVALID_RULESET, "this ruleset is not legal", self.misread)
        return ruleset

    def check(self, faults: Faults, field: str) -> Ruleset | None:
        """The ruleset chosen, or None: its faults are then noted as those of ``field``.

        Raises:
            Refusal: UNSUPPORTED_FOR_RULESET, which is no field's fault.
        """
        try:
            return self.resolve()
        except Refusal as refusal:
            faults.add_refusal(refusal, field)
            return None


USUAL_CHOICE = RulesetChoice()


@dataclass(frozen=True, slots=True)
class NewGame:
    """The game that a caller wishes for.

    Attributes:
        ruleset: Which ruleset.
        codemaker: Who hides the secret.
        secret: The secret of a SUPPLIED game; None if it will be set later.
        seed: Makes the drawn secret repeatable, or what chance decides in the service's
            guesses.
        codebreaker: REMOTE: who guesses.
        strategy: REMOTE: how the service guesses.
        secret_commitment: REMOTE: the codemaker's own commitment; empty for none.
        hints_allowed: Whether suggestions may be asked for.
        require_tokens: Whether every call must bring a seat's token.
        ttl_millis: Life without a move; None for the default.
        retain_millis: Life once over; None for the default.
        labels: The caller's own labels.
        codemaker_name: Display name.
        codebreaker_name: Display name.
        request_id: A UUID.
        misread: Fields whose values mean nothing, found when the request was read.
    """

    ruleset: RulesetChoice = RulesetChoice()
    codemaker: Codemaker = Codemaker.UNIFORM
    secret: Code | None = None
    seed: int | None = None
    codebreaker: Codebreaker = Codebreaker.SERVICE
    strategy: Strategy = Strategy.AUTO
    secret_commitment: bytes = b""
    hints_allowed: bool = True
    require_tokens: bool = False
    ttl_millis: int | None = None
    retain_millis: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    codemaker_name: str = ""
    codebreaker_name: str = ""
    request_id: str = ""
    misread: tuple[Violation, ...] = ()


def open_game(
    wish: NewGame, owner: str, now: int, server_seed: bytes, create_mark: bytes
) -> GameRecord:
    """The first record of the game wished for; the service's opening guess is still to come.

    Args:
        wish: What the caller wants.
        owner: The principal.
        now: Milliseconds since the epoch, UTC.
        server_seed: 32 bytes of chance, for the draw, as the nonce, or for guesses.
        create_mark: By what a retry is recognized.

    Raises:
        Refusal: Every field at fault, or UNSUPPORTED_FOR_RULESET for a codemaker that
            cannot play this ruleset.
    """
    ruleset = _checked(wish)
    source = _secret_source(wish)
    waiting = source == SecretSource.SUPPLIED and wish.secret is None
    state = State.AWAITING_SECRET if waiting else State.IN_PROGRESS
    remote = wish.codemaker == Codemaker.REMOTE
    return GameRecord(
        version=1,
        game=Game(ruleset, wish.codemaker, state, wish.secret),
        secret_source=source,
        create_millis=now,
        update_millis=now,
        server_seed=server_seed if source == SecretSource.DRAWN else b"",
        nonce=server_seed if source == SecretSource.SUPPLIED and not waiting else b"",
        seed=_seed(wish, source, server_seed),
        hints_allowed=wish.hints_allowed,
        require_tokens=wish.require_tokens,
        ttl_millis=DEFAULT_TTL_MILLIS if wish.ttl_millis is None else wish.ttl_millis,
        retain_millis=DEFAULT_RETAIN_MILLIS if wish.retain_millis is None else wish.retain_millis,
        owner=owner,
        codemaker_name=wish.codemaker_name,
        codebreaker_name=wish.codebreaker_name,
        labels=wish.labels,
        create_mark=create_mark,
        codebreaker=wish.codebreaker if remote else Codebreaker.SERVICE,
        strategy=wish.strategy if remote else Strategy.AUTO,
        secret_commitment=wish.secret_commitment,
    )


def _secret_source(wish: NewGame) -> SecretSource:
    if wish.codemaker in WITHOUT_SECRET:
        return SecretSource.NONE
    if wish.codemaker == Codemaker.SUPPLIED:
        return SecretSource.SUPPLIED
    return SecretSource.DRAWN if wish.seed is None else SecretSource.SEEDED


def _seed(wish: NewGame, source: SecretSource, chance: bytes) -> int | None:
    """The seed of the draw, or of the guesses that the service will make."""
    if source == SecretSource.SEEDED:
        return wish.seed
    guessing = wish.codemaker == Codemaker.REMOTE and wish.codebreaker == Codebreaker.SERVICE
    if not guessing:
        return None
    return int.from_bytes(chance[:_SEED_BYTES], "big") if wish.seed is None else wish.seed


def _checked(wish: NewGame) -> Ruleset:
    faults = Faults()
    ruleset = wish.ruleset.check(faults, "ruleset")
    faults.add_misread(wish.misread)
    _check_secret(wish, ruleset, faults)
    _check_commitment(wish, faults)
    _check_request_id(wish.request_id, faults)
    _check_life("ttl", wish.ttl_millis, faults)
    _check_life("retain", wish.retain_millis, faults)
    _check_labels(wish.labels, faults)
    for name in ("codemaker_name", "codebreaker_name"):
        if len(getattr(wish, name)) > MAX_NAME:
            faults.add_field(name, f"has more than {MAX_NAME} characters")
    ruleset = faults.checked(ruleset)
    if wish.codemaker == Codemaker.EQUILIBRIUM:
        check_equilibrium(ruleset)
    elif wish.codemaker == Codemaker.ADVERSARIAL:
        check_listable(ruleset)
    return ruleset


def _check_secret(wish: NewGame, ruleset: Ruleset | None, faults: Faults) -> None:
    supplied = wish.codemaker == Codemaker.SUPPLIED
    if wish.seed is not None and supplied:
        faults.add_field("seed", "a SUPPLIED secret is not drawn")
    if wish.secret is None:
        return
    if not supplied:
        faults.add_field("secret", "only codemaker SUPPLIED brings a secret")
    elif ruleset is not None:
        faults.add(
            RuleReason.INVALID_CODE,
            "this is no legal secret",
            [fault.within("secret") for fault in check_secret(ruleset, wish.secret)],
        )


def _check_commitment(wish: NewGame, faults: Faults) -> None:
    committed = len(wish.secret_commitment)
    if committed and wish.codemaker != Codemaker.REMOTE:
        faults.add_field("secret_commitment", "only codemaker REMOTE brings one")
    elif committed not in (0, COMMITMENT_BYTES):
        faults.add_field(
            "secret_commitment", f"has {committed} bytes; a SHA-256 has {COMMITMENT_BYTES}"
        )


def _check_request_id(request_id: str, faults: Faults) -> None:
    if not is_uuid(request_id):
        faults.add_field("request_id", "must be a UUID, such as uuidgen makes")


def _check_life(name: str, millis: int | None, faults: Faults) -> None:
    if millis is not None and not 0 < millis <= MAX_LIFE_MILLIS:
        faults.add_field(name, "must be more than 0 s and at most 30 days")


def _check_labels(labels: Mapping[str, str], faults: Faults) -> None:
    if len(labels) > MAX_LABELS:
        faults.add_field("labels", f"has {len(labels)} labels, at most {MAX_LABELS}")
    for key, value in labels.items():
        if not 1 <= len(key) <= MAX_LABEL_KEY:
            faults.add_field("labels", f"a key has 1 to {MAX_LABEL_KEY} characters")
        if len(value) > MAX_LABEL_VALUE:
            faults.add_field(
                f"labels[{key[:MAX_LABEL_KEY]}]", f"has more than {MAX_LABEL_VALUE} characters"
            )
