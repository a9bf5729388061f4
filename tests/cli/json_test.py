"""The JSON protocol: one bot for every game, the messages to it, and its answers."""
import json
import shutil
import sys
import unittest

from support import BOTS, ROOT, ArenaTest, main

PYTHON = sys.executable

# Runs `{answer}` at each question and each error; it prints the answer.
SCRIPTED = """\
import json, sys
turns = 0
for line in sys.stdin:
    print(line, end="", file=open("heard", "a"))
    message = json.loads(line)
    if message["type"] in ("turn", "error"):
        turns += 1
        if message["type"] == "turn": legal, open_id = message["legal"], message["id"]
        {answer}
        sys.stdout.flush()
"""


class JsonTest(ArenaTest):
    def scripted(self, answer):
        return self.file("bot.py", SCRIPTED.format(answer=answer))

    def run_json(self, game, *words, status=0):
        result = self.arena("run", game, "--protocol", "json", *words, "--record", "games.jsonl", "--seed", "2", status=status)
        self.succeed("replay", "games.jsonl")
        return result

    def heard(self):
        return [json.loads(line) for line in (self.folder / "heard").read_text().splitlines()]

    def games(self):
        return [game["name"] for game in super().games()]


class EveryGame(JsonTest):
    def play_every_game(self, *bot):
        for game in self.games():
            with self.subTest(game):
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                self.run_json(game, "-p", *bot, "-n", "3")
                forfeits = [one.get("forfeits") for one in self.records()]
                self.assertGreaterEqual(len(forfeits), 3)  # more if each deal has several tables
                self.assertEqual(set(forfeits), {None})

    def test_a_bot_in_python(self):
        self.play_every_game(PYTHON, ROOT / "examples/json/random_bot.py")

    @unittest.skipUnless(shutil.which("node"), "node is not installed")
    def test_a_bot_in_javascript(self):
        self.play_every_game("node", ROOT / "examples/json/random_bot.js")

    def test_a_bot_in_cpp(self):
        self.play_every_game(BOTS / "example_json_cpp")


class Told(JsonTest):
    def test_the_transcript_of_a_record_is_what_the_bot_was_sent(self):
        bot = self.scripted('print(json.dumps({"move": legal[turns % len(legal)], "id": open_id}))')
        for info in ArenaTest.games(self):
            game, least = info["name"], info["players"][0]
            # One bot alone writes: no partner, and no other table of the deal.
            others = ["-b", "random"] * (least - 1) if least > 2 else []
            with self.subTest(game):
                for name in ("games.jsonl", "heard"):
                    (self.folder / name).unlink(missing_ok=True)
                self.run_json(game, "-p", PYTHON, bot, *others, "-n", "1", "--play", "1", "--option", "max_refusals=2")
                transcript = self.succeed("replay", "games.jsonl", "--transcript", "0").out
                self.assertEqual(transcript, (self.folder / "heard").read_text())

    def test_start_events_turns_and_end(self):
        bot = self.scripted('print(json.dumps({"move": legal[0]}))')
        self.run_json("bidding", "-p", PYTHON, bot, "-b", "mimic", "-n", "2", "-j", "1",
                      "--option", "cards=3", "--move-time", "1m")
        heard = self.heard()
        start = heard[0]
        self.assertEqual({key: start[key] for key in ("type", "game", "options", "players", "seat", "names")},
                         {"type": "start", "game": "bidding", "options": {"cards": 3}, "players": 2, "seat": 0,
                          "names": ["bot", "mimic"]})
        self.assertEqual(start["time"]["move_ms"], 60000)
        turns = [line for line in heard if line["type"] == "turn"]
        self.assertEqual([turn["id"] for turn in turns], [1, 2, 3, 4, 5, 6])
        self.assertEqual(turns[0]["ms"], 60000)
        self.assertEqual(set(turns[0]["view"]),
                         {"prize", "hand", "opponents", "scores", "seat", "prizes_left", "carried"})
        ends = [line for line in heard if line["type"] == "end"]
        self.assertEqual([end["scores"] for end in ends], [game["scores"] for game in self.records()])
        self.assertEqual(ends[0]["end"], "played out")

    def test_nobody_learns_a_bid_before_all_have_bid(self):
        # The bot in seat 1 answers late: what it has been sent by then must not hold seat 0's bid.
        bot = self.scripted('import time; time.sleep(0.05); print(legal[0])')
        self.run_json("bidding", "-b", "mimic", "-p", PYTHON, bot, "--option", "cards=4")
        moves = []
        for line in self.heard():
            if line["type"] == "turn":
                self.assertEqual(len(moves) % 2, 0)
                self.assertEqual(sorted(line["view"]["opponents"][0] + [int(move) for seat, move in moves if seat == 0]),
                                 [1, 2, 3, 4])
            elif line["type"] == "event" and "move" in line:
                moves.append((line["seat"], line["move"]))
        self.assertEqual([seat for seat, _ in moves], [0, 1] * 4)

    def test_a_hidden_card_is_left_out(self):
        bot = self.scripted('print(legal[0])')
        self.run_json("lost_cities", "-p", PYTHON, bot, "-b", "greedy")
        drawn = [line for line in self.heard() if line["type"] == "event" and line.get("move") == "n"]
        self.assertTrue(all("card" in line for line in drawn if line["seat"] == 0))
        self.assertTrue(all("card" not in line for line in drawn if line["seat"] == 1))
        self.assertEqual({line["seat"] for line in drawn}, {0, 1})


