"""Many games between the same players: arena.run, who may play in it, and what comes of it."""
from __future__ import annotations

import dataclasses
import os
import secrets
import sys
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _arena, bot
from ._arena import Error
from ._games import Game, game, games
from ._given import merged, root_seed_of, seconds, string, whole
from .records import Path, Record, of_line

Move = Union[int, str]

_KINDS = ("builtin", "called", "module", "process")
_PROTOCOLS = tuple(dict.fromkeys(name for known in games() for name in game(known).protocols))
_MOST_REFUSALS = 1_000_000


@dataclasses.dataclass(frozen=True)
class Player:
    """One who plays in a series: `builtin`, `process`, `module` and `called` make it.

    protocol: by its name; None: the game's own. The limits are seconds, as the options of `arena run`; None: as
    usual. No limit holds for a player that is called, since nothing could end the call. Raises Error, naming the
    word, for what cannot be.
    """

    kind: str
    what: Any
    name: str
    shown: Tuple[str, ...] = ()
    protocol: Optional[str] = None
    move_time: Optional[float] = None
    game_time: Optional[float] = None
    increment: Optional[float] = None
    start_time: Optional[float] = None
    max_refusals: Optional[int] = None

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise Error(f'unknown kind "{self.kind}" of a player; known: {", ".join(_KINDS)}')
        if self.protocol not in (None, *_PROTOCOLS):
            raise Error(f'unknown protocol "{self.protocol}"; known: {", ".join(_PROTOCOLS)}')
        if not string(self.name, "name").strip():
            raise Error("the name of a player is empty")
        if self.kind == "builtin":
            string(self.what, "the name of a built-in bot")
        if self.kind in ("module", "process") and not isinstance(self.what, (list, tuple)):
            raise Error(f"the command of a player is a list of words, not {self.what!r}")
        if self.kind == "called" and not callable(self.what) and not callable(getattr(self.what, "move", None)):
            raise Error(f"{self.what!r} is no player: neither a function nor has it a function move(view)")
        for limit in ("move_time", "game_time", "increment", "start_time"):
            if getattr(self, limit) is not None:
                seconds(getattr(self, limit), limit)
        if self.max_refusals is not None:
            whole(self.max_refusals, "max_refusals", 0, _MOST_REFUSALS)


def builtin(bot_name: str, /, **limits: Any) -> Player:
    """A built-in bot; `Game.builtins` names them. limits: name, under which it plays."""
    return _made("builtin", bot_name, {"name": bot_name}, limits)


def process(command: Union[Path, Sequence[Path]], /, *, protocol: Optional[str] = None, **limits: Any) -> Player:
    """A bot process: a program and its arguments, or one string, which is split as after `-p`.

    protocol: one of `Game.protocols`, such as "json"; the game's own, unless given. limits: name, move_time,
    game_time, increment, start_time, max_refusals.
    """
    given = [command] if isinstance(command, (str, os.PathLike)) else command
    words = [os.fsdecode(word) for word in given]
    usual = {"name": _arena.bot_name(words), "shown": tuple(words), "protocol": protocol}
    return _made("process", words, usual, limits)


def module(module_name: Path, /, *, python: Optional[Path] = None, **limits: Any) -> Player:
    """A Python module with move(game_state), by name or file, in a process of its own, as after `-m`.

    python: the interpreter; this one, unless given. limits: as for `process`.
    """
    file = os.fsdecode(module_name)
    if (file.endswith(".py") or os.sep in file) and not os.path.isfile(file):
        raise Error(f'there is no Python module "{file}"')
    interpreter = os.fsdecode(python or sys.executable)
    words = [interpreter, "-B", os.path.abspath(bot.__file__), file]  # -B: nothing is left beside the module
    shown = (interpreter, "-m", "arena.bot", file)
    stem = os.path.splitext(os.path.basename(file))[0]
    return _made("module", words, {"name": stem, "shown": shown, "protocol": "json"}, limits)


def called(player: Any, /, **limits: Any) -> Player:
    """A player in this process: a function move(view), or an object or module that has one.

    Of a class, every game gets an object of its own. start(info), event(event) and end(result) are called too where
    there are such. limits: name, max_refusals.
    """
    name = getattr(player, "__name__", type(player).__name__)
    return _made("called", player, {"name": name.rpartition(".")[2]}, limits)


