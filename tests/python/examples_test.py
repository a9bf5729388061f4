"""The examples of the package do what they say."""
import json
import re
import sys

import arena
from support import ROOT, ArenaTest, main

EXAMPLES = ROOT / "examples/python"


class Examples(ArenaTest):
    def example(self, name, *words):
        result = self.start(EXAMPLES / name, *words, program=sys.executable).finish()
        self.assertEqual(result.status, 0, result)
        return result

    def refused(self, name, *words, text):
        result = self.start(EXAMPLES / name, *words, program=sys.executable).finish()
        self.assertEqual((result.status, result.out), (2, ""), result)
        self.assertIn(text, result.err)
        self.assertNotIn("Traceback", result.err)

    def test_a_bred_bot_beats_planner_by_the_command_line(self):
        short = ("--generations", "8", "--population", "16", "--games", "100")
        out = self.example("evolve_bidding.py", *short, "--out", "bred.py").out
        self.assertEqual(sum(line.startswith("generation ") for line in out.splitlines()), 8)
        self.assertIn("<polyline", (self.folder / "bred.svg").read_text())
        result = self.succeed("run", "bidding", "-m", "bred.py", "-b", "planner", "-n", "200", "--json", "--strict",
                              "--python", sys.executable)
        players = {player["name"]: player for player in json.loads(result.out)["players"]}
        self.assertGreater(players["bred"]["win_share_95"][0], 0.5)

        texts = []
        for _ in range(2):
            self.example("evolve_bidding.py", "--generations", "2", "--population", "4", "--games", "20", "--out", "bred.py")
            texts.append((self.folder / "bred.py").read_text())
        self.assertEqual(*texts)

    def test_the_search_plays_every_game(self):
        short = {"most": ("max_turns=8", "deals=1"), "yard_bridge": ("deals=1", "max_actions=40")}
        for game in arena.games():
            options = [word for option in short.get(game, ()) for word in ("-o", option)]
            out = self.example("monte_carlo.py", game, "-n", "1", "--samples", "2", *options).out
            self.assertIn("game 1: (", out)

    def test_the_learner_beats_built_in_bots_and_gives_little_away(self):
        self.assertLess(len((EXAMPLES / "self_play.py").read_text().splitlines()), 80)
        *against, best = self.example("self_play.py", "--rounds", "400").out.splitlines()
        for line, bot in zip(against, ("random", "scatter")):
            lead, error = map(float, re.fullmatch(rf"against {bot}: (.*) ± (.*) points a game", line).groups())
            self.assertGreater(lead, error)
        self.assertLess(float(best.split()[4]), arena.exploitability("bidding", "scatter", cards=4) / 3)

    def test_the_best_way_of_kuhn_poker_gives_away_what_its_paper_says(self):
        *_, best, second = self.example("kuhn_poker.py").out.splitlines()
        self.assertEqual(best, "The lead of the best answer to the best way: 0.000000 points a game")
        self.assertEqual(second, "The lead of the second seat then: 0.111111")

    def test_what_the_search_cannot_play_is_told(self):
        for words, text in ((("bidding", "-b", "nobody"), 'unknown built-in bot "nobody"'),
                            (("bidding", "--samples", "0"), "--samples must be at least 1, not 0")):
            self.refused("monte_carlo.py", *words, text=text)

    def test_the_breeder_looks_at_all_that_it_is_given_before_it_breeds(self):
        (self.folder / "folder.py").mkdir()
        for words, text in ((("--out", "bred.txt"), "must be a .py file"), (("--out", "nowhere/bred.py"), "nowhere/bred.py"),
                            (("--out", "folder.py"), "folder.py"), (("--seed", "-1"), "--seed must be from 0"),
                            (("--seed", str(2**64)), "--seed must be from 0")):
            self.refused("evolve_bidding.py", *words, text=text)


if __name__ == "__main__":
    main()
