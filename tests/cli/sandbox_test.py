"""`--sandbox` beside the rows of the catalogue: it plays games, tells what holds, and fails closed."""
import os
import shutil
import signal
import unittest

from rows_groups import children_of, name_of
from rows_sandbox import PYTHON, SandboxTest
from support import BAD_BOT, ROOT, bytes_of, main, process_files, wait_until


class Rights(SandboxTest):
    def test_root_is_dropped(self):
        private = self.folder / "probe"
        private.mkdir()
        key = self.file("probe/key", "secret")
        key.chmod(0o600)
        found = self.probe("""
say(os.getuid() != 0, os.geteuid() != 0, os.getgroups() in ([], [os.getgid()]))
say(int(open("/proc/self/status").read().split("CapEff:")[1].split()[0], 16))
try: open(os.path.dirname(__file__) + "/key").read(); say("read")
except PermissionError: say("refused")
""")
        expected = "refused" if os.getuid() == 0 else "read"
        self.assertEqual(found.splitlines(), ["True True True", "0", expected])


class Games(SandboxTest):
    def test_bots_of_all_kinds_play_inside(self):
        self.plays("-p", BAD_BOT, "-p", "name=other", BAD_BOT)
        for language, program in (("python/lost_cities_bot.py", PYTHON), ("ruby/lost_cities_bot.rb", "ruby"),
                                  ("javascript/lost_cities_bot.js", "node"), ("bash/lost_cities_bot.sh", "bash")):
            path = ROOT / "examples" / language
            if not path.exists() or not shutil.which(program):
                continue
            with self.subTest(language):
                self.plays("-p", program, path)

    def test_a_module_plays_inside(self):
        self.file("my_bot.py", "def move(state): return state.stream.index(None)\n")
        result = self.succeed("run", "streams", "--sandbox", "-m", self.folder / "my_bot.py", "-n", "3", "--python", PYTHON)
        self.assertIn("No forfeits.", result.out)

    def test_a_module_by_its_name_plays_inside(self):
        self.file("my_bot.py", "import getpass\ndef move(state):\n    assert getpass.getuser() == 'bot'\n    return state.stream.index(None)\n")
        result = self.succeed("run", "streams", "--sandbox", "-m", "my_bot", "-n", "3", "--python", PYTHON)
        self.assertIn("No forfeits.", result.out)

    def test_a_crash_inside_is_told_as_one_outside(self):
        for code, text in (("sys.exit(3)", "exited with status 3"), ("os.kill(os.getpid(), 11)", "exited with status 139, as one that was killed by SIGSEGV"),
                           ("sys.exit(255)", "exited with status 255"),
                           ("sys.exit(0)", "exited with status 0 before the end of the game")):
            (self.folder / "games.jsonl").unlink(missing_ok=True)
            self.forfeits(code, "exit", text)

    def test_a_crash_between_two_games_inside_costs_the_second(self):
        place = "crashed at the first question of game 2: "
        memory = ("limit", "ran out of memory: its processes may take 64 MiB together") if self.has_groups() else \
            ("exit", place + "exited with status 1")
        for code, reason, detail in (("sys.exit(3)", "exit", place + "exited with status 3"),
                                     ("os.kill(os.getpid(), 11)", "exit", place + "exited with status 139, as one that was killed by SIGSEGV"),
                                     ("bytearray(2**28)", *memory)):
            with self.subTest(code):
                bot = self.bot("moody", f"""
for turn, line in enumerate(sys.stdin, start=1):
    print(line.split(":")[0].split().index("-1"), flush=True)
    if turn == 20: {code}
""")
                words = ("streams", "--sandbox", "--memory", "64M", "--seed", "1", "-p", bot)
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                self.succeed("run", *words, "-n", "3", "-j", "1", "--record", "games.jsonl")
                games = self.records()[-3:]
                self.assertEqual([game["end"] for game in games], ["played out", "forfeit", "played out"])
                self.assertEqual((games[1]["forfeits"][0]["reason"], games[1]["forfeits"][0]["detail"]), (reason, detail))
                result = self.arena("check", *words, status=1)
                self.assertIn(f"game 2, after 0 answers: forfeits ({reason}): {detail}", result.out)

    def test_check_tries_a_bot_inside(self):
        found = self.succeed("check", "lost_cities", "--sandbox", BAD_BOT).out
        self.assertIn("is ready to play", found)
        self.assertIn("what it leaves behind ends with its sandbox", found)


