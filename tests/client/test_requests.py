"""What arrives at the server, for each call, from either client."""

from datetime import timedelta

import pytest

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind.v1 import solver_service_pb2 as solver_pb
from mastermind.v1 import types_pb2
from mastermind_client import (
    BatchMode,
    Codebreaker,
    Codemaker,
    Encoding,
    Feedback,
    FeedbackKind,
    Game,
    NewGameResult,
    Position,
    Ruleset,
    State,
    Strategy,
    Turn,
    mapping,
)
from tests.client.scripted import Driver, Script

CUSTOM = Ruleset(
    3,
    5,
    repeats=True,
    guess_repeats=True,
    blanks=True,
    max_guesses=9,
    feedback_kind=FeedbackKind.BLACK_ONLY,
    word_list="words",
    symbols=("a", "b", "c", "d", "e"),
)
GAME = Game("g", CUSTOM, Codemaker.UNIFORM, State.IN_PROGRESS)


def test_score(driver: Driver, script: Script) -> None:
    script.will(pb.ScoreResponse(feedback=types_pb2.Feedback(black=1, white=2)))
    assert driver.open(script.address).score("1.22", [1, 2, 3, 12], "hasbro") == Feedback(1, 2)
    assert script.last.request == pb.ScoreRequest(
        ruleset=types_pb2.RulesetChoice(preset="hasbro"),
        secret=types_pb2.Code(pegs=[1, 0, 2, 2]),
        guess=types_pb2.Code(pegs=[1, 2, 3, 12]),
    )


def test_new_game_with_nothing_told(driver: Driver, script: Script) -> None:
    script.will(pb.NewGameResponse())
    driver.open(script.address).new_game()
    request = script.last.request
    assert len(request.request_id) == 36
    request.request_id = ""
    assert request == pb.NewGameRequest(ruleset=types_pb2.RulesetChoice(preset="classic"))


def test_new_game_with_everything_told(driver: Driver, script: Script) -> None:
    script.will(
        pb.NewGameResponse(
            game=types_pb2.Game(game_id="g"),
            codebreaker_token="b",
            codemaker_token="m",
            spectator_token="s",
        )
    )
    result = driver.open(script.address).new_game(
        CUSTOM,
        max_guesses=0,
        codemaker=Codemaker.REMOTE,
        codebreaker=Codebreaker.CLIENT,
        secret="123",
        secret_commitment=b"c",
        strategy=Strategy.ENTROPY,
        seed=0,
        hints_allowed=False,
        require_tokens=True,
        ttl=timedelta(hours=1),
        retain=1.5,
        labels={"team": "x"},
        codemaker_name="Ann",
        codebreaker_name="Ben",
        request_id="id",
    )
    assert result.game_id == "g"
    assert (result.codebreaker_token, result.codemaker_token, result.spectator_token) == tuple(
        "bms"
    )
    request = script.last.request
    assert request.HasField("seed")
    assert mapping.ruleset(request.ruleset.custom) == CUSTOM
    expected = pb.NewGameRequest(
        ruleset=types_pb2.RulesetChoice(custom=request.ruleset.custom, max_guesses=0),
        codemaker=types_pb2.CODEMAKER_REMOTE,
        codebreaker=types_pb2.CODEBREAKER_CLIENT,
        secret=types_pb2.Code(pegs=[1, 2, 3]),
        secret_commitment=b"c",
        strategy=types_pb2.STRATEGY_ENTROPY,
        seed=0,
        hints_allowed=False,
        require_tokens=True,
        labels={"team": "x"},
        request_id="id",
        codemaker_name="Ann",
        codebreaker_name="Ben",
    )
    expected.ttl.seconds = 3600
    expected.retain.seconds = 1
    expected.retain.nanos = 500_000_000
    assert request == expected


def test_guess(driver: Driver, script: Script) -> None:
    script.will(pb.GuessResponse(turn=2, state=types_pb2.STATE_SOLVED))
    result = driver.open(script.address).guess(
        GAME, (1, 2, 3), client_seed=b"s", expected_turn=2, request_id="id"
    )
    assert (result.turn, result.state) == (2, State.SOLVED)
    assert script.last.request == pb.GuessRequest(
        game_id="g",
        guess=types_pb2.Code(pegs=[1, 2, 3]),
        client_seed=b"s",
        expected_turn=2,
        request_id="id",
    )


