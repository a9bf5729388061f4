"""Rows 41, 69, 70 and 72 of the catalogue: arena is interrupted, stopped, out of room, or ended by what it plays."""
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

from catalogue import RowTest
from support import ARENA, BAD_BOT, BOTS, PATIENCE, SANITIZED, WHOLE, sleeps, wait_until

GOOD = ("-p", "name=good", "move-time=1m", BAD_BOT, "play")
FORFEITS = ("-p", "name=gone", BAD_BOT, "exit_at_start", "3")
QUESTIONS = 20  # of a game of Streams
STRIDE = 1 if WHOLE else 4  # no multiple of the number of signals
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopTest(RowTest):
    def noting(self, rests_at):
        """A player of Streams that writes a line to the file `asked` for each question, and rests at one of them until there is
        a file `go`."""
        self.may_stay |= {"asked", "go", "noting.py"}
        (self.folder / "go").unlink(missing_ok=True)
        self.file("asked", "")
        bot = self.file("noting.py", f"""#!{sys.executable}
import os, sys, time
for count, line in enumerate(sys.stdin, 1):
    with open("asked", "a") as file:
        file.write("question\\n")
    while count == {rests_at} and not os.path.exists("go"):
        time.sleep(0.05)
    print(line.split(":")[0].split().index("-1"), flush=True)
""", executable=True)
        return "-p", "name=noting", "move-time=1m", bot

    def await_question(self, number):
        wait_until(lambda: (self.folder / "asked").read_text().count("\n") == number, f"question {number}")


class Interrupted(StopTest):
    """A bot that plays a whole series has forfeited the game in hand, and others play on."""

    def test_row_41_run_stopped_at_each_question(self):
        for question in range(1, QUESTIONS + 3, STRIDE):
            with self.subTest(question=question):
                running = self.start("run", "streams", *FORFEITS, *self.noting(question), *GOOD, "-n", 3, "-j", 1, "--seed", 1)
                self.await_question(question)
                result = self.interrupt(running, SIGNALS[question % 3])
                played = 1 if question > QUESTIONS else 0
                self.assertIn(f"arena run --play {played + 1}-3 streams", result.err)
                self.assertIn(f"Streams: {played} game{'' if played == 1 else 's'}", result.out)

    def test_row_41_run_whose_disk_is_full(self):
        for _ in range(5):  # how far the second game is by then is chance
            running = self.start("run", "streams", *FORFEITS, "-p", "move-time=1m", BAD_BOT, "late", "1", "-p", "move-time=1m",
                                 BAD_BOT, "late", "2", "-n", 8, "-j", 2, "--seed", 1, "--record", "/dev/full")
            result = running.finish()
            self.assert_nothing_left()
            self.assertEqual(result.status, 3, result)
            self.assertIn("No space left on device", result.err)
            self.assertIn("arena run --play 1-8 streams", result.err)

    def test_row_41_play_stopped(self):
        running = self.start("play", "streams", "--human", *FORFEITS, *self.noting(3), "--seed", 1, stdin=subprocess.PIPE)
        running.process.stdin.write("0\n1\n")
        running.process.stdin.flush()
        self.await_question(3)
        self.interrupt(running)

    def test_row_41_listen_stopped_at_each_question(self):
        for question in range(2, QUESTIONS + 1, STRIDE):
            server, port = self.listening("streams", "--seats", 3, *FORFEITS)
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as stays:
                with socket.create_connection(("127.0.0.1", port), PATIENCE) as leaves:
                    leaves.recv(1000)
                for slot in range(question - 1):
                    stays.recv(1000)
                    stays.sendall(b"%d\n" % slot)
                stays.recv(1000)  # a question after the two others have forfeited
                server.signal(SIGNALS[question % 3])
                result = server.finish()
            self.assert_nothing_left()
            self.assertEqual(result.status, 130, result)
            self.assertIn("0 games played", result.out)


class Stopped(StopTest):
    def stop_at(self, question, *limits):
        """Stops arena during a question. That may not be in the time of the answer, which is a part of the rest."""
        stop = 5 if WHOLE else 1
        running = self.start("run", "streams", *self.noting(question), "-n", 1, "--seed", 1, "--record", "games.jsonl",
                             "--record-times", *limits)
        self.await_question(question)
        running.signal(signal.SIGSTOP)
        self.file("go", "")
        time.sleep(stop)
        running.signal(signal.SIGCONT)
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        game, = self.records()
        (self.folder / "games.jsonl").unlink()
        self.assertEqual(game["end"], "played out", result)
        self.assertLess(game["moves"][question - 1]["ms"] / 1000, result.seconds - stop / 2, result)

    def test_row_69_a_stop_of_arena_costs_no_time(self):
        for limits in (["--game-time", "1m"], ["--game-time", "1m", "--clock", "cpu"]):
            with self.subTest(limits=limits):
                self.stop_at(5, *limits)


