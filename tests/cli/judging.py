"""Runs a bad bot and checks the verdict, the message, the time, the record, and that nothing is left behind.

How long a verdict takes is measured from arena's start to its end. Allowed are the limit, 50 ms, and what a game of
a well-behaved bot takes just then, since starting and ending arena is in that too. The machine may be busy with
something else: what took too long is tried again, up to TRIES times, and is at fault only if it took longer than
the kernel says that processes had to wait for a processor. Daily, that wait is taken off at the first try, too.
"""
import re
import shutil
import statistics

from support import BAD_BOT, WHOLE, ArenaTest

LIMIT = 0.300
AMPLE = 20  # seconds, where the limit is not the point
GRACE = 0.050
LEAVING = 1.0  # how long a bot may stay after its last line
TRIES = 5


def waited():
    """For how many seconds, since the machine started, some process had to wait for a processor. 0 if the kernel does
    not count it."""
    try:
        with open("/proc/pressure/cpu", encoding="ascii") as file:
            return int(file.readline().rpartition("=")[2]) / 1e6
    except OSError:
        return 0.0


def within(most, run):
    """The first result of `run` that took at most `most` seconds, without the time for which processes waited if the
    machine was busy each time. None if all took longer."""
    for _ in range(TRIES):
        busy = waited()
        result = run()
        if result.seconds <= most:
            return result
        busy = waited() - busy
    return result if result.seconds - busy <= most else None


def milliseconds(seconds):
    return f"{seconds * 1000:.0f}ms"


class FaultTest(ArenaTest):
    opponent = ()  # words of arena's that name one; by default it is the game's own
    least_usual = {}  # the least that games against an opponent have taken: what is within that needs no new measuring

    def run_bot(self, *mode, bot=(BAD_BOT,), games=1, limit=LIMIT, more=()):
        return self.arena("run", "lost_cities", "-p", "name=bad", "--", *bot, *mode, "--", *self.opponent, "-n", games,
                          "--seed", "1", "--move-time", milliseconds(limit), "--record", "games.jsonl", *more)

    def usual(self):
        """The time that a game of a well-behaved bot takes now."""
        return self.run_bot("play").seconds

    def in_time(self, most, run, usual=None):
        """A result of `run` that took at most `most` and the slack. The record file contains only this game."""
        def alone():
            (self.folder / "games.jsonl").unlink(missing_ok=True)
            shutil.rmtree(self.folder / "logs", ignore_errors=True)
            result = run()
            self.assertEqual(result.status, 0, result)
            return result

        busy = waited()
        result = alone()
        busy = 0.0 if WHOLE else waited() - busy
        least = 0.0 if usual else self.least_usual.get(self.opponent, 0.0)
        if result.seconds - busy > most + GRACE + least:
            taken = statistics.median((usual or self.usual)() for _ in range(3))
            if not usual:
                self.least_usual[self.opponent] = min(taken, least or taken)
            allowed = most + GRACE + taken
            result = within(allowed, alone)
            self.assertIsNotNone(result, f"it took more than {allowed:.3f} s, {TRIES} times")
        return result

    def timed(self, most, *mode, usual=None, **how):
        """One game of the bot, in time. `usual`: the mode of a well-behaved bot of its kind."""
        beside = (lambda: self.run_bot(usual).seconds) if usual else None
        return self.in_time(most, lambda: self.run_bot(*mode, **how), beside)

    def forfeits(self, mode, reason, *texts, most=0.0, answers=None, **how):
        """The bot forfeits for this reason. The message names the reason and contains the texts."""
        how.setdefault("limit", LIMIT if reason == "time" else AMPLE)
        result = self.timed(most, *mode.split(), **how)
        game, = self.records()
        forfeit, = game["forfeits"]
        self.assertEqual((forfeit["seat"], forfeit["reason"]), (0, reason), result)
        self.assertEqual((game["end"], game["places"]), ("forfeit", [2, 1]))
        head = re.search(r"(?m)^Game 1 of Lost Cities: bad \(seat 0\) forfeits \((\w+)\) after (\d+) answers?: (.*[.?])$",
                         result.err)
        self.assertIsNotNone(head, result.err)
        detail = re.sub(r"[\0-\x1f\x7f]", self.escaped, forfeit["detail"])
        self.assertEqual((head[1], head[3].rstrip(".")), (reason, detail.rstrip(".")))
        if answers is not None:
            self.assertEqual(int(head[2]), answers)
        for text in texts:
            self.assertIn(text, result.err)
        self.assertIn(f"bad forfeited 1 game (1 {reason}).", result.out)
        self.assert_replays(1)
        return result

    @staticmethod
    def escaped(control):
        return {"\t": "\\t", "\r": "\\r", "\n": "\\n"}.get(control[0], f"\\x{ord(control[0]):02x}")

    def late(self, mode, *texts, **how):
        """The bot forfeits when its time is over, and not before."""
        result = self.forfeits(mode, "time", *(texts or ["no answer within 300ms"]), most=LIMIT, **how)
        self.assertGreaterEqual(result.seconds, LIMIT)
        return result

    def plays_on(self, mode, *texts, most=0.0, **how):
        """The bot's game is played to its end."""
        how.setdefault("limit", AMPLE)
        result = self.timed(most, *mode.split(), **how)
        game, = self.records()
        self.assertNotIn("forfeits", game, result)
        self.assertEqual(game["end"], "played out")
        self.assertIn("No forfeits.", result.out)
        for text in texts:
            self.assertIn(text, result.err)
        self.assert_replays(1)
        return result

    def assert_replays(self, games):
        self.assertEqual(self.succeed("replay", "games.jsonl").out,
                         f"{games} game{'s' * (games > 1)} checked: all keep the rules\n")
