"""Rows about the kernel itself: what it remembers, what it counts for each user, and which calls the sandbox allows."""
import ctypes
import mmap
import os
import platform
import resource
import shutil
import subprocess
import time

from rows_sandbox import SandboxTest
from support import BAD_BOT, PATIENCE, WHOLE

PAGES = 16
PAGE = resource.getpagesize()

# Library calls by which a probe tells whether something works.
CALLS = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def attempt(what, action):
  try: action(); say(what, "works")
  except OSError as error: say(what, errno.errorcode[error.errno])
def call(what, name, *words):
  ctypes.set_errno(0)
  say(what, "works" if getattr(libc, name)(*words) >= 0 else errno.errorcode[ctypes.get_errno()])
"""


def cached(path):
    """For each page of a file, whether it is in memory. To look fetches nothing."""
    found = (ctypes.c_ubyte * PAGES)()
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) as memory:
        first = ctypes.c_ubyte.from_buffer(memory)
        failed = ctypes.CDLL(None).mincore(ctypes.byref(first), ctypes.c_size_t(PAGES * PAGE), found)
        del first  # or the mapping could not be closed
    if failed:
        raise OSError(f"mincore of {path} failed")
    return [page & 1 == 1 for page in found]


def forget(path):
    """Whether no page is in memory now. One that the kernel just works with stays for a moment."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        for _ in range(100):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            if not any(cached(path)):
                return True
            time.sleep(0.01)
    return False


class Remembered(SandboxTest):
    def pages(self):
        """A file in the bot's folder of which the host can be made to forget pages."""
        (self.folder / "probe").mkdir()
        path = self.folder / "probe/pages"
        path.write_bytes(os.urandom(PAGES * PAGE))
        if not forget(path):
            self.leave_out("the file system of the tests' folder keeps files in memory")
        return path

    def test_row_45_bots_neither_see_nor_choose_what_is_in_memory(self):
        path = self.pages()
        path.read_bytes()
        found = self.probe(CALLS + f"""
import mmap
file = open({str(path)!r}, "rb", buffering=0)
os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
attempt("preadv", lambda: os.preadv(file.fileno(), [bytearray(1)], 0))
attempt("preadv2", lambda: os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT))
memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
for advice in (20, 21, 12): attempt(f"madvise {{advice}}", lambda: memory.madvise(advice))
attempt("madvise", lambda: memory.madvise(mmap.MADV_DONTNEED))
own = ctypes.create_string_buffer(8)
call("mincore", "mincore", ctypes.c_void_p(ctypes.addressof(own) & -{PAGE}), ctypes.c_size_t(1), own)
""")
        self.assertEqual(found.splitlines(), ["preadv works", "preadv2 ENOTSUP", "madvise 20 ENOSYS", "madvise 21 ENOSYS",
                                              "madvise 12 ENOSYS", "madvise works", "mincore ENOSYS"])
        self.assertEqual(cached(path), PAGES * [True])

    def test_row_45_reading_ahead_reads_nothing(self):
        path = self.pages()
        self.probe(CALLS + f"""
file = os.open({str(path)!r}, os.O_RDONLY)
os.posix_fadvise(file, 0, 0, os.POSIX_FADV_WILLNEED)
call("readahead", "readahead", file, ctypes.c_int64(0), ctypes.c_size_t({PAGES * PAGE}))
import time; time.sleep(0.1)  # pages that were read ahead would be there
""")
        self.assertEqual(cached(path), PAGES * [False])

    def test_row_46_changing_an_owner_changes_no_time(self):
        devices = ("/dev/null", "/dev/zero", "/dev/urandom")
        before = [os.stat(device).st_ctime_ns for device in devices]
        found = self.probe(f"""
for path in {devices!r} + ("/proc/self/ns/time",):
  with open(path, "rb", buffering=0) as file:
    before = os.stat(path).st_ctime_ns
    os.chown(path, -1, -1); os.lchown(path, -1, -1); os.fchown(file.fileno(), -1, -1)
    for mode in (0o666, 0o444):
      try: os.chmod(path, mode); say("changed the mode of", path)
      except OSError: pass
    say(os.stat(path).st_ctime_ns == before)
open("/tmp/own", "w").close(); os.chmod("/tmp/own", 0o750)
say(oct(os.stat("/tmp/own").st_mode & 0o777))
""")
        self.assertEqual(found.splitlines(), 4 * ["True"] + ["0o750"])
        self.assertEqual([os.stat(device).st_ctime_ns for device in devices], before)


