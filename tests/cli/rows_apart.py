"""Rows about what two sandboxes share: the pages of files that both can read. The plain sandbox shares them, and the tests
show it, so that they would find it in a sandbox apart, too.
"""
import os
import random
import shutil
import signal

from rows_groups import children_of, name_of
from rows_quotas import forget
from rows_sandbox import PYTHON, SandboxTest
from support import BAD_BOT, bytes_of, process_files, wait_until

BITS = 16
STRIDE = 32 * 4096  # the kernel maps up to 16 pages at once

WHY_NOT_APART = "" if shutil.which("bindfs") and os.path.exists("/dev/fuse") else "bindfs or /dev/fuse is missing"

# A bot that plays the last legal move. The one with a message sends it before its first answer, and the other says
# before its second what it received: a bit is sent by page number `bit` of a file that both can read.
TALKER = f"""#!{PYTHON} -B
import ctypes, json, os, sys, threading, time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
way, path = sys.argv[1:]
message = os.environ.get("MESSAGE")
file = os.open(path, os.O_RDONLY)
size = min(os.fstat(file).st_size, {BITS * STRIDE})
stride = size // {BITS} & -4
memory = libc.mmap(None, ctypes.c_size_t(size), 1, 1, file, ctypes.c_long(0))
assert libc.madvise(ctypes.c_void_p(memory), ctypes.c_size_t(size), 1) == 0  # by random access, each page is read alone
pagemap = os.open("/proc/self/pagemap", os.O_RDONLY)

def futex(operation, place, *words):
    number = ctypes.c_uint.from_address(place).value
    return libc.syscall(202, ctypes.c_void_p(place), operation, *[word if word is not None else number for word in words])

def wait(place):
    while True: futex(0, place, None, 0)

def touch(place): return ctypes.c_ubyte.from_address(place).value

def page(place): return int.from_bytes(os.pread(pagemap, 8, place // 4096 * 8), "little")

def send(place):
    if way == "futex": threading.Thread(target=wait, args=(place,), daemon=True).start()
    elif way == "memory": touch(place + 4096)
    else: touch(place)

def receive(place):
    if way == "futex": return futex(4, place, 0, ctypes.c_void_p(1), ctypes.c_void_p(place), None) > 0
    touch(place)
    if way == "memory": return page(place + 4096) >> 63 & 1
    return not page(place) >> 56 & 1

turns = 0
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] != "turn": continue
    turns += 1
    if turns == 1 and message:
        for bit, value in enumerate(message):
            if value == "1": send(memory + bit * stride)
        while way == "futex" and not all(receive(memory + bit * stride) for bit, value in enumerate(message) if value == "1"):
            time.sleep(0.001)
    if turns == 2 and not message:
        print("".join(str(int(receive(memory + bit * stride))) for bit in range({BITS})), file=sys.stderr, flush=True)
        sys.exit()
    print(json.dumps({{"move": turn["legal"][-1], "id": turn["id"]}}), flush=True)
"""


# It says all the time that it lives, and ends slowly.
TIMES = """
import json, threading, time
def live():
    while True:
        say(time.monotonic())
        time.sleep(0.005)
threading.Thread(target=live, daemon=True).start()
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn": print(json.dumps({"move": turn["legal"][0], "id": turn["id"]}), flush=True)
time.sleep(0.2)
"""


def system_file():
    """A large file of the system that no bot of these tests needs."""
    files = [entry for entry in os.scandir("/usr/bin") if entry.is_file(follow_symlinks=False)]
    return next(entry.path for entry in files if entry.stat().st_size > BITS * STRIDE and "python" not in entry.name)


