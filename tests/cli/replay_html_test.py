"""`arena replay --html`: one game as a web page."""
import json
import re

from replay_test import GAMES
from support import CONFORMANCE, ArenaTest, main


class Pages(ArenaTest):
    def setUp(self):
        super().setUp()
        if "built without the scripts" in self.arena("replay", CONFORMANCE, "--html", "-").err:
            self.leave_out("this arena was built without npm")

    def steps(self, page):
        found, = re.findall(r'<script type="application/json" id="steps">(.*?)</script>', page, re.DOTALL)
        return json.loads(found)

    def test_the_page_has_every_answer_of_the_game(self):
        result = self.succeed("replay", CONFORMANCE, "--game", 2, "--html", "game.html")
        self.assertEqual((result.out, result.err), ("", ""))
        game = self.steps((self.folder / "game.html").read_text("utf-8"))
        self.assertEqual([player["name"] for player in game["players"]],
                         [player["name"] for player in GAMES[1]["players"]])
        answers = [step for step in game["steps"] if "text" in step]
        self.assertEqual(len(answers), len(GAMES[1]["moves"]))
        self.assertEqual(game["result"]["scores"], GAMES[1]["scores"])
        self.assertEqual(game["broken"], "")

    def test_the_first_game_is_the_default_and_a_hyphen_is_stdout(self):
        page = self.succeed("replay", CONFORMANCE, "--html", "-").out
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertEqual(len([step for step in self.steps(page)["steps"] if "text" in step]), len(GAMES[0]["moves"]))

    def test_a_game_of_a_store(self):
        self.succeed("run", "bidding", "-b", "mimic", "-b", "random", "-n", 3, "--seed", 1, "-q", "--store", "games.db")
        page = self.succeed("replay", "games.db", "--game", 3, "--html", "-").out
        self.assertEqual(self.steps(page)["game"], "bidding")

    def test_a_broken_record_is_shown_as_far_as_it_goes(self):
        record = json.loads(json.dumps(GAMES[0]))
        record["moves"] = record["moves"][:5]
        (self.folder / "broken.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
        result = self.arena("replay", "broken.jsonl", "--html", "game.html")
        self.assertEqual(result.status, 1)
        self.assertIn("broken.jsonl:1 (game 1): move 6: the record ends where seat ", result.err)
        game = self.steps((self.folder / "game.html").read_text("utf-8"))
        self.assertEqual(len(game["steps"]), 6)
        self.assertIn("move 6: ", game["broken"])

    def test_wrong_words(self):
        for words, error in [
                (["--html", "no/such/folder/x.html"], 'cannot write "no/such/folder/x.html"'),
                (["--html", "x.html", "--player", "dumb"], "--html excludes --player"),
                (["--html", "x.html", "--game", "99999"], "--game 99999"),
        ]:
            with self.subTest(words=words):
                result = self.arena("replay", CONFORMANCE, *words)
                self.assertEqual(result.status, 2)
                self.assertIn(error, result.err)


if __name__ == "__main__":
    main()
