"""Rows 1 to 8: bots that do not start, or that leave before the end of the game."""
import os
import re

from catalogue import RowTest
from support import ARENA, BAD_BOT, WHOLE

ODD_NAMES = [b"two words", b"it's", b'say "so"', b"$(touch broken)", b"; touch broken", b"`touch broken`", b"a|b", b"*",
             b"line\nend", b"-rf", b"--seed", b"back\\slash", b"name=x", b"\x1b[31mred", "\u00e4\u5b57\U0001f0cf".encode(),
             b"no \xff utf-8", b"x" * 255]


class Starting(RowTest):
    def setUp(self):
        super().setUp()
        self.file("other.sh", "#!/bin/sh\ntrue > started\n", executable=True)
        self.opponent = ("-p", "name=good", "./other.sh")

    def cannot_start(self, words, *texts):
        """Arena says so before any game, and before it starts the other bot."""
        result = self.arena("run", "lost_cities", "-p", *words, *self.opponent, "--record", "games.jsonl")
        self.assertEqual((result.status, result.out), (2, ""), result)
        for text in texts:
            self.assertIn(text, result.err)
        self.assertFalse((self.folder / "started").exists(), "the other bot was started")
        self.assertNotIn("\r", result.err)
        self.assertFalse((self.folder / "games.jsonl").exists() and self.records(), "a game was played")

    def test_row_01_a_command_that_is_none(self):
        self.cannot_start(["./none"], 'cannot start a bot: "./none" does not exist')
        self.cannot_start(["no-such-program", "x"], 'there is no program "no-such-program" on the PATH')
        self.cannot_start([""], 'the bot\'s command "" is empty')
        self.cannot_start(["   "], 'the bot\'s command "   " is empty')
        self.cannot_start(["--", "--"], "-p -- needs the words of a command")
        self.cannot_start(["'' x"], 'names no program')
        self.cannot_start(["./none 'a"], 'the bot\'s command "./none \'a" has an open quote')
        self.cannot_start(['./none "a'], "has an open quote")
        self.cannot_start(["./none \\"], "ends with a backslash")

    def test_row_02_a_file_that_may_not_be_started(self):
        self.file("plain.sh", "#!/bin/sh\n")
        self.cannot_start(["./plain.sh"], '"./plain.sh" is not executable: chmod +x ./plain.sh')
        (self.folder / "folder").mkdir()
        self.cannot_start(["./folder"], '"./folder" is a directory')
        os.mkfifo(self.folder / "pipe", 0o777)
        self.cannot_start(["./pipe"], '"./pipe" is a pipe, a socket or a device, and no program')
        (self.folder / "one").symlink_to("two")
        (self.folder / "two").symlink_to("one")
        self.cannot_start(["./one"], '"./one" is a link that leads nowhere')
        (self.folder / "none").symlink_to("nowhere")
        self.cannot_start(["./none"], '"./none" does not exist')
        if os.geteuid() != 0:  # who may read everything
            self.file("folder/bot.sh", "#!/bin/sh\n", executable=True)
            (self.folder / "folder").chmod(0)
            self.addCleanup((self.folder / "folder").chmod, 0o755)
            self.cannot_start(["./folder/bot.sh"], '"./folder/bot.sh" may not be started: permission denied')

    def test_row_02_the_other_games_go_on(self):
        # It takes its own right away in the first game.
        self.file("once.sh", f"#!/bin/sh\nchmod -x once.sh\nexec '{BAD_BOT}'\n", executable=True)
        self.opponent = RowTest.opponent
        result = self.succeed("run", "lost_cities", "-p", "name=bad", "./once.sh", *self.opponent, "-n", "3", "-j", "1",
                              "--record", "games.jsonl")
        self.assertEqual([game["end"] for game in self.records()], ["played out", "forfeit", "forfeit"])
        self.assertIn('could not be started: "./once.sh" is not executable: chmod +x ./once.sh', result.err)
        self.assertIn("\nbad forfeited 2 games (2 exit).", result.out)
        self.assertNotIn("good forfeited", result.out)
        self.assert_replays(3)

    def changed_bot(self, name, change):
        """The bad bot's program with some bytes changed."""
        with open(BAD_BOT, "rb") as file:
            program = bytearray(file.read())
        (self.folder / name).write_bytes(change(program))
        (self.folder / name).chmod(0o755)

    def test_row_03_a_script_that_has_no_interpreter(self):
        self.file("dos.sh", "#!/bin/sh\r\necho\r\n", executable=True)
        self.cannot_start(["./dos.sh"], '"./dos.sh" needs the interpreter "/bin/sh\\r", which does not exist',
                          "its lines end with CR LF as on Windows")
        self.file("dos.py", "#!/usr/bin/env python3\r\n", executable=True)
        self.cannot_start(["./dos.py"], '"./dos.py"', "its lines end with CR LF as on Windows")
        self.file("lost.sh", "#! /no/such -x\n", executable=True)
        self.cannot_start(["./lost.sh"], '"./lost.sh" needs the interpreter "/no/such", which does not exist')

    def test_row_03_a_file_that_is_no_program(self):
        self.may_stay.add("started")  # what the system makes of it shows only when it is started
        for name in ("data", "empty"):
            self.file(name, "hello\n" * (name == "data"), executable=True)
            self.cannot_start([f"./{name}"], f'"./{name}" is neither a program nor a script')

    def test_row_03_a_program_for_another_system(self):
        self.may_stay.add("started")

        def other_machine(program):
            program[18:20] = (1).to_bytes(2, "little" if program[5] == 1 else "big")  # AT&T's WE 32100
            return program

        self.changed_bot("foreign", other_machine)
        self.cannot_start(["./foreign"], '"./foreign" is a program for another kind of machine')
        self.changed_bot("unloaded", lambda program: program.replace(b"/ld-", b"/no-"))
        self.cannot_start(["./unloaded"], '"./unloaded" needs a loader or library that is not here')


