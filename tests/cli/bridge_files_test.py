"""Bridge and other programs' files: recorded boards as PBN and LIN, and the boards of a file."""
import json
import re
import shutil
import subprocess
from urllib.parse import unquote

from bridge_series import RUN
from stores import StoreTest
from support import PATIENCE, ROOT, main

TAGS = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer",
        "Contract", "Result", "BidSystem", "Score", "Auction", "Play"]
SEATS = "NESW"


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
        explained = set()
        for number, (game, record) in enumerate(zip(games, self.records()), 1):
            names = re.findall(r"(?m)^\[(\w+) ", game)
            passed = tag(game, "Contract") == "Pass"
            self.assertEqual([name.rstrip("NSEW") for name in names if name != "Note"], TAGS[:-1] if passed else TAGS)
            side = "NS" if record["players"][0]["name"] == "natural" else "EW"  # the others always pass
            self.assertEqual(tag(game, f"BidSystem{side}"), "Two over one")
            alerts = {move["move"].partition(" alert: ")[2] for move in record["moves"]} - {""}
            self.assertEqual(set(re.findall(r'(?m)^\[Note "\d+:(.*)"\]$', game)), alerts)
            explained |= alerts
            self.assertEqual(tag(game, "Event"), f"arena match {number}")
            self.assertEqual(tag(game, "Deal"), record["deal"]["hands"][0])
            self.assertEqual(tag(game, "Board"), str(record["deal"]["board"]))
            self.assertEqual([tag(game, seat) for seat in ("North", "East", "South", "West")],
                             [player["name"] for player in record["players"]])
            self.assertEqual(tag(game, "Score"), f"NS {record['scores'][0]}")
            cards = [move["move"] for move in record["moves"] if re.fullmatch("[SHDC][2-9TJQKA]", move["move"])]
            if not passed:
                self.check_columns(game, cards)
        self.assertTrue(explained, "no bot alerted a bid")

    def test_pbn_has_a_system_only_where_it_is_known(self):
        records = (self.folder / "games.jsonl").read_text()
        for said in ('"natural random=5%","version":1', '"natural","version":2', '"pass","version":1'):
            (self.folder / "games.jsonl").write_text(records.replace('"natural","version":1', said))
            self.assertNotIn("BidSystem", self.export("--pbn"))

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
        if node is None or not (ROOT / "arena/site/frontend/node_modules/pbn").is_dir():
            self.leave_out("no Node.js, or no packages of arena/site/frontend")
        read = subprocess.run([node, ROOT / "arena/site/frontend/test/read_pbn.mjs"], input=text, capture_output=True, text=True, timeout=PATIENCE,
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


if __name__ == "__main__":
    main()