def _made(kind: str, what: Any, usual: Dict[str, Any], limits: Dict[str, Any]) -> Player:
    return Player(kind, what, **{**usual, **limits})


Playing = Union[Player, str, Callable[[bot.View], Move], Any]


class Interval(NamedTuple):
    """The true value lies in here, as 95 of 100 such series would have it."""

    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class PlayerStanding:
    """What a series says of one player. The intervals are None for a single deal.

    win_share counts a draw as part of a win; score and margin (its points less its best opponent's) are means over
    games. quartiles, worst and best are of single scores, for one who plays alone.
    """

    name: str
    wins: int
    draws: int
    losses: int
    win_share: float
    win_share_95: Optional[Interval]
    score: float
    score_95: Optional[Interval]
    margin: float
    margin_95: Optional[Interval]
    forfeits: Mapping[str, int]
    score_standard_error: Optional[float] = None
    quartiles: Optional[Tuple[float, float, float]] = None
    worst: Optional[float] = None
    best: Optional[float] = None


class Verdict(NamedTuple):
    """Who is better, by what counts.

    kind: "stronger", "undecided" (the lead may be luck), "level", "one deal", or "not compared" if fewer than two
    players have played. by: "wins" or "score". lead: of the leader over the second; by wins half the difference of
    their win shares plus one half, which is the leader's own share if there are two players; by score points a game.
    lead_95: its 95 % interval, widened if there are three or more players; None without a spread. more_deals: of
    "undecided", about how many more decide it if the lead stays as it is. never_played: the players that forfeited
    every game before their first move.
    """

    kind: str
    by: str
    never_played: Tuple[str, ...]
    text: str
    leader: Optional[str] = None
    second: Optional[str] = None
    lead: Optional[float] = None
    lead_95: Optional[Interval] = None
    more_deals: Optional[int] = None


class Fault(NamedTuple):
    """A game that a bot forfeited. `game` counts from 1; `traceback` is the end of what it wrote on stderr, or what
    it raised."""

    game: int
    bot: str
    seat: int
    reason: str
    detail: str
    traceback: str


