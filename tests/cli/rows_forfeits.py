"""Rows 55 and 56 of the catalogue: bots that leave a game so that a friend, or they themselves, come out better."""
import json
import sys

from catalogue import RowTest
from support import WHOLE

# A bot of all games: it makes the first legal move, or the last one, and in Most, where none are listed, it draws and
# discards. It leaves when it has made so many moves, or, given a name, as soon as that player alone has the most points.
LEAVER = """
import json
import sys
takes, leaves = sys.argv[1:]
made = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        names, made = message["names"], 0
    if message["type"] == "error":
        print(json.dumps({"move": choices.pop(0)}), flush=True)
    if message["type"] != "turn":
        continue
    view = message["view"]
    choices = message["legal"] or (["draw"] if view["phase"] == "get" else ["discard " + card for card in view["hand"]])
    if leaves.isdigit():
        left = made == int(leaves)
    else:
        scores = view["scores"]
        left = leaves in names and sorted(scores)[-2] < scores[names.index(leaves)] == max(scores)
    if left:
        sys.exit(1)
    made += 1
    print(json.dumps({"move": choices.pop(0 if takes == "first" else -1)}), flush=True)
"""
NEVER = "999999"


class Forfeits(RowTest):
    LEFT = 10 if WHOLE else 2  # games that are left

    def leaver(self, name, takes, leaves):
        self.file("leaver.py", LEAVER)
        self.may_stay.add("leaver.py")
        return "-p", f"name={name}", "protocol=json", "move-time=1m", sys.executable, "leaver.py", takes, leaves

    def play(self, game, *words):
        """The players of the standing, by name."""
        (self.folder / "games.jsonl").unlink(missing_ok=True)
        result = self.succeed("run", game, *words, "--seed", "1", "--record", "games.jsonl", "--json", "-q")
        self.assert_replays(len(self.records()))
        return {player["name"]: player for player in json.loads(result.out)["players"]}

    def kingmaking(self, *, leaves):
        """A table of three. The player that leaves would bid its lowest card, as the arbiter then does for it."""
        standing = self.play("bidding", *self.leaver("maker", "first", leaves), *self.leaver("friend", "last", NEVER),
                             "-b", "mimic", "-n", "12")
        return standing["friend"]["wins"], self.records()

    def test_row_55_who_leaves_ends_the_game_for_nobody_else(self):
        _wins, stayed = self.kingmaking(leaves=NEVER)
        wins, left = self.kingmaking(leaves="friend")
        self.assertNotIn("forfeits", str(stayed))
        self.assertEqual([len(game["forfeits"]) for game in left], [1] * 12)
        self.assertEqual([game["end"] for game in left], ["played out"] * 12)
        self.assertEqual([game["scores"] for game in left], [game["scores"] for game in stayed])
        # The friend is still beaten by who plays better. (Who leaves gives up its own wins, as it could by bad play.)
        points = [{player["name"]: score for player, score in zip(game["players"], game["scores"])} for game in stayed]
        self.assertEqual(wins, sum(game["friend"] > game["mimic"] for game in points))
        self.assertLess(wins, 12)

    def leaving(self, game, options, leaves, opponent):
        return self.play(game, *self.leaver("bad", "first", leaves), "-b", opponent, "-n", self.LEFT, *options,
                         "--rank-by", "score")["bad"]

    def test_row_56_who_leaves_a_lost_game_loses_no_less(self):
        for game, opponent, options, points in (("lost_cities", "greedy", (), 1), ("bidding", "mimic", (), 1),
                                                ("streams", "rollout", (), 1), ("most", "melder", ("--option", "deals=1"), 1),
                                                ("yard_bridge", "loader", ("--option", "deals=1"), -1)):
            stayed = self.leaving(game, options, NEVER, opponent)
            self.assertEqual(stayed["forfeits"], {})
            for leaves in ("0", "3") if WHOLE else ("3",):
                with self.subTest(game=game, leaves=leaves):
                    left = self.leaving(game, options, leaves, opponent)
                    self.assertEqual(left["forfeits"], {"exit": self.LEFT})
                    self.assertEqual(left["win_share"], 0)
                    self.assertEqual((left["score"], left["margin"]), (None, None))  # of games without a forfeit
                    counted = [entry["score"] for game_left in self.records() for entry in game_left["counted"]]
                    self.assertLessEqual(points * sum(counted) / self.LEFT, points * stayed["score"])
