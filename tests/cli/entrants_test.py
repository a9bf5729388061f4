"""Entrants that come and go, the export, texts in the seed and earlier standings."""
import csv
import json
import signal

from stores import LEAGUE, StoreTest
from support import BAD_BOT, main, wait_until

FIVE = ("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "5", "--seed", "3", "-q", "--store", "a.db")


class Entrants(StoreTest):
    def listed(self, store):
        return {(one["name"], one["since"]): one for one in json.loads(self.beside("entrants", store, "--json").out)}

    def commit(self, form="round_robin"):
        """A store in which nothing is played yet."""
        self.succeed("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "5", "--seed", "3", "--format",
                     form, "--store", "a.db", "--commit")

    def play(self, form="round_robin"):
        return self.succeed("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "5", "--seed", "3",
                            "--format", form, "--store", "a.db", "--seed-from", "4 8 15")

    def test_who_comes_before_the_start_plays_and_is_not_committed_to(self):
        self.commit()
        self.succeed("entrants", "a.db", "add", "bob", "-p", BAD_BOT)
        self.succeed("entrants", "a.db", "withdraw", "random")
        self.play()
        self.assertEqual({one["name"] for one in self.standings("a.db")["entrants"] if one["deals"] == 5}, {"greedy", "bob"})
        self.assert_agrees("a.db")
        shown = self.succeed("entrants", "a.db").out
        self.assertRegex(shown, r"(?m)^random +1 +1 +0 +0  -b random$")
        self.assertRegex(shown, rf"(?m)^bob +1 +5 +0  -p name=bob {BAD_BOT}$")

    def test_what_is_refused(self):
        self.succeed(*FIVE)
        for words in (("add", "bob", "-b", "random"), ("withdraw", "greedy"), ("replace", "greedy", "-b", "random")):
            self.assert_refused("the tournament is over", "entrants", "a.db", *words)
        (self.folder / "a.db").unlink()
        self.commit("knockout")
        for saying, words in (('there is an entrant named "greedy" already', ("add", "greedy", "-b", "random")),
                              ('no entrant named "bob"', ("withdraw", "bob")),
                              ('no entrant named "bob"', ("replace", "bob", "-b", "random")),
                              ('unknown built-in bot "nobody"', ("add", "bob", "-b", "nobody")),
                              ("nothing_here", ("add", "bob", "-p", "./nothing_here")),
                              ("a person cannot play", ("add", "bob", "--human")),
                              ("needs a player", ("add", "bob")),
                              ("needs a name", ("add",)),
                              ("withdraw takes no player", ("withdraw", "greedy", "-b", "random")),
                              ("leave out name=", ("add", "bob", "-b", "name=ann", "random"))):
            with self.subTest(words):
                self.assert_refused(saying, "entrants", "a.db", *words)
        self.change("a.db", "INSERT INTO pairing VALUES (0, 0, 'final, block 1', 5);"
                            "INSERT INTO pairing_entrant VALUES (0, 0, 1), (0, 1, 2)")
        self.assert_refused("the knockout has begun", "entrants", "a.db", "add", "bob", "-b", "random")
        self.succeed("entrants", "a.db", "withdraw", "greedy")

    def test_a_league_that_runs(self):
        """Bots come, are replaced and leave while others play; the store agrees with itself then."""
        self.file("league.toml", LEAGUE)
        (self.folder / "bots").mkdir()
        self.file("bots/bob.sh", f"#!/bin/sh\nexec {BAD_BOT} play\n", executable=True)
        running = self.start("tournament", "league.toml", "-j", "2", "-q")

        def plays(name, since=None):
            return any(one["deals"] > 3 for (named, first), one in self.listed("league.db").items()
                       if named == name and (since is None or first >= since))
        wait_until(lambda: (self.folder / "league.db").exists() and plays("greedy"), "the first deals")
        # From another folder: the process that plays still finds the file.
        self.beside("entrants", "../league.db", "add", "bob", "-p", "./bob.sh", folder="bots")
        wait_until(lambda: plays("bob"), "bob's first deals")
        self.beside("entrants", "league.db", "replace", "bob", "-b", "random")
        (self.folder / "bots/bob.sh").unlink()  # arena cannot start it again
        first = max(since for name, since in self.listed("league.db") if name == "bob")
        wait_until(lambda: plays("bob", first), "deals of the second bob")
        self.beside("entrants", "league.db", "withdraw", "greedy")
        left = self.listed("league.db")[("greedy", 0)]["until"]
        wait_until(lambda: self.query("league.db", "SELECT max(batch) FROM pairing")[0][0] > left + 2, "batches without greedy")
        running.signal(signal.SIGINT)
        self.assertEqual(running.finish().status, 130)
        self.assertEqual(self.query("league.db", "SELECT max(batch) FROM pairing JOIN pairing_entrant ON pairing = number "
                                                 "WHERE entrant = 1"), [(left - 1,)])
        self.assertEqual(len([one for one in self.listed("league.db") if one[0] == "bob"]), 2)
        checked = self.succeed("verify", "league.db").out
        self.assertIn("all agree", checked)
        # The format decides the same batches again, so an exchanged one is found, also before the seed is known.
        self.change("league.db", "UPDATE pairing SET label = 'batch 0' WHERE number = 5")
        result = self.arena("verify", "league.db")
        self.assertEqual((result.status, "is not what the format decides" in result.out), (1, True), result)


class Export(StoreTest):
    def setUp(self):
        super().setUp()
        self.succeed(*FIVE, "-p", "name=c,\"7\"", BAD_BOT, "exit_after", "3")

    def test_tables(self):
        self.succeed("export", "a.db", "--csv", "out", "--json", "a.json")
        everything = json.loads((self.folder / "a.json").read_text())
        for table, rows in (("entrants", 3), ("pairings", 6), ("matches", 60)):
            with open(self.folder / f"out/{table}.csv", newline="") as file:
                lines = list(csv.DictReader(file))
            self.assertEqual(len(lines), rows)
            self.assertEqual(len(everything[table]), rows)
            for line, row in zip(lines, everything[table]):
                self.assertEqual(list(line), list(row))
                for key, value in row.items():
                    self.assertEqual(line[key], "" if value is None else value if isinstance(value, str)
                                     else json.dumps(value) if isinstance(value, bool) else line[key])
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        self.assertEqual(float(line[key]), value)
        self.assertEqual({row["name"] for row in everything["matches"]}, {"greedy", "random", 'c,"7"'})
        self.assertEqual(everything["tournament"]["seed"], "0x0000000000000003")
        scores = self.query("a.db", "SELECT match, seat, score FROM result ORDER BY match, seat")
        self.assertEqual([(row["match"], row["seat"], row["counted_score"]) for row in everything["matches"]], scores)

    def test_records(self):
        for name in ("a.jsonl", "a.jsonl.zst"):
            self.succeed("export", "a.db", "--records", name)
            self.assertIn("30 games checked", self.succeed("replay", name).out)
        self.assertEqual([record["seed"] for record in self.records("a.jsonl")],
                         [seed for (seed,) in self.query("a.db", "SELECT seed FROM match JOIN deal ON deal.id = deal ORDER BY match.number")])

    def test_backup(self):
        self.succeed("export", "a.db", "--backup", "b.db")
        self.assertEqual(self.rows("a.db"), self.rows("b.db"))
        self.assertEqual(self.query("a.db", "SELECT * FROM match"), self.query("b.db", "SELECT * FROM match"))
        self.assert_agrees("b.db")

    def test_what_is_there_is_left_alone(self):
        (self.folder / "full").mkdir()
        self.file("full/entrants.csv", "mine")
        for option, path in (("--csv", "full"), ("--json", "full/entrants.csv"), ("--records", "full/entrants.csv"),
                             ("--backup", "full/entrants.csv")):
            self.assert_refused("is there already", "export", "a.db", option, path)
        self.assertEqual((self.folder / "full/entrants.csv").read_text(), "mine")

    def test_while_a_tournament_runs(self):
        self.file("league.toml", LEAGUE)
        running = self.start("tournament", "league.toml", "-j", "2", "-q")
        wait_until(lambda: (self.folder / "league.db").exists() and
                   self.query("league.db", "SELECT count(*) FROM match")[0][0] > 20, "some games")
        self.beside("export", "league.db", "--csv", "out", "--json", "l.json", "--records", "l.jsonl", "--backup", "l.db")
        running.signal(signal.SIGINT)
        self.assertEqual(running.finish().status, 130)
        exported = json.loads((self.folder / "l.json").read_text())
        matches = len({row["match"] for row in exported["matches"]})
        # Tables and records are of one moment; the copy is whole.
        self.assertEqual(matches, len(self.records("l.jsonl")))
        self.assertIn("all agree", self.succeed("verify", "l.db").out)


class SeedFrom(StoreTest):
    WORDS = ("tournament", "lost_cities", "-b", "greedy", "-b", "random", "--deals", "5", "--store", "a.db")

    def test_a_text_that_is_known_later(self):
        committed = self.succeed(*self.WORDS, "--commit").out.split()[1]
        self.assert_refused("waits for the text", *self.WORDS)
        self.assert_refused("is there already", *self.WORDS, "--commit")
        self.assertEqual(self.query("a.db", "SELECT count(*) FROM match"), [(0,)])
        played = self.succeed(*self.WORDS, "--seed-from", "7 11 23 42")
        self.assertIn(f"Commitment {committed}", played.err)
        self.assertIn("7 11 23 42", played.err)
        self.assert_agrees("a.db")
        self.succeed(*self.WORDS)  # it goes on without the text, or with the same one
        self.succeed(*self.WORDS, "--seed-from", "7 11 23 42")
        self.assert_refused("began with --seed-from '7 11 23 42'", *self.WORDS, "--seed-from", "7 11 23 43")
        self.change("a.db", "UPDATE tournament SET seed_from = '7 11 23 43'")
        self.assertIn("the deal's seed does not follow", self.arena("verify", "a.db").out)

    def test_the_text_changes_the_deals(self):
        deals = []
        for number, more in enumerate(((), ("--seed-from", "x"), ("--seed-from", "y"))):
            self.succeed(*self.WORDS[:-1], f"{number}.db", "--seed", "1", *more)
            deals.append(self.query(f"{number}.db", "SELECT seed FROM deal"))
        self.assertEqual(len({deal for (deal,) in sum(deals, [])}), 15)

    def test_no_text_comes_late(self):
        self.succeed(*self.WORDS)
        self.assert_refused("began without --seed-from", *self.WORDS, "--seed-from", "x")


class At(StoreTest):
    def test_an_earlier_standing(self):
        self.succeed(*FIVE)
        # As if the games had been played one a day.
        self.change("a.db", "UPDATE match SET stored_at = strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', number || ' days')")
        self.assertEqual(self.standings("a.db", "--at", "2026-02-01"), self.standings("a.db"))
        self.assertEqual(self.standings("a.db", "--at", "2025-12-31")["games"], 0)
        for date, games in (("2026-01-04", 4), ("2026-01-04T12:00", 4), ("2026-01-04T00:30+01:00", 3), ("2026-01-04 00:00:01Z", 4)):
            self.assertEqual(self.standings("a.db", "--at", date)["games"], games, date)
        # As after four games of these deals.
        self.succeed(*(word.replace("a.db", "b.db") if word != "5" else "2" for word in FIVE))
        earlier, whole = self.standings("a.db", "--at", "2026-01-04"), self.standings("b.db")
        self.assertEqual([(one.pop("over"), one.pop("planned_games")) for one in (earlier, whole)], [(False, 10), (True, 4)])
        self.assertEqual(earlier, whole)
        self.assert_refused("a date must be such as", "standings", "a.db", "--at", "yesterday")
        # The clock was ahead for one game.
        self.change("a.db", "UPDATE match SET stored_at = '2036-01-01T00:00:00.000Z' WHERE number = 2")
        self.assertEqual(self.standings("a.db", "--at", "2026-01-06")["games"], 6)
        # It was behind for another.
        self.change("a.db", "UPDATE match SET stored_at = '1970-01-01T00:00:00.000Z' WHERE number = 9")
        self.assertEqual(self.standings("a.db", "--at", "2026-01-06")["games"], 6)


if __name__ == "__main__":
    main()
