"""Yard bridge and Most against a second reading of their rules, tests/referee: `referee_test.py [SCALE]`.

Random bots, the baselines and bots that go wrong play matches; the referee there and `arena replay` confirm every
one, and refuse what was made wrong in them. With SCALE 1 it is 5,000 matches of random bots and 5,000 of baselines
a game, as `./dev proof` has it; `./dev test` plays a hundredth.
"""
import itertools
import math
import random
import re
import sys
import unittest

from support import PATIENCE, ROOT, ArenaTest

sys.path.insert(0, str(ROOT / "tests/referee"))

import mutations  # noqa: E402
from check_records import GAMES, reason_against, reasons_by_line  # noqa: E402

SCALE = 0.01
MATCHES = 5000  # of either kind, with SCALE 1
SAMPLE = 200  # of them are made wrong
TABLES = (2, 6)  # how many sit there, daily: at each there are matches of every kind
BOT = ROOT / "tests/referee/careless_bot.py"
REFUSED = re.compile(r"(?m)^mutated\.jsonl:(\d+) ")


def seats_of(names, seats):
    """The words that seat these built-in players in turn."""
    return [word for seat in range(seats) for word in ("-b", names[seat % len(names)])]


class GameTest:
    """The tests of one game. The classes of the games, below, say what is played."""

    seed = 0
    random_options = ()  # (share of the matches, options)
    baselines = ()  # who sits round the table
    baseline_options = ()
    fault_options = ()  # one match each, with every kind of bot that goes wrong
    bounds = {}  # of options that play no part in a match of one deal

    # Playing

    def option_words(self, options, seats):
        for name, value in options.items():
            yield from ("--option", f"{name}={value(seats) if callable(value) else value}")

    def play(self, players, games, seats, options, *more):
        """Adds matches to the record file; each call has a seed of its own."""
        self.seed += 1
        self.succeed("run", self.game, *players, "-n", games, "--seed", self.seed, "--record", "games.jsonl", "-q",
                     *self.option_words(options, seats), *more)

    def play_all(self, line_ups, option_sets):
        """At least MATCHES * SCALE in all, and one of each kind."""
        for seats in TABLES:
            for names in line_ups:
                for share, options in option_sets:
                    games = MATCHES * SCALE * share / len(TABLES) / len(line_ups)
                    self.play(seats_of(names, seats), math.ceil(games), seats, options)

    def careless(self, way, answers=0):
        return ["-p", f"name={way}{answers}", sys.executable, BOT, self.game, way, answers]

    # Judging

    def confirm_all(self):
        """Both readers confirm all matches. Returns the records."""
        reasons = [f"line {number}: {reason}" for number, reason in reasons_by_line(self.folder / "games.jsonl") if reason]
        self.assertEqual(reasons[:20], [], f"{len(reasons)} records are refused by the referee alone")
        records = self.records()
        result = self.start("replay", "games.jsonl").finish(patience=PATIENCE + 600 * SCALE)
        self.assertEqual(result.out, f"{len(records)} games checked: all keep the rules\n", result)
        return records

    def refused_by_arena(self, lines):
        """The numbers of the lines that arena refuses, from 0."""
        self.file("mutated.jsonl", "".join(line + "\n" for line in lines))
        result = self.arena("replay", "mutated.jsonl")
        refused = {int(number) - 1 for number in REFUSED.findall(result.err)}
        self.assertEqual(result.status, 1 if refused else 0, result)
        return refused

    def judge_mutated(self, chosen, others, mutate, rng):
        """Both readers must agree. Returns the share that they refuse, or None if there was nothing to change."""
        lines = list(self.changed(chosen, mutate, rng)) or list(itertools.islice(self.changed(others, mutate, rng), 1))
        if not lines:
            return None
        by_arena = self.refused_by_arena(lines)
        for number, line in enumerate(lines):
            reason = reason_against(line)
            self.assertEqual(number in by_arena, reason is not None, f"{mutate.__name__}: the referee says: {reason}; {line}")
        return len(by_arena) / len(lines)

    @staticmethod
    def changed(records, mutate, rng):
        for record in records:
            record = mutations.mutated(record, mutate, rng)
            if record is not None:
                yield mutations.line_of(record)

    # The tests

    def test_random_matches(self):
        self.play_all([["random"]], self.random_options)
        records = self.confirm_all()
        self.assertGreaterEqual(len(records), MATCHES * SCALE)
        self.refuse_mutated(records)

    def test_matches_of_baselines(self):
        self.play_all(self.baselines, self.baseline_options)
        records = self.confirm_all()
        self.assertGreaterEqual(len(records), MATCHES * SCALE)
        self.refuse_mutated(records)

    def test_matches_with_bots_that_go_wrong(self):
        records = self.play_with_bots_that_go_wrong()
        ends = {record["end"] for record in records}
        reasons = {forfeit["reason"] for record in records for forfeit in record.get("forfeits", [])}
        refusals = sum("rejected" in entry for record in records for entry in record["moves"])
        self.assertEqual((ends, reasons), ({"played out", "forfeit"}, {"exit", "refused"}))
        self.assertGreater(refusals, 100)
        self.refuse_mutated(records, in_every_way=True)

    def test_both_readers_take_options_up_to_the_same_bounds(self):
        self.play(seats_of(self.baselines[0], 2), 1, 2, {"deals": 1})
        record, = self.records()
        for name, bound in self.bounds.items():
            for more in (0, 1):
                line = mutations.line_of({**record, "options": {**record["options"], name: bound + more}})
                reason = reason_against(line)
                self.assertEqual((self.refused_by_arena([line]), reason is not None), ({0} if more else set(), more == 1),
                                 f"{name}={bound + more}: the referee says: {reason}")

    def play_with_bots_that_go_wrong(self):
        for seats in TABLES:
            for options in self.fault_options:
                others = seats_of(["random"], seats - 1)
                for bot in (self.careless("exit", seats), self.careless("nonsense", 2), self.careless("careless")):
                    self.play([*bot, *others], 2, seats, options)
                self.play([*self.careless("nonsense", 1), *others], 1, seats, options, "--max-refusals", 2)
        self.play([*self.careless("exit", 3), *self.careless("nonsense", 2)], 4, 2, {})
        return self.confirm_all()

    def refuse_mutated(self, records, in_every_way=False):
        """Changes a sample of the shorter records in every possible way."""
        rng = random.Random(len(records))
        short = [record for record in records if len(record["moves"]) < 1000]
        chosen = rng.sample(short, min(len(short), max(8, round(SAMPLE * SCALE))))
        for mutate in mutations.must(GAMES[self.game]):
            share = self.judge_mutated(chosen, short, mutate, rng)
            self.assertIn(share, (1,) if in_every_way else (None, 1), mutate.__name__)
        # The referee does not know the texts of refusals, which list legal moves.
        unrefused = [[record for record in some if not any("rejected" in entry for entry in record["moves"])]
                     for some in (chosen, short)]
        shares = [self.judge_mutated(*unrefused, mutate, rng) for mutate in mutations.MAY]
        if in_every_way:
            self.assertNotIn(None, shares)
        shares = [share for share in shares if share is not None]
        self.assertGreater(sum(shares) / len(shares), 0.5, shares)


