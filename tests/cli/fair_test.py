"""Fair clocks: time by the processor's clock, bots that pause, and games void because the host was overloaded."""
import json
import os
import unittest

from burning import burn
from judging import LIMIT, FaultTest
from support import BAD_BOT, MEASURES, WHOLE, main


class ByProcessor(FaultTest):
    opponent = ("-p", "name=good", "move-time=1m", "game-time=10m", BAD_BOT, "play")

    def test_waiting_costs_nothing(self):
        # 44 answers after 20 ms of sleep each are 880 ms by the wall.
        slow = ("late", "20")
        clocks = ("--game-time", "500ms", "--record-times")
        result = self.run_bot(*slow, more=clocks)
        self.assertIn("bad forfeited 1 game (1 time).", result.out)
        result = self.run_bot(*slow, more=(*clocks, "--clock", "cpu"))
        self.assertIn("No forfeits.", result.out)
        times = [move["ms"] for move in self.records()[0]["moves"] if move["seat"] == 0]
        self.assertLess(sum(times), 500)

    def test_who_does_nothing_is_late_all_the_same(self):
        result = self.run_bot("hang", limit=0.1, more=("--clock", "cpu"))
        self.assertIn("bad (seat 0) forfeits (time) after 0 answers: no answer within 100ms of processor time; it has been "
                      "idle for as long", result.err)

    def test_a_busy_machine_costs_nobody_the_game(self):
        burn(self, 4)
        games, turns = (10, 400) if WHOLE else (2, 20)
        result = self.run_bot("think_and_play", "6", limit=0.015 if MEASURES else 0.1, games=games,
                              more=("--clock", "cpu", "-j", "2", "--option", f"max_turns={turns}"))
        self.assertIn("No forfeits.", result.out)

    def test_one_player_alone_may_be_under_it(self):
        self.file("tell.sh", f"#!/bin/sh\ntee told | '{BAD_BOT}' play\n", executable=True)
        limit = ("--seed", "1", "--move-time", "100ms")  # it does not understand JSON
        self.arena("run", "lost_cities", "-p", "protocol=json", "clock=cpu", "./tell.sh", *limit)
        start = json.loads((self.folder / "told").read_text().splitlines()[0])
        self.assertEqual(start["time"]["clock"], "cpu")
        self.arena("run", "lost_cities", "-p", "protocol=json", "./tell.sh", *limit)
        start = json.loads((self.folder / "told").read_text().splitlines()[0])
        self.assertEqual(start["time"]["clock"], "wall")


class SameGames(FaultTest):
    def test_clock_and_pause_change_no_game(self):
        games = set()
        for number, more in enumerate(((), ("--clock", "cpu"), ("--pause",), ("--clock", "cpu", "--pause"),
                                       ("--sandbox", "--clock", "cpu", "--pause"))):
            name = f"{number}.jsonl"
            self.succeed("run", "lost_cities", "-p", BAD_BOT, "play", "-p", "name=b", BAD_BOT, "play", "-n", "4", "--seed", "7",
                         "--record", name, *more)
            games.add((self.folder / name).read_text())
        self.assertEqual(len(games), 1)

    def test_bots_of_a_whole_series_pause_too(self):
        words = ("run", "streams", "-p", BAD_BOT, "play", "-n", "50", "--seed", "1", "--json")
        plain = json.loads(self.succeed(*words).out)
        paused = json.loads(self.succeed(*words, "--pause").out)
        self.assertEqual(plain["players"], paused["players"])

    def test_a_bot_that_stops_itself_and_one_that_is_paused_end_alike(self):
        result = self.run_bot("stop_self", limit=LIMIT, more=("--pause",))
        self.assertIn("bad forfeited 1 game (1 ", result.out)


class Host(FaultTest):
    opponent = ("-p", "name=good", "move-time=1m", BAD_BOT, "play")
    THINKING = ("think_and_play", "40")  # long enough for others to have their turn on its core
    SHORT = ("--option", "max_turns=2")

    def test_what_arena_takes_is_told(self):
        result = self.run_bot("play", games=3)
        self.assertRegex(result.err, r"(?m)^Arena's own time for a question: [\d.e+]+ .s \(median\), .* at most\.$")
        host = json.loads(self.run_bot("play", games=3, more=("--json",)).out)["host"]
        overhead = host["overhead_us"]
        self.assertGreater(overhead["questions"], 200)
        self.assertLessEqual(overhead["p50"], overhead["p99"])
        self.assertLessEqual(overhead["p99"], overhead["max"])
        self.assertNotIn("host", json.loads(self.succeed("run", "lost_cities", "-b", "dumb", "-b", "dumb", "--json").out))

    @unittest.skipUnless(MEASURES, "in ./dev proof")
    def test_an_overloaded_host_is_told(self):
        burn(self, 2 * os.cpu_count())
        result = self.run_bot(*self.THINKING, games=2, limit=10, more=(*self.SHORT, "--json"))
        self.assertIn("The host was overloaded in 2 games: 1-2.", result.err)
        host = json.loads(result.out)["host"]
        self.assertEqual((host["overloaded"], host["void"]), ([1, 2], 0))

    @unittest.skipUnless(MEASURES, "in ./dev proof")
    def test_such_games_are_void_once_with_all_of_their_deal(self):
        burn(self, 2 * os.cpu_count())
        result = self.run_bot(*self.THINKING, limit=10, more=(*self.SHORT, "--duplicate", "--void-overloaded"))
        self.assertRegex(result.err, r"Game 1 is void: the host was overloaded, and \w+ waited for a processor for \d+ms of ")
        self.assertIn("Void because the host was overloaded, and played again: 2 games.", result.err)
        self.assertIn("The host was overloaded in 2 games: 1-2.", result.err)
        self.assertEqual(len(self.records()), 2)


class Refused(FaultTest):
    def test_what_cannot_be(self):
        run = ("run", "lost_cities")
        for words, texts in (((*run, "--clock", "sun"), ['--clock must be wall or cpu, not "sun"']),
                             ((*run, "-p", "clock=x", BAD_BOT), ['clock must be wall or cpu, not "x"']),
                             ((*run, "-b", "clock=cpu", "dumb"), ["clock=cpu is for bot processes"])):
            result = self.arena(*words, status=2)
            for text in texts:
                self.assertIn(text, result.err)


if __name__ == "__main__":
    main()