@dataclasses.dataclass(frozen=True)
class Standing:
    """What came of a series. `players`: the best first. `print` shows it as `arena run` does."""

    game: str
    options: Mapping[str, Any]
    seed: int
    games: int
    deals: int
    rank_by: str
    players: Tuple[PlayerStanding, ...]
    verdict: Verdict
    moves: int
    seconds: float
    records: Tuple[Record, ...]
    faults: Tuple[Fault, ...]
    """The first hundred."""
    text: str = dataclasses.field(repr=False)

    def of(self, name: str) -> PlayerStanding:
        """The standing of the player of that name. Raises KeyError if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __str__(self) -> str:
        return self.text


def run(game_name: Union[str, Game], players: Iterable[Playing], n: Optional[int] = None, *,
        seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, seats: Optional[int] = None,
        jobs: Optional[int] = None, duplicate: bool = False, record: Optional[Path] = None, records: bool = False,
        rank_by: Optional[str] = None, on_error: str = "raise", fail_fast: bool = False,
        **more_options: Any) -> Standing:
    """Plays a series, as `arena run` does with the same seed, and returns its standing.

    players: in the order of the seats. A str is the name of a built-in bot; a function move(view), an object or
        module with one, or a class of such, is called in this process; `process` and `module` give bots in processes
        of their own. Free seats are filled with the game's default bot. In a game with partners, as many players as
        there are sides (or fewer) each play all seats of a side.
    n: games, or with `duplicate` deals, each played once per seating; by default the game's usual number.
    seed: of all chance; drawn if there is none, and told by the standing.
    seats: how many, for games that leave it open; as many as there are players, unless given.
    jobs: games at a time; by default as many as there are cores for, and one if a player is called. Beside other
        jobs, a player that is called plays several games in turn: from several threads, though not at once.
    record: a file to which the finished games are added. records: keep them in the standing.
    rank_by: "wins" or "score", what the verdict goes by; by default what counts in the game.
    on_error: if a called player raises, "raise" BotError from it, which ends the series, or "forfeit" the game. A
        RuntimeWarning then shows what is raised in `end`, and always shows that a process crashed after its last game.
    fail_fast: end the series with the first game that a bot forfeits; the standing has the games until then.

    Python's lock is free while arena works. Ctrl-C ends the series and raises KeyboardInterrupt; what was recorded
    until then is kept. Raises Error if something of this cannot be, before anything is started.
    """
    chosen = game(game_name)
    if isinstance(players, str):
        raise Error(f"players is a list, such as [{players!r}], not {players!r}")
    seated = [_player(player) for player in players]
    wanted = max(len(seated), chosen.least_seats)
    if seats is not None:
        wanted = whole(seats, "seats", chosen.least_seats, chosen.most_seats)
    sides = chosen.sides or wanted
    by_side = sides < wanted and wanted % sides == 0 and len(seated) <= sides
    seated += [builtin(chosen.default_builtin) for _ in range((sides if by_side else wanted) - len(seated))]
    if len(seated) > wanted:
        raise Error(f"{len(seated)} players are given for {wanted} seat{'' if wanted == 1 else 's'}")
    if on_error not in ("raise", "forfeit"):
        raise Error(f'on_error is "raise" or "forfeit", not {on_error!r}')
    if rank_by not in (None, "wins", "score"):
        raise Error(f'rank_by is "wins" or "score", not {rank_by!r}')
    games = whole(chosen.usual_games if n is None else n, "n", 1, 100_000_000)
    at_a_time = whole(_usual_jobs(seated) if jobs is None else jobs, "jobs", 1, 1024)
    answer = _arena.run(chosen._core, {
        "players": _with_own_names(seated) * (wanted // len(seated)), "n": games,
        "options": merged(options, more_options),
        "seed": root_seed_of(secrets.randbits(128) if seed is None else seed),
        "jobs": min(at_a_time, games * (sides if duplicate else 1)), "duplicate": bool(duplicate),
        "record": None if record is None else os.fsencode(record), "records": bool(records), "rank_by": rank_by,
        "on_error": on_error, "fail_fast": bool(fail_fast),
    })
    return _standing(*answer)


def _player(player: Playing) -> Player:
    if isinstance(player, Player):
        return player
    return builtin(player) if isinstance(player, str) else called(player)


def _with_own_names(players: Iterable[Player]) -> List[Player]:
    """The players, those of the same name told apart as x, x-2, x-3."""
    taken: Dict[str, Player] = {}
    for player in players:
        name, copy = player.name, 2
        while name in taken:
            name, copy = f"{player.name}-{copy}", copy + 1
        taken[name] = dataclasses.replace(player, name=name)
    return list(taken.values())


def _usual_jobs(players: Sequence[Player]) -> int:
    if any(player.kind == "called" for player in players):
        return 1
    return max(1, (os.cpu_count() or 1) // len(players))


def _interval(pair: Optional[Sequence[float]]) -> Optional[Interval]:
    return None if pair is None else Interval(*pair)


def _player_standing(fields: Dict[str, Any]) -> PlayerStanding:
    for name in ("win_share_95", "score_95", "margin_95"):
        fields[name] = _interval(fields[name])
    if "quartiles" in fields:
        fields["quartiles"] = tuple(fields["quartiles"])
    return PlayerStanding(**fields)


def _verdict(fields: Dict[str, Any]) -> Verdict:
    more = fields.get("more_deals")
    return Verdict(**{**fields, "never_played": tuple(fields["never_played"]),
                      "lead_95": _interval(fields.get("lead_95")), "more_deals": None if more is None else int(more)})


def _standing(fields: Dict[str, Any], text: str, lines: Sequence[str], faults: Sequence[Tuple[Any, ...]]) -> Standing:
    players = tuple(_player_standing(player) for player in fields["players"])
    return Standing(fields["game"], fields["options"], int(fields["seed"], 0), fields["games"], fields["deals"],
                    fields["rank_by"], players, _verdict(fields["verdict"]), fields["moves"], fields["seconds"], tuple(of_line(line) for line in lines),
                    tuple(Fault(*fault) for fault in faults), text)