class Pages(SandboxTest):
    def setUp(self):
        super().setUp()
        if WHY_NOT_APART:
            self.leave_out(WHY_NOT_APART)
        self.message = f"{random.getrandbits(BITS - 2):0{BITS - 2}b}10"

    def talk(self, sandbox, way, path, *more, message=None):
        """What the second bot received."""
        (self.folder / "talker").mkdir(exist_ok=True)
        talker = self.file("talker/talker.py", TALKER, executable=True)
        shutil.rmtree(self.folder / "logs", ignore_errors=True)
        self.succeed("run", "lost_cities", sandbox, "--protocol", "json", "--seed", "1", "--log-dir", "logs", "--move-time", "1m",
                     "-p", "name=sender", f"env=MESSAGE={message or self.message}", talker, way, path,
                     "-p", "name=receiver", talker, way, path, *more)
        return (self.folder / "logs/000001-1-receiver.stderr").read_text().strip()

    def assert_apart(self, way, path):
        """Only the plain sandbox lets the message through; in the other, each bit is the same whatever is sent."""
        self.assertEqual(self.talk("--sandbox", way, path), self.message)
        received = self.talk("--sandbox=apart", way, path)
        self.assertEqual(len(set(received)), 1, (received, self.message))

    def own_file(self):
        """A file in the bots' folder, of which nothing is in memory."""
        (self.folder / "talker").mkdir()
        path = self.file("talker/pages", "x" * BITS * STRIDE)
        if not forget(path):
            self.leave_out("the file system of the tests' folder keeps files in memory")
        return path

    def test_row_73_pages_of_the_system(self):
        self.assert_apart("map", system_file())

    def test_row_73_pages_of_a_bots_own_file(self):
        self.assert_apart("map", self.own_file())

    def test_row_74_futexes_of_the_system(self):
        self.assert_apart("futex", system_file())

    def test_row_75_what_an_earlier_bot_read(self):
        path = self.own_file()
        received = {}
        for sandbox in ("--sandbox", "--sandbox=apart"):
            self.assertTrue(forget(path))
            self.talk(sandbox, "memory", path, "-n", "1")
            received[sandbox] = self.talk(sandbox, "memory", path, message="0" * BITS)
        self.assertEqual(received, {"--sandbox": self.message, "--sandbox=apart": BITS * "0"})

    def test_row_75_reading_changes_no_time(self):
        path = self.own_file()
        os.utime(path, (1, 2))  # older than the change, so that a read would be noted
        self.talk("--sandbox=apart", "map", path)
        self.assertEqual(os.stat(path).st_atime, 1)


