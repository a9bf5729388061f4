"""Stops at every point: `run`, `play` and `listen` are stopped at each wait of a few games: `stops_test.py [--all]`.

A library that is loaded into arena alone (tests/bots/stops.cpp) counts the waits of its event loops; every await that
suspends ends up in one. At the first, the second and so on, until the games are over before it, arena is interrupted, an
exception leaves its event loop, no file can be opened any more, or the disk is full. `./dev test` stops it at every
seventh wait in one of these ways, which take turns; with `--all`, as `./dev proof` has it, at each wait in each of them.
"""
import fcntl
import os
import pty
import re
import shlex
import shutil
import socket
import subprocess
import sys
import termios
import time

from parallel import main
from support import BAD_BOT, BOTS, ArenaTest, groups_left, wait_until

WAYS = ("interrupt", "throw", "descriptors", "terminate", "full")
SIGNALS = ("interrupt", "terminate")
ALL = "--all" in sys.argv
STRIDE = 1 if ALL else 7  # no multiple of the number of ways
SANITIZERS_SAY = re.compile(r"Sanitizer|runtime error:")
PAUSE = 0.3  # seconds without descriptors, after which a server is ended from outside
MOST_WAITS = 5000  # of a few games, also if bots start slowly: beyond them something is wrong

GOOD = ("-p", "name=good", "move-time=1m", BAD_BOT, "play")
HANGS = ("-p", "name=hangs", "move-time=20ms", BAD_BOT, "hang_after", "1")
GONE = ("-p", "name=gone", BAD_BOT, "exit_at_start", "3")
ENDS = ("-p", "name=ends", "move-time=1m", BAD_BOT, "exit_after", "22")  # in its second game


def ways_at(wait):
    return WAYS if ALL else (WAYS[wait % len(WAYS)],)


class Stops(ArenaTest):
    """`play` starts arena, looks after its opponents, and gives what it ended with."""

    def walk(self, play, check, least):
        """`least`: fewer waits show that arena was not stopped. On a busy machine bots with a short time are asked less."""
        waits = next(wait - STRIDE for wait in range(1, MOST_WAITS, STRIDE) if not self.stop_everyway(play, check, wait))
        print(f"{self.id()}: {waits} waits", flush=True)
        self.assertGreater(waits, least)

    def stop_everyway(self, play, check, wait):
        """False: arena had ended before so many waits."""
        was_stopped = True
        for way in ways_at(wait):
            with self.subTest(wait=wait, way=way):
                was_stopped = self.stop(play, check, wait, way)
        return was_stopped

    def stop(self, play, check, wait, way):
        self.remove_files()
        told = self.folder / "stopped"
        others = set(groups_left())
        environment = {"LD_PRELOAD": str(BOTS / "libstops.so"), "ARENA_STOP": f"{wait} {way} {told}"}
        result = play(environment, way)
        was_stopped = told.exists()
        self.assertNotRegex(result.err, SANITIZERS_SAY)
        check(result, way if was_stopped else "", self.records_and_no_rest())
        self.assert_no_groups_but(others)
        self.assert_nothing_left()
        self.assertEqual(set(os.listdir(self.folder)) - {"games.jsonl", "logs", "cache"}, {"stopped"} if was_stopped else set())
        return was_stopped

    def assert_no_groups_but(self, others):
        """Guardians, which make some of their own, remove those that are left a moment later."""
        wait_until(lambda: set(groups_left()) <= others, "the end of all control groups")

    def remove_files(self):
        for name in ("stopped", "games.jsonl"):
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / "logs", ignore_errors=True)

    def records_and_no_rest(self):
        """How many games are recorded; what is not a whole line is no JSON."""
        return len(self.records()) if (self.folder / "games.jsonl").exists() else 0


