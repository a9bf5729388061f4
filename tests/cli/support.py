"""What the tests of the command line share: running arena as a user does, and proof of what is left.

Where things are comes from the environment: ARENA_PROGRAM (the binary), ARENA_TEST_BOTS (the folder
of the compiled bots) and ARENA_ROOT (the project). CMake sets all three.
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

ARENA = os.environ["ARENA_PROGRAM"]
BOTS = Path(os.environ["ARENA_TEST_BOTS"])
ROOT = Path(os.environ["ARENA_ROOT"])
BAD_BOT = str(BOTS / "bad_bot")
SANITIZED = "ARENA_SANITIZED" in os.environ  # that arena takes other memory, and is a few times slower
WHOLE = "ARENA_PROOF" in os.environ  # as `./dev proof` sets it: every variant, in large numbers
MEASURES = WHOLE and not SANITIZED  # durations, which depend on the machine
ALONE = "ARENA_ALONE" in os.environ  # as `./dev proof` sets it: no other arena runs beside this test
CONFORMANCE = ROOT / "tests/conformance/lost_cities.jsonl"

PATIENCE = 180  # seconds until a test gives up; on a quiet computer nothing that works takes a tenth of it

# A shell ignores it for what it starts in the background, and so would all that the tests start and stop by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The variable by which the processes of a test are found: bots get arena's own value of it.
MARK = "TMPDIR"

# A module of Lost Cities that answers each question with nonsense first, and leaves nothing of the view.
ALTERS = """
again = False
def move(state):
    global again
    again = not again
    if again:
        state.hand.clear()
        state.expeditions.clear()
        return "nonsense"
    assert len(state.hand) >= 7 and len(state.expeditions) == 5, state
    return state.legal()[0]
"""


class Result:
    """What a run of arena ended with; `seconds` counts from before its start."""

    def __init__(self, status, out, err, seconds):
        self.status, self.out, self.err, self.seconds = status, out, err, seconds

    def __str__(self):
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}\n---"


def bytes_of(path):
    """Empty if there is no such file, or none that we may read: the process to which it belonged may have ended."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def process_files(name):
    """What this file in the folder of each process holds: {pid: bytes}."""
    return {int(pid): bytes_of(f"/proc/{pid}/{name}") for pid in os.listdir("/proc") if pid.isdigit()}


def processes_with(mark, guardians=False):
    """The processes alive that have the mark in their environment: {pid: command line}. Without guardians, which outlive
    arena a little, and have its environment for a moment; always, if they hang, as a fork may with the address sanitizer,
    whose allocator another thread has locked."""
    found = {}
    for pid, variables in process_files("environ").items():
        if f"{MARK}={mark}".encode() in variables.split(b"\0"):
            if not guardians and bytes_of(f"/proc/{pid}/comm").startswith(b"guard-"):
                continue
            state = bytes_of(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1]
            if state not in ([], [b"Z"], [b"X"]):
                found[pid] = bytes_of(f"/proc/{pid}/cmdline").replace(b"\0", b" ").decode(errors="replace")
    return found


def groups_left():
    """The control groups of arenas that are gone: those that run hold a lock on theirs."""
    groups = [path for path in glob.glob("/sys/fs/cgroup/**/arena-*", recursive=True) if re.search("/arena-[0-9a-f]{16}-[0-9]+$", path)]
    return [path for path in groups if not is_locked(path.rpartition("-")[0] + "-0")]


def is_locked(folder):
    """Looked up, not tried: whoever removes what is left would take a lock that is tried for arena's."""
    try:
        status = os.stat(folder)
    except FileNotFoundError:
        return False
    place = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    with open("/proc/locks", encoding="ascii") as locks:
        return any(place in line.split() for line in locks)


def wait_until(condition, what, patience=PATIENCE):
    """Polls until the condition gives something true, and returns that. It looks for a third of the time at most: some
    conditions look at all processes."""
    end = time.monotonic() + patience
    while True:
        began = time.monotonic()
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s without success for {what}")
        time.sleep(max(0.002, 2 * (time.monotonic() - began)))


def sleeps(pid):
    """Whether all threads of the process wait, and none has run between two looks."""
    def look():
        return sorted(re.findall(rb"^(?:Pid|State|\w*voluntary_ctxt_switches):.*", bytes_of(path), re.M)
                      for path in glob.glob(f"/proc/{pid}/task/*/status"))
    threads = look()
    return bool(threads) and all(b"S (sleeping)" in line[0] + line[1] for line in threads) and threads == look()


def settled(count, what):
    """The number that `count` gives, once it is not 0 and has been the same for half a second."""
    seen = [0, 0.0]

    def stands():
        if count() != seen[0]:
            seen[:] = count(), time.monotonic()
        return seen[0] != 0 and time.monotonic() > seen[1] + 0.5
    wait_until(stands, what)
    return seen[0]