class YardBridge(GameTest, ArenaTest):
    game = "yard_bridge"
    random_options = ((0.5, {}), (0.2, {"target": 30, "hand": 3}), (0.1, {"deals": 3}),
                      (0.1, {"deals": 2, "hand": lambda seats: min(18, 36 // seats)}), (0.1, {"max_actions": 25, "target": 60}))
    baselines = (["shed", "loader"], ["loader"], ["shed", "random", "loader"])
    baseline_options = random_options
    fault_options = ({"deals": 2}, {"target": 40})
    bounds = {"target": 10**9, "max_actions": 10**9}


class Most(GameTest, ArenaTest):
    """Random bots seldom meld and need about a hundred deals to reach the target, so few matches go so far."""

    game = "most"
    random_options = ((0.01, {}), (0.49, {"deals": 1}), (0.2, {"deals": 2, "max_turns": 40}),
                      (0.3, {"target": 20, "max_deals": 3, "max_turns": 60}))
    baselines = (["melder"], ["melder", "random"])
    baseline_options = ((0.5, {}), (0.2, {"deals": 2}), (0.2, {"target": 100}), (0.1, {"max_turns": 30, "max_deals": 4}))
    fault_options = ({"deals": 2}, {"max_deals": 2, "max_turns": 50})
    bounds = {"target": 10**9, "max_turns": 10**9, "max_deals": 2 * 10**6}


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1][0].isdigit():
        SCALE, TABLES = float(sys.argv.pop(1)), range(2, 7)
    unittest.main(verbosity=2)