class Series(Stops):
    GAMES = 2

    def words(self, command, game, *players):
        return (command, game, *players, "-n", self.GAMES, "--seed", 1, "--record", "games.jsonl", "--log-dir", "logs")

    def check(self, title):
        def check(result, way, recorded):
            self.assertIn(f"{title}: {recorded} game{'' if recorded == 1 else 's'}", result.out, result)
            left = self.GAMES - recorded
            allowed = {"": {0}, "descriptors": {0, 3}, "throw": {3}}.get(way, {130 if way in SIGNALS else 3} if left else {0})
            self.assertIn(result.status, allowed, result)
            self.assertEqual("arena: failed: " in result.err, result.status == 3, result)
            rest = re.search("To play the rest:\n  arena ((?:run|play) .*)", result.err)
            self.assertEqual(rest is not None, left > 0, result)
            if rest and rest[1].startswith("run") and way == "interrupt":
                self.play_the_rest(shlex.split(rest[1]))
        return check

    def play_the_rest(self, words):
        result = self.succeed(*words)
        self.assertEqual(len({game["seed"] for game in self.records()}), self.GAMES, result)
        self.assertEqual(len(self.records()), self.GAMES, result)

    def test_run_with_bots_that_stay_for_the_series(self):
        words = self.words("run", "streams", *GOOD, *GONE, *HANGS, *ENDS, "-j", 1)
        self.walk(lambda environment, _: self.start(*words, extra=environment).finish(), self.check("Streams"), 40)

    def test_run_with_bots_that_stay_for_a_game(self):
        for other in (HANGS, ("-p", BAD_BOT, "exit_after", "2")):
            words = self.words("run", "lost_cities", *GOOD, *other, "--option", "max_turns=6", "-j", 1, "--clock", "cpu", "--pause")
            self.walk(lambda environment, _: self.start(*words, extra=environment).finish(), self.check("Lost Cities"), 10)

    def test_run_of_games_side_by_side(self):
        words = self.words("run", "lost_cities", *GOOD, *GOOD, "--option", "max_turns=6", "-j", 2)
        self.walk(lambda environment, _: self.start(*words, extra=environment).finish(), self.check("Lost Cities"), 20)

    def test_play_at_a_terminal(self):
        words = self.words("play", "streams", "--human", *GOOD, *GONE, *HANGS)
        person, terminal = pty.openpty()
        self.addCleanup(os.close, person)
        self.addCleanup(os.close, terminal)
        silent = termios.tcgetattr(terminal)
        silent[3] &= ~termios.ECHO  # which no program reads
        termios.tcsetattr(terminal, termios.TCSANOW, silent)
        before = termios.tcgetattr(terminal), fcntl.fcntl(terminal, fcntl.F_GETFL)

        def play(environment, _):
            termios.tcflush(terminal, termios.TCIFLUSH)
            os.write(person, b"".join(b"%d\n" % slot for slot in range(20)) * self.GAMES)
            result = self.start(*words, stdin=terminal, extra=environment).finish()
            self.assertEqual((termios.tcgetattr(terminal), fcntl.fcntl(terminal, fcntl.F_GETFL)), before)
            return result
        self.walk(play, self.check("Streams"), 40)


class Servers(Stops):
    def serve(self, words, clients):
        """A server with these clients; a bot is no process of arena's where its input and output is a connection."""
        def play(environment, way):
            server = self.start("listen", *words, "--port", 0, "--seed", 1, "--record", "games.jsonl", extra=environment)
            guests = []
            try:
                first = server.line()
                for mode in clients if first else ():
                    guests += self.connect(re.search(r":(\d+) for", first)[1], mode)
                if way == "descriptors":
                    self.end_if_it_waits(server)
                result = server.finish()
                result.out = first + result.out
                return result
            finally:
                for guest in guests:
                    guest.kill()
                    guest.wait()
        return play

    @staticmethod
    def connect(port, mode):
        """None if the server has ended before."""
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", int(port))) != 0:
                return []
            return [subprocess.Popen([BAD_BOT, *mode.split()], stdin=connection, stdout=connection)]

    def end_if_it_waits(self, server):
        """For clients that it cannot accept: it does not end for want of descriptors."""
        told = self.folder / "stopped"
        while server.process.poll() is None:
            if told.exists() and time.time() > told.stat().st_mtime + PAUSE:
                server.signal()
                return
            time.sleep(0.01)

    def check(self, games):
        def check(result, way, recorded):
            allowed = {"": {0}, "descriptors": {0, 3, 130}, "full": {0} if recorded == games else {3}, "throw": {3}}
            # A request to stop that comes after the last game changes nothing.
            self.assertIn(result.status, allowed.get(way, {0, 130} if recorded == games else {130}), result)
            self.assertEqual("arena: failed: " in result.err, result.status == 3, result)
            listened = "Listening on" in result.out
            if listened and way != "throw" and result.status != 3:
                self.assertIn(f"{recorded} game{'' if recorded == 1 else 's'} played\n", result.out)
        return check

    def test_listen_with_clients_that_stay_for_the_series(self):
        words = ("streams", *GOOD, *GONE, "--seats", 5, "-n", 1, "--move-time", "50ms")
        self.walk(self.serve(words, ["play", "hang_after 2", "exit_after 5"]), self.check(1), 20)

    def test_listen_with_clients_that_stay_for_a_game(self):
        words = ("lost_cities", *GOOD, "-n", 3, "--option", "max_turns=6", "--move-time", "50ms")
        self.walk(self.serve(words, ["play", "exit_after 2", "hang_after 1"]), self.check(3), 10)


if __name__ == "__main__":
    sys.argv = [word for word in sys.argv if word != "--all"]
    main()
