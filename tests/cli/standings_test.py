"""`arena standings` for people, and the way from a store to one of its games."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

from stores import StoreTest
from support import ARENA, BAD_BOT, main, wait_until


class Shown(StoreTest):
    """The text for people: it fits a terminal, and says why bots lost."""
    NAMES = [f"a_bot_named_{number:04}" for number in range(18)]  # of 16 characters

    def at_terminal(self, columns, *words, extra=None):
        """What arena prints on a terminal of so many columns."""
        screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        running = subprocess.Popen([ARENA, *words], cwd=self.folder, stdout=theirs, stdin=subprocess.DEVNULL,
                                   env={**os.environ, "NO_COLOR": "1", **(extra or {})})
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(screen, 1 << 16)
            except OSError:  # the program has ended
                break
        os.close(screen)
        self.assertEqual(running.wait(), 0)
        return shown.decode().replace("\r\n", "\n")

    def play(self, *words):
        self.succeed("tournament", *words, "--seed", "1", "-q", "--store", "a.db")

    def test_it_fits_the_terminal(self):
        self.play("streams", *(word for name in self.NAMES for word in ("-b", f"name={name}", "random")), "--deals", "1")
        piped = self.succeed("standings", "a.db").out
        self.assertIn("\nEach cell: ", piped)
        for columns in (80, 88, 200):
            shown = self.at_terminal(columns, "standings", "a.db")
            self.assertLessEqual(max(map(len, shown.splitlines())), columns, shown)
            self.assertIn("Each cell: " if columns > 80 else "The cross table is wider than the terminal", shown)
            # At 88 columns only the names of the cross table are shorter.
            self.assertEqual("…" in shown, columns == 88, shown)
        self.assertNotIn("…", piped)
        self.assertNotRegex(piped, r"(?m) +$")
        coloured = self.at_terminal(200, "standings", "a.db", extra={"NO_COLOR": ""})
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", coloured), shown)

    def test_why_bots_lost(self):
        self.file("divides.py", "while True:\n    if input().endswith('?'):\n        1 / 0\n")
        self.play("lost_cities", "-b", "greedy", "-p", "name=divides", "move-time=1m", sys.executable, "divides.py",
                  "-p", "name=slow", "move-time=200ms", BAD_BOT, "hang", "--deals", "1")
        shown = self.succeed("standings", "a.db").out
        faults = shown.partition("\nForfeits:\n")[2]
        self.assertRegex(faults, r"(?s)divides: \d × exit, first in game \d: .*ZeroDivisionError:\s+division by zero\n")
        self.assertRegex(faults, r"slow: \d × time, first in game \d: ")
        for name, reason in self.query("a.db", "SELECT e.name, count(*) FROM result JOIN entrant e ON e.id = entrant"
                                               " WHERE fault <> '' GROUP BY e.name"):
            self.assertIn(f"  {name}: {reason} × ", faults)
        # The statement reads an index of the seats that forfeited, and no other results.
        plan = self.query("a.db", "EXPLAIN QUERY PLAN SELECT entrant, fault, count(*) AS count, min(match) AS first"
                                  " FROM result WHERE fault <> '' GROUP BY entrant, fault")
        self.assertIn("USING COVERING INDEX result_fault", str(plan))

    def test_without_forfeits_nothing_is_said_of_them(self):
        self.play("streams", "-b", "spread", "-b", "random", "--deals", "3")
        self.assertNotIn("orfeits", self.succeed("standings", "a.db").out)

    def test_an_entrant_that_was_replaced_is_told_from_the_new_one(self):
        words = ("tournament", "streams", "-b", "spread", "-b", "name=gina", "random", "--format", "league", "--deals", "2",
                 "--seed", "1", "-q", "--store", "a.db")
        self.play_until(words, 100)
        self.succeed("entrants", "a.db", "replace", "gina", "-b", "halves")
        self.play_until(words, 300)
        shown = self.succeed("standings", "a.db").out
        for line in (r"\S+  gina \(left\) ", r"\S+  gina  ", r" [1-3] gina \(left\) ", r" [1-3] gina    +"):
            self.assertRegex(shown, f"(?m)^ *{line}")

    def play_until(self, words, games):
        running = self.start(*words)
        wait_until(lambda: self.stored_games("a.db") >= games, "the games of a league")
        self.interrupt(running)

    def test_who_looks_equal_is_one_line(self):
        self.play("streams", *(word for name in "abcd" for word in ("-b", f"name={name}", "spread")), "-b", "random",
                  "--deals", "20")
        shown = self.succeed("standings", "a.db").out.partition("Not known yet")[2]
        self.assertRegex(shown, r"\n  [abcd], [abcd], [abcd], [abcd]: as good as equal so far\n")

    def test_the_example_plays(self):
        self.file("cup.toml", self.succeed("tournament", "--example").out)
        self.succeed("tournament", "cup.toml", "-q")
        self.assertEqual([one["deals"] for one in self.standings("cup.db")["entrants"]], [400, 400, 400])


class FromStoreToGame(StoreTest):
    """From a store to one of its games."""

    def setUp(self):
        super().setUp()
        self.succeed("tournament", "streams", "-b", "spread", "-b", "halves", "-p", "name=crash", BAD_BOT, "segv",
                     "--deals", "2", "--seed", "1", "-q", "--store", "a.db")
        self.succeed("export", "a.db", "--records", "games.jsonl")

    def test_replay_reads_a_store_as_a_file_of_records(self):
        for words in ((), ("--game", "3"), ("--player", "crash"), ("--player", "halves", "--player", "crash"),
                      ("--transcript", "--player", "halves")):
            with self.subTest(words):
                self.assertEqual(self.succeed("replay", "a.db", *words).out, self.succeed("replay", "games.jsonl", *words).out)
        self.assertEqual(self.succeed("replay", "a.db").out, "6 games checked: all keep the rules\n")
        self.refuse("replay", "a.db", "--game", "7", saying='--game 7: "a.db" holds 6 games')

    def test_the_games_of_two(self):
        shown = self.succeed("replay", "a.db", "--player", "halves", "--player", "crash").out
        self.assertRegex(shown, r"\A(Game \d of Streams:( halves \d+ \*,?| crash 0 \(forfeit: exit\),?){2}; .*\n){2}2 games checked")

    def test_the_last_page_shows_the_forfeit(self):
        game, = re.findall(r"(?m)^Game (\d)", self.succeed("replay", "a.db", "--player", "crash").out)[:1]
        shown = self.succeed("replay", "a.db", "--step", "--game", game, text="e\nq\n").out
        first, last = shown.split("[Enter next")[:2]
        self.assertNotIn("(forfeit: exit)", first)
        self.assertIn("crash 0 (forfeit: exit)", last)

    def test_an_export_of_nothing(self):
        self.refuse("export", "a.db", saying="nothing to write: give --csv, --json, --records or --backup")
        self.refuse("export", "a.db", "--jsonl", "x", saying=['unknown option "--jsonl" of arena export', "--records"])


if __name__ == "__main__":
    main()
