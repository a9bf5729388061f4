"""What results say of games that were not played: forfeited ones, and those of a tournament that was stopped."""
import csv
import io
import json
import signal
import sys

from parallel import main
from stores import StoreTest
from support import wait_until

# Makes the first legal move. Is killed at its k-th question; with "hang", does not answer the k-th one of all games.
STOPS = """
import json
import os
import sys
import time
last, how = int(sys.argv[1]), sys.argv[2]
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        asked += 1
        if how == "hang":
            with open("asked", "a") as file:
                file.write("?")
                asked = file.tell()
        if asked >= last:
            time.sleep(3600) if how == "hang" else os.kill(os.getpid(), 9)
        print(json.dumps({"move": message["legal"][0]}), flush=True)
"""
WORST = -1180  # what counts for who forfeits in Lost Cities with empty expeditions


class NotPlayed(StoreTest):
    def setUp(self):
        super().setUp()
        self.file("stops.py", STOPS)

    def stops(self, at, how="crash"):
        return "-p", f"name={how}", "protocol=json", "move-time=10m", sys.executable, "stops.py", str(at), how


class Forfeited(NotPlayed):
    def test_who_crashes_in_every_game_after_some_moves_gives_its_opponent_no_verdict(self):
        words = ("run", "lost_cities", *self.stops(5), "-b", "dumb", "-n", "8", "--seed", "1", "-q")
        shown = self.succeed(*words).out
        self.assertIn("crash forfeited 8 of 8 games. This does not measure strength.", shown)
        self.assertIn("No game was played without a forfeit.", shown)
        self.assertNotRegex(shown, rf"stronger|leads|{WORST}")
        told = json.loads(self.succeed(*words, "--json").out)
        self.assertEqual((told["games"], told["forfeited_games"]), (8, 8))
        self.assertEqual((told["verdict"]["kind"], told["verdict"]["not_measured"]), ("not compared", ["crash"]))
        for player in told["players"]:
            self.assertEqual([player[key] for key in ("score", "score_95", "margin", "margin_95")], [None] * 4)

    def test_means_are_those_of_games_without_a_forfeit(self):
        told = json.loads(self.succeed("run", "lost_cities", *self.stops(60), "-b", "dumb", "-n", "8", "--seed", "1", "-q", "--json",
                                       "--record", "games.jsonl").out)
        played = [game["scores"] for game in self.records() if "forfeits" not in game]
        self.assertTrue(0 < len(played) < 8)
        self.assertEqual(told["forfeited_games"], 8 - len(played))
        dumb, crash = sorted(told["players"], key=lambda player: player["name"], reverse=True)
        self.assertEqual((dumb["name"], crash["name"]), ("dumb", "crash"))
        self.assertAlmostEqual(crash["score"], sum(own for own, _ in played) / len(played))
        self.assertAlmostEqual(crash["margin"], sum(own - other for own, other in played) / len(played))
        self.assertAlmostEqual(dumb["margin"], -crash["margin"])
        # Where points count, forfeits do.
        told = json.loads(self.succeed("run", "lost_cities", *self.stops(60), "-b", "dumb", "-n", "8", "--seed", "1", "-q", "--json",
                                       "--rank-by", "score").out)
        self.assertLess(told["players"][1]["score"], -100)

    def test_others_at_the_table_keep_their_means(self):
        told = json.loads(self.succeed("run", "bidding", *self.stops(5), "-b", "random", "-b", "mimic", "-n", "6", "--seed", "1", "-q", "--json").out)
        self.assertEqual((told["forfeited_games"], told["verdict"]["not_measured"]), (6, ["crash"]))
        for player in told["players"]:
            self.assertEqual(player["score"] is None, player["name"] == "crash", player)

    def test_where_tables_are_compared_a_deal_with_a_forfeit_was_not_played(self):
        words = ("run", "bridge", "-b", "natural", *self.stops(12), "-n", "6", "--seed", "1", "-q")
        shown = self.succeed(*words).out
        self.assertRegex(shown, r"crash forfeited \d+ of 12 games\. This does not measure strength\.")
        self.assertIn("Each deal had a forfeit: there are no mean scores and margins.", shown)
        self.assertNotRegex(shown, "stronger|leads")

    def test_who_forfeits_all_games_of_a_tournament_is_not_measured(self):
        self.succeed("tournament", "lost_cities", *self.stops(5), "-b", "greedy", "-b", "dumb", "--deals", "3", "--seed", "1", "-q", "--store", "a.db")
        shown = self.succeed("standings", "a.db").out
        self.assertIn("\ncrash forfeited all its games: its rating does not measure its strength.\n", shown)
        standings = self.standings("a.db")
        self.assertEqual([(row["name"], row["measured"]) for row in standings["entrants"] if row["superiority"] is None],
                         [("dumb", True), ("crash", False)])
        self.assertNotIn("crash", json.dumps(standings["superiority"]))
        self.succeed("report", "a.db", "pages")
        self.assertIn("crash forfeited all its games: its rating does not measure its strength.", (self.folder / "pages/index.html").read_text())

    def test_the_margin_of_a_swiss_tournament_counts_forfeits_and_says_so(self):
        self.succeed("tournament", "lost_cities", *self.stops(5), "-b", "greedy", "-b", "dumb", "-b", "random", "--format", "swiss", "--rounds", "2",
                     "--deals", "1", "--seed", "1", "-q", "--store", "a.db")
        self.assertIn("Here a forfeit counts as the worst result that was still possible.", self.succeed("standings", "a.db").out)

    def test_a_comparison_with_it_decides_nothing(self):
        result = self.arena("compare", "lost_cities", *self.stops(5), "-b", "dumb", "--seed", "1", "-q")
        self.assertEqual(result.status, 1, result)
        self.assertRegex(result.out, r"crash forfeited (\d+) of \1 games\. This does not measure strength\.")
        self.assertNotIn("better", result.out)
        told = json.loads(self.arena("compare", "lost_cities", *self.stops(5), "-b", "dumb", "--seed", "1", "-q", "--json").out)
        self.assertEqual((told["decision"], told["forfeited_games"]), ("not measured", told["matches"]))
        self.assertEqual([told[key] for key in ("value", "sequence", "more_deals")], [None] * 3)
        result = self.arena("compare", "lost_cities", *self.stops(5), "-b", "dumb", "--seed", "1", "-q", "--rank-by", "score", "--max-deals", "9")
        self.assertNotRegex(result.out, r"Lead|better|points a game")

    def test_a_game_has_the_same_scores_everywhere(self):
        self.succeed("tournament", "lost_cities", *self.stops(60), "-b", "dumb", "--deals", "4", "--seed", "1", "-q", "--store", "a.db")
        self.succeed("export", "a.db", "--csv", "tables", "--json", "all.json", "--records", "games.jsonl")
        self.succeed("report", "a.db", "pages")
        rows = list(csv.DictReader(io.StringIO((self.folder / "tables/matches.csv").read_text())))
        told = json.loads((self.folder / "all.json").read_text())["matches"]
        index = (self.folder / "pages/games/1.html").read_text()
        faults = 0
        for number, record in enumerate(self.records()):
            seats = [row for row in rows if int(row["match"]) == number]
            self.assertEqual([int(row["score"]) for row in seats], record["scores"])
            self.assertEqual([row["score"] for row in told if row["match"] == number], record["scores"])
            counted = {entry["seat"]: entry["score"] for entry in record.get("counted", ())}
            self.assertEqual([int(row["counted_score"]) for row in seats],
                             [counted.get(seat, score) for seat, score in enumerate(record["scores"])])
            replay = self.succeed("replay", "a.db", "--game", str(number + 1)).out
            for score in record["scores"]:
                self.assertRegex(replay, rf"(?<![-\d]){score}(?!\d)")
                self.assertIn(f'<span class="score">{score}</span>', index.replace("−", "-"))
            faults += len(record.get("forfeits", ()))
        self.assertGreater(faults, 0)
        self.assertNotIn("1180", index)
        shown = self.succeed("standings", "a.db")
        self.assertIn(f"8 games of 2 entrants, {faults} of them with a forfeit\n", shown.out)
        standings = self.standings("a.db")
        self.assertEqual((standings["games"], standings["forfeited_games"]), (8, faults))
        deals = [self.records()[first:first + 2] for first in range(0, 8, 2)]
        played = [game for deal in deals if not any("forfeits" in game for game in deal) for game in deal]
        self.assertTrue(0 < len(played) < 8)
        for entrant in standings["entrants"]:
            own = [game["scores"][seat] for game in played for seat, player in enumerate(game["players"]) if player["name"] == entrant["name"]]
            self.assertAlmostEqual(entrant["mean_score"], sum(own) / len(own))
            self.assertIs(entrant["measured"], True)
        self.assertNotIn("does not measure", shown.out)