class Apart(SandboxTest):
    def setUp(self):
        super().setUp()
        if WHY_NOT_APART:
            self.leave_out(WHY_NOT_APART)

    def start_waiting(self):
        """An arena that has asked a bot which does not answer, and the bindfs of that bot."""
        waits = self.bot("waits", "import time; time.sleep(1000)")
        running = self.start("run", "lost_cities", "--sandbox=apart", "-p", waits, "--start-time", "10m", "--move-time", "10m",
                             "--log-dir", "logs")
        # Before its game, the bot is started once on trial. Bindfs starts as two processes.
        wait_until(lambda: list(self.folder.glob("logs/*.dialogue")) and len(self.bindfs_of(running.process.pid)) == 1,
                   "the bot in its game")
        return running, self.bindfs_of(running.process.pid)

    def bindfs_of(self, arena):
        """The bindfs with the mark of the only bot of this arena."""
        marks = [variable for child in children_of(arena) if name_of(child) == "bwrap"
                 for variable in bytes_of(f"/proc/{child}/environ").split(b"\0") if variable.startswith(b"ARENA_BOT=")]
        return [pid for pid, variables in process_files("environ").items()
                if marks and marks[0] in variables.split(b"\0") and name_of(pid) == "bindfs"]

    def test_row_73_bindfs_ends_with_its_bot(self):
        for signal_number in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(signal_number):
                running, bindfs = self.start_waiting()
                running.process.send_signal(signal_number)
                running.finish()
                wait_until(lambda: not any(name_of(pid) == "bindfs" for pid in bindfs), "the end of bindfs")

    def test_row_73_games_are_as_in_the_plain_sandbox(self):
        def games(sandbox):
            (self.folder / "games.jsonl").unlink(missing_ok=True)
            self.succeed("run", "lost_cities", sandbox, "-p", BAD_BOT, "-p", "name=other", BAD_BOT, "--seed", "1", "-n", "4",
                         "--record", "games.jsonl")
            return [game["moves"] for game in self.records()]

        self.assertEqual(games("--sandbox=apart"), games("--sandbox"))

    def test_row_73_times_and_counters_are_its_own(self):
        found = self.probe("""
import socket
say(os.readlink("/proc/self/ns/time"))
def attempt(what, action):
  try: action(); say(what, "works")
  except OSError as error: say(what, error.errno)
one, other = socket.socketpair()
for option in (57, 71, 77): attempt(option, lambda: one.getsockopt(socket.SOL_SOCKET, option))
attempt("buffer", lambda: one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF))
attempt("statfs", lambda: os.statvfs("/usr"))
attempt("pidfd", lambda: os.pidfd_open(os.getpid()))
""", "--sandbox=apart")
        times, *rest = found.splitlines()
        self.assertNotEqual(times, os.readlink("/proc/self/ns/time"))
        self.assertEqual(rest, ["57 92", "71 92", "77 92", "buffer works", "statfs 38", "pidfd 38"])

    def test_row_76_the_processes_of_a_table_end_before_the_deal_is_played_again(self):
        bot = self.bot("times", TIMES)
        self.succeed("run", "streams", "--sandbox=apart", "--protocol", "json", "--duplicate", "-n", "6", "-j", "2", "--log-dir", "logs",
                     "-p", "name=bot", bot, "-b", "random", "--move-time", "1m")
        lives = []
        for match in range(1, 13):
            log, = self.folder.glob(f"logs/{match:06}-*-bot.stderr")
            times = [float(word) for word in log.read_text().split()]
            lives.append((times[0], times[-1]))
        for (_first, last), (first, _last) in zip(lives[::2], lives[1::2], strict=True):
            self.assertLess(last, first)

    def test_row_76_a_bot_of_one_match_waits_for_one_of_a_series(self):
        series = self.bot("series", TIMES)
        match = self.bot("match", "import time; say(time.monotonic()); sys.stderr.flush(); os.execv(sys.argv[1], sys.argv[1:])")
        self.succeed("run", "lost_cities", "--sandbox=apart", "--duplicate", "-n", "1", "-j", "1", "--log-dir", "logs",
                     "-p", "name=series", "protocol=json", series, "-p", "name=match", "--", match, BAD_BOT, "play", "--",
                     "--move-time", "1m")
        last = float((self.folder / "logs/000001-0-series.stderr").read_text().split()[-1])
        begins = float((self.folder / "logs/000002-0-match.stderr").read_text().split()[0])
        self.assertLess(last, begins)

    def test_row_73_without_bindfs_nothing_is_started(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin/bwrap").symlink_to(shutil.which("bwrap"))
        self.refuse("run", "lost_cities", "--sandbox=apart", "-p", BAD_BOT, extra={"PATH": f"{self.folder}/bin"},
                    saying="--sandbox=apart needs bindfs, which is not installed")

    def test_row_73_a_bindfs_that_does_nothing_is_found_out(self):
        # The last one shows the host's own files.
        shares = "import ctypes\nraise SystemExit(ctypes.CDLL(None).mount(b'/', b'/sys', None, 0x5000, None))"
        for script, reason in (("#!/bin/sh\nexit 0", "No such file or directory"), ("#!/bin/sh\nexit 1", "bindfs could not show"),
                               (f"#!{PYTHON}\n{shares}", "has no files of its own")):
            with self.subTest(script):
                (self.folder / "bin").mkdir(exist_ok=True)
                self.file("bin/bindfs", f"{script}\n", executable=True)
                self.refuse("run", "lost_cities", "--sandbox=apart", "-p", BAD_BOT,
                            extra={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
                            saying=["--sandbox does not work here", reason])
