"""`arena run --store`: runs add up in a store, which standings, export and verify read as a tournament's."""
import json
import random
import signal
import time

from stores import StoreTest
from support import BAD_BOT, main, wait_until

RUN = ("run", "lost_cities", "-b", "greedy", "-p", "name=bad", BAD_BOT, "exit_after", "9", "-n", "6", "-q", "--store", "a.db")


class Adds(StoreTest):
    def test_runs_add_up(self):
        self.succeed(*RUN, "--seed", "1")
        self.succeed(*RUN, "--seed", "2")
        self.succeed("run", "lost_cities", "-b", "random", "-b", "greedy", "-n", "3", "-q", "--store", "a.db")
        standings = self.standings("a.db")
        self.assertEqual(standings["games"], 15)
        deals = {one["name"]: (one["deals"], one["forfeits"]) for one in standings["entrants"]}
        self.assertEqual(deals["greedy"][0], 15)
        self.assertEqual(deals["random"], (3, 0))
        self.assertGreater(deals["bad"][1], 0)
        self.assert_agrees("a.db")
        self.succeed("export", "a.db", "--records", "a.jsonl", "--json", "a.json")
        self.assertIn("15 games checked", self.succeed("replay", "a.jsonl").out)
        self.succeed("report", "a.db", "report")
        self.assertIn("random", (self.folder / "report/index.html").read_text())
        runs = json.loads((self.folder / "a.json").read_text())["tournament"]["runs"]
        self.assertEqual([run["seed"] for run in runs[:2]], ["0x0000000000000001", "0x0000000000000002"])
        self.assertIn("run lost_cities -b greedy", runs[0]["command"])

    def test_the_games_are_those_of_a_run_without_a_store(self):
        self.succeed(*RUN, "--seed", "1", "--duplicate", "--record", "with.jsonl")
        self.succeed(*RUN[:-2], "--seed", "1", "--duplicate", "--record", "without.jsonl")
        self.assertEqual(self.records("with.jsonl"), self.records("without.jsonl"))
        self.succeed("export", "a.db", "--records", "stored.jsonl")
        self.assertEqual(self.records("stored.jsonl"), self.records("without.jsonl"))
        self.assert_agrees("a.db")

    def test_partners(self):
        words = ("run", "yard_bridge", "-b", "random", "-b", "random", "-n", "2", "-q", "--duplicate", "--store", "b.db")
        self.succeed(*words)
        self.assertEqual(self.standings("b.db")["games"], 4)
        self.assert_agrees("b.db")

    def test_what_is_refused(self):
        self.succeed(*RUN, "--seed", "1")
        other = ("run", "lost_cities", "-b", "random", "-b", "greedy", "-q", "--store", "a.db")
        for saying, words in (
                ("has the games of these players with seed 0x0000000000000001 already", (*RUN, "--seed", "1")),
                ("another bad, whose command, files or version differ",
                 ("run", "lost_cities", "-b", "greedy", "-p", "name=bad", BAD_BOT, "--store", "a.db")),
                ("games of lost_cities", ("run", "streams", "-b", "spread", "-b", "random", "--store", "a.db")),
                ("games with other options", (*other, "--option", "max_turns=50")),
                ("games without --duplicate", (*other, "--duplicate")),
                ("leave out --play", (*other, "--play", "1")),
                ("a person cannot play", ("run", "lost_cities", "--human", "--store", "a.db")),
                ("needs two players", ("run", "streams", "-b", "spread", "--seats", "1", "--store", "b.db")),
                ("its entrants come with arena run --store", ("entrants", "a.db", "add", "bob", "-b", "random")),
                ("holds games of arena run", ("tournament", "lost_cities", "-b", "random", "-b", "greedy", "--store", "a.db"))):
            with self.subTest(saying):
                self.assert_refused(saying, *words)
        self.succeed("tournament", "lost_cities", "-b", "random", "-b", "greedy", "--deals", "1", "-q", "--store", "t.db")
        self.assert_refused("holds a tournament", *other[:-1], "t.db")
        self.assertEqual(self.standings("a.db")["games"], 6)

    def test_changed_files_are_another_bot(self):
        bot = self.file("bot.sh", f"#!/bin/sh\nexec {BAD_BOT} play\n", executable=True)
        words = ("run", "lost_cities", "-p", "bot.sh", "-b", "greedy", "-q", "--store", "a.db")
        self.succeed(*words)
        bot.write_text(f"#!/bin/sh\nexec {BAD_BOT} echo\n")
        self.assert_refused("give this player another name", *words)
        self.assert_refused("is there already", "export", "a.db", "--backup", "bot.sh")
        result = self.arena("verify", "a.db")
        self.assertEqual((result.status, result.out.splitlines()[0]), (1, "the files of bot have changed since it entered"))

    def test_manipulations(self):
        self.succeed(*RUN, "--seed", "1")
        self.succeed(*RUN, "--seed", "2")
        self.succeed("export", "a.db", "--backup", "whole.db")
        for what in ("UPDATE run SET seed = '0x0000000000000003' WHERE pairing = 1", "DELETE FROM run WHERE pairing = 0",
                     "UPDATE result SET score = score + 1 WHERE match = 2 AND seat = 0", "DELETE FROM record WHERE match = 1",
                     "UPDATE pairing SET deals = 5 WHERE number = 0", "UPDATE sums SET wins = wins + 1"):
            with self.subTest(what):
                (self.folder / "b.db").unlink(missing_ok=True)
                self.succeed("export", "whole.db", "--backup", "b.db")
                self.change("b.db", what)
                self.assertEqual(self.arena("verify", "b.db").status, 1)


