"""The words of the command line: help, and what is said to those who type something wrong."""
import re
import shutil
import subprocess

from support import ARENA, PATIENCE, ROOT, ArenaTest, main

COMMANDS = ("run", "compare", "play", "new", "check", "analyse", "games", "rules", "replay", "listen", "connect", "completion", "serve", "submit", "admin")
OPTIONS_OF_RUN = (
    "--games", "--jobs", "--seed", "--option", "--duplicate", "--move-time", "--game-time", "--increment",
    "--start-time", "--max-refusals", "--record", "--record-times", "--log-dir", "--json", "--quiet",
    "--strict", "--play", "--open", "--seats", "--scores", "--protocol", "--python", "--process", "--module", "--builtin", "--human")


class Help(ArenaTest):
    def test_version(self):
        self.assertRegex(self.succeed("--version").out, r"\Aarena \d+\.\d+\.\d+\n\Z")

    def test_help_names_every_command(self):
        result = self.succeed("--help")
        self.assertEqual(result.err, "")
        self.assertIn("Examples:", result.out)
        for command in COMMANDS:
            self.assertRegex(result.out, rf"(?m)^  {command} ")

    def test_every_command_has_help_that_begins_with_how_it_is_called(self):
        for command in COMMANDS:
            with self.subTest(command):
                result = self.succeed(command, "--help")
                self.assertRegex(result.out, rf"(?m)^Usage: arena {command} ")
                self.assertEqual(result.err, "")

    def test_help_of_run_names_every_option(self):
        text = self.succeed("run", "--help").out
        for option in OPTIONS_OF_RUN:
            self.assertIn(option, text)
        self.assertIn("Examples:", text)

    def test_the_examples_of_a_command_show_this_command(self):
        everything = re.findall(r"(?m)^  (\w+) ", self.succeed("--help").out.partition("Subcommands:\n")[2].partition("\nExamples:")[0])
        self.assertGreaterEqual(set(everything), {*COMMANDS, "tournament", "standings", "entrants", "export", "verify", "report"})
        for command in everything:
            with self.subTest(command):
                examples = self.succeed(command, "--help").out.partition("Examples:\n")[2].rstrip("\n").splitlines()
                for line in examples:
                    self.assertRegex(line, rf"^  (source <\()?arena {command}\b")
                if command not in ("games", "rules", "doctor"):
                    self.assertNotEqual(examples, [])

    def test_without_a_command_help_is_shown_but_nothing_was_done(self):
        result = self.arena(status=2)
        self.assertIn("Examples:", result.out + result.err)


class Games(ArenaTest):
    def test_games_as_json(self):
        games = self.games()
        lost_cities = next(game for game in games if game["name"] == "lost_cities")
        self.assertEqual(lost_cities, {
            "name": "lost_cities", "title": "Lost Cities", "players": [2, 2], "rank_by": "wins", "protocols": ["native", "json"],
            "options": {"max_turns": 400, "max_refusals": 20}, "builtins": ["dumb", "greedy", "random"],
            "default_builtin": "dumb"})

    def test_rules_are_the_page_of_the_documentation(self):
        self.assertEqual(self.succeed("rules", "lost_cities").out, (ROOT / "docs/lost_cities.md").read_text())