class Closed(SandboxTest):
    def test_without_bubblewrap_nothing_is_started(self):
        self.refuse("run", "lost_cities", "--sandbox", "-p", BAD_BOT, extra={"PATH": str(self.folder)},
                    saying="--sandbox needs bubblewrap (the program bwrap), which is not installed")

    def test_a_sandbox_that_cannot_be_made_is_an_error(self):
        (self.folder / "bin").mkdir()
        self.file("bin/bwrap", "#!/bin/sh\necho bwrap: no namespaces for you >&2\nexit 1\n", executable=True)
        self.refuse("run", "lost_cities", "--sandbox", "-p", BAD_BOT,
                            extra={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
                    saying=["--sandbox does not work here", "no namespaces for you"])

    def test_declared_variables_are_for_the_bot_and_not_for_bubblewrap(self):
        # The loader tells which libraries each program loads: bubblewrap's alone are those of capabilities.
        result = self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "--env", "LD_DEBUG=libs", "--log-dir", "logs",
                            "--option", "max_turns=1")
        told = (self.folder / "logs/000001-0-bad_bot.stderr").read_text()
        self.assertIn("libstdc++", told, result)
        self.assertNotIn("libcap", told)

    def test_a_group_that_cannot_be_made_ends_the_run(self):
        if os.geteuid() != 0 or not os.path.isdir("/sys/fs/cgroup/memory"):
            self.leave_out("no group of cgroup v1 can be made here")
        # The proof is in the first group, and goes on when the second, the first bot's, is there already.
        (self.folder / "bin").mkdir()
        for end in ("begin", "go"):
            os.mkfifo(self.folder / "bin" / end)
            (self.folder / "bin" / end).chmod(0o666)
        self.file("bin/bwrap", f"""#!/bin/sh
sed -n s/.*:memory://p /proc/self/cgroup > "${{0%/*}}/begin"
read line < "${{0%/*}}/go"
exec {shutil.which("bwrap")} "$@"
""", executable=True)
        running = self.start("run", "lost_cities", "--sandbox", "-p", BAD_BOT, extra={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        group = "/sys/fs/cgroup/memory" + (self.folder / "bin/begin").read_text().strip()
        self.assertTrue(group.endswith("-1"), group)
        second = group.removesuffix("1") + "2"
        os.mkdir(second)
        self.addCleanup(lambda: os.path.exists(second) and os.rmdir(second))  # arena may have removed it as a leftover
        (self.folder / "bin/go").write_text("go\n")
        result = running.finish()
        self.assertEqual(result.status, 3, result)
        self.assertIn("no control group could be made for it", result.err)

    @unittest.skipIf(os.getuid() != 0, "for root alone: others share their rights with their bots")
    def test_a_bot_that_the_user_inside_cannot_read_says_so(self):
        bot = self.bot("private", "pass")
        (self.folder / "private").chmod(0o700)
        for command in ("run", "check"):
            result = self.arena(command, "lost_cities", "--sandbox", "-p", bot)
            self.assertEqual((result.status, result.out), (2, ""), result)
            self.assertIn("arena: bot could not be started in the sandbox.\n  The sandbox shows only ", result.err)
            self.assertIn("Permission denied", result.err)

    def test_a_python_that_the_sandbox_does_not_show(self):
        (self.folder / "bots").mkdir()
        self.file("bots/my_bot.py", "def move(state): return state.stream.index(None)\n")
        (self.folder / "bin").mkdir()
        self.file("bin/python", f"#!/bin/sh\nexec {PYTHON} \"$@\"\n", executable=True)
        (self.folder / "link").symlink_to("bin")  # nothing to which a link leads is shown
        words = ("run", "streams", "--sandbox", "-m", self.folder / "bots/my_bot.py", "-n", "60", "--python")
        self.succeed(*words, self.folder / "bin/python")
        result = self.arena(*words, self.folder / "link/python")
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertRegex(result.err, r'arena: cannot load the module ".*/my_bot.py": could not be started in the sandbox\.\n'
                         "  The sandbox shows only ")

    def test_limits_without_a_sandbox_are_bad_usage(self):
        for words, text in ((["--memory", "1G"], "--memory is a limit of --sandbox"), (["--processes", "3"], "--processes is a limit"),
                            (["--sandbox", "--memory", "12"], '"12"'), (["--sandbox", "--memory", "1k"], '"1k"'),
                            (["--sandbox", "--in-process", "-m", "x.py"], "--in-process")):
            self.refuse("run", "lost_cities", *words, saying=text)

    def test_what_holds_is_said(self):
        words = ["run", "lost_cities", "-p", BAD_BOT, "--seed", "1", "--option", "max_turns=1"]
        self.assertIn("Bots run with your permissions", self.arena(*words).err)
        self.assertRegex(self.arena(*words, "--sandbox", "--memory", "256M").err,
                         r"Bots run in a sandbox: 256 MiB( in each process)?, 64 processes(, equal shares of a core)? \(.+\)\.\n")

    def test_it_is_switched_on_and_off_in_words(self):
        words = ["run", "lost_cities", "-p", BAD_BOT, "--seed", "1", "--option", "max_turns=1"]
        for form in (["--sandbox", "on"], ["--sandbox=on"], ["--sandbox", "shared"], ["--sandbox", "off", "--sandbox", "on"]):
            self.assertIn("Bots run in a sandbox", self.succeed(*words, *form).err, form)
        for form in (["--sandbox", "off"], ["--sandbox=off"], ["--sandbox", "--sandbox=off"]):
            self.assertIn("Bots run with your permissions", self.succeed(*words, *form).err, form)
        result = self.arena(*words, "--sandbox=maybe")
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertRegex(result.err, r"(?s)--sandbox.*maybe")


class Killed(SandboxTest):
    def test_arena_that_is_killed_leaves_no_bot(self):
        running = self.start("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "hang", "--move-time", "10m")
        guardian = wait_until(lambda: [name_of(pid) for pid in children_of(running.process.pid) if name_of(pid).startswith("guard-")],
                              "the guardian")
        word = guardian[0].removeprefix("guard-")

        def inside():
            # While bubblewrap starts, it has a moment in which it does not end with its parent.
            return [pid for pid, line in process_files("cmdline").items() if line.split(b"\0")[0].endswith(b"bad_bot")
                    and f"ARENA_BOT={word}.".encode() in bytes_of(f"/proc/{pid}/environ")]

        wait_until(inside, "a bot inside")
        running.signal(signal.SIGKILL)
        running.finish()
        wait_until(lambda: not inside(), "the bot's end")
        self.plays("-p", BAD_BOT)  # which removes the groups that were left


if __name__ == "__main__":
    main()
