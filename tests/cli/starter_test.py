"""A starter of `arena new` in one language, the argument: made for every game, built, played, checked, and read from.

Ends with status 77 where the language is not installed: then nothing of the starter was tried.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from rows_sandbox import WHY_NOT
from support import ARENA, PATIENCE, ROOT, WHOLE, ArenaTest

LANGUAGE = sys.argv[1]
NOT_TRIED = 77
AMPLE = ("--move-time", "1m", "--start-time", "1m")  # on a busy machine a runtime takes long to start

# What has to be installed to try a starter.
NEEDED = {
    "bash": ["bash"],
    "cpp": ["c++"],
    "csharp": ["dotnet"],
    "go": ["go"],
    "java": ["java", "javac"],
    "javascript": ["node"],
    "python": [],
    "ruby": ["ruby"],
    "rust": ["cargo", "rustc"],
}

# The starters that read JSON by themselves: where their strategy is, for one of tests/starters that shows what was read.
READERS = {"bash": "strategy.sh", "cpp": "strategy.cpp", "java": "Strategy.java", "rust": "src/strategy.rs"}

BUILD_PATIENCE = 600  # seconds

TEXTS = ["", "x", 'quote " backslash \\ slash /', "\b\f\n\r\t", "\x01\x1f\x7f", "é ß 漢字 😀", "\u2028\u2029",
         "]},{[\":", "\\n \\u0041 \\\\", "'$HOME' `x` * ? %s @", " ", "\ufffd"]

VIEWS = [
    {},
    {"empty": [[], {}, [[]], [{}], {"a": []}, ""]},
    {"numbers": [0, -0.0, 1, -1, 12345678, 0.5, -2.5e-3, 1e10, 1E+2, 123456789012345]},
    {"words": [True, False, None], "": 1, "a.b": {"c d": "]"}},
    {"texts": TEXTS, 'a key "\\ é 😀': [1, [2, [3, {"four": 5}]]]},
    {"pair": "\U0001f600", "deep": json.loads("[" * 300 + "]" * 300)},
]

RAW_VIEWS = [
    (r'{"a":"\u0041\u00e9\u20AC\ud83d\uDE00\/"}', {"a": "Aé€😀/"}),
    (r'{"a":"\ud800","b":"\udc00x","c":"\ud800\u0041"}', {"a": "\ufffd", "b": "\ufffdx", "c": "\ufffdA"}),
    (' { "a" : [ 1 ,\t2 ] , "b" : { } } ', {"a": [1, 2], "b": {}}),
    ('{"a":[1E5,1e-5,1.5E+1,0e0,-0]}', {"a": [1e5, 1e-5, 15, 0, 0]}),
]

NO_JSON = ["{", "}", "[1,]", '{"a":1,}', '{"a"}', '{"a":}', '{a:1}', "{,}", "[1 2]", "[1", '{"a":1', "01", "-", "+1",
           "1.", ".5", "1e", "1e+", "nul", "True", "NaN", '"', '"\\"', '"\\x"', '"\\u12"', '"\\u12G4"', '"a\tb"',
           "[1]]", "{} {}", '"a" "b"', "[}", "{]", "'a'", "1,2", '{"a":1 "b":2}', '{1:2}', ""]


def flat(value, path=""):
    """What the reader in bash makes of a value: texts by path."""
    if isinstance(value, dict):
        return {key: text for name, item in value.items() for key, text in flat(item, f"{path}.{name}").items()}
    if isinstance(value, list):
        found = {f"{path}.#": str(len(value))}
        for index, item in enumerate(value):
            found.update(flat(item, f"{path}.{index}"))
        return found
    if isinstance(value, str):
        return {path: value}
    return {path: "" if value is None else json.dumps(value)}


def without_comments(path):
    lines = path.read_text().splitlines()
    return [line for line in lines if not line.lstrip().startswith(("#", "//"))]


def run(words, cwd=None, patience=PATIENCE):
    """Runs what has to succeed."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=patience,
                          env={**os.environ, **Workshop.environment})
    if done.returncode != 0:
        raise AssertionError(f"{words} ends with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Workshop:
    """Where the starter is made for the first game and built, once for all tests; what it is built and played with."""

    folder = None
    environment = {}
    games = []
    starter = None
    readme = ""

    @classmethod
    def open(cls):
        cls.folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="arena_starter_")))
        unittest.addModuleCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        programs = cls.folder / "programs"
        programs.mkdir()
        # Python is the one that runs this; arena is found as a user finds it.
        for name, target in (("python3", sys.executable), ("arena", ARENA)):
            (programs / name).symlink_to(target)
        cls.environment = {"PATH": f"{programs}:{os.environ['PATH']}", "CARGO_NET_OFFLINE": "true",
                           "DOTNET_CLI_TELEMETRY_OPTOUT": "1"}
        cls.games = json.loads(run([ARENA, "games", "--json"]).stdout)
        cls.starter = cls.make(cls.games[0]["name"])
        cls.readme = (cls.starter / "README.md").read_text()
        cls.build(cls.starter)

    @classmethod
    def make(cls, game):
        starter = cls.folder / game
        run([ARENA, "new", game, "--lang", LANGUAGE, starter])
        return starter

    @classmethod
    def build(cls, starter):
        """By the command that the README names; without a warning."""
        commands = re.findall(r"(?m)^    (\./build.*)$", cls.readme)
        if (starter / "build").exists() != bool(commands):
            raise AssertionError("the README does not say how to build")
        for command in commands:
            done = run(["bash", "-c", command], cwd=starter, patience=BUILD_PATIENCE)
            if re.search(r"(?i)\bwarning\b(?!\(s\))", done.stdout + done.stderr):  # "0 Warning(s)" does not count
                raise AssertionError(f"{command} warns:\n{done.stdout}{done.stderr}")


