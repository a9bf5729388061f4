"""Rules and built-in bots have versions: who plays otherwise than an earlier version must have another one.

versions.json has a checksum over some games of each version that there was. `--update` adds those of new versions, and
never changes one.
"""
import json
import sys
import unittest
import zlib
from pathlib import Path

import arena
from support import main

KNOWN = Path(__file__).with_name("versions.json")
# Seats and options by game. A bot plays where it can.
KINDS = {
    "bidding": [(2, {}), (2, {"cards": 5, "ties": "carry"}), (3, {"cards": 6, "unique": True, "prizes": "ascending"})],
    "bridge": [(4, {}), (4, {"scoring": "chicago", "nondealer_vulnerable": True}), (4, {"scoring": "rubber", "boards": 3})],
    "lost_cities": [(2, {}), (2, {"max_turns": 30})],
    "most": [(2, {"deals": 1}), (3, {"target": 100, "max_turns": 60})],
    "streams": [(1, {}), (2, {"deck": "published"})],
    "yard_bridge": [(2, {"deals": 1}), (3, {"target": 30, "hand": 4})],
}
ONE_KIND = {"double_dummy"}  # those that are slow play only games of the first kind
# So that those that search play some games in a second. A bot's settings are no part of its version: identities have them.
QUICK = {"sampler": "sampler samples=1 random=75%", "search": "search iterations=20", "focus": "focus random=50%",
         "rollout": "rollout random=50%"}
GAMES = {"bridge": 1, "most": 1, "yard_bridge": 2, "streams": 2, "lost_cities": 2, "bidding": 12}


def moves_of(view):
    return view.possible if "possible" in vars(view) else view.legal()


class Opponent:
    """Makes random moves, and not those of the built-in bot `random`, which may change."""

    left = float("inf")

    def __init__(self):
        self.rng = arena.Rng(1)

    def move(self, view):
        self.left -= 1
        if self.left < 0:
            raise ValueError("gives up")
        return self.rng.choice(moves_of(view))


class GivesUp(Opponent):
    left = 5


def games(name, players):
    """Games in which such players, repeated, can sit."""
    for seats, options in KINDS[name][:1] if ONE_KIND.intersection(map(str, players)) else KINDS[name]:
        try:
            standing = arena.run(name, (players * seats)[:seats], GAMES[name], seed=1, options=options, seats=seats, records=True,
                                 on_error="forfeit")
        except arena.Error as error:
            assert "built-in bot" in str(error), error  # it cannot play with these options
            continue
        for record in standing.records:
            yield [record.deal, record.moves, record.scores, record.places, record.end, record.counted,
                   [[forfeit["seat"], forfeit["after"]] for forfeit in record.forfeits]]


def checksum(played):
    """None if that is nothing."""
    return zlib.crc32(json.dumps(played, sort_keys=True).encode()) if played else None


def played():
    """By version, the checksum of what plays now."""
    sums = {}
    for game in map(arena.game, arena.games()):
        rules = f"{game.name} {game.rules_version}"
        sums[rules] = checksum([*games(game.name, [Opponent]), *games(game.name, [GivesUp, Opponent])])
        for bot, version in game.builtin_versions.items():
            quick = QUICK.get(bot, bot)
            sums[f"{rules}: {bot} {version}"] = checksum(
                [*games(game.name, [quick]), *games(game.name, [quick, Opponent])])
    return sums


class Versions(unittest.TestCase):
    def test_the_same_version_plays_the_same(self):
        known, now = json.loads(KNOWN.read_text()), played()
        for what, number in now.items():
            with self.subTest(what=what):
                self.assertIsNotNone(number, "it can play none of these games")
                self.assertIn(what, known, f"a new version: add it with {Path(__file__).name} --update")
                self.assertEqual(number, known[what],
                                 "it plays otherwise: raise GameInfo::version of the game, or Builtin::version of the bot")


def update():
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    known = {**played(), **known}
    KNOWN.write_text("{\n" + ",\n".join(f'"{what}": {known[what]}' for what in sorted(known)) + "\n}\n")


if __name__ == "__main__":
    update() if "--update" in sys.argv else main()
