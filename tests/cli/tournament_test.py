"""`arena tournament`: plays, is stopped and killed and goes on, and shows how it stands."""
import json
import random
import signal
import sqlite3
import time

from support import BAD_BOT, ArenaTest, main, wait_until

FIELD = ("-b", "greedy", "-b", "random", "-p", "name=crash", BAD_BOT, "segv")
TABLES = ("tournament", "entrant", "pairing", "pairing_entrant", "deal", "match", "result", "dictionary", "record",
          "sums")


class Tournament(ArenaTest):
    def rows(self, store):
        """All that a store holds, but for times of bots."""
        with sqlite3.connect(self.folder / store) as database:
            return {table: sorted(database.execute(f"SELECT * FROM {table}"), key=repr) for table in TABLES}

    def standings(self, store):
        return json.loads(self.succeed("standings", store, "--json").out)


class Plays(Tournament):
    def test_a_bot_that_crashes_in_every_game_never_stops_a_tournament(self):
        words = ("tournament", "lost_cities", *FIELD, "--deals", "10", "--seed", "7", "--store", "a.db")
        shown = self.succeed(*words, "-j", "2")
        standings = self.standings("a.db")
        self.assertEqual(standings["games"], 3 * 10 * 2)
        names = [entrant["name"] for entrant in standings["entrants"]]
        self.assertEqual(names[-1], "crash")
        last = standings["entrants"][-1]
        self.assertEqual((last["forfeits"], last["wins"], last["deals"]), (40, 0, 20))
        self.assertLess(shown.err.count("crash forfeits"), 10)
        self.assertIn("Seed 0x0000000000000007", shown.err)
        # A tournament that is over is only shown again.
        self.assertEqual(self.succeed(*words).out, shown.out)

    def test_any_number_of_jobs_gives_the_same_store(self):
        words = ("tournament", "streams", "-b", "spread", "-b", "random", "--deals", "30", "--seed", "1", "-q")
        self.succeed(*words, "--store", "one.db", "-j", "1")
        self.succeed(*words, "--store", "four.db", "-j", "4")
        self.assertEqual(self.rows("one.db"), self.rows("four.db"))

    def test_a_second_process_is_told_who_plays(self):
        words = ("tournament", "lost_cities", "-b", "greedy", "-p", BAD_BOT, "hang", "--move-time", "10m",
                 "--store", "a.db")
        first = self.start(*words)
        wait_until(lambda: (self.folder / "a.db.lock").exists(), "a store that is held")
        second = self.start(*words).finish()
        self.assertEqual(second.status, 2)
        self.assertRegex(second.err, r"\"a.db\" is in use: process \d+ on .* since .* plays it")
        first.signal(signal.SIGINT)
        self.assertEqual(first.finish().status, 130)

    def test_another_tournament_is_not_mixed_into_a_store(self):
        words = ("tournament", "streams", "-b", "spread", "-b", "random", "--store", "a.db", "-q", "--deals")
        self.succeed(*words, "5")
        other = self.arena(*words, "6")
        self.assertEqual(other.status, 2)
        self.assertIn("holds another tournament", other.err)

    def test_a_folder_of_bots(self):
        students = self.folder / "students"
        for name in ("ann", "bob", "no_bot"):
            (students / name).mkdir(parents=True)
        for name in ("ann", "bob"):
            self.file(f"students/{name}/bot", f"#!/bin/sh\nexec {BAD_BOT}\n", executable=True)
        self.file("students/carol.py", "def move(state):\n    return state['legal'][0]\n")
        self.file("students/notes.txt", "no bot")
        result = self.succeed("tournament", "lost_cities", "students", "--deals", "2", "--store", "a.db")
        self.assertIn('no_bot has no executable file "bot"', result.err)
        self.assertIn("notes.txt is neither executable nor a known script", result.err)
        names = {entrant["name"] for entrant in self.standings("a.db")["entrants"]}
        self.assertEqual(names, {"ann", "bob", "carol"})


class Killed(Tournament):
    """Killed at random moments, a tournament goes on; its store ends as that of one that was not interrupted."""
    KILLS = 10

    def test_every_format(self):
        chance = random.Random(5)
        for form in ("round_robin", "gauntlet", "swiss", "knockout", "double_knockout"):
            with self.subTest(form):
                words = ("tournament", "lost_cities", *FIELD, "-p", "name=plain", BAD_BOT, "--format", form,
                         "--deals", "12", "--seed", "3", "-j", "2", "-q", "--store")
                self.succeed(*words, f"{form}-whole.db")
                for _ in range(self.KILLS):
                    running = self.start(*words, f"{form}.db")
                    time.sleep(chance.uniform(0.05, 0.5))
                    running.signal(signal.SIGKILL)
                    running.finish()
                self.succeed(*words, f"{form}.db")
                self.assertEqual(self.rows(f"{form}.db"), self.rows(f"{form}-whole.db"))


if __name__ == "__main__":
    main()
