"""Bridge and other programs' files: boards as PBN and LIN, given boards, the score of a team match, and tournaments of teams."""
import json
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from urllib.parse import unquote

from stores import StoreTest
from support import PATIENCE, ROOT, main, wait_until

RUN = ("run", "bridge", "-b", "natural", "-b", "pass", "-n", "4", "-q")
TAGS = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer",
        "Contract", "Result", "Score", "Auction", "Play"]
EDGES = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000]
SEATS = "NESW"

# A bot that plays the first legal move, and says in its log who it is.
PIDS = """
import json, os, sys
print(os.getpid(), file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("type") == "turn":
        print(json.dumps({"id": message["id"], "move": message["legal"][0]}), flush=True)
"""

TOURNAMENT = """
game = "bridge"
format = "round_robin"
deals = 6
seed = "3"
[[entrant]]
name = "natural"
builtin = "natural"
[[entrant]]
name = "pass"
builtin = "pass"
[[entrant]]
name = "random"
builtin = "random"
"""


def imps(lead):
    points = sum(edge <= abs(lead) for edge in EDGES)
    return points if lead > 0 else -points


def tag(game, name):
    return re.search(rf'(?m)^\[{name} "(.*)"\]$', game)[1]


class Files(StoreTest):
    def export(self, *words):
        return self.succeed("replay", "games.jsonl", *words).out

    def setUp(self):
        super().setUp()
        self.succeed(*RUN, "--seed", "1", "--record", "games.jsonl")

    def pbn_games(self):
        text = self.export("--pbn")
        self.assertTrue(text.startswith("% PBN 2.1\n% EXPORT\n"))
        return text.removeprefix("% PBN 2.1\n% EXPORT\n").split("\n\n")

    def test_pbn_has_what_was_played(self):
        games = self.pbn_games()
        self.assertEqual(len(games), 8)
        for number, (game, record) in enumerate(zip(games, self.records()), 1):
            names = re.findall(r"(?m)^\[(\w+) ", game)
            passed = tag(game, "Contract") == "Pass"
            self.assertEqual(names, TAGS[:-1] if passed else TAGS)
            self.assertEqual(tag(game, "Event"), f"arena match {number}")
            self.assertEqual(tag(game, "Deal"), record["deal"]["hands"][0])
            self.assertEqual(tag(game, "Board"), str(record["deal"]["board"]))
            self.assertEqual([tag(game, seat) for seat in ("North", "East", "South", "West")],
                             [player["name"] for player in record["players"]])
            self.assertEqual(tag(game, "Score"), f"NS {record['scores'][0]}")
            cards = [move["move"] for move in record["moves"] if re.fullmatch("[SHDC][2-9TJQKA]", move["move"])]
            if not passed:
                self.check_columns(game, cards)

    def check_columns(self, game, cards):
        """A second reading of the play: each column belongs to a seat, and who wins a trick leads to the next."""
        rows = [line.split() for line in game[game.index("[Play"):].splitlines()[1:]]
        trump = tag(game, "Contract").rstrip("X")[1:]
        opening = leader = SEATS.index(tag(game, "Play"))
        self.assertEqual(len(rows), 13)
        for trick, row in enumerate(rows):
            played = [row[(leader + i - opening) % 4] for i in range(4)]
            self.assertEqual(played, cards[4 * trick:4 * trick + 4])
            best = max(range(4), key=lambda i: (played[i][0] == trump, played[i][0] == played[0][0], "23456789TJQKA".index(played[i][1])))
            leader = (leader + best) % 4

    def read_by_another_program(self, text):
        node = shutil.which("node")
        if node is None or not (ROOT / "web/node_modules/pbn").is_dir():
            self.leave_out("no Node.js, or no packages of web/")
        read = subprocess.run([node, ROOT / "web/test/read_pbn.mjs"], input=text, capture_output=True, text=True, timeout=PATIENCE,
                              check=True)
        return json.loads(read.stdout)

    def test_another_program_reads_the_pbn(self):
        games = self.read_by_another_program(self.export("--pbn"))
        self.assertEqual(len(games), 8)
        for game, text in zip(games, self.pbn_games()):
            self.assertEqual(list(game["tags"]), re.findall(r"(?m)^\[(\w+) ", text))
            for name, value in game["tags"].items():
                self.assertEqual(value, tag(text, name))
            sections = [line for line in text.splitlines() if not line.startswith("[")]
            self.assertEqual([line for section in game["sections"].values() for line in section], sections)

    def test_pbn_has_the_best_results_if_asked(self):
        games = self.export("--pbn", "--solve").removeprefix("% PBN 2.1\n% EXPORT\n").split("\n\n")
        found = json.loads(self.succeed("analyse", "bridge", "games.jsonl", "--json").out)["boards"]
        plain = self.pbn_games()
        self.assertEqual((len(games), len(found)), (8, 8))
        for game, text, board in zip(games, plain, found):
            self.assertEqual(tag(game, "DoubleDummyTricks"), board["double_dummy"])
            self.assertEqual(tag(game, "OptimumScore"), f"{'EW' if board['par'] < 0 else 'NS'} {abs(board['par'])}")
            header, rows = re.search(r'(?m)^\[OptimumResultTable "(.*)"\]\n((?:[NESW] .*\n)+)', game).groups()
            self.assertEqual(header, r"Declarer;Denomination\2R;Result\2R")
            self.assertEqual([row[:2] + row[2:4].strip() for row in rows.splitlines()],
                             [f"{seat} {strain}" for seat in "NSEW" for strain in ("NT", "S", "H", "D", "C")])
            self.assertEqual("".join(format(int(row[4:]), "x") for row in rows.splitlines()), board["double_dummy"])
            self.assertTrue(all(re.fullmatch("[NESW] ..  ?[0-9]+", row) and len(row) == 7 for row in rows.splitlines()))
            rest = re.sub(r'(?m)^\[(DoubleDummyTricks|OptimumScore) .*\n', "", game)
            self.assertEqual(re.sub(r"\[OptimumResultTable .*\n(?:[NESW] .*\n)+", "", rest), text)
            names = re.findall(r"(?m)^\[(\w+) ", game)
            supplement = names[names.index("Result") + 1:names.index("Auction")]
            self.assertEqual(supplement, sorted(supplement))
        read = self.read_by_another_program(self.export("--pbn", "--solve"))
        self.assertEqual([len(game["sections"]["OptimumResultTable"]) for game in read], [20] * 8)
        self.assertEqual([game["tags"]["DoubleDummyTricks"] for game in read], [board["double_dummy"] for board in found])

    def test_pbn_of_a_rubber_has_tricks_but_no_par(self):
        self.succeed("run", "bridge", "-b", "natural", "-b", "natural", "-n", "1", "-q", "--option", "scoring=chicago", "--seed", "1",
                     "--record", "chicago.jsonl")
        games = self.succeed("replay", "chicago.jsonl", "--pbn", "--solve").out.split("\n\n")
        self.assertGreaterEqual(len(games), 4)
        for game in games:
            self.assertIn("[DoubleDummyTricks ", game)
            self.assertNotIn("OptimumScore", game)

    def test_a_viewer_gets_links(self):
        lines = self.export("--lin").splitlines()
        links = self.export("--bbo-links").splitlines()
        self.assertEqual([unquote(link.removeprefix("https://www.bridgebase.com/tools/handviewer.html?lin=")) for link in links], lines)
        for line, game in zip(lines, self.pbn_games()):
            parts = line.split("|")
            values = list(zip(parts[::2], parts[1::2]))
            self.assertEqual(dict(values)["pn"].split(","), [tag(game, seat) for seat in ("South", "West", "North", "East")])
            self.assertEqual(dict(values)["ah"], "Board " + tag(game, "Board"))
            self.assertEqual(dict(values)["md"][0], str("SWNE".index(tag(game, "Dealer")) + 1))
            self.assertEqual(len([name for name, _ in values if name == "pc"]), 0 if tag(game, "Contract") == "Pass" else 52)

    def test_a_store_is_exported_too(self):
        self.succeed(*RUN, "--seed", "1", "--store", "a.db")
        self.assertEqual(self.succeed("replay", "a.db", "--pbn").out, self.export("--pbn"))

    def test_given_boards(self):
        (self.folder / "boards.pbn").write_text(self.export("--pbn"))
        self.succeed("run", "bridge", "-b", "natural", "-b", "natural", "-q", "--deals", "boards.pbn", "--record", "again.jsonl")
        again = self.records("again.jsonl")
        given = [game["deal"] for game in self.records()][::2]  # the file has each of the 4 boards twice, once a table
        self.assertEqual(len(again), 8)
        self.assertEqual([game["deal"] for game in again], [deal for deal in given for _ in range(2)])
        self.assertIn("8 games checked: all keep", self.succeed("replay", "again.jsonl").out)
        result = json.loads(self.succeed("run", "bridge", "-b", "natural", "-b", "pass", "-q", "--deals", "boards.pbn", "-n", "3", "--json").out)
        self.assertEqual((result["deals"], result["games"]), (3, 6))

    def test_faults_of_a_file_cost_warnings(self):
        """A revoke, an impossible auction and a board with 14 cards: the deals that are whole are played."""
        deal = "N:Q953.85.J532.T42 2.Q7642.A8.AK763 AKJ4.KT9.K76.J98 T876.AJ3.QT94.Q5"
        tags = '[Dealer "N"]\n[Vulnerable "None"]\n'
        self.file("world.pbn", f"""\
[Board "Open 1"]
{tags}[Deal "{deal}"]
[Auction "N"]
Pass 1NT AP
[Play "S"]
SA D4

[Board "2"]
{tags}[Deal "{deal.replace("N:Q953", "N:Q9532")}"]

[Board "3"]
{tags}[Deal "{deal}"]
[Auction "N"]
1NT 1C
""")
        run = self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "-q", "--deals", "world.pbn", "--json")
        self.assertEqual(json.loads(run.out)["deals"], 2)
        self.assertEqual(run.err.splitlines(), [
            'world.pbn:8: "D4" of West: Dummy must follow suit.', "world.pbn:13: Deal: North and East both have S2",
            'world.pbn:20: "1C" of East: A bid must be higher than the last one.'])
        run = self.succeed("analyse", "bridge", "world.pbn", "-q", "--json")
        self.assertEqual(len(json.loads(run.out)["boards"]), 2)
        self.assertEqual(len(run.err.splitlines()), 3)

    def test_what_is_refused(self):
        (self.folder / "boards.pbn").write_text(self.export("--pbn", "--game", "1"))
        (self.folder / "bad.pbn").write_text('[Board "1"]\n\n[Board "none"]\n[Deal "N:AK"]\n')
        (self.folder / "empty.pbn").write_text("")
        for saying, words in (
                (("bad.pbn:1: This board has no Deal.",
                  "bad.pbn:4: Deal: the hand of North has 1 suit, not 4"), ("--deals", "bad.pbn")),
                ("there is no deal in", ("--deals", "empty.pbn")),
                ("cannot read", ("--deals", "missing.pbn")),
                ("-n 2: there is only 1 deal in", ("--deals", "boards.pbn", "-n", "2")),
                ("several deals", ("--deals", "boards.pbn", "--option", "scoring=rubber")),
                ("excludes --store", ("--deals", "boards.pbn", "--store", "a.db")),
                ("compare two tables", ("--by-deal", "--option", "scoring=total"))):
            self.refuse("run", "bridge", "-b", "natural", "-b", "pass", *words, saying=saying)
        self.refuse("run", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "boards.pbn", saying="reads no files of deals")
        self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "1", "-q", "--record", "other.jsonl")
        self.refuse("replay", "other.jsonl", "--pbn", saying="Lost Cities has no such format")
        self.refuse("replay", "games.jsonl", "--solve", saying="--solve is for formats of other programs")
        self.refuse("replay", "games.jsonl", "--lin", "--solve", saying="--lin has no place for the results of --solve")
        self.refuse("replay", "games.jsonl", "--lin", "--pbn", saying="excludes")


