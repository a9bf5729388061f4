"""Bots that read, start, leave or multiply in odd ways, but are not always at fault."""
import os
import sys

from support import ARENA, BAD_BOT, ArenaTest, main, process_files, wait_until

HASTY = r"""
import os
line, card = b"", ""
while byte := os.read(0, 1):
    line = b"" if byte == b"\n" else line + byte
    if line.startswith(b" Hand:") and len(line.split()) == 2 and byte == b" ":
        card = line.split()[1].decode().replace("Inv", "i")
    if byte == b"?":
        os.write(1, b"n\n" if b"Draw" in line else f"d{card}\n".encode())
"""

STUBBORN = r"""
import sys
with open("read.txt", "w") as log:
    for line in sys.stdin:
        log.write(line)
        log.flush()
        if line.startswith("Error:") or line.endswith("?\n"):
            print("zz", flush=True)
"""

DAEMON = r"""
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(3):
            os.close(descriptor)
        os.execve("/bin/sleep", ["sleep", sys.argv[1]], {})
    os._exit(0)
os.wait()
mode = "hang" if os.path.exists("enough") else "play"
os.execv(sys.argv[2], ["bad_bot", mode])
"""


def processes_called(words):
    """The processes alive with exactly this command line."""
    wanted = "".join(f"{word}\0" for word in words).encode()
    return [pid for pid, line in process_files("cmdline").items() if line == wanted]


class OddBots(ArenaTest):
    def test_a_bot_may_answer_at_the_question_mark(self):
        self.file("hasty.py", HASTY)
        result = self.succeed("run", "lost_cities", "-p", sys.executable, "hasty.py", "-n", "40", "-j", "4", "--seed", "1")
        self.assertIn("No forfeits.", result.out)
        self.assertNotIn("dropped", result.err)

    def test_a_bot_that_is_refused_for_good_reads_all_that_the_transcript_holds(self):
        self.file("stubborn.py", STUBBORN)
        self.succeed("run", "lost_cities", "-p", sys.executable, "stubborn.py", "--max-refusals", "2", "--seed", "3",
                     "--record", "games.jsonl")
        transcript = self.succeed("replay", "games.jsonl", "--transcript", "0").out
        self.assertEqual(transcript.count("Error:"), 3)
        self.assertEqual((self.folder / "read.txt").read_text(), transcript)

    def test_too_many_open_files_are_no_fault_of_a_bot(self):
        few = f"ulimit -n 24; exec '{ARENA}' run lost_cities -p '{BAD_BOT}' -n 9 -j 9"
        result = self.start("-c", few, program="/bin/sh").finish()
        self.assertEqual(result.status, 3, result)
        self.assertIn("Too many open files", result.err)
        self.assertNotIn("forfeits", result.err + result.out)
        self.assert_nothing_left()

    def test_daemons_without_a_mark_do_not_pile_up(self):
        sleep = ["sleep", f"{os.getpid()}777"]
        self.file("bot.py", DAEMON)
        running = self.start("run", "lost_cities", "-p", sys.executable, "bot.py", sleep[1], BAD_BOT, "-n", "100000", "-j", "1",
                             "--seed", "1", "--record", "games.jsonl", "--move-time", "10m")
        record = self.folder / "games.jsonl"
        wait_until(lambda: record.exists() and record.read_text().count("\n") >= 3, "three games")
        self.file("enough", "")
        wait_until(lambda: len(processes_called(sleep)) <= 1, "the daemons of the games before")
        self.interrupt(running)
        self.assertEqual(processes_called(sleep), [])

    def test_an_interrupt_leaves_nothing_of_a_bot_that_connect_or_check_plays(self):
        self.file("family.sh", f"#!/bin/sh\nsleep 1000 &\n(setsid sleep 1000 &)\ntrue > there\nexec '{BAD_BOT}' hang\n",
                  executable=True)
        server, port = self.listening("lost_cities")
        for words in (["connect", "127.0.0.1", port, "-p", "./family.sh"],
                      ["check", "lost_cities", "--move-time", "10m", "./family.sh"]):
            running = self.start(*words)
            wait_until((self.folder / "there").exists, "the bot")
            running.signal()  # while the server stays
            self.assertEqual(running.finish().status, 130)
            (self.folder / "there").unlink()
        server.signal()
        server.finish()
        self.assert_nothing_left()


if __name__ == "__main__":
    main()