class Stopped(StoreTest):
    WORDS = ("run", "lost_cities", "-p", "name=slow", BAD_BOT, "think_and_play", "1", "-b", "greedy", "-n", "12", "--duplicate",
             "--seed", "4", "-j", "2", "--store")

    def test_killed_runs_go_on(self):
        chance = random.Random(3)
        self.succeed(*self.WORDS, "whole.db")
        for _ in range(6):
            before = self.stored_games("a.db")
            running = self.start(*self.WORDS, "a.db")
            wait_until(lambda: self.stored_games("a.db") > before or running.process.poll() is not None, "another game")
            time.sleep(chance.uniform(0, 0.05))  # the kill comes at any moment of a game
            before = self.stored_games("a.db")
            running.signal(signal.SIGKILL)
            if running.finish().status == 0:
                break
            self.assertGreaterEqual(self.stored_games("a.db"), before)
        if self.stored_games("a.db") < 24:
            self.succeed(*self.WORDS, "a.db")
        self.assertEqual(self.rows_but_commands("a.db"), self.rows_but_commands("whole.db"))
        self.assert_agrees("a.db")

    def rows_but_commands(self, store):
        return {**self.rows(store), "run": self.query(store, "SELECT pairing, seed FROM run")}

    def test_ctrl_c_shows_the_command_that_plays_the_rest(self):
        running = self.start("run", "lost_cities", "-p", "name=slow", BAD_BOT, "think_and_play", "1", "-b", "greedy", "-n", "1000",
                             "--store", "a.db")
        wait_until(lambda: self.stored_games("a.db") >= 3, "three games")
        running.signal(signal.SIGINT)
        stopped = running.finish()
        self.assertEqual(stopped.status, 130)
        command = stopped.err.rpartition("To play the rest:\n  arena ")[2].strip()
        self.assertRegex(command, "^run --seed 0x[0-9a-f]+ lost_cities ")
        self.assertIn("1000 games", self.query("a.db", "SELECT command || ', ' || deals || ' games' FROM run JOIN pairing")[0][0])
        first = self.stored_games("a.db")
        again = self.start(*command.split())
        wait_until(lambda: self.stored_games("a.db") > first, "another game")
        again.signal(signal.SIGINT)
        again.finish()
        self.assertEqual(self.query("a.db", "SELECT count(*) FROM run"), [(1,)])
        # Another run ends this one where it is.
        self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "2", "-q", "--store", "a.db")
        self.assertEqual(self.query("a.db", "SELECT sum(deals) FROM pairing"), [(self.stored_games("a.db"),)])
        self.assert_agrees("a.db")


if __name__ == "__main__":
    main()
