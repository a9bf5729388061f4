"""Bots that crash while they have no open question: between two games, or after the last game."""
import re
import shutil
import socket
import sys

from support import BAD_BOT, PATIENCE, WHOLE, ArenaTest, main

PYTHON = sys.executable

# How a bot crashes: the code, what arena says of it, and what is on its stderr.
RAISE = ("raise RuntimeError('no idea')", "exited with status 1", "RuntimeError: no idea")
SIGNAL = ("os.kill(os.getpid(), signal.SIGSEGV)", "was killed by signal 11 (SIGSEGV)", "")

# A bot of Streams in each way to play it. `{question}` runs at each question, `{end}` at the end of a game;
# `games` counts those that have begun.
NATIVE = """\
import os, signal, sys
turns = 0
for line in sys.stdin:
    turns += 1
    games = (turns + 19) // 20
    {question}
    print(line.split(":")[0].split().index("-1"), flush=True)
"""
MODULE = """\
import os, signal, sys
games = 0
def start(info):
    global games
    games += 1
def move(state):
    {question}
    return state.stream.index(None)
def end(result):
    {end}
"""


def tried(bots, crash):
    """Daily, a signal ends bots of one kind alone."""
    return list(bots.items())[:None if WHOLE or crash == RAISE[0] else 1]


class CrashTest(ArenaTest):
    def json_bot(self, question="pass", end="pass"):
        """The bot that `arena new` makes, with these lines put in."""
        shutil.rmtree(self.folder / "starter", ignore_errors=True)
        self.succeed("new", "streams", "--lang", "python", "starter")
        bot = self.folder / "starter/bot"
        text = bot.read_text()
        for line, *code in (('message = json.loads(line)', 'games += message["type"] == "start"'), ('turn = message', question),
                            ('strategy.happened(message)', 'if message["type"] == "end":', "    " + end)):
            indent, = re.findall(rf"(?m)^( +){re.escape(line)}$", text)
            text = text.replace(line, f"\n{indent}".join([line, *code]))
        bot.write_text(text.replace("import sys", "import os, signal, sys").replace("turn = None", "turn, games = None, 0"))
        return ["-p", "protocol=json", "./starter/bot"]

    def native_bot(self, question="pass"):
        (self.folder / "native").mkdir(exist_ok=True)
        return ["-p", PYTHON, self.file("native/bot.py", NATIVE.format(question=question))]

    def module(self, question="pass", end="pass"):
        self.file("bot.py", MODULE.format(question=question, end=end))
        return ["-m", "bot.py", "--python", PYTHON]

    def bots_of_all_kinds(self, question):
        return {"json": self.json_bot(question), "native": self.native_bot(question), "module": self.module(question)}

    def run_streams(self, *words, status=0):
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        return self.arena("run", "streams", *words, "-j", "1", "--seed", "1", "--record", "games.jsonl", status=status)

    def details(self):
        """Why each game was forfeited, or None if it was not."""
        return [game["forfeits"][0]["detail"] if "forfeits" in game else None for game in self.records()]


class BetweenGames(CrashTest):
    def test_a_crash_at_the_first_question_of_game_2_forfeits_that_game(self):
        for crash, words, complaint in (RAISE, SIGNAL):
            for kind, bot in tried(self.bots_of_all_kinds(f"if games == 2: {crash}"), crash):
                with self.subTest(kind, words=words):
                    result = self.run_streams(*bot, "-n", "4", "--strict", status=1)
                    detail = "crashed at the first question of game {}: " + words
                    self.assertEqual(self.details(), [None, detail.format(2), None, detail.format(4)])
                    self.assertIn(f"forfeits (exit) after 0 answers: {detail.format(2)}.", result.err)
                    self.assertIn(complaint, result.err)
                    self.assertNotIn("which still counts", result.err)
                    self.assertIn("forfeited 2 games (2 exit).", result.out)
                    self.succeed("replay", "games.jsonl")

    def test_an_output_that_is_closed_between_two_games_forfeits_the_next_one(self):
        self.run_streams(*self.native_bot("if turns == 21: os.close(1), sys.stdin.read()"), "-n", "4")
        detail = "crashed at the first question of game {}: closed its output"
        self.assertEqual(self.details(), [None, detail.format(2), None, detail.format(4)])

    def test_check_fails_a_bot_that_crashes_at_the_first_question_of_game_2(self):
        for crash, words, complaint in (RAISE, SIGNAL):
            for kind, bot in tried(self.bots_of_all_kinds(f"if games == 2: {crash}"), crash):
                with self.subTest(kind, words=words):
                    result = self.arena("check", "streams", "--seed", "1", *bot, status=1)
                    self.assertRegex(result.out, r"(?m)^  failed  games      game 2, after 0 answers: forfeits \(exit\): "
                                     rf"crashed at the first question of game 2: {re.escape(words)}$")
                    self.assertIn(complaint, result.out)
                    self.assertNotIn("go on reading for the next", result.out)
                    self.assertTrue(result.out.endswith("1 problem to fix.\n"), result)

    def test_a_crash_at_the_end_of_a_game_forfeits_the_next_one(self):
        crash, words, complaint = RAISE
        for kind, bot in {"json": self.json_bot(end=crash), "module": self.module(end=crash)}.items():
            with self.subTest(kind):
                result = self.run_streams(*bot, "-n", "4")
                detail = "crashed at the first question of game {}: " + words
                self.assertEqual(self.details(), [None, detail.format(2), None, detail.format(4)])
                self.assertEqual(result.err.count(complaint), 2)

    def test_a_clean_exit_between_two_games_is_no_fault(self):
        for kind, bot in {"json": self.json_bot(end="return"), "module": self.module(end="os._exit(0)"),
                          "native": self.native_bot("if turns == 21: sys.exit()")}.items():
            with self.subTest(kind):
                result = self.run_streams(*bot, "-n", "4", "--strict")
                self.assertEqual(self.details(), [None] * 4)
                self.assertNotIn("crashed", result.err)

    def test_a_bot_that_crashes_in_its_second_game_has_played_both_seatings_of_the_first_deal(self):
        # A process plays the first seating of each deal, and another one the second: both crash in their second game.
        bot = self.json_bot("if games == 2: " + RAISE[0])
        self.run_streams(*bot, "-b", "random", "-n", "2", "--duplicate", "--void-overloaded")
        self.assertEqual([game["forfeits"][0]["seat"] if "forfeits" in game else None for game in self.records()],
                         [None, None, 0, 1])


