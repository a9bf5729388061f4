"""Rows 50, 51 and 68 of the catalogue: arenas beside each other and after each other, and one that is killed."""
import os
import shutil
import signal
import subprocess
from pathlib import Path

from catalogue import RowTest
from rows_sandbox import SandboxTest
from support import ALONE, ARENA, BAD_BOT, PATIENCE, bytes_of, process_files, wait_until


def command_lines():
    return {pid: line.split(b"\0") for pid, line in process_files("cmdline").items()}


def processes_of(path):
    """The processes that run this program or script."""
    return {pid for pid, words in command_lines().items() if str(path).encode() in words[:3]}


def children_of(pid):
    return {int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()}


def name_of(pid):
    return bytes_of(f"/proc/{pid}/comm").decode().strip()


def play_beside(folder, *more):
    """Plays games with another arena."""
    done = subprocess.run([ARENA, "run", "lost_cities", "-p", BAD_BOT, "-n", "5", *more], cwd=folder, capture_output=True, text=True,
                          timeout=PATIENCE)
    if done.returncode != 0:
        raise AssertionError(done)


class Containers(SandboxTest):
    """Containers, played by process namespaces whose control groups are in one tree."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.leave_out("only root can make namespaces of processes that share the control groups")
        if not os.path.exists("/proc/sys/kernel/ns_last_pid"):
            self.leave_out("this kernel does not let programs choose a process number")
        if "(cgroup v" not in self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "--option", "max_turns=1").err:
            self.leave_out("no cgroup limits memory here")
        self.waits = self.bot("waits", "import time; time.sleep(1000)")
        self.number = next(number for number in range(30000, 300, -1) if not os.path.exists(f"/proc/{number}"))

    def start_in_container(self, log_dir="logs"):
        """Arena has the same number in each, which no process has outside; its bot waits."""
        script = f"echo {self.number - 1} >/proc/sys/kernel/ns_last_pid; \"$@\" & wait $!"
        running = self.start("--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", script, "sh", ARENA, "run", "lost_cities",
                             "--sandbox", "-p", self.waits, "--start-time", "10m", "--move-time", "10m", "--log-dir", log_dir, program="unshare")
        # Before its game, the bot is started once on trial.
        wait_until(lambda: list(self.folder.glob(f"{log_dir}/*.dialogue")) and processes_of(self.waits), "the bot in its game")
        return running

    def stop(self, running, number):
        for pid, words in command_lines().items():
            if words[0] == ARENA.encode() and str(self.waits).encode() in words:
                os.kill(pid, number)
        return running.finish()

    def test_row_50_an_arena_elsewhere_is_left_alone(self):
        running = self.start_in_container()
        bots = processes_of(self.waits)
        play_beside(self.folder, "--sandbox")
        left = processes_of(self.waits)
        result = self.stop(running, signal.SIGTERM)
        self.assertEqual(bots, left, result)
        self.assertNotIn("forfeits", result.err)

    def test_row_51_an_arena_with_the_number_of_a_killed_one_plays(self):
        self.stop(self.start_in_container(), signal.SIGKILL)
        wait_until(lambda: not processes_of(self.waits), "the bot's end")
        running = self.start_in_container("logs-2")
        result = self.stop(running, signal.SIGTERM)
        self.assertNotIn("no control group could be made", result.err)
        # What the first has left is gone, too, as the end of this test sees.


class Killed(RowTest):
    """The bots run as arena does, not in a sandbox."""

    def setUp(self):
        super().setUp()
        self.may_stay |= {"child", "bot.sh"}
        self.child = self.folder / "child"
        shutil.copy("/usr/bin/sleep", self.child)
        self.addCleanup(self.kill_children)
        # One stays in the bot's session, one leaves it, one has a session of its own and its parent there.
        self.file("bot.sh", f"#!/bin/sh\nenv -i {self.child} 1001 & {self.child} 1002 & setsid {self.child} 1003 &\n"
                            f"(setsid sh -c 'env -i {self.child} 1004; true' &)\nread line; {self.child} 1005\n", executable=True)

    def kill_children(self):
        for pid in processes_of(self.child):
            os.kill(pid, signal.SIGKILL)

    def start_bot(self, *more):
        running = self.start("run", "lost_cities", "-p", "./bot.sh", "--move-time", "10m", *more)
        # `env` and `setsid` have become the child: in between, a process has no command line.
        wait_until(lambda: len(self.children_left()) == 5, "the bot's children")
        return running

    def children_left(self):
        """The numbers of the bot's children that run."""
        return {words[1].decode() for words in command_lines().values() if words[0] == str(self.child).encode()}

    def guardians_of(self, running):
        return {pid for pid in children_of(running.process.pid) if name_of(pid).startswith("guard-")}

    def test_row_68_a_killed_arena_leaves_no_child_of_a_bot(self):
        for more in ((), ("--pause",), ("--clock", "cpu")):
            with self.subTest(more):
                running = self.start_bot(*more)
                running.signal(signal.SIGKILL)
                running.finish()
                wait_until(lambda: not processes_of(self.child), "the end of all children")
                self.assert_nothing_left()

    def test_row_68_the_next_start_finds_what_is_left(self):
        marked = {"1002", "1003", "1004", "1005"}
        running = self.start_bot()
        guardian, = self.guardians_of(running)
        os.kill(guardian, signal.SIGKILL)
        running.signal(signal.SIGKILL)
        running.process.wait()
        if ALONE:  # else an arena of another test may have started in between, and found them
            self.assertLessEqual(marked, self.children_left())
        running.finish()
        running = self.start("run", "lost_cities", "-p", BAD_BOT, "hang", "--move-time", "10m")
        wait_until(lambda: not self.children_left() & marked, "the end of all marked children")
        running.signal()
        running.finish()
        self.assert_nothing_left()

    def test_row_68_bots_of_an_arena_that_lives_are_left_alone(self):
        running = self.start_bot()
        before = processes_of(self.child)
        play_beside(self.folder)
        self.assertEqual(processes_of(self.child), before)
        guardian, = self.guardians_of(running)
        self.interrupt(running)
        self.assertFalse(os.path.exists(f"/proc/{guardian}"), "its guardian stays")
        self.assertEqual(processes_of(self.child), set())