def test_suggest_guess_on_a_game(driver: Driver, script: Script) -> None:
    script.will(pb.SuggestGuessResponse())
    driver.open(script.address).suggest_guess("g")
    assert script.last.request == pb.SuggestGuessRequest(game_id="g")


def test_suggest_guess_on_a_position(driver: Driver, script: Script) -> None:
    script.will(pb.SuggestGuessResponse())
    driver.open(script.address, token="mine").suggest_guess(
        Position([("11.2", (1, 0)), Turn((1, 2, 3, 4), Feedback(0, 1, 2))], "grand", 5),
        Strategy.MINIMAX,
        alternatives=3,
        seed=7,
        max_evaluations=100,
        budget=0.25,
        candidates_only=True,
    )
    expected = pb.SuggestGuessRequest(
        position=types_pb2.Position(
            ruleset=types_pb2.RulesetChoice(preset="grand", max_guesses=5),
            turns=[
                types_pb2.Turn(
                    guess=types_pb2.Code(pegs=[1, 1, 0, 2]), feedback=types_pb2.Feedback(black=1)
                ),
                types_pb2.Turn(
                    guess=types_pb2.Code(pegs=[1, 2, 3, 4]),
                    feedback=types_pb2.Feedback(white=1, blue=2),
                ),
            ],
        ),
        strategy=types_pb2.STRATEGY_MINIMAX,
        alternatives=3,
        seed=7,
        max_evaluations=100,
        candidates_only=True,
    )
    expected.budget.nanos = 250_000_000
    assert script.last.request == expected
    assert "mastermind-token" not in script.last.metadata


def test_batch_score(driver: Driver, script: Script) -> None:
    script.will(
        pb.BatchScoreResponse(feedbacks=b"\x40\xff", invalid_indices=[1]), pb.BatchScoreResponse()
    )
    client = driver.open(script.address)
    scores = client.batch_score(["1122", (1, 2, 3, 63)], ["11.2", b"\x01\x02\x03\x04"])
    assert scores.unpacked() == (Feedback(4, 0), None)
    assert scores.invalid_indices == (1,)
    assert script.last.request == pb.BatchScoreRequest(
        ruleset=types_pb2.RulesetChoice(preset="classic"),
        secrets=bytes([1, 1, 2, 2, 1, 2, 3, 63]),
        guesses=bytes([1, 1, 0, 2, 1, 2, 3, 4]),
    )
    client.batch_score(
        b"\0\0\0\0", b"\1\0\0\0", "super", encoding=Encoding.INDEX, mode=BatchMode.CROSS
    )
    assert script.last.request == pb.BatchScoreRequest(
        ruleset=types_pb2.RulesetChoice(preset="super"),
        encoding=pb.ENCODING_INDEX,
        mode=pb.BatchScoreRequest.MODE_CROSS,
        secrets=b"\0\0\0\0",
        guesses=b"\1\0\0\0",
    )


def test_a_batch_of_unlike_codes_is_not_sent(driver: Driver, script: Script) -> None:
    client = driver.open(script.address)
    with pytest.raises(ValueError, match="as many pegs"):
        client.batch_score(["1122", "112"], ["1122", "1122"])
    with pytest.raises(ValueError, match="range"):
        client.batch_score([(1, 2, 3, 256)], ["1122"])
    assert not script.asked


def test_set_secret(driver: Driver, script: Script) -> None:
    script.will(pb.SetSecretResponse(game=types_pb2.Game(game_id="g")))
    new = NewGameResult(GAME, codebreaker_token="b", codemaker_token="m")
    told = driver.open(script.address).set_secret(new, "123", request_id="id")
    assert told.game_id == "g"
    assert script.last.request == pb.SetSecretRequest(
        game_id="g", secret=types_pb2.Code(pegs=[1, 2, 3]), request_id="id"
    )
    assert script.last.metadata["mastermind-token"] == "m"


