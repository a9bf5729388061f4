"""Rows 57 to 61 and 67 of the catalogue: what bots in the sandbox are shown, its proof, and a limit on files."""
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from catalogue import RowTest
from rows_sandbox import PYTHON, SandboxTest
from support import ALONE, ARENA, BAD_BOT, PATIENCE

BWRAP = shutil.which("bwrap")


class HostCounters(SandboxTest):
    def test_row_57_proc_shows_processes_and_nothing_of_the_host(self):
        names = ["aio-nr", "file-nr", "inode-nr", "dentry-state"]
        files = [f"/proc/sys/fs/{name}" for name in names]
        files += [f"/proc/{name}" for name in ("loadavg", "meminfo", "stat", "uptime", "locks", "net/sockstat", "vmstat", "cgroups",
                                               "interrupts", "pressure/cpu", "key-users", "sys/kernel/pty/nr")]
        found = self.probe(f"say([path for path in {files} if os.path.exists(path)])\n"
                           "say([name for name in os.listdir('/proc') if not name.isdigit()])\n"
                           "say(os.path.realpath('/proc/self/exe') == os.path.realpath(sys.executable), len(os.listdir('/proc/self/fd')))")
        self.assertEqual(found.splitlines(), ["[]", "['self', 'thread-self']", "True 4"])


class Channels(SandboxTest):
    def refuses(self, path, *words):
        self.refuse(*words, saying=f'"{path}" is a named pipe, a socket or a device, by which the bot ')

    def test_row_58_a_folder_with_a_pipe_or_a_socket_is_refused_by_name(self):
        bot = self.bot("probe", "pass")
        (self.folder / "probe/deep/er").mkdir(parents=True)
        pipe = self.folder / "probe/deep/er/pipe"
        os.mkfifo(pipe)
        for words in (["run", "lost_cities", "--sandbox", "-p", bot], ["check", "lost_cities", "--sandbox", bot],
                      ["run", "lost_cities", "--sandbox", "-p", PYTHON, bot], ["run", "lost_cities", "--sandbox", "-p", PYTHON, pipe]):
            self.refuses(pipe, *words)
        pipe.unlink()
        end = socket.socket(socket.AF_UNIX)
        self.addCleanup(end.close)
        end.bind(str(self.folder / "probe/end"))
        self.refuses(self.folder / "probe/end", "run", "lost_cities", "--sandbox", "-p", bot)
        (self.folder / "probe/end").unlink()
        self.assertEqual(self.probe("say('plays')"), "plays\n")

    def test_row_58_replayed_into_a_bot(self):
        self.succeed("run", "lost_cities", "-p", BAD_BOT, "--record", "games.jsonl", "--seed", "1")
        bot = self.bot("probe", "pass")
        os.mkfifo(self.folder / "probe/pipe")
        self.refuses(self.folder / "probe/pipe", "replay", "games.jsonl", "--seat", "0", "--sandbox", "--bot", bot)


LOOKS = """
def seen(path): return os.path.exists(path) or any(os.path.basename(path) in names for _, _, names in os.walk(os.path.dirname(path)))
say(*[seen(path) for path in sys.argv[1].split(":")], os.listdir(os.path.dirname(__file__)))
try: open(os.path.dirname(os.path.dirname(__file__)) + "/written", "w"); say("writes")
except OSError: pass
"""


class BelowTheSystem(SandboxTest):
    def below(self, place):
        """Arena works in a new folder below the system's."""
        if not os.access(place, os.W_OK):
            self.leave_out(f"{place} cannot be written to")
        shutil.rmtree(self.folder)
        self.folder = Path(tempfile.mkdtemp(prefix="arena_cli_", dir=place))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)

    def test_row_59_what_arena_writes_and_other_bots_are_not_shown(self):
        places = ["/usr/local/share"]
        # A folder that vanishes from /usr/local spoils the sandboxes of other tests, which hide it.
        if ALONE:
            places.append("/usr/local")
        else:
            self.remarks = ["directly in /usr/local: in ./dev proof"]
        for place in places:
            with self.subTest(place):
                self.below(place)
                other = self.bot("other", "for line in sys.stdin: pass\n")
                secrets = [self.folder / "games.jsonl", self.folder / "logs", other, self.file("notes", "deck")]
                probe = self.bot("probe", LOOKS)
                result = self.succeed("run", "lost_cities", "--sandbox", "-p", "--", probe, ":".join(map(str, secrets)), "--", "-p",
                                      "name=other", "move-time=10s", other, "--record", "games.jsonl", "--log-dir", "logs", "-n", "2",
                                      "--start-time", "1m")
                # The second game's bot would see what the first has left.
                log, = (self.folder / "logs").glob("000002-*-bot.stderr")
                self.assertEqual(log.read_text(), "False False False False ['bot.py']\n", result)

    def test_row_59_records_and_logs_do_not_lie_in_the_system(self):
        bot = self.bot("probe", "pass")
        for words in (["--record", "/usr/share/games.jsonl"], ["--log-dir", "/usr/logs"], ["--log-dir", "/usr/local/lib/logs"]):
            self.refuse("run", "lost_cities", "--sandbox", "-p", bot, *words,
                        saying=f'"{words[1]}" lies in "/usr", which all bots can read')
            self.assertFalse(os.path.exists(words[1]))

    def test_row_59_nor_in_another_bots_folder_does_a_bot(self):
        outer = self.bot("bots", "pass")
        inner = self.bot("bots/inner", "pass")
        for words in ((outer, inner), (inner, outer)):
            self.refuse("run", "lost_cities", "--sandbox", "-p", "name=a", words[0], "-p", "name=b", words[1],
                        saying=[f'"{inner.parent}" of the bot ', "put each bot in a folder of its own"])