class Counted(SandboxTest):
    def own_users(self):
        """Whether arena gives each bot a user of its own here."""
        spans = [[int(word) for word in line.split()] for line in open("/proc/self/uid_map", encoding="ascii")]
        return os.geteuid() == 0 and any(first <= 0x70000000 and first + count >= 0x78000000 for first, _, count in spans)

    def test_row_47_there_are_sockets_of_one_family(self):
        found = self.probe("""
import socket
for family in (socket.AF_INET, socket.AF_INET6):
  for kind, protocol in ((socket.SOCK_STREAM, 0), (socket.SOCK_DGRAM, 0), (socket.SOCK_STREAM, 262), (socket.SOCK_DGRAM, 136)):
    try: socket.socket(family, kind, protocol); say("works")
    except OSError as error: say(error.errno)
one, other = socket.socketpair(); one.send(b"x"); say(other.recv(1))
import asyncio; asyncio.run(asyncio.sleep(0)); say("asyncio")
""")
        self.assertEqual(found.splitlines(), 8 * ["97"] + ["b'x'", "asyncio"])

    def test_row_48_what_the_host_has_little_of_is_refused(self):
        found = self.probe(CALLS + """
import fcntl, mmap, resource
files = []
try:
  while len(files) < 5000: files.append(os.open("/dev/null", os.O_RDONLY))
except OSError as error: say(len(files) <= 1021, errno.errorcode[error.errno])
for file in files: os.close(file)
try: resource.setrlimit(resource.RLIMIT_NOFILE, (2048, 2048)); say("raised")
except ValueError: say("not raised")
pipe = os.pipe()
attempt("pipe", lambda: fcntl.fcntl(pipe[0], 1031, 1 << 20))
attempt("huge pages", lambda: mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000))
call("huge file", "memfd_create", b"x", 4)
call("message queue", "msgget", 0, 0o600)
call("semaphores", "semget", 0, 1, 0o600)
""")
        self.assertEqual(found.splitlines(), ["True EMFILE", "not raised", "pipe EPERM", "huge pages ENOSYS", "huge file ENOSYS",
                                              "message queue ENOSYS", "semaphores ENOSYS"])

    def test_row_48_descriptors_on_their_way_are_counted_for_a_bot_alone(self):
        found = self.probe(CALLS + """
import socket
one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
attempt("passing", lambda: socket.send_fds(one, [b"x"], [0]))
""")
        self.assertEqual(found, "passing works\n" if self.own_users() else "passing ENOSYS\n")

    def test_row_48_pages_of_pipes_are_counted_for_a_bot_alone(self):
        if not self.own_users():
            self.leave_out("only root, with all user ids, can make each bot a user of its own")
        # The first takes more than a user may have before pipes get smaller, and shows that they do; then the second looks.
        hoards = self.bot("hoards", """
import fcntl, subprocess
if sys.argv[1] == "child":
  pipes = [os.pipe() for _ in range(500)]
  print(fcntl.fcntl(pipes[-1][0], 1032), flush=True)
  sys.stdin.read()
children = [subprocess.Popen([sys.executable, __file__, "child"], stdin=-1, stdout=-1, text=True) for _ in range(5)]
say(min(int(child.stdout.readline()) for child in children) < 65536)
for child in children: os.set_inheritable(child.stdin.fileno(), True)
os.execv(sys.argv[1], sys.argv[1:])
""")
        looks = self.bot("looks", """
import fcntl
for line in sys.stdin:
  if line.endswith("play?\\n"): break  # the other has played
say(fcntl.fcntl(os.pipe()[0], 1032), os.getuid())
""")
        self.succeed("run", "lost_cities", "--sandbox", "-p", "name=hoards", "--", hoards, BAD_BOT, "--", "-p", "name=looks", looks,
                     "--log-dir", "logs", "--start-time", "1m", "--move-time", "1m")
        self.assertEqual((self.folder / "logs/000001-0-hoards.stderr").read_text(), "True\n")
        size, user = (self.folder / "logs/000001-1-looks.stderr").read_text().split()
        self.assertEqual(int(size), 65536)
        self.assertNotEqual(int(user), 65534)

    def test_row_48_arena_says_that_it_may_wait_for_nothing_more(self):
        # What other programs of its user leave of the kernel's watches, played by a library that counts them.
        compiler = shutil.which("cc")
        if not compiler:
            self.leave_out("a C compiler is not installed")
        source = self.file("room.c", """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
static int room;
__attribute__((constructor)) static void begin(void) { room = atoi(getenv("ROOM")); }
int epoll_ctl(int watcher, int what, int file, struct epoll_event *event) {
  int (*real)(int, int, int, struct epoll_event *) = dlsym(RTLD_NEXT, "epoll_ctl");
  if (what != EPOLL_CTL_ADD || __atomic_sub_fetch(&room, 1, __ATOMIC_SEQ_CST) >= 0) return real(watcher, what, file, event);
  errno = ENOSPC;
  return -1;
}
""")
        subprocess.run([compiler, "-shared", "-fPIC", source, "-o", self.folder / "room.so", "-ldl"], check=True, timeout=PATIENCE)
        for room in (*range(0, 24, 1 if WHOLE else 3), 40):
            with self.subTest(room):
                result = self.arena("run", "lost_cities", "-p", "name=a", BAD_BOT, "-p", "name=b", BAD_BOT, "-n", "30", "-j", "1",
                                    "--seed", "1", "--option", "max_turns=1",
                                    extra={"LD_PRELOAD": str(self.folder / "room.so"), "ROOM": str(room)}, status=3)
                self.assertRegex(result.err, r"(?m)^arena: failed: no room to (wait for|start) .*: No space left on device$")
                if "no room to wait for bots" not in result.err:  # which is before anything begins
                    self.assertIn("To play the rest:", result.err)

    def test_row_49_few_timers_can_be_set(self):
        found = self.probe(CALLS + """
import time
class Event(ctypes.Structure):
  _fields_ = [("value", ctypes.c_void_p), ("signal", ctypes.c_int), ("notify", ctypes.c_int), ("rest", ctypes.c_char * 48)]
event = Event(notify=1)  # SIGEV_NONE
timers = 0
while timers < 5000 and libc.timer_create(time.CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(ctypes.c_void_p())) == 0: timers += 1
say(timers > 100, timers <= 256)
call("timerfd", "timerfd_create", time.CLOCK_MONOTONIC, 0)
""")
        self.assertEqual(found.splitlines(), ["True True", "timerfd ENOSYS"])