def setUpModule():  # pylint: disable=invalid-name  # by this name unittest knows it
    Workshop.open()


class StarterTest(ArenaTest):
    def setUp(self):
        super().setUp()
        self.games, self.readme, self.environment = Workshop.games, Workshop.readme, Workshop.environment
        self.starter = Workshop.starter

    def in_starter(self, line, status=0):
        """Runs a line of a README where the starter is."""
        result = self.start("-c", f"cd {shlex.quote(str(self.starter))} && {line}", program="bash",
                            extra=self.environment).finish()
        self.assertEqual(result.status, status, f"{line}\n{result}")
        self.assert_nothing_left()
        return result

    def play(self, game, *words):
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        self.succeed("run", game, *words, *AMPLE, "-j", "1", "--strict", "--record", "games.jsonl", "--seed", "3",
                     extra=self.environment)
        for record in self.records():
            own = [seat for seat, player in enumerate(record["players"]) if player.get("protocol") == "json"]
            self.assertEqual([move for move in record["moves"] if "rejected" in move and move["seat"] in own], [])
            self.assertNotIn("forfeits", record)
        self.succeed("replay", "games.jsonl")

    def converse(self, lines):
        """What the bot answers to these lines, with its status and its stderr."""
        text = "".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in
                       (part for line in lines for part in (line, "\n")))
        done = subprocess.run([self.starter / "bot"], input=text.encode(), capture_output=True, timeout=PATIENCE,
                              env={**os.environ, **self.environment}, cwd=self.folder)
        return [json.loads(line) for line in done.stdout.split(b"\n") if line], done.returncode, done.stderr.decode()


def turn(legal, number=1, view=None):
    return {"type": "turn", "id": number, "view": view or {}, "legal": legal, "ms": None}


class Made(StarterTest):
    def test_no_placeholder_is_left_and_what_is_a_program_can_be_started(self):
        fresh = self.folder / "fresh"
        self.succeed("new", self.games[0]["name"], "--lang", LANGUAGE, fresh)
        for path in fresh.rglob("*"):
            if path.is_file():
                self.assertNotRegex(path.read_text(), r"@[A-Z]+@")
        self.assertTrue(os.access(self.starter / "bot", os.X_OK))

    def test_git_ignores_what_the_build_makes_and_nothing_else(self):
        git = shutil.which("git")
        if not git:
            self.leave_out("git is not installed")
        fresh = self.folder / "fresh"
        self.succeed("new", self.games[0]["name"], "--lang", LANGUAGE, fresh)
        written = {str(path.relative_to(fresh)) for path in fresh.rglob("*") if path.is_file()}
        for folder in (fresh, self.starter):
            run([git, "init", "-q"], cwd=folder)
        wanted = set(run([git, "ls-files", "-o", "--exclude-standard"], cwd=fresh).stdout.split("\n")) - {""}
        self.assertEqual(wanted, written)
        kept = set(run([git, "ls-files", "-o", "--exclude-standard"], cwd=self.starter).stdout.split("\n")) - {""}
        self.assertEqual(kept - written, {"Cargo.lock"} if LANGUAGE == "rust" else set())

    def test_the_example_of_a_view_is_one(self):
        view = json.loads(re.search(r"(?s)```json\n(.*?)```", self.readme)[1])
        self.assertIn("seat", view)

    def test_the_code_is_the_same_for_every_game(self):
        for game in self.games[1:]:
            other = Workshop.make(game["name"])
            for path in other.rglob("*"):
                if path.is_file() and path.name != "README.md":
                    with self.subTest(f"{game['name']} {path.name}"):
                        self.assertEqual(without_comments(path), without_comments(self.starter / path.relative_to(other)))


