"""The rows of the catalogue that need `--sandbox`: what an untrusted bot can see, reach and take.

A probe is a Python program that plays no game: it looks around inside, writes what it finds on stderr, and ends.
"""
import os
import shutil
import socket
import subprocess

from support import BAD_BOT, MEASURES, PATIENCE, ROOT, ArenaTest, groups_left, process_files, wait_until

PYTHON = "/usr/bin/python3"


def why_not():
    """Why bubblewrap cannot make a sandbox on this host; empty if it can."""
    if not shutil.which("bwrap"):
        return "bubblewrap is not installed"
    as_user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "--proc", "/proc",
                           "true"], capture_output=True, text=True, timeout=PATIENCE, cwd="/", **as_user)
    return done.stderr.strip() if done.returncode != 0 else ""


WHY_NOT = why_not()


class SandboxTest(ArenaTest):
    def setUp(self):
        super().setUp()
        if WHY_NOT:
            self.leave_out(WHY_NOT)
        self.folder.chmod(0o755)  # the user inside has to come in
        self.groups_before = set(groups_left())
        self.addCleanup(self.assert_no_groups)

    def assert_no_groups(self):
        """No groups are left but those of other arenas: that were killed before in another part of the tree, where an
        arena of this test does not look, or have just been killed by a test beside this one."""
        wait_until(lambda: set(groups_left()) <= self.groups_before, "the end of all control groups")

    def has_groups(self):
        """Whether arena says that it limits by groups."""
        return "(cgroup v" in self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "--option", "max_turns=1").err

    def bot(self, name, code):
        (self.folder / name).mkdir(exist_ok=True)
        return self.file(f"{name}/bot.py", f"#!{PYTHON} -B\nimport os, sys\n\ndef say(*words): print(*words, file=sys.stderr)\n\n"
                         + code, executable=True)

    def probe(self, code, *more, extra=None, words=(), move_time="1m"):
        """The output of this code inside the sandbox. `words` belong to its command."""
        bot = self.bot("probe", code)
        shutil.rmtree(self.folder / "logs", ignore_errors=True)
        self.succeed("run", "lost_cities", "--sandbox", "-p", "--", bot, *words, "--", "-n", "1", "--log-dir", "logs",
                     "--start-time", "1m", "--move-time", move_time, *more, extra=extra)
        return (self.folder / "logs/000001-0-bot.stderr").read_text()

    def plays(self, *words):
        result = self.succeed("run", "lost_cities", "--sandbox", *words, "--seed", "1", "-n", "2")
        self.assertIn("No forfeits.", result.out)
        return result

    def forfeits(self, code, reason, *texts, more=()):
        result = self.succeed("run", "lost_cities", "--sandbox", "-p", self.bot("bad", code), "-p", BAD_BOT, "--seed", "1",
                              "--record", "games.jsonl", *more)
        forfeit, = self.records()[0]["forfeits"]
        self.assertEqual((forfeit["seat"], forfeit["reason"]), (0, reason), result)
        for text in texts:
            self.assertIn(text, result.err)
        return result


class Starting(SandboxTest):
    def test_row_03_an_interpreter_that_the_sandbox_does_not_show(self):
        interpreter = self.file("python", f"#!/bin/sh\nexec {PYTHON} \"$@\"\n", executable=True)
        bot = self.bot("bad", "pass")
        bot.write_text(f"#!{interpreter}\n")
        result = self.arena("run", "lost_cities", "--sandbox", "-p", bot, "-n", "60", "--record", "games.jsonl")
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertIn("arena: bot could not be started in the sandbox.\n  The sandbox shows only ", result.err)
        self.assertIn("No such file or directory", result.err)
        self.assertEqual((self.folder / "games.jsonl").read_text(), "")