class Running:
    """A started arena, or another program, that can be waited for, written to and signalled."""

    def __init__(self, words, cwd, mark, stdin=subprocess.DEVNULL, extra=None):
        self.mark = mark
        environment = {**os.environ, "NO_COLOR": "1", "ARENA_CACHE": str(Path(cwd) / "cache"), MARK: mark,
                       **(extra or {})}
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in words], cwd=cwd, env=environment, stdin=stdin,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape")

    def signal(self, number=signal.SIGINT):
        self.process.send_signal(number)

    def line(self):
        """The next line of its stdout; it must be flushed by now or soon."""
        return self.process.stdout.readline()

    def finish(self, text=None, patience=PATIENCE):
        """Waits for its end."""
        try:
            out, err = self.process.communicate(text, timeout=patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
            raise AssertionError(f"{self.process.args} does not end\n{out}\n{err}") from None
        return Result(self.process.returncode, out, err, time.monotonic() - self.began)


def dumb_player(test):
    """The quiz's DumbPlayer, cut out of the text of the quiz, as a file of the test; skips where that is not."""
    texts = sorted((ROOT.parent / "shared/seeds").glob("000*.txt"))
    if not texts:
        test.leave_out("the text of the quiz (../shared/seeds/000*.txt beside the project) is not here")
    found = re.search(r"(?ms)^([ \t]*)class DumbPlayer < Player\n.*?^\1end$", texts[0].read_text())
    test.assertIsNotNone(found, f"{texts[0]} holds no DumbPlayer")
    return test.file("dumb_player.rb", found[0] + "\n")


class ArenaTest(unittest.TestCase):
    """A test with a folder of its own, in which arena runs; nothing that it starts may survive it."""

    maxDiff = None

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="arena_cli_"))
        self.mark = str(self.folder)
        self.remarks = []  # for the summary of the catalogue
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.addCleanup(self.remove_leftovers)

    def remove_leftovers(self):
        for pid in processes_with(self.mark, guardians=True):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def note_unmeasured(self, what):
        if not MEASURES:
            self.remarks.append(f"{what}: in ./dev proof")

    def leave_out(self, why):
        print(f"{self.id()} is left out: {why}", flush=True)
        self.skipTest(why)

    def needs(self, name):
        """Leaves the test out where this check of `arena doctor` fails."""
        check = next(check for check in json.loads(self.arena("doctor", "--json").out)["checks"] if check["name"] == name)
        if check["result"] != "ok":
            self.leave_out(check["text"])

    def free_at_once(self):
        """For a test of memory: the sanitizers keep what is freed for a while, to see who still uses it."""
        options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0"
        patch = unittest.mock.patch.dict(os.environ, ASAN_OPTIONS=options)
        patch.start()
        self.addCleanup(patch.stop)

    def start(self, *words, program=ARENA, stdin=subprocess.DEVNULL, extra=None, folder="."):
        running = Running([program, *words], self.folder / folder, self.mark, stdin, extra)
        self.addCleanup(running.process.stdout.close)
        self.addCleanup(running.process.stderr.close)
        return running

    def arena(self, *words, text=None, extra=None, status=None):
        """Runs arena to its end, and expects this status if one is given. All that it started must be gone by then."""
        running = self.start(*words, stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL,
                             extra=extra)
        result = running.finish(text)
        self.assert_nothing_left()
        if status is not None:
            self.assertEqual(result.status, status, result)
        return result

    def succeed(self, *words, **more):
        return self.arena(*words, status=0, **more)

    def refuse(self, *words, saying=(), **more):
        """Arena refuses these words with status 2, prints nothing, and its message contains `saying`, a text or several."""
        result = self.arena(*words, status=2, **more)
        self.assertEqual(result.out, "", result)
        for text in [saying] if isinstance(saying, str) else saying:
            self.assertIn(text, result.err)
        return result

    def interrupt(self, running, number=signal.SIGINT):
        """Arena is stopped by a signal, as by Ctrl-C, and leaves nothing."""
        running.signal(number)
        result = running.finish()
        self.assert_nothing_left()
        self.assertEqual(result.status, 130, result)
        return result

    def listening(self, game, *words):
        """A server of `arena listen`, and its port."""
        server = self.start("listen", game, "--port", 0, *words)
        return server, int(re.match(r"Listening on 127\.0\.0\.1:(\d+) for ", server.line())[1])

    def games(self):
        """What `arena games` tells of each game."""
        return json.loads(self.succeed("games", "--json").out)

    def assert_nothing_left(self):
        # What arena was just starting when it ended is a copy of arena until it notices that, a moment later.
        wait_until(lambda: not any(command.startswith(ARENA) for command in processes_with(self.mark).values()),
                   "the end of arena's own processes")
        self.assertEqual(processes_with(self.mark), {}, "processes that arena left behind")

    def file(self, name, text, executable=False):
        path = self.folder / name
        path.write_text(text)
        if executable:
            path.chmod(0o755)
        return path

    def ends(self):
        """How each game ended: by which forfeit first, if there was one."""
        return [game["forfeits"][0]["reason"] if "forfeits" in game else game["end"] for game in self.records()]

    def records(self, name="games.jsonl"):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


def main():
    unittest.main(verbosity=2)
