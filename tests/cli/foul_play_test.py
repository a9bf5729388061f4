"""What the programs that play foul achieve, each by itself: nothing. They are those of ../shared/foul_play beside the project;
where that folder is not, nothing is played, and the script says so. One is run after the other, as they load a machine."""
import os
import re
import sys
import time
import unittest
from pathlib import Path

import foul_play
import rows_quotas
from rows_sandbox import SandboxTest
from support import ARENA, WHOLE, ArenaTest, wait_until

PYTHON = "/usr/bin/python3"

# Runs a program of the folder, and tells in a file where each server that it starts listens. A process
# that ends while the program looks at all of them has an empty command line.
DRIVER = """
import builtins, io, runpy, sys
sys.path.insert(0, ".")
import tcp
def open_or_gone(path, *rest, opened=open, **named):
    try: return opened(path, *rest, **named)
    except FileNotFoundError:
        if not str(path).endswith("/cmdline"): raise
        return io.StringIO()
builtins.open = open_or_gone
start = tcp.start
def noted(*words):
    started = start(*words)
    with open("servers", "a") as file: print(started[0].pid, started[1], file=file, flush=True)
    return started
tcp.start = noted
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""

# What a greedy program says in the sandbox, of what it was to use up.
SAYS = {
    "mem/mem tcp 300": "socket Address family not supported by protocol",
    "mem/mem udp 300": "socket Address family not supported by protocol",
    "mem/mem msg 300": "msgget Function not implemented",
    "mem/mem aio 9": "io_setup Function not implemented at 0",
    "mem/mem pipe 300": "pipe Too many open files",
    "mem/mem epoll 6000": "eventfd Too many open files",
}


class FoulTest(foul_play.FoulTest):
    def run_in_folder(self, *words):
        """With arena on the PATH, as the programs expect it."""
        path = f"{Path(ARENA).parent}:{os.environ['PATH']}"
        return self.start("-c", 'cd foul && exec "$@"', "sh", *words, program="/bin/sh", extra={"PATH": path})


class Servers(FoulTest, ArenaTest):
    """The clients that abuse `arena listen`."""

    def client(self, *words):
        return self.run_in_folder(PYTHON, "-c", DRIVER, *words)

    def server(self, number=0):
        """The process and the port of a server that the client has started."""
        listed = self.programs.folder / "servers"
        wait_until(lambda: listed.exists() and listed.read_text().count("\n") > number, "a server")
        return [int(word) for word in listed.read_text().splitlines()[number].split()]

    def said(self, running):
        result = running.finish()
        self.assertEqual(result.status, 0, result)
        self.assert_over()
        return result.out

    def test_connections_for_all_descriptors(self):
        for words in (("tcp3.py", 60, 100), ("tcp8.py", 80, 100)):
            with self.subTest(words):
                said = self.said(self.client(*words))
                self.assertEqual(said.count("alive? None\n"), 2, said)
                self.assertIn("rc 130\n", said)

    def test_one_client_forfeits_games(self):
        running = self.client("tcp5.py")
        server, _port = self.server()
        time.sleep(10)
        os.kill(server, 2)
        said = self.said(running)
        found = re.search(r"server rc (\d+) .* the good client finished (\d+) games", said)
        self.assertEqual(found[1], "130", said)  # it was ended here, and not by the rogue
        self.assertGreater(int(found[2]), 20, said)

    def test_a_ghost_and_clients_that_never_read(self):
        running = self.client("tcp6.py")
        _server, port = self.server()
        time.sleep(0.6)  # the ghost has come and left, an honest client waits
        partner = self.run_in_folder(PYTHON, "-c", "from tcp import legit; import sys; legit(int(sys.argv[1]))", port)
        said = self.said(running)
        self.assertEqual(partner.finish().status, 0)
        end, = re.findall(r"game over after .* s (\{.*\})", said)
        self.assertIn("'end': 'played out', 'forfeits': []", end)
        before, after = (int(size) for size in re.search(r"never read: rss (\d+) -> (\d+)", said).groups())
        self.assertLess(after - before, 30, said)
        self.assertRegex(said, r"end: rc None .*\n130\n$")

    def test_a_crowd_starts_few_processes(self):
        said = self.said(self.client("tcp7.py"))
        self.assertLess(int(re.search(r"bot processes (\d+)", said)[1]), 6 * max(4, os.cpu_count()), said)
        self.assertRegex(said, r"\n130\nleft 0\n$")

    def test_a_stop_while_one_has_left(self):
        self.assertIn("plays on: 130\n", self.said(self.client("tcp9.py")))


class Stops(FoulTest, SandboxTest):
    def test_ctrl_c_in_a_game_of_a_person(self):
        result = self.run_in_folder(PYTHON, "playint.py").finish()
        self.assertIn("play rc 130\n", result.out)
        self.assert_over()

    def test_a_full_disk(self):
        if os.geteuid() != 0:
            self.leave_out("only root can mount a small disk")
        (self.programs.folder / "mnt").mkdir()
        for _ in range(3 if WHOLE else 1):  # when the disk is full is chance
            result = self.run_in_folder("unshare", "--mount", "sh", "full2.sh").finish()
            self.assertIn("rc 3\n", result.out)
            self.assertIn("To play the rest:", (self.programs.folder / "e.txt").read_text())
            self.assert_over()

    def test_two_containers_with_the_same_numbers(self):
        if os.geteuid() != 0:
            self.leave_out("only root can make namespaces of processes that share the control groups")
        both = [self.run_in_folder("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "nspid.sh") for _ in range(2)]
        for running in both:
            result = running.finish()
            self.assertEqual(result.status, 0, result)
            self.assertIn("No forfeits.", result.out)
        self.assert_over()


class Bots(FoulTest, SandboxTest):
    def play(self, game, *words):
        return self.succeed("run", game, "--sandbox", "--seed", "1", "--record", "games.jsonl", *words)

    def player(self, line, name, *keys):
        return "-p", f"name={name}", *keys, *self.programs.words(line)

    def stderr(self, name, seat):
        return (self.folder / f"logs/000001-{seat}-{name}.stderr").read_text(errors="replace")

    def pair(self, one, other, seconds):
        """Both in one game, which neither plays, for so long that both have done their work; what they say."""
        players = []
        for name, line in (("one", one), ("other", other)):
            players += ["-p", f"name={name}", "--", "/bin/sh", "-c", '"$0" "$@"; exec sleep 60', *self.programs.words(line), "--"]
        self.play("lost_cities", *players, "--start-time", seconds, "--log-dir", "logs")
        return self.stderr("one", 0), self.stderr("other", 1)

    def test_each_alone(self):
        for line in foul_play.SILENT + foul_play.GREEDY:
            with self.subTest(line):
                for name in ("games.jsonl", "logs/000001-0-foul.stderr"):
                    (self.folder / name).unlink(missing_ok=True)
                self.play("lost_cities", *self.player(line, "foul"), "-b", "random", "--start-time", "1500ms", "--log-dir", "logs")
                game, = self.records()
                self.assertEqual([forfeit["seat"] for forfeit in game["forfeits"]], [0])
                self.assertIn(SAYS.get(line, ""), self.stderr("foul", 0))
                self.assert_over()

    def test_what_one_holds_the_other_does_not_lack(self):
        if not rows_quotas.Counted.own_users(self):
            self.leave_out("only root, with all user ids, can make each bot a user of its own")
        _hold, victim = self.pair("mem/hold.sh", "victim/victim", "4s")
        self.assertEqual(set(victim.splitlines()), {"pass one fd: ok; new pipe has 65536 bytes; io_setup(2000): ENOSYS"})
        self.assertEqual(victim.count("\n"), 12)

    def test_no_bits_pass_by_what_is_in_memory(self):
        bits = foul_play.BITS
        _set, found = self.pair(f"pc/pc {{bots}}/pc/file set {bits} 7", f"pc/pc {{bots}}/pc/file get {bits}", "1s")
        self.assertIn(f"get {'E' * bits} ", found)
        self.assertIn("mincore -1: ", found)

    def test_no_bits_pass_by_times_of_devices(self):
        sent, received = self.pair("ct/chan.py a", "ct/chan.py b", "7s")
        self.assertIn("a sent", sent)
        self.assertEqual(received, "b received []\n")

    def share(self, name):
        games = self.records()
        return sum(game["places"][[player["name"] for player in game["players"]].index(name)] == 1 for game in games) / len(games)

    def test_who_burns_its_core_wins_no_more(self):
        self.play("lost_cities", *self.player("void/cheat.py cheat", "cheat", "protocol=json"), "-b", "random", "-n", "60", "-q",
                  "--void-overloaded", "--move-time", "1s")
        self.assertLess(self.share("cheat"), 0.75)

    def test_who_plays_a_deal_twice_knows_it_no_better(self):
        self.play("streams", *self.player("dup/streams.py", "again"), "-b", "rollout", "-n", "50", "--duplicate", "-q")
        self.assertLess(self.share("again"), 0.35)

    def test_who_leaves_makes_nobody_king(self):
        shares = []
        for role in ("crasher", "friend"):
            (self.folder / "games.jsonl").unlink(missing_ok=True)
            self.play("bidding", *self.player(f"king/k.py {role}", "crasher", "protocol=json"),
                      *self.player("king/k.py friend", "friend", "protocol=json"), "-b", "mimic", "-n", "20", "-q")
            shares.append(self.share("friend"))
        self.assertLess(shares[0], 0.5, shares)

    def test_a_record_tells_no_seed(self):
        self.succeed("run", "bidding", "-b", "random", "-b", "random", "-n", "5", "--seed", "0x123456789abcdef0", "--record", "games.jsonl")
        said = self.run_in_folder(PYTHON, "invert.py", self.folder / "games.jsonl").finish().out
        self.assertIn("all later deals predicted: False\n", said)
        self.assertNotIn("0x123456789abcdef0", said)


if __name__ == "__main__":
    if not foul_play.is_here():
        print(f"foul_play_test is left out: the programs that play foul ({foul_play.SOURCE}) are not here", flush=True)
        sys.exit(77)
    unittest.main(verbosity=2)