class Completion(ArenaTest):
    def bash(self, script, line):
        """What bash offers for the last word of the line."""
        words = line.split(" ")
        driver = f"""
source {script}
COMP_WORDS=({' '.join(f"'{word}'" for word in words)})
COMP_CWORD={len(words) - 1}
compopt() {{ :; }}
_arena
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
        done = subprocess.run(["bash", "-c", driver], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash_completes_commands_games_options_and_builtins(self):
        script = self.file("arena.bash", self.succeed("completion", "bash").out)
        subprocess.run(["bash", "-n", str(script)], check=True, timeout=PATIENCE)
        self.assertEqual(sorted(set(COMMANDS) & set(self.bash(script, "arena "))), sorted(COMMANDS))
        self.assertEqual(self.bash(script, "arena ru"), ["run", "rules"])
        self.assertEqual(self.bash(script, "arena run lo"), ["lost_cities"])
        self.assertEqual(self.bash(script, "arena rules "), [game["name"] for game in self.games()])
        self.assertEqual(self.bash(script, "arena run lost_cities --dup"), ["--duplicate"])
        self.assertEqual(self.bash(script, "arena run lost_cities -b gr"), ["greedy"])
        self.assertEqual(self.bash(script, "arena run lost_cities --protocol js"), ["json"])
        self.assertEqual(self.bash(script, "arena new str"), ["streams"])
        self.assertEqual(self.bash(script, "arena new streams --lang py"), ["python"])
        self.assertEqual(self.bash(script, "arena admin rep"), ["replay"])
        self.file("my_bot", "")
        self.assertEqual(self.bash(script, "arena run lost_cities -p my"), ["my_bot"])

    def test_zsh_script_is_that_of_bash_with_its_loader(self):
        bash, zsh = (self.succeed("completion", shell).out for shell in ("bash", "zsh"))
        self.assertTrue(zsh.endswith(bash))
        self.assertIn("bashcompinit", zsh.removesuffix(bash))
        if shutil.which("zsh"):
            subprocess.run(["zsh", "-n", str(self.file("arena.zsh", zsh))], check=True, timeout=PATIENCE)

    def test_fish_script_names_commands_options_games_and_builtins(self):
        text = self.succeed("completion", "fish").out
        for word in (*COMMANDS, "-l duplicate", "lost_cities", "greedy"):
            self.assertIn(word, text)
        if shutil.which("fish"):
            subprocess.run(["fish", "-n", str(self.file("arena.fish", text))], check=True, timeout=PATIENCE)


class BadUsage(ArenaTest):
    """Exit status 2, a message that names the word, and nothing is started before."""

    def setUp(self):
        super().setUp()
        self.witness = self.file("witness", f"#!/bin/sh\ntouch {self.folder}/started\nexec cat\n", executable=True)

    def refuse(self, *words, saying):
        result = super().refuse(*words, saying=saying)
        message = result.err.splitlines()[-1]
        self.assertTrue(message.startswith("arena: "), result.err)
        self.assertLess(len(message), 500, "a message too long to read")
        started = self.folder / "started"
        if started.exists():
            started.unlink()
            self.fail("a bot was started")

    def refuse_run(self, *words, saying):
        self.refuse("run", "lost_cities", *words, "-p", self.witness, saying=saying)
        self.assertFalse((self.folder / "games.jsonl").exists())

    def test_the_witness_would_tell(self):
        self.arena("run", "lost_cities", "-p", self.witness)
        self.assertTrue((self.folder / "started").exists())

    def test_unknown_words(self):
        self.refuse("ran", saying=["unknown command", "ran", *COMMANDS])
        self.refuse("--versoin", saying="--versoin")
        self.refuse("run", "lost_citys", "-p", self.witness, saying=["unknown game", "lost_citys", "lost_cities"])
        self.refuse("rules", "poker", saying=["poker", "lost_cities"])
        self.refuse("completion", "tcsh", saying=["tcsh", "bash, zsh, fish"])
        self.refuse_run("extra", saying="extra")
        self.refuse_run("--gmaes", "3", saying=["unknown option", "--gmaes", *OPTIONS_OF_RUN[:-4]])
        self.refuse_run("-b", "clever", saying=["clever", "dumb, greedy, random"])
        self.refuse_run("--rank-by", "luck", saying="luck")
        self.refuse("run", saying="GAME")
        self.refuse("run", "-p", self.witness, "lost_cities", saying=["GAME", "before the players"])
        self.refuse("run", "./bot", "lost_cities", saying=['"lost_cities"', "-p"])
        self.refuse("games", "-p", self.witness, saying="games takes no players")
        self.refuse("games", "--seed", "1", saying=["unknown option", "--json"])

    def test_a_program_without_its_second_one_says_what_is_missing(self):
        alone = shutil.copy(ARENA, self.folder / "arena")
        for words in (("standings", "cup.db"), ("--help", "serve"), ("play", "lost_cities", "--browser")):
            result = subprocess.run([alone, *words], capture_output=True, text=True, check=False, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
            self.assertIn(f"cannot start {self.folder}/arena-contests, which has tournaments and contests: No such file", result.stderr)
        result = subprocess.run([alone, "run", "lost_cities"], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result)

    def test_numbers(self):
        for option, text in (("--seed", "abc"), ("--seed", "0xg"), ("--seed", "-1"), ("--seed", "1.5"), ("--seed", "0x"), ("--seed", ""),
                             ("--seed", str(2**128)), ("--seed", hex(2**128)), ("-n", "0"), ("-n", "-3"), ("-n", "many"),
                             ("-j", "0"), ("-j", "x"), ("--max-refusals", "-1"), ("--max-refusals", "few"),
                             ("--seats", "3"), ("--seats", "two")):
            with self.subTest(option=option, text=text):
                name = {"-n": "--games", "-j": "--jobs"}.get(option, option)
                self.refuse_run(option, text, saying=[name, text])

    def test_values_that_are_missing_or_given_twice(self):
        self.refuse("run", "lost_cities", "-p", self.witness, "-n", saying="--games needs a value")
        self.refuse("run", "lost_cities", "-p", self.witness, "--seed", saying="--seed needs a value")
        self.refuse_run("--seed", "1", "--seed=2", saying="--seed is given more than once")
        self.refuse_run("-n", "1", "-n", "2", saying="--games is given more than once")

    def test_durations(self):
        for option in ("--move-time", "--game-time", "--increment", "--start-time"):
            for text in ("soon", "5 days", "-1", "", "1e99", "nan", "ms"):
                with self.subTest(option=option, text=text):
                    self.refuse_run(option, text, saying=[option, f'"{text}"'] if text else option)

    def test_an_increment_needs_a_game_time(self):
        self.refuse_run("--increment", "1s", saying=["--increment", "--game-time"])

    def test_options_of_the_game(self):
        self.refuse_run("--option", "max_turn=3", saying=["max_turn", "max_turns"])
        self.refuse_run("--option", "max_turns=many", saying=["max_turns", "many"])
        self.refuse_run("--option", "max_turns=-1", saying=["max_turns", "-1"])
        self.refuse_run("--option", "max_turns=1.5", saying=["max_turns", "1.5"])
        self.refuse_run("--option", "max_turns", saying=["KEY=VALUE", "max_turns"])
        self.refuse_run("--option", "=3", saying=["KEY=VALUE", "=3"])
        self.refuse_run("--option", "max_turns=3", "--option", "max_turns=4", saying=["max_turns", "twice"])
        self.refuse_run("--option", "max_refusals=3", "--max-refusals", "4", saying="max_refusals")
        self.refuse_run("--option", "players=3", saying="players")

    def test_which_games_to_play(self):
        self.refuse_run("--play", "", saying="--play")
        for text in ("0", "4", "1-", "-2", "2-1", "1,,2", "one", "1-4", "1,"):
            with self.subTest(text):
                self.refuse_run("-n", "3", f"--play={text}", saying=["--play", f'"{text}"'])

    def test_players(self):
        self.refuse_run("-b", "dumb", "-b", "dumb", saying=["3 players", "2 seats"])
        self.refuse_run("-b", saying="-b")
        self.refuse_run("--human", "--human", saying="players")
        self.refuse("run", "streams", "--seats", "1", "-b", "random", "-b", "random",
                    saying="2 players are given, but Streams has 1 seat\n")
        self.refuse("run", "lost_cities", "--human", "-p", saying="terminal")
        self.refuse_run("-p", "name=", "cat", saying="name=")
        self.refuse_run("-p", "nmae=mine", "cat", saying=['"nmae"', "name, protocol", "max-refusals"])
        self.refuse_run("-p", "protocol=smoke", "cat", saying="smoke")
        self.refuse_run("-p", "move-time=soon", "cat", saying=["move-time", "soon"])
        self.refuse_run("-p", "max-refusals=few", "cat", saying=["max-refusals", "few"])
        self.refuse_run("-p", "env=NO_SUCH_VARIABLE", "cat", saying=["NO_SUCH_VARIABLE"])
        for text in ("=x", "", "ARENA_BOT=1"):
            self.refuse_run("--env", text, saying=f'a bot\'s variable must be NAME or NAME=VALUE, not "{text}"')
        self.refuse_run("-b", "env=A=1", "random", saying=["env=A=1", "bot processes"])

    def test_words_that_are_no_options_of_arena(self):
        self.refuse("run", "lost_cities", "-p", self.witness, "-p", "python3", "bot.py", "-v",
                    saying=['"-v"', "-p 'python3 bot.py -v'"])
        self.refuse("run", "lost_cities", "-p", "python3", "my bot.py", "-v",
                    saying=['"-v"', "-p -- python3 'my bot.py' -v --"])
        self.refuse("run", "lost_cities", "-p", self.witness, "-p", "python3", "bot.py", "--level", "3", "-n", "2",
                    saying=['"--level"', "-p 'python3 bot.py --level 3'"])

    def test_places_that_cannot_be_written(self):
        self.refuse_run("--record", "none/games.jsonl", saying=["none/games.jsonl", "No such file"])
        self.refuse_run("--record", ".", saying=["directory"])
        self.file("file", "")
        self.refuse_run("--log-dir", "file/logs", saying="file/logs")

    def test_records_that_cannot_be_read(self):
        self.refuse("replay", "none.jsonl", saying=["none.jsonl", "No such file"])
        self.refuse("replay", ".", saying=["directory"])
        self.file("empty.jsonl", "\n")
        self.refuse("replay", "empty.jsonl", saying=["empty.jsonl", "no record"])
        self.file("not.zst", "hello\n")
        self.refuse("replay", "not.zst", saying=["not.zst", "zstd"])
        self.refuse("replay", saying="FILE")

    def test_listen_and_connect(self):
        self.refuse("listen", "lost_cities", "--port", "70000", saying=["--port", "70000"])
        self.refuse("listen", "lost_cities", "--port", "0", "-b", "dumb", "-b", "dumb", saying="no seat is left")
        self.refuse("connect", "localhost", "-p", self.witness, saying="PORT")
        self.refuse("connect", "localhost", "nine", "-p", self.witness, saying=["PORT", "nine"])
        self.refuse("connect", "localhost", "9", "-b", "dumb", saying="built-in")
        self.refuse("connect", "localhost", "9", "-p", "name=x", self.witness, saying="name=")


if __name__ == "__main__":
    main()