class Names(RowTest):
    def test_row_04_a_path_is_taken_literally(self):
        for number, name in enumerate(ODD_NAMES):
            os.symlink(BAD_BOT, os.path.join(os.fsencode(self.folder), name))
            ways = [[b"./" + name], [b"--", name, b"--"], [b"--", b"./" + name, b"play", b"--"]]
            for words in ways if WHOLE else [ways[number % len(ways)]]:
                with self.subTest(words=words):
                    (self.folder / "games.jsonl").unlink(missing_ok=True)
                    result = self.succeed(*map(os.fsdecode, [b"run", b"lost_cities", b"-p", *words]), *self.opponent,
                                          "--record", "games.jsonl", "--log-dir", "logs")
                    self.assertIn("No forfeits.", result.out)
                    self.assertEqual(re.findall("[\0-\x09\x0b-\x1f\x7f\udc80-\udcff]", result.out + result.err), [])
                    self.assertIn(len(result.out.splitlines()), (8, 9), result.out)  # level players have a line more
                    self.assert_replays(1)
        self.assertFalse((self.folder / "broken").exists())

    def test_row_04_words_are_taken_literally(self):
        self.may_stay.add("words")
        self.file("bot.sh", f"""#!/bin/sh
printf '%s\\0' "$@" > words
exec '{BAD_BOT}'
""", executable=True)
        words = [os.fsdecode(name) for name in ODD_NAMES] + ["", " "]
        self.plays_on("", bot=["./bot.sh", *words])
        self.assertEqual((self.folder / "words").read_bytes(), b"".join(os.fsencode(word) + b"\0" for word in words))


class Leaving(RowTest):
    def test_row_05_exits_at_once(self):
        self.forfeits("exit_at_start 3", "exit", "exited with status 3.\n  Its stderr ends with:\n  | Traceback: \\x1b[31mno\n",
                      answers=0)
        self.forfeits("exit_at_start 0", "exit", "exited with status 0 before the end of the game", "  | Traceback",
                      answers=0)

    def test_row_05_where_all_of_stderr_is(self):
        result = self.run_bot("exit_at_start", "3", more=("--log-dir", "logs"))
        self.assertIn("All of its stderr: logs/000001-0-bad.stderr", result.err)
        self.assertEqual((self.folder / "logs/000001-0-bad.stderr").read_bytes(), b"Traceback: \x1b[31mno\n")

    def test_row_05_of_many_like_reports_only_the_first_are_shown(self):
        result = self.run_bot("exit_at_start", "3", games=50)
        self.assertEqual(result.err.count("forfeits (exit)"), 3)
        self.assertIn("47 more reports of these kinds are not shown.", result.err)
        self.assertIn("bad forfeited 50 games (50 exit).", result.out)

    def test_row_06_both_bots_may_fail_in_one_run(self):
        result = self.arena("run", "lost_cities", "-p", "name=a", BAD_BOT, "exit_after", "2", "-p", "name=b", BAD_BOT,
                            "exit_after", "2", "-n", "4", "-j", "2", "--seed", "1", "--record", "games.jsonl", "--strict")
        self.assertEqual(result.status, 1)
        self.assertEqual([game["forfeits"][0]["seat"] for game in self.records()], [0, 1, 0, 1])
        self.assertIn("a forfeited 2 games (2 exit).", result.out)
        self.assertIn("b forfeited 2 games (2 exit).", result.out)

    def test_row_06_exits_before_the_end(self):
        self.forfeits("exit_after 5", "exit", "exited with status 0 before the end of the game", answers=5)

    def test_row_07_dies_by_a_signal(self):
        for number, name in ((6, "ABRT"), (8, "FPE"), (9, "KILL"), (11, "SEGV")):
            self.forfeits(f"signal {number}", "exit", f"was killed by signal {number} (SIG{name})", answers=0)
        self.forfeits("abort", "exit", "was killed by signal 6 (SIGABRT)", answers=0)

    def test_row_07_leaves_no_core(self):
        # Even if core files are allowed, arena's bots leave none. `arena` reports any new file here.
        self.may_stay |= {"most", "forfeit"}
        self.file("bot.sh", f"#!/bin/sh\nulimit -c > most\n'{BAD_BOT}' segv\n", executable=True)
        before = set(os.listdir(self.folder))
        result = self.start("-c", 'ulimit -S -c "$(ulimit -H -c)"; exec "$@"', "sh", ARENA, "run", "lost_cities", "-p",
                            "./bot.sh", *self.opponent, program="/bin/sh").finish()
        self.assertEqual(result.status, 0, result)
        self.assertIn("exited with status 139", result.err)
        self.assertEqual((self.folder / "most").read_text(), "0\n")
        self.assertEqual(set(os.listdir(self.folder)) - before - self.may_stay, set())

    def test_row_08_the_last_answer_counts(self):
        self.forfeits("last_answer_then_exit 4", "exit", "before the end of the game", answers=4)

    def test_row_08_the_last_answer_of_the_game_is_enough(self):
        self.plays_on("play")
        answers = [move["seat"] for move in self.records()[0]["moves"]].count(0)
        self.plays_on(f"last_answer_then_exit {answers}")
        (self.folder / "games.jsonl").unlink()
        result = self.run_bot("last_answer_then_exit", str(answers), games=50, more=("-j", "2"))
        self.assertIn("No forfeits.", result.out)
        self.assertEqual({game["end"] for game in self.records()}, {"played out"})
        self.assert_replays(50)