class Stopped(NotPlayed):
    # The bot has at most ten turns a game, so it hangs after 20 games or more.
    SHORT = ("--option", "max_turns=20", "--seed", "5", "--store", "a.db", "-q")

    def test_a_tournament_that_was_stopped_says_so_everywhere(self):
        running = self.start("tournament", "lost_cities", *self.stops(200, "hang"), "-b", "dumb", "-b", "random", "--deals", "10",
                             "--report", "pages", *self.SHORT)
        wait_until(lambda: self.stored_games("a.db") > 3, "some games")
        running.signal(signal.SIGINT)
        stopped = running.finish()
        self.assertEqual(stopped.status, 130, stopped)
        games = self.stored_games("a.db")
        saying = f"The tournament is not over: {games} of 60 games are played."
        self.assertIn(f"{games} games of 3 entrants\n{saying}\n", stopped.out)
        self.assertIn(saying, self.succeed("standings", "a.db").out)
        self.assertIn(saying, self.succeed("standings", "a.db", "--csv").err)
        self.assertIn(saying, self.succeed("verify", "a.db").out)
        standings = self.standings("a.db")
        self.assertEqual((standings["over"], standings["games"], standings["planned_games"]), (False, games, 60))
        self.assertIn(saying, (self.folder / "pages/index.html").read_text())
        self.succeed("export", "a.db", "--json", "all.json")
        row = json.loads((self.folder / "all.json").read_text())["tournament"]
        self.assertEqual((row["over"], row["games"], row["planned_games"]), (False, games, 60))

    def test_a_run_that_was_stopped_says_so_in_its_store(self):
        running = self.start("run", "lost_cities", *self.stops(200, "hang"), "-b", "dumb", "-n", "60", *self.SHORT)
        wait_until(lambda: self.stored_games("a.db") > 3, "some games")
        running.signal(signal.SIGINT)
        running.finish()
        games = self.stored_games("a.db")
        self.assertIn(f"The last run is not over: {games} of 60 games are played.", self.succeed("standings", "a.db").out)
        standings = self.standings("a.db")
        self.assertEqual((standings["over"], standings["planned_games"]), (False, 60))

    def test_at_an_earlier_day_a_tournament_was_not_over(self):
        self.succeed("tournament", "streams", "-b", "spread", "-b", "random", "--deals", "4", "-q", "--store", "a.db")
        self.assertNotIn("not over", self.succeed("standings", "a.db").out)
        self.assertIs(self.standings("a.db")["over"], True)
        self.assertIn("The tournament is not over: 0 of 4 games are played.", self.succeed("standings", "a.db", "--at", "2026-01-01").out)


if __name__ == "__main__":
    main()