class Needed(SandboxTest):
    def test_row_62_what_is_not_needed_is_not_there(self):
        if platform.machine() != "x86_64":
            self.leave_out("the numbers of calls are known for x86-64 alone")
        # Of all kinds: old and new, of rights that a bot has not, and numbers that no kernel has.
        names = {159: "adjtimex", 212: "lookup_dcookie", 216: "remap_file_pages", 203: "sched_setaffinity", 240: "mq_open",
                 248: "add_key", 251: "ioprio_set", 256: "migrate_pages", 278: "vmsplice", 279: "move_pages",
                 303: "name_to_handle_at", 310: "process_vm_readv", 312: "kcmp", 314: "sched_setattr", 317: "seccomp",
                 323: "userfaultfd", 425: "io_uring_setup", 428: "open_tree", 435: "clone3", 438: "pidfd_getfd",
                 440: "process_madvise", 444: "landlock_create_ruleset", 447: "memfd_secret", 451: "cachestat", 900: "none",
                 4000: "none"}
        found = self.probe(CALLS + f"for number in {sorted(names)}: call(number, 'syscall', ctypes.c_long(number), -1, 0, 0, 0, 0)\n")
        self.assertEqual(found.splitlines(), [f"{number} ENOSYS" for number in sorted(names)])

    def test_row_62_words_of_calls_are_looked_at(self):
        found = self.probe(CALLS + """
import fcntl
namespaces = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
say([libc.syscall(ctypes.c_long(56), ctypes.c_long(kind | 17), 0, 0, 0, 0) == -1 and ctypes.get_errno() for kind in namespaces]
    if os.uname().machine == "x86_64" else 7 * [38])
for option in (22, 35, 62, 67, 15): call(f"prctl {option}", "prctl", option, b"name", 0, 0, 0)
call("personality", "personality", 0x40000)
call("asking for it", "personality", ctypes.c_ulong(0xffffffff))
attempt("ioctl", lambda: fcntl.ioctl(os.open("/dev/urandom", os.O_RDONLY), 0x80045200, bytes(8)))
""")
        self.assertEqual(found.splitlines(), [str(7 * [38]), "prctl 22 ENOSYS", "prctl 35 ENOSYS", "prctl 62 ENOSYS", "prctl 67 ENOSYS",
                                              "prctl 15 works", "personality ENOSYS", "asking for it works", "ioctl ENOSYS"])

    def test_row_62_nobody_waits_for_the_disks_of_the_host(self):
        found = self.probe(CALLS + """
for name in ("syncfs", "fsync", "fdatasync"): call(name, name, -1)
""")
        self.assertEqual(found.splitlines(), ["syncfs works", "fsync works", "fdatasync works"])

    def test_row_62_its_mark_counts_nothing(self):
        show = "say(os.environ['ARENA_BOT'].split('.')[1]); sys.stdin.read()"
        marks = [self.probe(show, move_time="3s").strip() for _ in range(2)]
        for mark in marks:
            self.assertRegex(mark, r"^[0-9a-f]{16}$")
        self.assertNotEqual(*marks)

    def test_row_62_compilers_and_runtimes_work_inside(self):
        """What an untrusted bot may do with the languages of the starters: starter_test.py plays these in the sandbox."""
        work = {
            ("gcc",): "echo 'int main(){return 0;}' >a.c && gcc -O2 a.c -o a && ./a",
            ("g++", "make"): "echo 'int main(){return 0;}' >b.cpp && echo 'all: ; g++ -O2 b.cpp -o b && ./b' >Makefile && make",
            ("java", "javac"): "echo 'class A { public static void main(String[] a) { int s = 0; for (int i = 0; i < 100000000; ++i)"
                               " s += i; new Thread(() -> System.exit(0)).start(); } }' >A.java && javac A.java && java A",
            ("node",): "node -e 'let s = 0; for (let i = 0; i < 1e8; ++i) s = (s + i) | 0; new (require(\"worker_threads\").Worker)"
                       "(\"require(`child_process`).execSync(`true`)\", {eval: true})'",
            ("python3",): "echo 'x = 1' >c.py && /usr/bin/python3 -m compileall -q c.py && /usr/bin/python3 -c '"
                          "import multiprocessing as m, subprocess, sys, threading; subprocess.run([\"true\"], check=True);"
                          " threading.Thread(target=print).start(); p = m.get_context(\"fork\").Pool(2); p.map(abs, [1, 2]); p.close()'",
            ("ruby",): "ruby -e 'Thread.new { 100.times { } }.join; exit 1 unless system(\"true\")'",
            ("rustc",): "echo 'fn main(){}' >d.rs && rustc -O d.rs && ./d",
            ("go",): "echo 'package main; func main() { }' >e.go && GOCACHE=/tmp/cache go run e.go",
            ("bash",): "[ $(for i in 1 2 3; do echo $i & done | sort | tail -n 1) = 3 ] && diff <(echo a) <(echo a)",
        }
        here = {words: line for words, line in work.items() if all(os.path.exists(f"/usr/bin/{word}") for word in words)}
        bot = self.bot("work", f"""
import subprocess
os.chdir("/tmp")
for words, line in {here!r}.items():
  done = subprocess.run(["/bin/bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True)
  say(words[0], done.returncode, done.stderr[-300:])
""")
        self.arena("run", "lost_cities", "--sandbox", "--processes", "200", "-p", bot, "--log-dir", "logs", "--move-time", "1m",
                   "--start-time", "1m")
        found = (self.folder / "logs/000001-0-bot.stderr").read_text()
        self.assertEqual(found.split("\n"), [f"{words[0]} 0 " for words in here] + [""])
        absent = [words[0] for words in work if words not in here]
        self.remarks = [f"not in /usr/bin: {', '.join(absent)}"] if absent else []
