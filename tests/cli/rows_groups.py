"""Rows 50 and 51 of the catalogue: arenas beside each other, and after each other."""
import os
import signal
import subprocess
from pathlib import Path

from rows_sandbox import SandboxTest
from support import ARENA, BAD_BOT, wait_until


def command_lines():
    lines = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            lines[int(entry.name)] = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            pass
    return lines


def processes_of(path):
    """Those that run this program or script."""
    return {pid for pid, words in command_lines().items() if str(path).encode() in words[:3]}


def play_beside(folder, *more):
    """Games by another arena of the test."""
    done = subprocess.run([ARENA, "run", "lost_cities", "-p", BAD_BOT, "-n", "5", *more], cwd=folder, capture_output=True, text=True,
                          timeout=60)
    if done.returncode != 0:
        raise AssertionError(done)


class Containers(SandboxTest):
    """Namespaces of processes are what containers have, while their groups are in one tree."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.leave_out("only root can make namespaces of processes that share the control groups")
        if not os.path.exists("/proc/sys/kernel/ns_last_pid"):
            self.leave_out("this kernel lets nobody choose a process number")
        if "(cgroup v" not in self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "--option", "max_turns=1").err:
            self.leave_out("no cgroup limits memory here")
        self.waits = self.bot("waits", "import time; time.sleep(1000)")
        self.number = next(number for number in range(30000, 300, -1) if not os.path.exists(f"/proc/{number}"))

    def start_in_container(self):
        """Arena has the same number in each, which nobody has outside; its bot waits."""
        script = f"echo {self.number - 1} >/proc/sys/kernel/ns_last_pid; \"$@\" & wait $!"
        running = self.start("--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", script, "sh", ARENA, "run", "lost_cities",
                             "--sandbox", "-p", self.waits, "--start-time", "10m", "--move-time", "10m", program="unshare")
        wait_until(lambda: running.process.poll() is not None or processes_of(self.waits), "the bot")
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
        self.assertTrue(bots)
        self.assertEqual(bots, left, result)
        self.assertNotIn("forfeits", result.err)

    def test_row_51_an_arena_with_the_number_of_a_killed_one_plays(self):
        self.stop(self.start_in_container(), signal.SIGKILL)
        wait_until(lambda: not processes_of(self.waits), "the bot's end")
        running = self.start_in_container()
        self.assertTrue(processes_of(self.waits), "the second arena started no bot")
        result = self.stop(running, signal.SIGTERM)
        self.assertNotIn("no control group could be made", result.err)
        # What the first has left is gone, too, as the end of this test sees.
