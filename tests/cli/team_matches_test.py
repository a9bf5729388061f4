"""Team matches of bridge: the score board by board, seats with processes of their own, and tournaments that count IMPs."""
import json
import re
import shutil
import signal
import sys

from bridge_series import RUN, TOURNAMENT, imps
from stores import StoreTest
from support import main, wait_until

# A bot that plays the first legal move, and says in its log who it is.
PIDS = """
import json, os, sys
print(os.getpid(), file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("type") == "turn":
        print(json.dumps({"id": message["id"], "move": message["legal"][0]}), flush=True)
"""


class TeamMatches(StoreTest):
    def test_the_score_board_by_board(self):
        self.succeed(*RUN, "--seed", "1", "--record", "games.jsonl")
        result = json.loads(self.succeed(*RUN, "--seed", "1", "--json").out)
        scores = [game["scores"][0] for game in self.records()]
        expected = [imps(first - second) for first, second in zip(scores[::2], scores[1::2])]
        self.assertEqual([deal["points"] for deal in result["by_deal"]], expected)
        self.assertEqual(result["by_deal"][-1]["total"], sum(expected))
        self.assertEqual(result["unit"], "IMPs a board")
        self.assertEqual([table["score"] for deal in result["by_deal"] for table in deal["tables"]], scores)
        for deal, game in zip(result["by_deal"], self.records()[::2]):
            calls = [move["move"] for move in game["moves"]]
            self.assertEqual(deal["tables"][0]["lead"], next((call for call in calls if re.fullmatch("[SHDC][2-9TJQKA]", call)), None))
        text = self.succeed(*RUN, "--seed", "1").out
        self.assertRegex(text, r"natural is N-S at the first table and E-W at the second")
        self.assertRegex(text, rf"(?m)^ +4 .* {re.escape(format(sum(expected), '+'))}$")
        self.assertRegex(text, r"(?m)^natural: [+-]?[\d.]+ ± [\d.]+ IMPs a board$")
        self.assertLessEqual(max(len(line) for line in text.split("\n\n")[1].splitlines()), 80)

    def test_matchpoints_are_shared(self):
        words = ("run", "bridge", "-b", "natural", "-b", "pass", "-n", "8", "-q", "--seed", "1", "--option", "scoring=mp")
        self.succeed(*words, "--record", "games.jsonl")
        result = json.loads(self.succeed(*words, "--json").out)
        scores = [game["scores"][0] for game in self.records()]
        expected = [1 + (first > second) - (first < second) for first, second in zip(scores[::2], scores[1::2])]
        self.assertEqual(set(expected), {0, 2})
        self.assertEqual([deal["points"] for deal in result["by_deal"]], expected)
        self.assertEqual(result["by_deal"][-1]["total"], sum(expected))
        self.assertEqual(result["players"][0]["score"], sum(expected) / len(expected))
        text = self.succeed(*words).out
        self.assertRegex(text, rf"(?m)^ +8 .* {expected[-1]} +{sum(expected)}$")
        self.assertRegex(text, r"(?m)^natural: [\d.]+ ± [\d.]+ matchpoints a board$")
        level = json.loads(self.succeed("run", "bridge", "-b", "natural", "-b", "natural", "-n", "2", "-q", *words[-2:], "--json").out)
        self.assertEqual([(deal["points"], deal["total"]) for deal in level["by_deal"]], [(1, 1), (1, 2)])

    def test_long_matches_print_no_boards_unless_asked(self):
        words = ("run", "bridge", "-b", "pass", "-b", "pass", "-n", "33", "-q")
        self.assertNotIn("first table", self.succeed(*words).out)
        self.assertIn("first table", self.succeed(*words, "--by-deal").out)

    def test_no_two_seats_share_a_process(self):
        bot = self.file("pids.py", PIDS)
        for jobs in ("1", "2"):
            logs = f"logs{jobs}"
            self.succeed("run", "bridge", "-p", "name=a", sys.executable, bot, "-p", "name=b", sys.executable, bot, "-n", "1", "-j", jobs,
                         "-q", "--log-dir", logs, "--record", f"{logs}.jsonl")
            pids = [path.read_text().split() for path in (self.folder / logs).glob("*.stderr")]
            self.assertEqual(len(pids), 8)
            self.assertEqual(len({pid for own in pids for pid in own}), 8)

    def test_a_tournament_counts_imps(self):
        self.file("cup.toml", TOURNAMENT)
        self.succeed("tournament", "cup.toml", "-q", "--store", "cup.db")
        self.assert_agrees("cup.db")
        self.succeed("export", "cup.db", "--records", "games.jsonl")
        records = self.records()
        margins = {}
        wins = {}
        for first, second in zip(records[::2], records[1::2]):
            names = [player["name"] for player in first["players"][:2]]
            self.assertEqual(first["deal"], second["deal"])
            self.assertEqual([player["name"] for player in second["players"][:2]], names[::-1])
            lead = imps(first["scores"][0] - second["scores"][0])
            for name, own in zip(names, (lead, -lead)):
                margins.setdefault(name, []).append(own)
                wins[name] = wins.get(name, 0) + 2 * (own > 0)
        standings = self.standings("cup.db")
        self.assertEqual(standings["games"], 36)
        for entrant in standings["entrants"]:
            own = margins[entrant["name"]]
            self.assertAlmostEqual(entrant["mean_margin"], sum(own) / len(own))
            self.assertEqual(entrant["wins"], wins[entrant["name"]])
            self.assertLess(entrant["mean_margin_low"], entrant["mean_margin_high"])
        self.assertEqual(standings["entrants"][0]["name"], "natural")
        for names in (("natural", "pass"), ("pass", "natural")):
            deals = json.loads(self.succeed("standings", "cup.db", "--by-deal", *names, "--json").out)
            pair = next(pair for pair in standings["pairs"] if (pair["entrant"], pair["opponent"]) == names)
            self.assertEqual([deal["deal"] for deal in deals], [1, 2, 3, 4, 5, 6])
            self.assertEqual([deal["board"] for deal in deals],
                             [record["deal"]["board"] for record in records[::2]
                              if {player["name"] for player in record["players"]} == set(names)])
            self.assertAlmostEqual(deals[-1]["total"], 6 * pair["mean_margin"])
        self.check_report("cup.db")
        self.check_left_out(deals[2]["deal"])
        self.assertIn("pass is N-S at the first table", self.succeed("standings", "cup.db", "--by-deal", "pass", "natural").out)
        self.refuse("standings", "cup.db", "--by-deal", "pass", "nobody", saying="no entrant is called")
        self.refuse("standings", "cup.db", "--by-deal", "pass", "pass", saying="have not met")

    def check_left_out(self, deal):
        """A game of this deal of pass and natural was left out: the deal is on no page."""
        shutil.copy(self.folder / "cup.db", self.folder / "less.db")
        names = ("pass", "natural")
        first, second = (self.query("less.db", f"SELECT id FROM entrant WHERE name = '{name}'")[0][0] for name in names)
        (pairing,), = self.query("less.db", "SELECT a.pairing FROM pairing_entrant a JOIN pairing_entrant b USING (pairing) "
                                            f"WHERE a.entrant = {first} AND b.entrant = {second}")
        self.change("less.db", "UPDATE result SET fault = 'left_out' WHERE match IN (SELECT m.number FROM match m JOIN deal d "
                               f"ON d.id = m.deal WHERE d.pairing = {pairing} AND d.number = {deal - 1} AND m.at_table = 1)")
        left = json.loads(self.succeed("standings", "less.db", "--by-deal", *names, "--json").out)
        self.assertEqual(len(left), 5)
        self.succeed("report", "less.db", "fewer")
        pages = "".join(page.read_text() for page in (self.folder / "fewer/entrants").iterdir())
        self.assertNotIn("by reason", pages)

    def check_report(self, store):
        """Each two entrants have a page with the lines of `standings --by-deal`."""
        self.succeed("report", store, "pages")
        pages = sorted((self.folder / "pages/deals").iterdir())
        self.assertEqual(len(pages), 3)
        linked = [link for page in (self.folder / "pages/entrants").iterdir()
                  for link in re.findall(r'href="\.\./(deals/[^"]*)"', page.read_text())]
        self.assertEqual(sorted(linked), sorted(2 * [f"deals/{page.name}" for page in pages]))
        for page in pages:
            text = page.read_text()
            names = re.search("<h1>(.*) and (.*)</h1>", text).groups()
            deals = json.loads(self.succeed("standings", store, "--by-deal", *names, "--json").out)
            rows = re.findall(r'<tr><th scope="row">.*</tr>', text)
            cells = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows]
            self.assertEqual([[row[0], row[2], row[-2], row[-1]] for row in cells],
                             [[str(deal["board"]), deal["tables"][0]["contract"], f"{deal['points']:+}" if deal["points"] else "0",
                               f"{deal['total']:+}" if deal["total"] else "0"] for deal in deals])
            by_deal = self.succeed("standings", store, "--by-deal", *names).out
            self.assertIn(f"<p>{by_deal.splitlines()[-1]}</p>", text)

    def test_a_tournament_that_was_killed_goes_on_as_if_it_had_not(self):
        self.file("cup.toml", TOURNAMENT.replace("deals = 6", "deals = 20"))
        words = ("tournament", "cup.toml", "-q", "--store")
        self.succeed(*words, "whole.db")
        running = self.start(*words, "part.db")
        wait_until(lambda: self.stored_games("part.db") > 0, "the first game")
        running.signal(signal.SIGKILL)
        running.finish()
        self.succeed(*words, "part.db")
        self.assert_same(("cup.toml",), "part.db", "whole.db")
        self.assertEqual(self.standings("whole.db", "--at", "2100-01-01")["entrants"], self.standings("whole.db")["entrants"])


if __name__ == "__main__":
    main()