class AfterTheLastGame(CrashTest):
    def test_a_crash_at_the_end_changes_no_result_and_is_shown(self):
        for crash, words, complaint in (RAISE, SIGNAL):
            for kind, bot in tried({"json": self.json_bot(end=crash), "module": self.module(end=crash)}, crash):
                with self.subTest(kind, words=words):
                    result = self.run_streams(*bot, "-n", "1")
                    self.assertEqual(self.details(), [None])
                    self.assertIn("No forfeits.", result.out)
                    self.assertRegex(result.err, rf"(?m)^bot {re.escape(words)} after the end of game 1, which still counts\.$")
                    self.assertIn(complaint, result.err)

    def test_strict_fails_it(self):
        for kind, bot in {"json": self.json_bot(end=RAISE[0]), "module": self.module(end=RAISE[0]),
                          "native": [*self.native_bot(), "-p", BAD_BOT, "end_status", "3"]}.items():
            with self.subTest(kind):
                self.run_streams(*bot, "-n", "1", "--strict", status=1)
                self.assertEqual(self.details(), [None])

    def test_a_bot_that_is_started_for_each_game(self):
        result = self.arena("run", "lost_cities", "-p", BAD_BOT, "end_status", "3", "-n", "5", "--seed", "1", "--strict")
        self.assertEqual(result.status, 1, result)
        self.assertIn("No forfeits.", result.out)
        for number in (1, 2, 3):
            self.assertIn(f"bad_bot exited with status 3 after the end of game {number}, which still counts.\n", result.err)
        self.assertIn("2 more reports of these kinds are not shown.", result.err)

    def test_check_fails_it_and_shows_why(self):
        for crash, words, complaint in (RAISE, SIGNAL):
            for kind, bot in tried({"json": self.json_bot(end=f"if games == 3: {crash}"),
                                    "module": self.module(end=f"if games == 3: {crash}")}, crash):
                with self.subTest(kind, words=words):
                    result = self.arena("check", "streams", "--seed", "1", *bot, status=1)
                    self.assertIn("plays whole games: 3 of 3", result.out)
                    self.assertRegex(result.out, rf"(?m)^  failed  end        {re.escape(words)} after its last game: end with status 0 ")
                    self.assertIn(complaint, result.out)
                    self.assertTrue(result.out.endswith("1 problem to fix.\n"), result)

    def test_analyse_shows_it(self):
        self.file("sore.py", "def move(state): return state.prize\ndef end(result): raise KeyError('spilled')\n")
        result = self.succeed("analyse", "bidding", "--cards", "4", "-m", "sore.py", "-n", "1", "-j", "1", "--python", PYTHON)
        self.assertIn("sore exited with status 1 after the end of game 1", result.err)
        self.assertIn("KeyError: 'spilled'", result.err)


class Listening(CrashTest):
    def serve(self, *words, games):
        """The output of a server that plays games of Streams with one connection."""
        server, port = self.listening("streams", "--seats", "2", "-n", games, *words, "--record", "games.jsonl")
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
            lines = client.makefile("rw", newline="\n")
            for line in lines:
                lines.write(f"{line.split(':')[0].split().index('-1')}\n")
                lines.flush()
        result = server.finish()
        self.assertEqual(result.status, 0, result)
        return result

    def test_a_resident_that_crashes_between_two_games(self):
        for kind, bot in {"json": self.json_bot("if games == 2: " + RAISE[0]), "native": self.native_bot("if games == 2: " + RAISE[0])}.items():
            with self.subTest(kind):
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                result = self.serve(*bot, games=3)
                self.assertEqual(self.details(), [None, "crashed at the first question of game 2: exited with status 1", None])
                self.assertIn(RAISE[2], result.err)

    def test_a_resident_that_crashes_after_the_last_game(self):
        result = self.serve(*self.json_bot(end="if games == 2: " + RAISE[0]), games=2)
        self.assertEqual(self.details(), [None, None])
        self.assertIn("bot exited with status 1 after the end of game 2, which still counts.\n", result.err)
        self.assertIn(RAISE[2], result.err)


if __name__ == "__main__":
    main()
