"""`arena check`: what it says of good bots and bad ones, in the game's own protocol, in JSON, and as modules."""
import json
import sys

from support import ROOT, ArenaTest, main

PYTHON = sys.executable
RANDOM_BOT = ROOT / "examples/json/random_bot.py"
NATIVE_BOT = ROOT / "examples/python/lost_cities_bot.py"

# A JSON bot. `{hook}` happens at every message that is no question, `{answer}` writes the answer `a`.
BOT = """\
import json, random, sys, time
games = turns = 0
for line in sys.stdin:
    m = json.loads(line)
    games += m["type"] == "start"
    if m["type"] != "turn":
        {hook}
        continue
    turns += 1
    a = {{"move": random.choice(m["legal"]), "id": m["id"]}}
    {answer}
{last}
"""
PRINT = "print(json.dumps(a), flush=True)"

MODULE = """\
def move(state):
    if hasattr(state, "stream"):
        return state.stream.index(None)
    return state.hand[0]
"""


class CheckTest(ArenaTest):
    def games(self):
        return json.loads(self.succeed("games", "--json").out)

    def check_bot(self, game, *words, status=0, unbuffered=""):
        result = self.arena("check", game, "--python", PYTHON, "--seed", "1", *words,
                            extra={"PYTHONUNBUFFERED": unbuffered})
        self.assertEqual(result.status, status, result)
        self.assertEqual(result.err, "")
        last = result.out.splitlines()[-1]
        self.assertRegex(last, "is ready to play" if status == 0 else r"^\d+ things? to mend\.$")
        return result.out

    def check_json(self, answer=PRINT, hook="pass", last="", status=0, words=()):
        bot = self.file("bot.py", BOT.format(answer=answer, hook=hook, last=last))
        return self.check_bot("streams", "--move-time", "1", *words, "-p", "protocol=json", PYTHON, bot,
                              status=status)


class Good(CheckTest):
    def assert_spotless(self, out):
        self.assertNotRegex(out, "BAD|note")
        for text in ("starts, and answers its first question", "plays whole games: 3 of 3", "are legal moves",
                     "slowest answer", "leaves by itself"):
            self.assertIn(text, out)

    def test_a_json_bot_in_every_game(self):
        for game in self.games():
            for words in (["-p", "protocol=json", PYTHON, RANDOM_BOT], ["--protocol", "json", PYTHON, RANDOM_BOT],
                          ["protocol=json", PYTHON, RANDOM_BOT]):
                with self.subTest(game=game["name"], words=words[:2]):
                    out = self.check_bot(game["name"], *words)
                    self.assert_spotless(out)
                    self.assertTrue(out.startswith(f"Checking random_bot for {game['title']}: 3 games "), out)
                    self.assertIn("leaves by itself when its input ends", out)

    def test_a_bot_in_the_protocol_of_its_game(self):
        out = self.check_bot("lost_cities", PYTHON, NATIVE_BOT)
        self.assertIn("leaves by itself when the game is over", out)
        self.assertNotIn("BAD", out)

    def test_a_module(self):
        self.file("my_module.py", MODULE)
        for game in ("streams", "bidding"):
            for module in ("my_module", "my_module.py"):
                with self.subTest(game=game, module=module):
                    out = self.check_bot(game, "-m", module)
                    self.assert_spotless(out)
                    self.assertIn("Checking my_module for", out)

    def test_keys_and_the_number_of_games(self):
        out = self.check_bot("streams", "name=mine", "protocol=json", PYTHON, RANDOM_BOT, "-n", "5")
        self.assertIn("Checking mine for Streams: 5 games against", out)
        self.assertIn("plays whole games: 5 of 5", out)

    def test_a_bot_that_ends_after_each_game_has_done_nothing_wrong(self):
        out = self.check_json(hook='if m["type"] == "end": break')
        self.assertIn("note  was started 3 times for 3 games", out)
        self.assertNotIn("BAD", out)

    def test_a_bot_that_stays_is_told_but_not_blamed(self):
        out = self.check_json(last="time.sleep(99)")
        self.assertIn("note  was still there a second after its input had ended", out)
        self.assertNotIn("BAD", out)


