"""Comparisons of two players: arena.compare."""
from __future__ import annotations

import dataclasses
import numbers
import secrets
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, Union

from . import _arena
from ._arena import Error
from ._games import Game, Playable, game
from ._given import path_of, root_seed_of, whole
from ._series import BuiltinIdentity, Interval, Playing, builtin_identities, in_order, jobs_of, with_own_names
from .records import Path

_MOST_DEALS = 50_000_000


class Compared(NamedTuple):
    """One of two players that were compared: its games, and its forfeits by reason."""

    name: str
    wins: int
    draws: int
    losses: int
    forfeits: Mapping[str, int]


class Sprt(NamedTuple):
    """A sequential probability ratio test: it accepts elo1 once log_ratio reaches the upper bound, and elo0 at the lower
    one. alpha and beta: how often it may accept elo1 and elo0 wrongly."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    log_ratio: float
    bounds: Interval


@dataclasses.dataclass(frozen=True)
class Comparison:
    """What is known of two players. `print` shows it as `arena compare` does.

    decision: "first better", "second better", "close" (they differ by less than the margin), "undecided", "not measured"
    (the games of a bot do not measure strength: it forfeited every game, or made no move), or with sprt "elo0" or
    "elo1". by: "wins" or "score". value: the first player's win share (0 to 1), or by score its lead in points
    a game; interval: its confidence sequence, which holds at every moment together with the given confidence; both are
    None if the decision is "not measured". games: seatings times deals, if the last deal is complete; forfeited_games:
    of these, with a forfeit. more_deals: about how many would decide it; 0 if it is decided, None if that is not known.
    rules_version, builtins: as in `Standing`.
    """

    game: str
    rules_version: int
    builtins: Mapping[str, BuiltinIdentity]
    options: Mapping[str, Any]
    seed: int
    deals: int
    seatings: int
    games: int
    forfeited_games: int
    by: str
    confidence: float
    margin: float
    decision: str
    value: Optional[float]
    interval: Optional[Interval]
    more_deals: Optional[int]
    players: Tuple[Compared, Compared]
    sprt: Optional[Sprt]
    text: str = dataclasses.field(repr=False)

    @property
    def better(self) -> Optional[str]:
        """The name of the better player. None if it is not known which player is better."""
        winner = {"first better": 0, "second better": 1}.get(self.decision)
        return None if winner is None else self.players[winner].name

    def __str__(self) -> str:
        return self.text


def compare(game_name: Playable, a: Playing, b: Playing, *, margin: Optional[float] = None, until: float = 0.95,
            max_deals: int = 100_000, sprt: Optional[Tuple[float, float]] = None, rank_by: Optional[str] = None,
            seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, seats: Optional[int] = None,
            jobs: Optional[int] = None, record: Optional[Path] = None, on_error: str = "raise",
            progress: Optional[Callable[[Comparison], object]] = None, **more_options: Any) -> Comparison:
    """Plays deals until it is known which player is better, as `arena compare` does with the same seed.

    a, b: players as in `arena.run`. Each deal is played once for each seating, or once if all seats are alike.
    margin: also stop when they are close: the win share of `a` is within 0.5 +- margin, or by score the lead is less than
        margin points a game. Never by default.
    until: how sure the decision is, from 0.5 to less than 1. max_deals: then it stops undecided.
    sprt: (elo0, elo1): decide by a sequential probability ratio test of these Elo differences, as in chess testing.
    rank_by: "wins" or "score"; by default as the game counts.
    seed, options, seats, jobs, record, on_error: as in `arena.run`. With a seed, jobs change no result.
    progress: called now and then with what is known so far.

    Releases Python's lock while arena works. Ctrl-C ends the comparison and raises KeyboardInterrupt; what was recorded
    until then is kept. Raises Error for wrong arguments, before anything starts.
    """
    chosen = game(game_name)
    pair = with_own_names(in_order([a, b]))
    wanted = chosen.least_seats if seats is None else whole(seats, "seats", chosen.least_seats, chosen.most_seats)
    wanted = max(2, wanted)
    sides = chosen.sides or wanted
    if sides != 2 or wanted % 2:
        raise Error(f"a comparison needs two sides; {chosen.name} with {wanted} seats has {sides}")
    if on_error not in ("raise", "forfeit"):
        raise Error(f'on_error is "raise" or "forfeit", not {on_error!r}')
    if rank_by not in (None, "wins", "score"):
        raise Error(f'rank_by is "wins" or "score", not {rank_by!r}')
    if sprt is not None and margin is not None:
        raise Error("sprt has bounds of its own: leave out margin")
    if sprt is not None and rank_by == "score":
        raise Error('sprt goes by wins: it needs rank_by="wins"')
    if progress is not None and not callable(progress):
        raise Error(f"progress is a function, not {progress!r}")
    sure = _number(until, "until")
    if not 0.5 <= sure < 1:
        raise Error(f"until is from 0.5 to less than 1, not {until!r}")
    answer = _arena.compare(chosen._core, {
        "players": pair * (wanted // 2), "options": chosen.merged(options, more_options), "on_error": on_error,
        "seed": root_seed_of(secrets.randbits(128) if seed is None else seed), "seed_given": seed is not None,
        "jobs": jobs_of(jobs, pair * (wanted // 2)), "max_deals": whole(max_deals, "max_deals", 1, _MOST_DEALS),
        "margin": _margin(margin), "until": sure, "sprt": _bounds(sprt),
        "rank_by": "wins" if sprt is not None else rank_by, "record": None if record is None else path_of(record),
        "progress": None if progress is None else lambda fields: progress(_comparison(fields)),
    })
    return _comparison(answer)


def _number(given: Any, what: str) -> float:
    if not isinstance(given, numbers.Real) or isinstance(given, bool):
        raise Error(f"{what} is a number, not {given!r:.80}")
    return float(given)


def _margin(given: Any) -> float:
    if given is None:
        return 0.0
    if isinstance(given, str):
        raise Error(f'margin is a number, not {given!r:.80}: with rank_by="wins", 0.02 is 2 %; by score it is in points')
    margin = _number(given, "margin")
    if not margin > 0:
        raise Error(f"margin is more than 0, not {given!r}")
    return margin


def _bounds(given: Any) -> Optional[Tuple[float, float]]:
    if given is None:
        return None
    try:
        low, high = given
    except (TypeError, ValueError):
        raise Error(f"sprt is two Elo differences, such as (0, 10), not {given!r:.80}") from None
    bounds = _number(low, "sprt"), _number(high, "sprt")
    if not bounds[0] < bounds[1]:
        raise Error(f"sprt is two Elo differences, the lower one first, not {given!r:.80}")
    return bounds


def _comparison(fields: Dict[str, Any]) -> Comparison:
    first, second = (Compared(**player) for player in fields["players"])
    sprt = fields.get("sprt")
    if sprt is not None:
        sprt = Sprt(**{**sprt, "bounds": Interval(*sprt["bounds"])})
    more = fields["more_deals"]
    return Comparison(fields["game"], fields["rules_version"], builtin_identities(fields["builtins"]), fields["options"],
                      int(fields["seed"], 0), fields["deals"], fields["seatings"], fields["matches"],
                      fields["forfeited_games"], fields["by"], fields["confidence"], fields["margin"], fields["decision"],
                      fields["value"], Interval(*fields["sequence"]) if fields["sequence"] else None,
                      None if more is None else int(more), (first, second), sprt, fields["text"])