class Sight(SandboxTest):
    def test_row_36_only_three_descriptors_are_open(self):
        found = self.probe("for fd in range(1024):\n  try: os.fstat(fd)\n  except OSError: continue\n  say(fd)\n")
        self.assertEqual(found.split(), ["0", "1", "2"])

    def test_row_37_there_is_nobody_else(self):
        self.file("secret", "deck").chmod(0o644)
        found = self.probe(f"""
say(sorted(name for name in os.listdir("/proc") if name.isdigit()) == ["1", "2"])
for pid in (1, 2): say(open(f"/proc/{{pid}}/cmdline").read().count("lost_cities"))
say(os.listdir("/tmp"))
for path in ("{self.folder}/secret", "/etc/passwd", "/etc/shadow", "/root", "/home", "{ROOT}/README.md"):
  say(os.path.exists(path))
""")
        self.assertEqual(found.splitlines(), ["True", "0", "0", str([self.folder.parts[2]])] + ["False"] * 6)

    def test_row_37_its_first_process_is_closed(self):
        found = self.probe("""
for name in ("mem", "maps", "pagemap", "exe", "ns/time", "root"):
  try: os.open(f"/proc/1/{name}", os.O_RDONLY); say(name, "is open")
  except OSError as error: say(name, error.errno)
""")
        self.assertEqual(found.splitlines(), [f"{name} 13" for name in ("mem", "maps", "pagemap", "exe", "ns/time", "root")])

    def test_row_37_nor_is_the_opponent(self):
        other = self.bot("other", "for line in sys.stdin:\n  pass\n")
        probe = self.bot("probe", f"""
def looks_like(path):
  try: return b"other/bot.py" in open(path, "rb").read() or b"SECRET" in open(path, "rb").read()
  except OSError: return False
sys.stdin.readline()  # the other has been started
mine = ("/proc/self", "/proc/thread-self", f"/proc/{{os.getpid()}}")
say([path for path in os.popen("ls -d /proc/*/cmdline /proc/*/environ").read().split()
     if not path.startswith(mine) and looks_like(path)], os.path.exists({str(other)!r}))
""")
        self.succeed("run", "lost_cities", "--sandbox", "-p", "name=probe", probe, "-p", "name=other", "env=SECRET=1", other,
                     "--log-dir", "logs")
        self.assertEqual((self.folder / "logs/000001-0-probe.stderr").read_text(), "[] False\n")

    def test_row_37_only_its_own_folder_is_shown(self):
        # The bot lies where arena works: beside records, logs and another bot.
        other = self.bot("other", "pass")
        self.file("bot.py", f"""#!{PYTHON} -B
import os, sys
print(sorted(os.listdir(".")), os.path.exists({str(other)!r}), os.path.exists("/etc/passwd"), file=sys.stderr)
""", executable=True)
        for more in ((), (".",), ("/",), ("/etc",), ("/proc",), ("/tmp",)):
            with self.subTest(more):
                shutil.rmtree(self.folder / "logs", ignore_errors=True)
                self.succeed("run", "lost_cities", "--sandbox", "-p", "--", "./bot.py", *more, "--", "--log-dir", "logs",
                             "--record", "games.jsonl")
                self.assertEqual((self.folder / "logs/000001-0-bot.stderr").read_text(),
                                 "['bot.py'] False False\n")

    def test_row_37_a_link_of_the_bots_own_leads_nowhere(self):
        self.bot("other", "pass")
        (self.folder / "probe").mkdir()
        (self.folder / "probe/link").symlink_to("../other")
        found = self.probe("say(os.path.exists('probe/bot.py'), os.path.exists('probe/link/bot.py'), os.path.exists('other'))",
                           words=("probe/link", "probe/link/bot.py"))
        self.assertEqual(found, "True False False\n")

    def test_row_37_what_arena_writes_is_kept_from_bots(self):
        bot = self.bot("bots", "pass")
        for words in (("--record", "bots/games.jsonl"), ("--log-dir", "bots/logs"), ("--log-dir", "bots")):
            self.refuse("run", "lost_cities", "--sandbox", "-p", bot, *words, saying="which the bot bot can read")

    def test_row_38_the_environment_is_clean(self):
        found = self.probe("say(sorted(os.environ)); say(os.environ['HOME'], os.environ['TMPDIR'])", "--env", "LEVEL=3",
                           extra={"SECRET": "x", "LANG": "C.UTF-8"})
        # PWD is bubblewrap's own, and shows only what a bot can ask for.
        self.assertEqual(found.splitlines(), ["['ARENA_BOT', 'HOME', 'LANG', 'LEVEL', 'PATH', 'PWD', 'TMPDIR', 'USER']", "/tmp /tmp"])