class Played(StarterTest):
    def bot(self, **keys):
        return ["-p", "protocol=json", *(f"{key}={value}" for key, value in keys.items()), self.starter / "bot"]

    def test_the_commands_of_the_readme_run_as_they_are_printed(self):
        commands = re.findall(r"(?m)^    (arena .*)$", self.readme)
        self.assertEqual([command.split()[1] for command in commands], ["check", "run", "run", "play", "run", "rules"])
        for command in commands:
            with self.subTest(command):
                result = self.in_starter(command if WHOLE else command.replace("-n 100 ", "-n 10 "))
                self.assertNotIn("bot (seat", result.err)
        log = self.starter / "logs"
        self.assertIn('> {"type":"start"', (log / "000001-0-bot.dialogue").read_text())
        self.assertTrue((log / "000001-0-bot.stderr").exists())
        shutil.rmtree(log)

    def test_it_plays_every_game_many_in_one_process(self):
        for game in self.games:  # against the game's own bot `arena check` plays
            with self.subTest(game["name"]):
                many = WHOLE or game == self.games[0]
                players = ("one", "two") if many and game["players"][1] > 1 else ("one",)
                games = "2" if many else "1"
                self.play(game["name"], *(word for name in players for word in self.bot(name=name)), "-n", games)

    def test_it_plays_in_the_sandbox(self):
        if WHY_NOT:
            self.leave_out(WHY_NOT)
        game = self.games[0]["name"]
        Workshop.folder.chmod(0o755)  # the user inside has to come in
        self.play(game, "--sandbox", *self.bot(name="one"), *self.bot(name="two"), "-n", "3")

    def test_arena_check_finds_nothing_to_mend_in_any_game(self):
        for game in self.games if WHOLE else self.games[:1]:
            with self.subTest(game["name"]):
                out = self.succeed("check", game["name"], *self.bot(), *AMPLE, extra=self.environment).out
                self.assertIn("is ready to play", out)
                # A starter plays at random. The report says so, and that is no fault. On a busy machine a runtime may
                # need more than a second to end.
                usual = "repeats" if WHOLE else "repeats|end +was still there a second"
                self.assertNotRegex(out, rf"(?m)^  (failed|note) +(?! |{usual})")

    def test_it_plays_from_another_folder_and_by_a_link(self):
        (self.folder / "my bot").symlink_to(self.starter)
        self.play(self.games[0]["name"], "-p", "protocol=json", "my bot/bot")


class Conversed(StarterTest):
    START = {"type": "start", "game": "g", "options": {}, "players": 1, "seat": 0, "names": TEXTS, "time": {}}
    EVENT = {"type": "event", "seat": 0, "move": "x", "id": "text", "legal": 3, "view": [], "message": {}}
    END = {"type": "end", "scores": [1.5], "places": None, "end": None, "forfeits": []}

    def test_any_text_may_be_a_move_and_comes_back_as_it_was(self):
        turns = [turn([text], number) for number, text in enumerate(TEXTS, 1)]
        answers, status, err = self.converse([self.START, self.EVENT, *turns, self.END, self.START, self.EVENT])
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(answers, [{"move": text, "id": number} for number, text in enumerate(TEXTS, 1)])

    def test_it_chooses_among_all_legal_moves(self):
        legal = [str(number) for number in range(5)]
        answers, _, _ = self.converse([turn(legal, number) for number in range(1, 201)])
        self.assertEqual({answer["move"] for answer in answers}, set(legal))
        self.assertEqual([answer["id"] for answer in answers], list(range(1, 201)))

    def test_a_refused_move_is_told_on_stderr_and_answered_by_a_legal_one(self):
        error = {"type": "error", "id": 7, "message": "No such card: é."}
        answers, status, err = self.converse([self.START, turn(["a", "b"], 7), error, error, turn(["c"], 8)])
        self.assertEqual((status, [answer["id"] for answer in answers]), (0, [7, 7, 7, 8]))
        self.assertTrue({answer["move"] for answer in answers[:3]} <= {"a", "b"})
        self.assertEqual(err.count("arena refused the move: No such card: é."), 2)

    def test_ten_thousand_moves_are_not_too_many(self):
        legal = [f"lay {number} 8S" for number in range(10_000)]
        answers, status, _ = self.converse([turn(legal)])
        self.assertEqual(status, 0)
        self.assertIn(answers[0]["move"], legal)

    def test_where_all_moves_would_be_too_many_it_chooses_among_those_that_the_view_has(self):
        possible = [f"meld {number}S" for number in range(5)]
        turns = [turn(None, number, {"possible": possible}) for number in range(1, 201)]
        answers, status, _ = self.converse([*turns, {"type": "error", "id": 200, "message": "no"}])
        self.assertEqual((status, len(answers)), (0, 201))
        self.assertEqual({answer["move"] for answer in answers}, set(possible))

    def test_without_a_list_of_moves_it_says_what_is_to_be_written(self):
        answers, status, err = self.converse([turn(None)])
        self.assertEqual(answers, [])
        self.assertNotEqual(status, 0)
        self.assertIn("make one up here", err)

    def test_what_is_no_json_ends_it_with_a_message(self):
        answers, status, err = self.converse(["{"])
        self.assertEqual(answers, [])
        self.assertNotEqual(status, 0)
        self.assertNotEqual(err, "")