class OutOfRoom(StopTest):
    def test_row_70_a_log_that_is_cut_off_is_reported(self):
        logs = self.folder / "logs"
        for ending, bot in (("dialogue", "play"), ("stderr", "stderr")):
            logs.mkdir()
            (logs / f"000001-0-bad.{ending}").symlink_to("/dev/full")
            result = self.streams(bot, more=("--log-dir", "logs"))
            self.assertEqual(result.status, 0, result)
            self.assertIn(f'The log "logs/000001-0-bad.{ending}" is cut off: No space left on device.\n', result.err)
            self.assertEqual(self.records()[0]["end"], "played out")
            (self.folder / "games.jsonl").unlink()
            shutil.rmtree(logs)

    def test_row_70_a_pipe_that_nobody_reads_is_given_up_at_the_first_signal(self):
        self.may_stay.add("pipe")
        for jobs in (1, 2):
            os.mkfifo(self.folder / "pipe")
            reader = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, reader)
            writer = os.open(self.folder / "pipe", os.O_WRONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, writer)
            running = self.start("run", "lost_cities", "-n", 100000, "-j", jobs, "-b", "random", "-b", "dumb", "--seed", 1, "--record", "pipe")
            # Not only full: what came last may just have had room, and arena is then at the next game.
            wait_until(lambda: not select.select([], [writer], [], 0)[1] and sleeps(running.process.pid), "a full pipe")
            result = self.interrupt(running, signal.SIGTERM)
            self.assertIn("arena: failed: cannot write the record file \"pipe\"", result.err)
            self.assertIn("To play the rest:\n  arena run --play ", result.err)
            (self.folder / "pipe").unlink()


class TrueMessages(StopTest):
    def test_row_72_a_module_that_ends_its_process(self):
        if not (BOTS.parent / "lib/arena/in_process.so").exists():
            self.leave_out("--in-process is not built here: Python's headers or pybind11 are missing")
        self.file("leaves.py", "import os\ndef move(state): os._exit(0)\n")
        self.file("posix_leaves.py", "import posix\ndef move(state): posix._exit(0)\n")
        self.file("forks.py", "import os\ndef move(state):\n    child = os.fork()\n    if child == 0: os._exit(0)\n"
                  "    return sum(os.waitpid(child, 0)[1:]) + state.turn - 1\n")
        for module in ("leaves", "posix_leaves"):
            result = self.start("run", "streams", "-m", module, "--in-process", "-n", 2).finish()
            self.assertEqual(result.status, 0, result)
            self.assertIn(f"{module} (seat 0) forfeits (exit) after 0 answers: called os._exit(0).", result.err)
            self.assertIn(f"{module} forfeited 2 games", result.out)
        self.succeed("run", "streams", "-m", "forks", "--in-process", "-n", 1, "--strict")

    def test_row_72_no_proc(self):
        if SANITIZED:
            self.leave_out("the sanitizers read /proc themselves")
        if shutil.which("bwrap") is None or subprocess.run(["bwrap", "--dev-bind", "/", "/", "true"], check=False).returncode != 0:
            self.leave_out("bubblewrap, which takes /proc away, does not work here")
        for words in (["run", "lost_cities", "-p", BAD_BOT, "play"], ["run", "lost_cities", "-p", BAD_BOT, "--sandbox"],
                      ["check", "lost_cities", BAD_BOT], ["doctor"]):
            result = self.start("--dev-bind", "/", "/", "--tmpfs", "/proc", ARENA, *words, program="bwrap").finish()
            self.assertEqual(result.status, 2, result)
            self.assertIn("arena: arena sees in /proc what bots do: it is not mounted", result.err)

    def test_row_72_a_working_folder_that_is_gone(self):
        for words in (["-p", "./bot"], ["-b", "dumb", "--record", "games.jsonl"], ["-b", "dumb", "--log-dir", "logs"],
                      ["-p", BAD_BOT, "--sandbox"]):
            (self.folder / "gone").mkdir()
            result = self.start("-c", 'cd gone && rmdir ../gone && exec "$0" run lost_cities "$@"', ARENA, *words,
                                program="/bin/sh").finish()
            self.assertEqual(result.status, 2, result)
            self.assertIn("arena: the folder in which you started arena has been deleted", result.err)
