"""The programs that play foul, of the folder ../shared/foul_play beside the project: where they are, how they are made
ready, how one of them is chosen by chance, and what of the host none of them may keep.

The project holds none of them. A test copies them into its own folder, and compiles there what is in C.
"""
import atexit
import contextlib
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from support import BAD_BOT, ROOT, process_files, wait_until

SOURCE = ROOT.parent / "shared/foul_play"

# Two of the programs read counters of the host before they attack, and die where those are hidden, as in the sandbox.
# Compiled with this, they find a file with none in it instead, and go on to what they are here for.
STAND_IN = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static int open_or_stand_in(const char *path, int flags, ...) {
  static const char text[] = "MemAvailable: 0 kB\n";
  va_list more;
  va_start(more, flags);
  int file = open(path, flags, flags & O_CREAT ? va_arg(more, int) : 0);
  va_end(more);
  if (file >= 0 || strncmp(path, "/proc/", 6) != 0) return file;
  file = memfd_create("counters", 0);
  if (file >= 0) pwrite(file, text, sizeof text - 1, 0);
  return file;
}
#define open open_or_stand_in
"""

PAGES = 4096 * 64  # from one bit to the next of what pc.c keeps in the host's memory of a file
BITS = 32

# They answer in Lost Cities by JSON, and most of them in any game; what they do beside that is bounded by itself.
JSON = """play/p.py;play/slow.py;play/fam.py;play/fat.py;play/note.py;dup/lc.py;void/cheat.py cheat;void/cheat.py fair;
void/v burn 3;void/v quiet;tim/t att 200;tim/t vic 0""".replace("\n", "").split(";")
LOST_CITIES = ["ep/native.py"]
STREAMS = ["play/sfast.py", "play/sslow.py", "dup/streams.py"]
SERIES_OF_THREE = ["king/k.py crasher", "king/k.py crasher", "play/p.py", "play/note.py", "play/fam.py"]

# They never answer, and do no harm without a sandbox either.
SILENT = ["play/hang.py", "victim/victim", f"pc/pc {{bots}}/pc/file set {BITS} 7", f"pc/pc {{bots}}/pc/file get {BITS}"]

# They use up scarce resources of the host: only for the sandbox.
GREEDY = """mem/mem tcp 300;mem/mem udp 300;mem/mem unix 300;mem/mem pipe 300;mem/mem memfd 300;mem/mem msg 300;mem/mem files 300;
mem/mem negdent 300;mem/mem aio 9;mem/mem scm 60;mem/mem epoll 6000;mem/hold.sh;mem/ephold.py;nof/n 60;ct/chan.py a;
ct/chan.py b""".replace("\n", "").split(";")

# What `fam.py` starts hides from its parents and from who looks for marks.
CHILDREN = (b"sleep\x0031.4159\0", b"sleep\x0031.4160\0")

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


def is_here():
    return (SOURCE / "bots").is_dir()


@functools.cache
def compiled(compiler):
    """A copy of the programs in which those in C are compiled, for all tests."""
    folder = Path(tempfile.mkdtemp(prefix="arena_foul_"))
    atexit.register(shutil.rmtree, folder)
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    header = folder / "stand_in.h"
    header.write_text(STAND_IN)
    for source in folder.glob("bots/*/*.c"):
        subprocess.run([compiler, "-O2", "-w", "-include", header, source, "-o", source.with_suffix(""), "-lrt",
                        "-lpthread"], check=True, timeout=60)
    for script in [*folder.glob("bots/*/*.py"), *folder.glob("bots/*/*.sh")]:
        script.chmod(0o755)
    return folder


class Programs:
    """A copy of them in the test's folder, ready to be played."""

    def __init__(self, test):
        self.folder = test.folder / "foul"
        self.bots = self.folder / "bots"
        compiler = shutil.which("cc")
        if not compiler:
            test.leave_out("a C compiler is not installed")
        shutil.copytree(compiled(compiler), self.folder)
        self.folder.chmod(0o755)
        (self.bots / "pc/file").write_bytes(os.urandom(BITS * PAGES))
        shutil.copy(BAD_BOT, self.bots / "bad_bot")
        self.others = self.folder / "others"  # for opponents: in the sandbox no bot's folder may lie within another's
        shutil.copytree(self.bots, self.others)
        self.file("any.sh", '#!/bin/sh\n# Becomes one of the programs that a file names, a line each.\nexec $(shuf -n 1 "$1")\n')

    def file(self, name, text):
        path = self.bots / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def words(self, line):
        return [str(self.bots / line.split()[0]), *(word.format(bots=self.bots) for word in line.split()[1:])]

    def any_of(self, name, lines):
        """The command of a bot that is one of these, chosen at random at each start."""
        listed = self.file(name, "".join(" ".join(self.words(line)) + "\n" for line in lines))
        return [self.bots / "any.sh", listed]

    def processes(self):
        """Of them and of what they start, also of what hides: {pid: command line}."""
        return {pid: line.replace(b"\0", b" ").decode(errors="replace") for pid, line in process_files("cmdline").items()
                if str(self.bots).encode() in line or line in CHILDREN}


class Host:
    """What the machine had before, and no other test or machine beside this one can change: the kernel counts open files
    and contexts of asynchronous I/O for all together, and frees them with the last process."""

    def __init__(self):
        self.kept = self.keeps()

    @staticmethod
    def keeps():
        queues = {kind: Path(f"/proc/sysvipc/{kind}").read_text().count("\n") for kind in ("msg", "sem", "shm")}
        times = {device: os.stat(device).st_ctime_ns for device in DEVICES}
        return queues, times, sorted(os.listdir("/dev/shm")), os.path.exists("/tmp/f0")

    def assert_as_before(self, test):
        with contextlib.suppress(AssertionError):  # others make and remove files of shared memory too
            wait_until(lambda: self.keeps() == self.kept, "the host as before", patience=10)
        test.assertEqual(self.keeps(), self.kept)


class FoulTest:
    """Mixed into a test: the programs, and the host as it was before them."""

    def setUp(self):
        super().setUp()
        if not is_here():
            self.leave_out(f"the programs that play foul ({SOURCE}) are not here")
        self.folder.chmod(0o755)
        self.programs = Programs(self)
        self.host = Host()

    def assert_over(self):
        self.assert_nothing_left()
        self.assertEqual(self.programs.processes(), {})
        self.host.assert_as_before(self)