class Clocks(JsonTest):
    def transcript_of(self, *words):
        """What arena sent to a bot that sometimes thinks, and what a replay prints."""
        bot = self.scripted('''
        import time
        time.sleep(0.0007 * (turns % 20))
        print(json.dumps({"move": legal[0]}))''')
        self.run_json("streams", "-p", PYTHON, bot, "-n", "1", "--move-time", "10m", "--game-time", "5m",
                      "--increment", "0.0015", *words)
        return (self.folder / "heard").read_text(), self.succeed("replay", "games.jsonl", "--transcript", "0").out

    def test_a_record_with_times_tells_what_was_left_of_the_clock(self):
        heard, transcript = self.transcript_of("--record-times")
        self.assertEqual(transcript, heard)
        left = [message["ms"] for message in map(json.loads, heard.splitlines()) if message["type"] == "turn"]
        self.assertEqual(left[0], 300_000)
        self.assertLess(left[-1], 300_000 + 2 * len(left) - 50)

    def test_without_times_only_what_was_left_differs(self):
        heard, transcript = self.transcript_of()
        both = [[{**message, "ms": 0} for message in map(json.loads, text.splitlines())] for text in (heard, transcript)]
        self.assertEqual(*both)
        self.assertNotEqual(transcript, heard)


class Answers(JsonTest):
    def one_answer(self, answer, *words):
        """A game in which the bot gives this first answer, and then legal moves."""
        bot = self.scripted(f"print({answer} if turns == 1 else legal[0])")
        self.run_json("streams", "-p", PYTHON, bot, "-n", "1", *words)
        return self.records()[0]

    def test_plain_text_strings_and_numbers_are_moves(self):
        for answer in ("'7'", "'\"7\"'", "7", "json.dumps({'move': '7'})", "json.dumps({'move': 7})",
                       "json.dumps({'move': ' 7 ', 'id': 1, 'note': 'x'})"):
            with self.subTest(answer):
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                game = self.one_answer(answer)
                self.assertEqual(game["moves"][0]["move"], "7")
                self.assertNotIn("forfeits", game)

    def test_a_refused_json_string_is_quoted_once(self):
        game = self.one_answer("'\"x\"'")
        self.assertEqual(game["forfeits"][0]["detail"], 'answered "x": Invalid slot.')
        text = self.succeed("replay", "games.jsonl", "--step", text="e\n").out
        self.assertNotIn('""', text)

    def test_wrong_answers_are_refused_with_the_reason(self):
        for answer, reason in (("'x'", "Invalid slot."), ("json.dumps({'move': 3.5})", "Invalid slot."),
                               ("json.dumps({'move': None})", '"move" must be a string or a number, not null.'),
                               ("json.dumps({'move': [1]})", '"move" must be a string or a number, not [1].'),
                               ("json.dumps({'id': 1})", 'No "move" in the object.'),
                               ("json.dumps({'move': '1', 'id': 9})", "Unknown id 9: the question is 1."),
                               ("json.dumps({'move': '1', 'id': 'a'})", 'Unknown id "a": the question is 1.'),
                               ("'{'", None), ("'\"x'", None)):
            with self.subTest(answer):
                (self.folder / "games.jsonl").unlink(missing_ok=True)
                game = self.one_answer(answer)
                self.assertEqual(game["forfeits"][0]["reason"], "refused")
                if reason:
                    self.assertEqual(game["moves"][-1]["rejected"], reason)

    def test_a_refused_bot_may_answer_again_where_the_game_lets_it(self):
        game = self.one_answer("'x'", "--max-refusals", "1")
        self.assertNotIn("forfeits", game)
        self.assertIn({"type": "error", "id": 1, "message": "Invalid slot."}, self.heard())

    def test_a_bot_refused_for_good_is_told_the_end(self):
        self.one_answer("'x'")
        end = self.heard()[-1]
        self.assertEqual((end["type"], end["forfeits"][0]["reason"]), ("end", "refused"))

    def test_an_answer_to_an_old_question_is_ignored(self):
        bot = self.scripted("""
        if turns == 3: print(json.dumps({"move": legal[-1], "id": 1}))
        print(json.dumps({"move": legal[0], "id": open_id}))""")
        self.run_json("streams", "-p", PYTHON, bot, "-n", "1")
        game, = self.records()
        self.assertNotIn("forfeits", game)
        self.assertEqual([move["move"] for move in game["moves"]], [str(slot) for slot in range(20)])

    def test_a_note_is_kept_and_shown(self):
        bot = self.scripted('print(json.dumps({"move": legal[0], "note": "I am sure" if turns == 1 else "y" * 5000}))')
        self.run_json("streams", "-p", PYTHON, bot, "-n", "1")
        moves = self.records()[0]["moves"]
        self.assertEqual(moves[0]["note"], "I am sure")
        self.assertEqual(moves[1]["note"], "y" * 1024)
        self.assertIn("I am sure", self.succeed("replay", "games.jsonl", "--step", text="\n\n").out)


if __name__ == "__main__":
    main()