def test_resign_and_delete(driver: Driver, script: Script) -> None:
    script.will(
        pb.ResignGameResponse(game=types_pb2.Game(state=types_pb2.STATE_RESIGNED)),
        pb.DeleteGameResponse(),
    )
    new = NewGameResult(GAME, codebreaker_token="b", codemaker_token="m")
    client = driver.open(script.address)
    assert client.resign_game(new, request_id="1").state is State.RESIGNED
    assert script.last.request == pb.ResignGameRequest(game_id="g", request_id="1")
    assert client.delete_game(new, token="m", request_id="2") is None
    assert script.last.request == pb.DeleteGameRequest(game_id="g", request_id="2")
    assert [asked.metadata["mastermind-token"] for asked in script.asked] == ["b", "m"]


def test_games_are_listed_and_counted(driver: Driver, script: Script) -> None:
    script.will(
        pb.ListGamesResponse(games=[types_pb2.Game(game_id="g")], next_page_token="more"),
        pb.GetStatsResponse(played=3, won=2, distribution={4: 2}),
    )
    client = driver.open(script.address)
    page = client.list_games("state=SOLVED", page_size=5, page_token="here")
    assert ([game.game_id for game in page.games], page.next_page_token) == (["g"], "more")
    assert script.last.request == pb.ListGamesRequest(
        filter="state=SOLVED", page_size=5, page_token="here"
    )
    stats = client.get_stats("ruleset=classic")
    assert (stats.played, stats.won, stats.distribution) == (3, 2, {4: 2})
    assert script.last.request == pb.GetStatsRequest(filter="ruleset=classic")


def test_lists(driver: Driver, script: Script) -> None:
    script.will(
        pb.ListRulesetsResponse(
            rulesets=[types_pb2.Ruleset(name="classic"), types_pb2.Ruleset(name="travel")]
        ),
        pb.GetServerInfoResponse(version="1.2.3", features=["strategy:minimax"]),
    )
    client = driver.open(script.address)
    assert [each.name for each in client.list_rulesets()] == ["classic", "travel"]
    info = client.get_server_info()
    assert (info.version, info.features) == ("1.2.3", ("strategy:minimax",))


def test_the_token_of_the_call_goes_before_the_game_s_and_that_before_the_client_s(
    driver: Driver, script: Script
) -> None:
    script.will(*[pb.GetGameResponse()] * 4)
    new = NewGameResult(GAME, codebreaker_token="game's")
    client = driver.open(script.address, token="client's")
    client.get_game(new, token="call's")
    client.get_game(new)
    client.get_game(new.game)
    driver.open(script.address).get_game("g")
    tokens = [asked.metadata.get("mastermind-token") for asked in script.asked]
    assert tokens == ["call's", "game's", "client's", None]


def test_only_calls_on_a_game_bring_a_token(driver: Driver, script: Script) -> None:
    script.will(pb.ScoreResponse(), pb.NewGameResponse(), pb.ListRulesetsResponse())
    client = driver.open(script.address, token="client's")
    client.score("1122", "1122")
    client.new_game()
    client.list_rulesets()
    assert all("mastermind-token" not in asked.metadata for asked in script.asked)


def test_every_call_brings_the_api_key(driver: Driver, script: Script) -> None:
    script.will(pb.ScoreResponse(), pb.GetGameResponse())
    client = driver.open(script.address, api_key="key")
    client.score("1122", "1122")
    client.get_game("g")
    assert [asked.metadata["authorization"] for asked in script.asked] == ["Bearer key"] * 2


def test_nothing_is_sent_of_what_is_no_code(driver: Driver, script: Script) -> None:
    client = driver.open(script.address)
    with pytest.raises(ValueError, match="neither a digit"):
        client.guess("g", "abcd")
    with pytest.raises(ValueError, match="range"):
        client.guess("g", [1, -1, 2, 2])
    assert not script.asked


def test_large_messages_pass(driver: Driver, script: Script) -> None:
    big = types_pb2.Game(game_id="g", turns=[types_pb2.Turn(guess=types_pb2.Code(pegs=[9] * 100))])
    big.turns.extend(list(big.turns) * 60_000)
    assert big.ByteSize() > 4 * 1024 * 1024
    script.will(pb.GetGameResponse(game=big))
    assert len(driver.open(script.address).get_game("g").turns) == 60_001