class GivenDeals(StoreTest):
    """Wherever deals are played, they can be those of a file."""

    def setUp(self):
        super().setUp()
        self.succeed(*RUN, "--seed", "1", "--record", "first.jsonl")
        self.boards = self.file("boards.pbn", self.succeed("replay", "first.jsonl", "--pbn").out).name
        self.deals = [game["deal"] for game in self.records("first.jsonl")][::2]
        self.assertEqual(len(self.deals), 4)

    def of_store(self, store):
        self.succeed("export", store, "--records", f"{store}.jsonl")
        return [game["deal"] for game in self.records(f"{store}.jsonl")]

    def test_compare(self):
        run = self.arena("compare", "bridge", "-b", "natural", "-b", "pass", "-q", "--deals", self.boards, "--record", "games.jsonl", "--json",
                         status=1)
        found = json.loads(run.out)
        self.assertEqual(found["deals"], 4)
        played = json.loads(self.succeed("run", "bridge", "-b", "natural", "-b", "pass", "-q", "--deals", self.boards, "--json").out)
        results = [[[player[what] for what in ("wins", "draws", "losses")] for player in one["players"]] for one in (found, played)]
        self.assertEqual(results[0], results[1])
        self.assertEqual(sum(results[0][0]), 8)
        self.assertEqual([game["deal"] for game in self.records()], [deal for deal in self.deals for _ in range(2)])

    def test_play(self):
        self.arena("play", "bridge", "-q", "--deals", self.boards, "--record", "games.jsonl", text="pass\n" * 20 + "q\n")
        self.assertEqual(self.records()[0]["deal"], self.deals[0])

    def test_listen(self):
        """With any seats, and with seats that clients choose."""
        words = ("--deals", self.boards, *("-b", "pass") * 3, "--record", "games.jsonl")
        server, port = self.listening("bridge", "--protocol", "json", *words, "-n", "3")
        self.pass_all(port)
        self.assertEqual(server.finish().status, 0)
        self.assertEqual([game["deal"] for game in self.records()], self.deals[:3])
        server, port = self.listening("bridge", *words)
        visitor = self.start("connect", "127.0.0.1", port, "--seat", "north", "-b", "pass")
        self.assertEqual(visitor.finish().status, 0)
        self.assertEqual(server.finish().status, 0)
        self.assertEqual([game["deal"] for game in self.records()[3:]], self.deals)
        self.refuse("listen", "bridge", "--port", 0, "--deals", self.boards, "-n", 5, saying="-n 5: there are only 4 deals in")

    @staticmethod
    def pass_all(port):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client, client.makefile("rw") as lines:
            for line in lines:
                message = json.loads(line)
                if message["type"] == "turn":
                    print(json.dumps({"id": message["id"], "move": "pass"}), file=lines, flush=True)

    def test_tournaments(self):
        by_file = self.file("cup.toml", TOURNAMENT.replace("deals = 6", f'deals = "{self.boards}"'))
        players = ("-b", "natural", "-b", "pass", "-b", "random", "--seed", "3")
        for words, store in ((("tournament", by_file), "cup.db"),
                             (("tournament", "bridge", *players, "--deals", self.boards), "words.db")):
            with self.subTest(store=store):
                self.succeed(*words, "--store", store, "-q")
                self.assertEqual(self.of_store(store), [deal for _ in range(3) for deal in self.deals for _ in range(2)])
                self.assertIn("all agree", self.succeed("verify", store).out)
        # The store has its deals: it goes on without the file.
        self.succeed("tournament", by_file, "--commit", "--store", "later.db")
        (self.folder / self.boards).unlink()
        self.succeed("entrants", "later.db", "add", "late", "-b", "natural")
        self.succeed("tournament", by_file, "--store", "later.db", "--seed-from", "a text", "-q")
        self.assertEqual(len(self.of_store("later.db")), 6 * 4 * 2)
        self.assertIn("all agree", self.succeed("verify", "later.db").out)
        self.assertIn("is over", self.succeed("tournament", by_file, "--store", "cup.db").err)
        self.refuse("tournament", by_file, "--store", "new.db", saying="cannot read")
        # Other deals in the store are seen, in the commitment and in each game.
        database = sqlite3.connect(self.folder / "cup.db")
        settings = json.loads(database.execute("SELECT settings FROM tournament").fetchone()[0])
        settings["given_deals"].reverse()
        database.execute("UPDATE tournament SET settings = ?", (json.dumps(settings, separators=(",", ":")),))
        database.commit()
        database.close()
        found = self.arena("verify", "cup.db", status=1).out
        self.assertIn("game 1: its record is of another deal", found)
        self.assertIn("is not what was committed to", found)

    def test_a_board_counts_once(self):
        def board(number, vulnerable):
            return f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "{vulnerable}"]\n[Deal "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 -"]\n\n'
        boards = [(1, "None"), (2, "None"), (1, "None"), (0, "None"), (0, "All"), (2, "None")]
        file = self.file("twice.pbn", "".join(board(*one) for one in boards))
        self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "--deals", file, "-q", "--record", "twice.jsonl", "--option", "scoring=total")
        self.assertEqual([(game["deal"]["board"], game["deal"]["vulnerable"]) for game in self.records("twice.jsonl")],
                         [(1, "none"), (2, "none"), (3, "none"), (4, "all")])
        # A board without a number has that of its place, in every pairing.
        self.succeed("tournament", "bridge", "-b", "natural", "-b", "pass", "-b", "random", "--deals", file, "--store", "twice.db", "-q")
        self.assertEqual([deal["board"] for deal in self.of_store("twice.db")], [board for _ in range(3) for board in (1, 1, 2, 2, 3, 3, 4, 4)])
        self.assertIn("all agree", self.succeed("verify", "twice.db").out)

    def test_hands_that_are_not_known_come_from_the_seed(self):
        file = self.file("part.pbn", '[Board "1"]\n[Deal "N:53.92.K42.KT5432 - - KJ4.QJ5.J7.AQ976"]\n')
        dealt = []
        for seed in ("1", "1", "2"):
            self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "--deals", file, "-q", "--seed", seed, "--record", f"{len(dealt)}.jsonl")
            dealt.append([game["deal"]["hands"] for game in self.records(f"{len(dealt)}.jsonl")])
        self.assertEqual(dealt[0], dealt[1])
        self.assertNotEqual(dealt[0], dealt[2])
        self.assertEqual(dealt[0][0], dealt[0][1])

    def test_lin(self):
        for format_name in ("lin", "bbo-links"):
            file = self.file("boards.txt", self.succeed("replay", "first.jsonl", f"--{format_name}").out)
            self.succeed("run", "bridge", "-b", "pass", "-b", "pass", "-q", "--deals", file, "--record", f"{format_name}.jsonl")
            self.assertEqual([game["deal"] for game in self.records(f"{format_name}.jsonl")], [deal for deal in self.deals for _ in range(2)])

    def test_a_file_of_another_kind_is_named_as_what_it_is(self):
        self.succeed("tournament", "bridge", "-b", "pass", "-b", "random", "--deals", "1", "--store", "cup.db", "-q")
        lin = self.succeed("replay", "first.jsonl", "--lin").out
        kinds = {"boards.pbn": "PBN, and", "boards.lin": "LIN, and", "wide.pbn": "UTF-16 text (save it as UTF-8), and", "page": "an HTML page, and",
                 "cup.db": "an SQLite database, and", "first.jsonl": "a file of records, and", "words.pbn": "no file of"}
        (self.folder / "boards.lin").write_text(lin)
        (self.folder / "wide.pbn").write_text('[Board "1"]\n', encoding="utf-16")
        (self.folder / "page").write_text("<!DOCTYPE html>\n<p>[Board \"1\"]\n")
        (self.folder / "words.pbn").write_text("Ten\nlines\n" * 5)
        for name, kind in kinds.items():
            with self.subTest(name=name):
                if name not in ("first.jsonl", "cup.db"):
                    refused = self.refuse("replay", name, saying=f'"{name}" is {kind}')
                    self.assertEqual(len(refused.err.splitlines()), 1)
                    if "boards" not in name:
                        self.refuse("analyse", "bridge", name, saying=f'"{name}" is {kind}')
                if "boards" not in name:
                    self.refuse("run", "bridge", "-b", "pass", "-b", "pass", "--deals", name, saying=f'"{name}" is {kind}')

    def test_what_is_refused(self):
        tournament = ("tournament", "bridge", "-b", "natural", "-b", "pass")
        self.refuse(*tournament, "--deals", "0", saying='--deals must be a number from 1 to 10000000, or a file, not "0"')
        self.refuse(*tournament, "--deals", "", saying="empty")
        self.refuse("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", self.boards,
                    saying='"boards.pbn": Lost Cities reads no files of deals')
        self.refuse("compare", "streams", "-b", "spread", "-b", "focus", "--deals", self.boards, saying="reads no files of deals")


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
        self.assertIn("pass is N-S at the first table", self.succeed("standings", "cup.db", "--by-deal", "pass", "natural").out)
        self.refuse("standings", "cup.db", "--by-deal", "pass", "nobody", saying="no entrant is called")
        self.refuse("standings", "cup.db", "--by-deal", "pass", "pass", saying="have not met")

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
