"""Given deals: bridge plays the boards of files in PBN and LIN wherever it plays."""
import json
import socket
import sqlite3

from bridge_series import RUN, TOURNAMENT
from stores import StoreTest
from support import PATIENCE, main


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

    def test_the_same_seed_with_other_deals_is_another_match(self):
        words = (*RUN, "-q", "--seed", "5", "--record", "games.jsonl", "--deals")
        turned = self.file("turned.pbn", "\n\n".join((self.folder / self.boards).read_text().split("\n\n")[::-1])).name
        for boards in (self.boards, turned):
            self.succeed(*words, boards)
            self.refuse(*words, boards, saying='"games.jsonl" has games 1-8 of this run already')
        self.assertEqual(self.succeed("replay", "games.jsonl").out, "16 games checked: all keep the rules\n")

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
        self.assertIn("game 1: its record: its deal is not the given one", found)
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


if __name__ == "__main__":
    main()
