"""Tournaments of bridge: teams of two bots, and pairs that play the same boards and score against all tables."""
import json
import signal
import sys
from collections import defaultdict
from statistics import mean, stdev

from bridge_series import TOURNAMENT, imps
from stores import StoreTest
from support import main, wait_until

# A bot that plays the first legal move, and adds its process to a file beside it.
PIDS = """
import json, os, sys
with open(__file__.replace(".py", ".pids"), "a") as pids:
    pids.write(f"{os.getpid()}\\n")
for line in sys.stdin:
    message = json.loads(line)
    if message.get("type") == "turn":
        print(json.dumps({"id": message["id"], "move": message["legal"][0]}), flush=True)
"""
STUDENT = {7: 2.364624, 5: 2.570582}  # the 97.5 % quantiles of so many degrees of freedom


class TeamsOfTwo(StoreTest):
    def field(self, bots='{ builtin = "natural" }, { builtin = "random" }', deals=4):
        text = TOURNAMENT.replace("deals = 6", f"deals = {deals}")
        self.file("cup.toml", text + f'[[entrant]]\nname = "pair"\nbots = [{bots}]\n')

    def test_partners_are_one_entrant(self):
        self.field()
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db", "--report", "pages")
        self.assert_agrees("cup.db")
        standings = self.standings("cup.db")
        self.assertEqual({entrant["name"]: entrant["deals"] for entrant in standings["entrants"]},
                         dict.fromkeys(("natural", "pass", "random", "pair"), 12))
        self.succeed("export", "cup.db", "--records", "games.jsonl")
        seen = set()
        for record in self.records():
            names = [player["name"] for player in record["players"]]
            for seat, name in enumerate(names):
                partner = {"pair (natural)": "pair (random)", "pair (random)": "pair (natural)"}.get(name, name)
                self.assertEqual(names[(seat + 2) % 4], partner)
                seen.add(name)
        self.assertEqual(seen, {"natural", "pass", "random", "pair (natural)", "pair (random)"})
        self.assertIn("-b name=natural natural -b name=random random", self.succeed("entrants", "cup.db").out)
        by_deal = self.succeed("standings", "cup.db", "--by-deal", "pair", "pass", "--json").out
        self.assertEqual(len(json.loads(by_deal)), 4)

    def test_partners_on_the_command_line_share_no_process(self):
        bot = self.file("one.py", PIDS)
        other = self.file("other.py", PIDS)
        self.succeed("tournament", "bridge", "-p", "team=pair", sys.executable, bot, "-p", "team=pair", "protocol=json",
                     sys.executable, other, "-b", "pass", "--deals", "1", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        pids = [path.read_text().split() for path in (self.folder / "one.pids", self.folder / "other.pids")]
        self.assertEqual([len(own) for own in pids], [2, 2])  # a process at each of the two tables
        self.assertEqual(len(set(pids[0] + pids[1])), 4)
        (self.folder / "other.py").write_text(PIDS + "# changed\n")
        self.assertIn("the files of pair have changed", self.arena("verify", "cup.db").out)

    def test_a_forfeit_is_the_entrants(self):
        dead = self.file("dead.py", "raise SystemExit(1)\n")
        self.field(f'{{ builtin = "natural" }}, {{ name = "dead", command = ["{sys.executable}", "{dead}"] }}', deals=1)
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        forfeits = {entrant["name"]: entrant["forfeits"] for entrant in self.standings("cup.db")["entrants"]}
        self.assertEqual(forfeits, {"natural": 0, "pass": 0, "random": 0, "pair": 6})
        # An entrant has both seats of a side; its case is listed once, with the cause.
        text = self.succeed("standings", "cup.db").out
        self.assertRegex(text, r"\n  pair: 6 × .+, first in game 1: \S")
        self.assertEqual(text.count("  pair: 6 ×"), 1, text)

    def test_a_killed_tournament_goes_on(self):
        self.field(deals=12)
        words = ("tournament", "cup.toml", "-q", "--store")
        self.succeed(*words, "whole.db")
        running = self.start(*words, "part.db")
        wait_until(lambda: self.stored_games("part.db") > 0, "the first game")
        running.signal(signal.SIGKILL)
        running.finish()
        self.succeed(*words, "part.db")
        self.assert_same(("cup.toml",), "part.db", "whole.db")

    def test_partners_come_and_are_replaced(self):
        self.file("cup.toml", TOURNAMENT)
        self.succeed("tournament", "cup.toml", "--commit", "-q", "--store", "cup.db")
        self.succeed("entrants", "cup.db", "add", "pair", "-b", "natural", "-b", "pass")
        self.succeed("entrants", "cup.db", "replace", "pass", "-b", "name=x", "random", "-b", "random")
        self.refuse("entrants", "cup.db", "add", "three", *3 * ("-b", "random"),
                    saying="three has 3 bots, but a side of Contract bridge has 2 seats")
        self.succeed("tournament", "cup.toml", "--seed-from", "text", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        entrants = self.standings("cup.db")["entrants"]
        self.assertEqual({entrant["deals"] for entrant in entrants if entrant["active"]}, {18})

    def test_what_is_refused(self):
        for bots, saying in (('{ builtin = "random" }',
                              "entrant 4: pair has 1 bot, but a side of Contract bridge has 2 seats"),
                             ('{ builtin = "nobody" }, { builtin = "random" }', 'unknown built-in bot "nobody"'),
                             ('{ name = "x" }, { builtin = "random" }', "cup.toml:17:"),
                             ("", "each [[bots]]")):
            self.field(bots)
            self.refuse("tournament", "cup.toml", saying=saying)
        self.file("cup.toml", 'game = "streams"\nformat = "round_robin"\n[[entrant]]\nname = "a"\nbuiltin = "random"\n'
                  '[[entrant]]\nname = "pair"\nbots = [{ builtin = "random" }, { builtin = "random" }]\n')
        self.refuse("tournament", "cup.toml", saying="Streams has no partners: pair must be one bot")
        self.refuse("run", "bridge", "-b", "team=x", "random", "-b", "random", saying="team= is for arena tournament")
        self.refuse("tournament", "bridge", "-b", "team=", "random", "-b", "random",
                    saying="team= of a player is empty")


class PairsEvent(StoreTest):
    def field(self, scoring, entrants=("natural", "pass", "random", "double"), deals=2):
        text = TOURNAMENT[:TOURNAMENT.index("[[entrant]]")].replace("deals = 6", f"deals = {deals}\nsame_deals = true")
        text += f'[options]\nscoring = "{scoring}"\n'
        for name in entrants:
            builtin = name if name in ("natural", "pass", "random") else "natural"
            text += f'[[entrant]]\nname = "{name}"\nbuiltin = "{builtin}"\n'
        self.file("cup.toml", text)

    def second_count(self, earned):
        """Scores by entrant and deal: the mean over its tables of what `earned(lead)` gives against the others."""
        boards = defaultdict(list)
        for record in self.records():
            names = [player["name"] for player in record["players"]]
            boards[record["seed"]].append((record["deal"], names[0], names[1], record["scores"][0]))
        scores = defaultdict(list)
        for tables in boards.values():
            self.assertEqual([deal for deal, *_ in tables], [tables[0][0]] * len(tables))
            own = defaultdict(list)
            for at, (_, north, east, score) in enumerate(tables):
                leads = [score - other for place, (*_, other) in enumerate(tables) if place != at]
                own[north].append(mean(earned(lead) for lead in leads))
                own[east].append(mean(earned(-lead) for lead in leads))
            for name, values in own.items():
                self.assertEqual(len(values), 2)  # once North-South, once East-West
                scores[name].append(mean(values))
        return [len(tables) for tables in boards.values()], scores

    def check(self, earned, expected_tables):
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        self.succeed("export", "cup.db", "--records", "games.jsonl")
        tables, scores = self.second_count(earned)
        self.assertEqual(sorted(tables), expected_tables)
        field = self.standings("cup.db")["field"]
        self.assertEqual((field["least_tables"], field["most_tables"]), (min(tables), max(tables)))
        self.assertEqual({one["name"] for one in field["entrants"]}, set(scores))
        values = [one["score"] for one in field["entrants"]]
        self.assertEqual(values, sorted(values, reverse=True))
        for one in field["entrants"]:
            own = scores[one["name"]]
            self.assertEqual(one["deals"], len(own))
            self.assertAlmostEqual(one["score"], mean(own))
            self.assertEqual(one["place"], 1 + sum(value > one["score"] for value in values))
            if len(set(own)) == 1:
                self.assertEqual((one["score_low"], one["score_high"]), (None, None))
                continue
            half = STUDENT[len(own) - 1] * stdev(own) / len(own) ** 0.5
            self.assertAlmostEqual(one["score_low"], mean(own) - half, 3)
            self.assertAlmostEqual(one["score_high"], mean(own) + half, 3)
        return field

    def test_matchpoints_over_all_tables(self):
        self.field("mp")  # 3 rounds of 2 pairings, each with 2 tables
        field = self.check(lambda lead: 100 if lead > 0 else 50 if lead == 0 else 0, [4] * 6)
        self.assertEqual((field["unit"], field["percentage"]), ("matchpoints", True))
        self.assertAlmostEqual(mean(one["score"] for one in field["entrants"]), 50)
        text = self.succeed("standings", "cup.db").out
        self.assertRegex(text, r"(?m)^place +entrant +matchpoints % +deals$")
        self.assertRegex(text, r"(?m)^ *1 +\w+ +\d+\.\d ± [\d.]+ +6$")
        self.assertIn("which 4 tables played", " ".join(text.split()))
        self.succeed("report", "cup.db", "pages")
        page = (self.folder / "pages/index.html").read_text()
        self.assertIn("matchpoints %", page)
        for one in field["entrants"]:
            self.assertIn(f"{one['score']:.1f}", page)

    def test_imps_over_all_tables_and_a_bye(self):
        self.field("imp", ("natural", "pass", "random", "double", "again"))
        field = self.check(imps, [4] * 10)
        self.assertEqual((field["unit"], field["percentage"]), ("IMPs", False))

    def test_a_killed_tournament_goes_on(self):
        self.field("mp", deals=10)
        words = ("tournament", "cup.toml", "-q", "--store")
        self.succeed(*words, "whole.db")
        running = self.start(*words, "part.db")
        wait_until(lambda: self.stored_games("part.db") > 0, "the first game")
        running.signal(signal.SIGKILL)
        running.finish()
        self.succeed(*words, "part.db")
        self.assert_same(("cup.toml",), "part.db", "whole.db")

    def test_without_it_no_board_is_shared(self):
        self.file("cup.toml", TOURNAMENT)
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db")
        self.assertIsNone(self.standings("cup.db")["field"])
        self.assertEqual(self.query("cup.db", "SELECT count(DISTINCT seed) = count(*) FROM deal"), [(1,)])

    def test_on_the_command_line(self):
        field = [word for name in ("a", "b", "c", "d") for word in ("-b", f"name={name}", "natural")]
        words = ("tournament", "bridge", *field, "--deals", "3", "--option", "scoring=mp", "--seed", "1", "-q",
                 "--store", "cup.db")
        self.succeed(*words, "--same-deals")
        scores = self.standings("cup.db")["field"]["entrants"]
        self.assertEqual({one["score"] for one in scores}, {50})  # all play alike
        self.assertEqual(self.query("cup.db", "SELECT count(*), count(DISTINCT seed) FROM deal"), [(18, 9)])
        self.refuse(*words, saying="holds another tournament")
        self.change("cup.db", "UPDATE deal SET seed = '1' WHERE id = 2")
        self.assertIn("seed does not follow", self.arena("verify", "cup.db").out)


if __name__ == "__main__":
    main()