class Reach(SandboxTest):
    def test_row_39_no_network(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        hidden = socket.socket(socket.AF_UNIX)
        self.addCleanup(hidden.close)
        name = f"\0arena-test-{os.getpid()}"
        hidden.bind(name)
        hidden.listen()
        found = self.probe(f"""
import socket
def attempt(what, action):
  try: action(); say(what, "works")
  except OSError as error:
    say(what, type(error).__name__, *([error.errno] if type(error) is OSError else []))
attempt("tcp", lambda: socket.create_connection(("127.0.0.1", {listener.getsockname()[1]}), 1))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53)))
attempt("dns", lambda: socket.getaddrinfo("example.org", 80))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect({name!r}))
attempt("vsock", lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
attempt("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
for family in (40, 16, 38):
  descriptor = libc.syscall(41, ctypes.c_long((1 << 32) | family), ctypes.c_long(1), ctypes.c_long(0))
  say("high bits", descriptor < 0 and errno.errorcode[ctypes.get_errno()])
""")
        self.assertEqual(found.splitlines(), [
            "tcp OSError 97", "udp OSError 97", "dns gaierror", "abstract ConnectionRefusedError", "vsock OSError 97",
            "netlink OSError 97", "packet OSError 97"] + ["high bits EAFNOSUPPORT"] * 3)

    def test_row_39_no_way_to_signal_another_sandbox(self):
        found = self.probe("""
import ctypes, errno, fcntl
libc = ctypes.CDLL(None, use_errno=True)
def call(what, number, *words):
  ctypes.set_errno(0)
  say(what, libc.syscall(number, *words) < 0 and errno.errorcode[ctypes.get_errno()])
try: fcntl.flock(open("/usr/bin/env"), fcntl.LOCK_SH); say("flock works")
except OSError as error: say("flock", errno.errorcode[error.errno])
call("keyctl", 250, 0, -3, 0)
call("add_key", 248, b"user", b"x", b"y", 1, -3)
call("ptrace", 101, 0, 0, 0, 0)
call("unshare", 272, 0x10000000)
call("bpf", 321, 0, 0, 0)
call("shmget", 29, 4242, 0, 0)
call("inotify_init1", 294, 0)
call("inotify_init", 253)
call("fanotify_init", 300, 0, 0)
file = open("/usr/bin/env")
for command in (5, 6, 7, 36, 37, 1024, 1026, 1036):
  try: fcntl.fcntl(file, command, bytes(32)); say("fcntl", command, "works")
  except OSError as error: say("fcntl", command, error.errno)
try: open("/proc/locks").read(); say("locks are shown")
except OSError: say("locks are hidden")
""")
        calls = ("flock", "keyctl", "add_key", "ptrace", "unshare", "bpf", "shmget", "inotify_init1", "inotify_init", "fanotify_init")
        self.assertEqual(found.splitlines(), [f"{call} ENOSYS" for call in calls]
                         + [f"fcntl {command} 1" for command in (5, 6, 7, 36, 37, 1024, 1026, 1036)] + ["locks are hidden"])

    def test_row_39_devices_carry_no_messages(self):
        before = os.stat("/dev/null")
        found = self.probe("""
import fcntl, shutil
for device in ("/dev/null", "/dev/zero", "/dev/urandom"):
  with open(device, "r+b", buffering=0) as file:
    try: fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 4242); say("locked")
    except PermissionError: say("no lock")
    for times in (None, (1, 1)):
      os.utime(device, times)
      os.utime(file.fileno(), times)
shutil.copy2("/usr/bin/env", "/tmp/copy")
say(os.path.getsize("/tmp/copy") == os.path.getsize("/usr/bin/env"))
""")
        self.assertEqual(found.splitlines(), 3 * ["no lock"] + ["True"])
        after = os.stat("/dev/null")
        self.assertEqual((before.st_mtime_ns, before.st_atime_ns), (after.st_mtime_ns, after.st_atime_ns))

    def test_row_38_declared_values_are_nobody_elses_to_read(self):
        secret = f"only-{self.folder.name}-knows"
        bot = self.bot("mine", "import time; time.sleep(1000)")
        running = self.start("run", "lost_cities", "--sandbox", "-p", bot, "--env", f"SECRET={secret}", "--start-time", "10m", "--move-time", "10m")
        wait_until(lambda: any(line.startswith(PYTHON.encode()) and str(bot).encode() in line
                               for line in process_files("cmdline").values()), "the bot")
        told = [pid for pid, line in process_files("cmdline").items() if secret.encode() in line]
        running.process.terminate()
        running.finish()
        self.assertEqual(told, [running.process.pid])

    def test_row_35_it_cannot_harm_arena(self):
        code = f"""
import ctypes, signal
for target in (os.getppid(), -1):
  for number in (signal.SIGSTOP, signal.SIGKILL):
    try: os.kill(target, number)
    except OSError: pass
for action in (lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
               lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)), lambda: os.setuid(0)):
  try: action(); say("works")
  except OSError: pass
os.execv({BAD_BOT!r}, [{BAD_BOT!r}])
"""
        bot = self.bot("harm", code)
        # The program that it becomes has to be inside: it is a word of the command.
        result = self.plays("-p", "name=harm", "--", bot, BAD_BOT, "--", "--log-dir", "logs")
        self.assertNotIn("works", (self.folder / "logs/000001-0-harm.stderr").read_text(), result)


class Appetite(SandboxTest):
    def test_row_29_a_fork_bomb_fails_inside_alone(self):
        found = self.probe("""
import time
children = 0
try:
  while children < 5000:
    if os.fork() == 0: time.sleep(1000)
    children += 1
except OSError as error:
  say(children <= 64, type(error).__name__)
""")
        self.assertEqual(found, "True BlockingIOError\n")

    def test_row_35_what_hides_ends_with_its_match(self):
        # It loses its mark, its session and its parent.
        code = f"""
import time
if sys.argv[1:] == ["hides"]: time.sleep(1000)
if os.fork() == 0:
  os.setsid()
  if os.fork() == 0: os.execve({PYTHON!r}, [{PYTHON!r}, __file__, "hides"], {{}})
  os._exit(0)
os.wait()
say("hidden")
"""
        found = self.probe(code, move_time="3s")
        self.assertEqual(found, "hidden\n")
        left = [pid for pid, line in process_files("cmdline").items() if str(self.folder).encode() in line]
        self.assertEqual([pid for pid in left if pid != os.getpid()], [])

    def test_row_34_busy_children_take_nothing_from_the_opponent(self):
        self.needs("shares")  # otherwise its fifty processes take the machine from all who test beside it
        result = self.arena("run", "lost_cities", "--sandbox", "-p", "move-time=1m", BAD_BOT, "burners", "-p", "name=good",
                            "move-time=250ms" if MEASURES else "move-time=1m", BAD_BOT, "think_and_play", "20", "--seed", "1", "--option",
                            "max_turns=12", "--record", "games.jsonl")
        self.assertEqual(result.status, 0, result)
        self.assertIn("equal shares of a core", result.err)
        self.note_unmeasured("the opponent's times")
        self.assertNotIn("forfeits", self.records()[0], result)

    def test_row_29_its_opponent_wins(self):
        result = self.succeed("run", "lost_cities", "--sandbox", "-p", "name=bad", "move-time=300ms", BAD_BOT, "fork_bomb", "-p",
                              "name=good", "move-time=1m", BAD_BOT, "play", "--seed", "1", "--record", "games.jsonl")
        forfeit, = self.records()[0]["forfeits"]
        self.assertEqual((forfeit["seat"], forfeit["reason"]), (0, "time"), result)
        self.note_unmeasured("how soon")
        if MEASURES:
            self.assertLess(result.seconds, 2)

    def test_row_29_threads_too(self):
        found = self.probe("""
import threading, time
started = 0
try:
  while started < 5000:
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    started += 1
except RuntimeError:
  say(started <= 20)
os._exit(0)
""", "--processes", "20")
        self.assertEqual(found, "True\n")

    def test_row_31_a_memory_bomb_is_told(self):
        code = """
hoard = []
while True: hoard.append(bytearray(b"x") * (16 << 20))
"""
        result = self.forfeits(code, "limit" if self.has_groups() else "exit", more=("--memory", "128M"))
        if self.has_groups():
            self.assertIn("ran out of memory: its processes may take 128 MiB together", result.err)

    def test_row_31_memory_of_folders_counts(self):
        if not self.has_groups():
            self.leave_out("no cgroup limits memory here")
        code = """
with open("/dev/shm/x", "wb") as file:
  for _ in range(60): file.write(bytes(1 << 20))
say("full")
"""
        self.forfeits(code, "limit", "ran out of memory", more=("--memory", "48M"))

    def test_row_32_its_devices(self):
        found = self.probe("""
say(*sorted(os.listdir("/dev")))
say(open("/dev/zero", "rb").read(2), len(open("/dev/random", "rb").read(5)), len(os.urandom(7)), open("/dev/null").read() == "")
print("seen", file=open("/dev/stderr", "w"))
from multiprocessing import Semaphore, shared_memory
memory = shared_memory.SharedMemory(create=True, size=8)
say(Semaphore(3).acquire(), memory.name.lstrip("/") in os.listdir("/tmp"))
memory.unlink()
""")
        self.assertEqual(found.splitlines(), ["fd null random shm stderr stdin stdout urandom zero", "b'\\x00\\x00' 5 7 True",
                                              "seen", "True True"])

    def test_row_32_its_disk_is_small_and_gone_afterwards(self):
        big = f"/tmp/{self.folder.name}-big"  # no other file of the host has this name
        found = self.probe(f"""
def fill(path, size):
  try:
    with open(path, "wb", buffering=0) as file:
      for _ in range(size): file.write(bytes(1 << 20))
    say("works")
  except OSError as error: say(type(error).__name__, error.errno)
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
fill("{big}", 40)
fill("/tmp/b", 40)
fill(os.path.dirname(__file__) + "/c", 1)
fill("/usr/c", 1)
fill("/c", 1)
fill("/dev/c", 1)
fill("/dev/shm/d", 40)
import resource
say(resource.getrlimit(resource.RLIMIT_CORE))
""")
        self.assertEqual(found.splitlines(), ["works", "OSError 28", "OSError 30", "OSError 30", "OSError 30", "OSError 30",
                                              "OSError 28", "(0, 0)"])
        self.assertFalse(os.path.exists(big))