class Homes(SandboxTest):
    def home_probe(self):
        """A bot that lies in a home, beside a key."""
        home = self.folder / "home"
        (home / ".ssh").mkdir(parents=True)
        self.file("home/.ssh/key", "secret")
        (self.folder / "work").mkdir()
        self.file("home/bot.py", f"""#!{PYTHON} -B
import os, sys
print(os.path.exists({str(home / ".ssh")!r}), os.listdir({str(home)!r}), file=sys.stderr)
""", executable=True)
        return home

    def seen(self, words, **environment):
        result = subprocess.run([*words, ARENA, "run", "lost_cities", "--sandbox", "-p", self.folder / "home/bot.py", "--log-dir", "logs",
                                 "--seed", "1"], cwd=self.folder / "work", capture_output=True, text=True, timeout=PATIENCE,
                                env={**{name: value for name, value in os.environ.items() if name != "HOME"}, **environment})
        self.assertEqual(result.returncode, 0, result)
        return (self.folder / "work/logs/000001-0-bot.stderr").read_text()

    def test_row_60_a_home_by_a_link_is_a_home(self):
        home = self.home_probe()
        (self.folder / "link").symlink_to(home)
        self.assertEqual(self.seen([], HOME=str(self.folder / "link")), "False ['bot.py']\n")

    def test_row_60_without_a_variable_it_is_that_of_the_file_of_users(self):
        if os.geteuid() != 0:
            self.leave_out("only root can put another file of users in place")
        home = self.home_probe()
        users = "".join(line if not line.startswith("root:") else f"root:x:0:0:root:{home}:/bin/sh\n"
                        for line in Path("/etc/passwd").read_text().splitlines(keepends=True))
        self.file("users", users).chmod(0o644)
        words = ["unshare", "--mount", "sh", "-c", f"mount --bind {self.folder}/users /etc/passwd; exec \"$@\"", "sh"]
        self.assertEqual(self.seen(words), "False ['bot.py']\n")


# A bubblewrap that starts the real one with changed options, or starts only the bot.
FAULTY = """#!/usr/bin/python3 -B
import os, sys
words = sys.argv[1:]
bot = words[words.index("--") + 1:]
options = open(int(words[1]), "rb").read().split(b"\\0")[:-1]
def without(word, values=0): at = options.index(word); del options[at:at + 1 + values]
real = True
{change}
if not real: os.execv(bot[0], bot)
file = os.memfd_create("options", 0)
os.pwrite(file, b"".join(option + b"\\0" for option in options), 0)
os.execv("{bwrap}", ["{bwrap}", "--args", str(file), "--", *bot])
"""


class Proof(SandboxTest):
    def outcome(self, change):
        """The result of a run with such a bubblewrap first on the PATH."""
        (self.folder / "bin").mkdir(exist_ok=True)
        self.file("bin/bwrap", FAULTY.format(change=change, bwrap=BWRAP), executable=True)
        return self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "--option", "max_turns=1",
                          extra={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"})

    def test_row_61_a_bubblewrap_that_leaves_a_wall_out_is_refused(self):
        namespaces = "options[0:1] = [b'--unshare-' + name for name in b'user ipc pid net uts cgroup'.split() if name != b'%s']"
        changes = {"real = False": "has no process numbers of its own",
                   "without(b'--seccomp', 1)": "no filter of system calls holds",
                   "options.append(b'--share-net')": "shares the namespace net",
                   namespaces % "uts" + "; without(b'--hostname', 1)": "shares the namespace uts",
                   "os.environ.pop('LD_PRELOAD')": "can see /proc/meminfo",
                   "options += [b'--ro-bind', b'/etc', b'/etc']": "can see /etc/passwd",
                   "options += [b'--cap-add', b'CAP_SYS_ADMIN']; without(b'--disable-userns')": "has privileges"}
        for change, wall in changes.items():
            with self.subTest(wall):
                result = self.outcome(change)
                self.assertEqual((result.status, result.out), (2, ""), result)
                self.assertIn("--sandbox does not work here", result.err)
                self.assertIn(wall, result.err)

    def test_row_61_one_that_leaves_nothing_out_is_not(self):
        self.assertEqual(self.outcome("").status, 0)


class FileLimit(RowTest):
    def test_row_67_a_file_that_may_not_grow_is_an_error(self):
        # For records resume_test.py has it.
        self.may_stay |= {"standing"}
        result = self.start("-c", "ulimit -f 8; exec \"$0\" run lost_cities -p \"$1\" -n 50 --seed 1 --log-dir logs", ARENA, BAD_BOT,
                            program="sh").finish()
        self.assert_nothing_left()
        self.assertIn(result.status, (0, 3), result)
        running = self.start("-c", "ulimit -f 0; exec \"$0\" games > standing", ARENA, program="sh")
        result = running.finish()
        self.assertEqual(result.status, 3, result)
        self.assertIn("File too large", result.err)
