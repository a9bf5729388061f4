"""What each command prints, sentence by sentence: golden/COMMAND.txt. `golden_test.py --update` writes the files again.

A golden file is a conversation: after `$ ` a line for bash, then what it prints, then its status in brackets if that is
not 0. A line of stderr begins with `! `. All lines of a file run in one folder. Times, sizes, seeds that were drawn,
numbers of processes and ports, versions and paths are placeholders. All other tests look for key words only.
"""
import os
import re
import sys
from pathlib import Path

from support import ARENA, BAD_BOT, ROOT, ArenaTest, main

GOLDEN = Path(__file__).parent / "golden"

# Before each line: `serve LISTEN... -- CONNECT...` plays a game of `arena connect` at a server of `arena listen`, whose
# stderr comes last.
PRELUDE = r"""
serve() {
  local listen=() port line printed server
  while [ "$1" != -- ]; do listen+=("$1"); shift; done
  coproc timeout 180 arena listen "${listen[@]}" --port 0 2>served
  exec {printed}<&"${COPROC[0]}"  # the shell forgets its own when the server ends
  server=$COPROC_PID
  read -r line <&"$printed"
  printf '%s\n' "$line"
  port=${line%% for *}
  arena connect 127.0.0.1 "${port##*:}" "${@:2}"
  cat <&"$printed"
  exec {printed}<&-
  wait "$server"
  cat served >&2
}
"""

NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?"
PLACEHOLDERS = (
    (r"seed 0x[0-9a-f]{32}\b", "seed SEED"),
    (r"Seed 0x[0-9a-f]{32}\b", "Seed SEED"),
    (r"\b127\.0\.0\.1:\d+", "127.0.0.1:PORT"),
    (r"\barena \d+\.\d+\.\d+\b", "arena VERSION"),
    (rf" in {NUMBER} s: {NUMBER} a second", " in TIME"),
    (rf"(?<![\w.]){NUMBER} ?(?:ms|µs|us|s)\b", "TIME"),
    (rf"(?<![\w.]){NUMBER} (?:KiB|MiB|GiB)\b", "SIZE"),
    (r"\b(process(?:es)?|pid) \d+", r"\1 PID"),
)
# Lines that depend on how busy the host is.
HOST = r"(?m)^(The host was overloaded|Arena's own time for a question: ).*\n"


class GoldenTest(ArenaTest):
    def setUp(self):
        super().setUp()
        programs = self.folder / "programs"
        programs.mkdir()
        for name, target in (("arena", ARENA), ("bad_bot", BAD_BOT), ("python3", sys.executable)):
            (programs / name).symlink_to(target)
        self.environment = {"PATH": f"{programs}:{os.environ['PATH']}"}

    def printed(self, line):
        """What the line prints, as it stands in a golden file."""
        result = self.start("-c", PRELUDE + line, program="bash", extra=self.environment).finish()
        self.assert_nothing_left()
        out = self.with_placeholders(result.out)
        err = "".join(f"! {text}".rstrip() + "\n" for text in self.with_placeholders(result.err).splitlines())
        status = f"[{result.status}]\n" if result.status else ""
        return f"$ {line}\n{out}{err}{status}"

    def with_placeholders(self, text):
        for path, name in ((self.folder, "FOLDER"), (ROOT, "ROOT")):
            text = text.replace(str(path), name)
        for pattern, name in PLACEHOLDERS:
            text = re.sub(pattern, name, text)
        text = re.sub(HOST, "", text)
        return text + "\n" * (bool(text) and not text.endswith("\n"))


def test_of(path, update):
    def test(self):
        golden = path.read_text()
        printed = "".join(map(self.printed, re.findall(r"(?m)^\$ (.*)$", golden)))
        if update:
            path.write_text(printed)
        self.assertEqual(printed, golden if not update else printed)
    return test


UPDATE = "--update" in sys.argv
if UPDATE:
    sys.argv.remove("--update")
for file in sorted(GOLDEN.glob("*.txt")):
    setattr(GoldenTest, f"test_{file.stem}", test_of(file, UPDATE))

if __name__ == "__main__":
    main()