def test_analyses_of_positions(driver: Driver, script: Script) -> None:
    client = driver.open(script.address)
    position = Position([("1122", (1, 0))], "hasbro")
    wire = types_pb2.Position(
        ruleset=types_pb2.RulesetChoice(preset="hasbro"),
        turns=[
            types_pb2.Turn(
                guess=types_pb2.Code(pegs=[1, 1, 2, 2]), feedback=types_pb2.Feedback(black=1)
            )
        ],
    )
    script.will(solver_pb.AnalyzePositionResponse(code_consistent=False))
    assert client.analyze_position(position, "1123", code="1234").code_consistent is False
    assert script.last.request == solver_pb.AnalyzePositionRequest(
        position=wire,
        guess=types_pb2.Code(pegs=[1, 1, 2, 3]),
        code=types_pb2.Code(pegs=[1, 2, 3, 4]),
    )
    script.will(solver_pb.ListCandidatesResponse(total=3))
    assert client.list_candidates(position, page_size=2, page_token="t").total == 3
    assert script.last.request == solver_pb.ListCandidatesRequest(
        position=wire, page_size=2, page_token="t"
    )
    script.will(solver_pb.AnalyzeGameResponse())
    client.analyze_game(position, "1234")
    assert script.last.request == solver_pb.AnalyzeGameRequest(
        position=wire, secret=types_pb2.Code(pegs=[1, 2, 3, 4])
    )


def test_an_analysis_of_a_game_brings_its_token_and_one_of_a_position_none(
    driver: Driver, script: Script
) -> None:
    client = driver.open(script.address, token="mine")
    for target, token in ((NewGameResult(GAME, "theirs"), "theirs"), ("g", "mine")):
        script.will(solver_pb.AnalyzeGameResponse())
        client.analyze_game(target)
        assert script.last.request == solver_pb.AnalyzeGameRequest(game_id="g")
        assert script.last.metadata["mastermind-token"] == token
    script.will(solver_pb.AnalyzeGameResponse())
    client.analyze_game(Position(), "1234")
    assert "mastermind-token" not in script.last.metadata


def test_strategies_are_listed_for_any_ruleset(driver: Driver, script: Script) -> None:
    info = solver_pb.StrategyInfo(
        strategy=types_pb2.STRATEGY_MINIMAX, proven=solver_pb.StrategyTotal(total=5801, max=5)
    )
    script.will(solver_pb.ListStrategiesResponse(strategies=[info]))
    (told,) = driver.open(script.address).list_strategies()
    assert (told.strategy, told.published) == (Strategy.MINIMAX, None)
    assert (told.proven.total, told.proven.max) == (5801, 5)


def test_give_feedback(driver: Driver, script: Script) -> None:
    script.will(pb.GiveFeedbackResponse(game=types_pb2.Game(game_id="g")))
    game = driver.open(script.address).give_feedback(
        NewGameResult(GAME, codemaker_token="m"), (1, 2), expected_turn=3, request_id="r"
    )
    assert game.game_id == "g"
    assert script.last.request == pb.GiveFeedbackRequest(
        game_id="g",
        feedback=types_pb2.Feedback(black=1, white=2),
        expected_turn=3,
        request_id="r",
    )
    assert script.last.metadata["mastermind-token"] == "m"


def test_take_back_turn(driver: Driver, script: Script) -> None:
    script.will(pb.TakeBackTurnResponse(game=types_pb2.Game(game_id="g")))
    assert driver.open(script.address).take_back_turn("g", request_id="r").game_id == "g"
    assert script.last.request == pb.TakeBackTurnRequest(game_id="g", request_id="r")


def test_reveal_secret(driver: Driver, script: Script) -> None:
    script.will(pb.RevealSecretResponse(game=types_pb2.Game(game_id="g"), false_turns=[2, 3]))
    told = driver.open(script.address).reveal_secret("g", "1234", salt=b"s", request_id="r")
    assert (told.game.game_id, told.false_turns) == ("g", (2, 3))
    assert script.last.request == pb.RevealSecretRequest(
        game_id="g", secret=types_pb2.Code(pegs=[1, 2, 3, 4]), salt=b"s", request_id="r"
    )


def test_a_guess_that_waits_for_its_answer_has_none(driver: Driver, script: Script) -> None:
    script.will(pb.GuessResponse(turn=1, state=types_pb2.STATE_AWAITING_FEEDBACK))
    assert driver.open(script.address).guess("g", "1234").feedback is None