class Bad(CheckTest):
    def test_output_that_is_not_flushed(self):
        for game in ("streams", "bidding"):
            with self.subTest(game):
                bot = self.file("bot.py", BOT.format(answer="print(json.dumps(a))", hook="pass", last=""))
                out = self.check_bot(game, "--move-time", "1", "protocol=json", PYTHON, bot, status=1)
                self.assertIn("its output is not flushed after each answer", out)
                self.assertNotIn("leave out protocol=json", out)

    def test_a_bot_that_does_not_go_on_after_its_first_game(self):
        out = self.check_json(f"if games == 1: {PRINT}", status=1)
        self.assertIn("BAD   game 2, after 0 answers: forfeits (time)", out)
        self.assertIn("note  one process plays all games", out)
        self.assertNotIn("flushed", out)

    def test_two_answers_to_a_question(self):
        out = self.check_json("print(json.dumps(a)); print(json.dumps(a), flush=True)", status=1)
        self.assertRegex(out, r"BAD   wrote \d+ lines that answered nothing")

    def test_an_answer_that_is_refused(self):
        for change, reason in (('a["id"] = 99', "Unknown id 99: the question is 1."),
                               ('a["move"] = None', '"move" must be a string or a number, not null.'),
                               ('del a["move"]', 'No "move" in the object.')):
            with self.subTest(reason):
                out = self.check_json(f"{change}; {PRINT}", status=1)
                self.assertIn("BAD   game 1, after 1 answer: forfeits (refused): ", out)
                self.assertIn(reason, out)
                self.assertNotIn("costs nothing", out)

    def test_refusals_that_are_allowed_are_told_and_not_blamed(self):
        out = self.check_json("legal = m['legal']; print('x', flush=True)", words=("--max-refusals", "1"),
                              hook="if m['type'] == 'error': print(legal[0], flush=True)")
        self.assertIn("note  60 of 120 answers were refused, which costs nothing as long as they are few in a row; "
                      'the last was "x": Invalid slot.', out)

    def test_the_same_crash_in_every_game_is_shown_once(self):
        out = self.check_json(f"assert turns < 5, 'oh no'; {PRINT}", status=1)
        self.assertEqual(out.count("AssertionError: oh no"), 1)
        self.assertIn("BAD   game 1, after 4 answers: forfeits (exit): exited with status 1", out)
        self.assertIn("BAD   game 3, after 4 answers: the same", out)
        self.assertIn("3 things to mend.", out)

    def test_the_wrong_protocol_is_suggested(self):
        out = self.check_bot("streams", PYTHON, RANDOM_BOT, status=1)
        self.assertIn("if it speaks the JSON protocol, write protocol=json before its command", out)
        out = self.check_bot("lost_cities", "--move-time", "1", "protocol=json", PYTHON, NATIVE_BOT, status=1)
        self.assertIn("if it speaks the game's own, leave out protocol=json", out)

    def test_modules(self):
        for name, text, saying in (
                ("raises", "def move(state): raise ValueError('no idea')\n", "ValueError: no idea"),
                ("nothing", "def move(state): pass\n", "move() returned None"),
                ("empty", "", "has no function move(game_state)"),
                ("loops", "def move(state):\n    while True: pass\n", "no answer within 1s")):
            with self.subTest(name):
                self.file(f"{name}.py", text)
                out = self.check_bot("streams", "--move-time", "1", "-m", name, status=1)
                self.assertIn(saying, out)
                self.assertNotIn("protocol=json", out)


class Refused(CheckTest):
    def refuse(self, *words, saying):
        result = self.arena("check", *words)
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertIn(saying, result.err)

    def test_what_is_no_bot(self):
        self.refuse("streams", saying="check tries one bot")
        self.refuse("streams", "cat", "-p", "cat", saying="check tries one bot")
        self.refuse("streams", "-b", "random", saying="check tries bot processes and modules")
        self.refuse("streams", "-p", saying="check tries bot processes and modules")
        self.refuse("streams", "protocol=json", saying="check tries bot processes and modules")
        self.refuse("streams", "protocol=xml", "cat", saying='unknown protocol "xml"')
        self.refuse("streams", "no_such_bot", saying='"no_such_bot"')
        self.refuse("streams", "-m", "no_such.py", saying='"no_such.py"')
        self.refuse("streams", "-m", "protocol=native", "json", saying="JSON protocol alone")


if __name__ == "__main__":
    main()
