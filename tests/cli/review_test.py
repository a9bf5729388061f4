"""`arena review`: what the moves of recorded games lost."""
import json
import re

from support import CONFORMANCE, ArenaTest, main


class Review(ArenaTest):
    def setUp(self):
        super().setUp()
        self.succeed("run", "bidding", "-b", "name=me", "mimic", "-b", "name=best", "optimal", "--option", "cards=5",
                     "-n", 6, "--seed", 1, "-q", "--record", "games.jsonl", "--store", "games.db")

    def review(self, *words):
        return json.loads(self.succeed("review", *words, "--json", "-q").out)

    def test_the_review_of_a_player(self):
        result = self.succeed("review", "games.jsonl", "--player", "me")
        head, habits, worst, method = result.out.split("\n\n")
        self.assertRegex(head, r"^me lost [\d.]+ ± [\d.]+ points a decision, in 6 games: 24 decisions, \d+ of them for the best move\.$")
        self.assertIn("what it did", habits)
        self.assertRegex(habits, r"bid (at|below|above) the rank of a (low|middle|high) prize")
        self.assertRegex(worst, r"(?m)^ +\d+  \d+ \(bid .*\); better: \d+ \(bid .*\) +\d+ +[\d.]+$")
        self.assertIn("± is the 95 % interval.", method)

    def test_all_players_have_a_line_each(self):
        out = self.succeed("review", "games.jsonl").out
        self.assertTrue(out.startswith("best lost 0.00 points a decision, in 6 games: 24 decisions, 24 of them for the best move.\nme lost "), out)
        self.assertIn("--player NAME shows", out)

    def test_json_has_every_decision(self):
        found = self.review("games.jsonl")
        self.assertEqual((found["game"], found["unit"], len(found["moves"])), ("bidding", "points", 48))
        self.assertEqual([player["player"] for player in found["players"]], ["best", "me"])
        self.assertEqual(found["players"][0]["loss"], 0)
        lost = [move["loss"] for move in found["moves"]]
        self.assertAlmostEqual(sum(lost) / 24, found["players"][1]["loss"])
        self.assertTrue(all(move["exact"] for move in found["moves"]))

    def test_a_store_has_the_same_games(self):
        self.assertEqual(self.review("games.db"), self.review("games.jsonl"))

    def test_one_game_and_the_first_ones(self):
        self.assertEqual({move["game"] for move in self.review("games.jsonl", "--game", 3)["moves"]}, {3})
        result = self.succeed("review", "games.jsonl", "--games", 2, "--json")
        self.assertIn("Only the first 2 games are reviewed: --games N takes more.\n", result.err)
        self.assertEqual({move["game"] for move in json.loads(result.out)["moves"]}, {1, 2})

    def test_more_play_outs_measure_better(self):
        self.succeed("run", "lost_cities", "-b", "random", "-b", "greedy", "--seed", 1, "-q", "--record", "lost.jsonl")
        errors = []
        for play_outs in (40, 640):
            moves = self.review("lost.jsonl", "--player", "random", "--play-outs", play_outs)["moves"]
            measured = [move["error"] for move in moves if move["better"]]
            errors.append(sum(measured) / len(measured))
        self.assertLess(errors[1], errors[0] / 2)

    def test_mistakes_name_what_is_wrong(self):
        for words, text in ((["games.jsonl", "--player", "you"], 'no game has the player "you"; there are: best, me'),
                            (["none.jsonl"], 'cannot read "none.jsonl"'), (["games.jsonl", "--play-outs", 1], "--play-outs"),
                            (["games.jsonl", "--game", 9], "holds 6 games")):
            result = self.arena("review", *words)
            self.assertEqual((result.status, result.out), (2, ""), words)
            self.assertIn(text, result.err)

    def test_games_of_two_kinds_are_refused(self):
        mixed = (self.folder / "games.jsonl").read_text("utf-8") + CONFORMANCE.read_text("utf-8")
        (self.folder / "mixed.jsonl").write_text(mixed, "utf-8")
        result = self.arena("review", "mixed.jsonl")
        self.assertEqual(result.status, 2)
        self.assertIn("mixed.jsonl:7 (game 7) is a game of lost_cities, and not of bidding", result.err)

    def test_broken_and_repeated_games_are_named(self):
        lines = (self.folder / "games.jsonl").read_text("utf-8").splitlines()
        broken = json.loads(lines[1])
        broken["moves"] = broken["moves"][:3]
        (self.folder / "some.jsonl").write_text("\n".join([lines[0], lines[0], json.dumps(broken)]) + "\n", "utf-8")
        result = self.arena("review", "some.jsonl", "--json")
        self.assertEqual(result.status, 2)
        self.assertIn("some.jsonl:2 (game 2): this match is there already, and counts once", result.err)
        self.assertIn("some.jsonl:3 (game 3): move 4: the record ends where", result.err)
        self.assertEqual({move["game"] for move in json.loads(result.out)["moves"]}, {1, 3})

    def test_the_page_has_the_tables_and_the_worst_games(self):
        result = self.arena("review", "games.jsonl", "--player", "me", "--html", "review.html", "-q")
        if "built without the scripts" in result.err:
            self.leave_out("this arena was built without npm")
        found, = re.findall(r'<script type="application/json" id="steps">(.*?)</script>',
                            (self.folder / "review.html").read_text("utf-8"), re.DOTALL)
        page = json.loads(found)
        self.assertEqual([player["player"] for player in page["review"]["players"]], ["me"])
        shown = {game["number"]: game for game in page["games"]}
        for move in page["review"]["players"][0]["worst"]:
            steps = [step for step in shown[move["game"]]["steps"] if step["move"] == move["move"] and step.get("seat") == move["seat"]]
            self.assertEqual([step["loss"]["loss"] for step in steps], [move["loss"]])


if __name__ == "__main__":
    main()
