"""A full disk, and a loss of power: nothing that was stored is lost, and the final store is the same.

`power_loss_test.py SCALE`, by ./dev proof: 100 losses of power in each format, and longer tournaments.
"""
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

from stores import FIELD, LEAGUE, StoreTest
from support import ARENA, main, wait_until

LOSSES, DEALS = 1, 6
FRAME = 24 + 4096  # of the write-ahead log: its header and a page
LOG_HEADER = 32
SYNCED = 128  # where the log's index (-shm) says how many frames may be in the database already, and so were synced


class PowerLoss(StoreTest):
    """What a disk has after a loss of power: the files of a moment, but of the log only what was synced is sure."""

    def copy(self, running, store, copy):
        """The files of one moment; returns how many frames of the log were synced."""
        running.signal(signal.SIGSTOP)
        # A busy machine lets threads run on for a while after the signal: the files would be of several moments.
        if running.process.returncode is None:
            os.waitid(os.P_PID, running.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        try:
            for end in ("", "-wal"):
                if (self.folder / (store + end)).exists():
                    shutil.copy(self.folder / (store + end), self.folder / (copy + end))
            index = self.folder / (store + "-shm")
            return struct.unpack_from("=I", index.read_bytes(), SYNCED)[0] if index.exists() else 0
        finally:
            running.signal(signal.SIGCONT)

    def tear(self, log, synced, chance):
        """Cuts the log off, or garbles a write, at a random place behind what was synced."""
        size = log.stat().st_size if log.exists() else 0
        first = LOG_HEADER + synced * FRAME
        if size <= first:
            return
        at = chance.randrange(first, size)
        if chance.random() < 0.5:
            os.truncate(log, at)
        else:
            with open(log, "r+b") as file:
                file.seek(at)
                file.write(chance.randbytes(min(chance.choice((1, 512, 4096, 100_000)), size - at)))

    def check(self, *words):
        chance = random.Random(8)
        self.remove_stores()
        self.complete(words, "whole.db")
        step = max(2, self.stored_games("whole.db") // 4)  # the most games between two losses
        done = runs = 0
        while done < LOSSES:
            runs += 1  # a new store: an earlier one may have been played to its end before a loss
            source = f"run-{runs}.db"
            running = self.start(*words, "-q", "-j", "2", "--store", source)
            copies, games = [], 0
            while done < LOSSES:
                games += chance.randrange(1, step)
                wait_until(lambda: running.process.poll() is not None or self.stored_games(source) >= games, "games")
                time.sleep(chance.uniform(0, 0.02))  # the loss comes at any moment of a game
                if running.process.poll() is not None:
                    break
                copies.append(self.copy(running, source, f"{done}.db"))
                done += 1
            running.signal(signal.SIGINT)
            running.finish()
            for number, synced in enumerate(copies, done - len(copies)):
                store = f"{number}.db"
                self.tear(self.folder / (store + "-wal"), synced, chance)
                self.assertEqual(self.query(store, "PRAGMA integrity_check"), [("ok",)])
                self.complete(words, store)
                self.assert_same(words, store, "whole.db")

    def test_every_format(self):
        for form in ("round_robin", "gauntlet", "swiss", "knockout", "double_knockout"):
            with self.subTest(form):
                self.check("tournament", "lost_cities", *FIELD, "-b", "name=second", "random", "--format", form, "--deals", DEALS,
                           "--seed", "3")

    def test_a_league(self):
        self.file("league.toml", LEAGUE)
        self.check("tournament", "league.toml")


# A disk of its own for the store, too small at first. $1 is arena; the rest is the tournament.
SMALL_DISK = """
set -u
mount -t tmpfs -o size=320k tmpfs disk || exit 77
"$@" --store disk/a.db
echo "status $?"
cp -r disk first
mount -o remount,size=64m disk
"$@" --store disk/a.db
echo "status $?"
cp disk/a.db* .
"""


class FullDisk(StoreTest):
    def test_it_stops_and_goes_on(self):
        words = ("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "60", "--seed", "3", "-q")
        self.succeed(*words, "--store", "whole.db")
        (self.folder / "disk").mkdir()
        unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        if subprocess.run([*unshare, "mount", "-t", "tmpfs", "tmpfs", self.folder / "disk"], capture_output=True).returncode != 0:
            self.leave_out("this user may not mount a small disk")
        result = self.start(*unshare[1:], "sh", "-c", SMALL_DISK, "sh", ARENA, *words, program=unshare[0]).finish()
        self.assertIn("status 3", result.out, result)
        self.assertIn("status 0", result.out, result)
        self.assertIn("Free some space, then start the same command again", result.err)
        first = self.query("first/a.db", "SELECT count(*) FROM match")[0][0]
        self.assertGreater(first, 0)
        self.assertLess(first, 120)
        self.assertEqual(self.query("first/a.db", "PRAGMA integrity_check"), [("ok",)])
        whole = self.query("whole.db", "SELECT match, seat, score FROM result ORDER BY match, seat")
        self.assertEqual(self.query("first/a.db", "SELECT match, seat, score FROM result ORDER BY match, seat"), whole[:2 * first])
        self.assertEqual(self.rows("a.db"), self.rows("whole.db"))
        self.assert_agrees("a.db")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        LOSSES, DEALS = round(100 * float(sys.argv.pop())), 60
    main()
