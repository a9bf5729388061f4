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
        self.assertRegex(self.succeed("--version").out, r"\Aarena \d+\.\d+\.\d+( \([0-9a-f]{12}(\+changes)?\))?\n\Z")

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

    def test_a_program_without_its_second_one_says_what_is_missing(self):
        alone = shutil.copy(ARENA, self.folder / "arena")
        for words in (("standings", "cup.db"), ("--help", "serve"), ("play", "lost_cities", "--browser")):
            result = subprocess.run([alone, *words], capture_output=True, text=True, check=False, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
            self.assertIn(f"cannot start {self.folder}/arena-contests, which has tournaments and contests: No such file", result.stderr)
        result = subprocess.run([alone, "run", "lost_cities"], capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result)


class Games(ArenaTest):
    def test_games_as_json(self):
        games = self.games()
        lost_cities = next(game for game in games if game["name"] == "lost_cities")
        self.assertEqual(lost_cities, {
            "name": "lost_cities", "title": "Lost Cities", "players": [2, 2], "rank_by": "wins", "protocols": ["native", "json"],
            "options": {"max_turns": 400, "max_refusals": 20}, "builtins": ["dumb", "greedy", "random", "search"],
            "levels": ["random", "greedy random=75%", "greedy random=50%", "greedy random=25%", "greedy",
                       *(f"search iterations={number}" for number in (1250, 2500, 5000, 10000))],
            "default_builtin": "greedy", "rules_version": 1,
            "builtin_versions": {"dumb": 1, "greedy": 1, "random": 1, "search": 1}})

    def test_rules_are_the_page_of_the_documentation(self):
        self.assertEqual(self.succeed("rules", "lost_cities").out, (ROOT / "docs/lost_cities.md").read_text())
        names = {game["name"] for game in self.games()}
        translated = [page for page in (ROOT / "docs/ru").iterdir() if page.stem in names]
        self.assertGreaterEqual(len(translated), 6)
        for page in translated:
            self.assertEqual(self.succeed("rules", page.stem, "--russian").out, page.read_text())


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


if __name__ == "__main__":
    main()