@unittest.skipUnless(LANGUAGE in READERS, "JSON is read by the language itself")
class Read(StarterTest):
    """The starter with a strategy that answers with what it has read."""

    @classmethod
    def setUpClass(cls):
        cls.reader = Workshop.folder / "reader"
        shutil.copytree(Workshop.starter, cls.reader)
        shutil.copy(ROOT / "tests/starters" / Path(READERS[LANGUAGE]).name, cls.reader / READERS[LANGUAGE])
        Workshop.build(cls.reader)

    def setUp(self):
        super().setUp()
        self.starter = self.reader

    def read(self, *views):
        """What became of views, given as JSON texts."""
        turns = [f'{{"type":"turn","id":1,"legal":["x"],"ms":null,"view":{view}}}' for view in views]
        answers, status, err = self.converse(turns)
        self.assertEqual((status, err), (0, ""))
        return [json.loads(answer["move"]) for answer in answers]

    def assert_read(self, got, view):
        if LANGUAGE != "bash":
            self.assertEqual(got, view)
            return
        wanted = flat({"type": "turn", "id": 1, "legal": ["x"], "ms": None, "view": view})
        self.assertEqual(set(got), set(wanted))
        for path, text in wanted.items():
            if got[path] != text:  # a number as it was written
                self.assertEqual(json.loads(got[path]), json.loads(text), path)

    def test_views_are_read_right(self):
        for ascii_only in (True, False):
            texts = [json.dumps(view, ensure_ascii=ascii_only) for view in VIEWS]
            for got, view in zip(self.read(*texts), VIEWS):
                with self.subTest(str(view)[:60]):
                    self.assert_read(got, view)

    def test_escapes_blanks_and_numbers_however_they_are_written(self):
        for got, (text, view) in zip(self.read(*(text for text, _ in RAW_VIEWS)), RAW_VIEWS):
            with self.subTest(text):
                self.assert_read(got, view)

    def test_what_is_no_json_is_refused(self):
        for number, text in enumerate(NO_JSON):
            lines = [text, f'{{"type":"turn","id":1,"legal":[],"view":{text}}}']
            for line in lines if WHOLE else [lines[number % 2]]:
                with self.subTest(line):
                    answers, status, err = self.converse([line])
                    self.assertEqual(answers, [])
                    self.assertEqual(status, 1)
                    self.assertIn("no JSON", err)

    def test_a_bottomless_list_does_not_crash_it(self):
        answers, status, _ = self.converse(["[" * 100_000])
        self.assertEqual((answers, status), ([], 1))


def works(program):
    """Rustup's programs are there in every home, but without a toolchain in some."""
    if program in ("cargo", "rustc") and shutil.which(program):
        return subprocess.run([program, "--version"], capture_output=True, timeout=PATIENCE, check=False).returncode == 0
    return shutil.which(program) is not None


def main():
    if LANGUAGE not in NEEDED:
        sys.exit(f"starter_test.py does not know what the starter {LANGUAGE} needs")
    missing = [program for program in NEEDED[LANGUAGE] if not works(program)]
    if missing:
        print(f"NOT TRIED: the starter of `arena new` in {LANGUAGE}. Not installed, or not for this user: {', '.join(missing)}", flush=True)
        sys.exit(NOT_TRIED)
    unittest.main(argv=sys.argv[:1], verbosity=2)


if __name__ == "__main__":
    main()
