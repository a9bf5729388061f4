"""`arena verify`: each way to change a store is found, also one that hides its traces."""
import hashlib
import json
import re
import shutil

from parallel import main
from stores import StoreTest
from support import BAD_BOT

# As docs/tournaments.md gives it.
COMMITTED = """
  SELECT json_array(seed, seed_from IS NOT NULL, file, game, json(options), seats, format, json(settings), version,
      (SELECT json_group_array(json_array(name, files_hash, json(player), challenger, CAST(round(seed_rating * 1000000) AS INTEGER)))
         FROM (SELECT * FROM entrant WHERE at_start ORDER BY id)))
    FROM tournament"""

# Makes the first legal move, or the last one if there is a file "last".
PLAIN_BOT = """
import json
import os
import sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"move": message["legal"][-1 if os.path.exists("last") else 0]}), flush=True)
"""


# Three wrong answers before each right one: a number that no question has, text for a number, and no legal move.
ODD_BOT = """
import json
import sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answers = [{"id": 10**6, "move": 1}, {"id": "x", "move": 1}, {"id": message["id"], "move": "none"},
                   {"id": message["id"], "move": message["legal"][0]}]
    if message["type"] in ("turn", "error"):
        print(json.dumps(answers.pop(0)), flush=True)
"""


def stored(record):
    """A frame of Zstandard with one block, which is not compressed (RFC 8878, 3.1.1)."""
    data = record.encode()
    return b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little") + (len(data) << 3 | 1).to_bytes(3, "little") + data


class VerifyTest(StoreTest):
    """With what a forger needs who changes a store and then makes all of it agree again."""
    def head(self, store):
        (head,), = self.query(store, "SELECT head FROM chain")
        return head

    def head_after(self, store, games):
        (seed, commitment), = self.query(store, "SELECT coalesce(seed, (SELECT seed FROM secret)), commitment FROM tournament")
        head = commitment
        self.succeed("export", store, "--records", "records.jsonl")
        records = self.folder / "records.jsonl"
        for record in records.read_text().splitlines()[:games]:
            head = hashlib.sha256(f"{seed or ''}\n{head}\n{record}\n".encode()).hexdigest()
        records.unlink()
        return head

    def commit_again(self, store):
        (text,), = self.query(store, COMMITTED)
        self.change(store, f"UPDATE tournament SET commitment = '{hashlib.sha256(f'{text}{chr(10)}'.encode()).hexdigest()}'")

    def chain_again(self, store):
        (count,), = self.query(store, "SELECT count(*) FROM match")
        self.change(store, f"UPDATE chain SET head = '{self.head_after(store, count)}'")

    def forge(self, store, statements):
        self.change(store, statements)
        self.commit_again(store)
        self.chain_again(store)

    def rewrite_records(self, store, change):
        """Each record becomes `change(its line)`."""
        self.succeed("export", store, "--records", "rewritten.jsonl")
        records = self.folder / "rewritten.jsonl"
        for number, line in enumerate(records.read_text().splitlines()):
            self.change(store, f"UPDATE record SET dictionary = NULL, data = x'{stored(change(line)).hex()}' WHERE match = {number}")
        records.unlink()

    def assert_found(self, saying, store, *more):
        result = self.arena("verify", store, *more)
        self.assertEqual(result.status, 1, result)
        self.assertIn(saying, result.out)


class Verified(VerifyTest):
    """Each way to change a store is found."""
    MANIPULATIONS = {
        "a score": "UPDATE result SET score = score + 1 WHERE match = 3 AND seat = 0",
        "a place": "UPDATE result SET place = 3 - place WHERE match = 4",
        "a margin": "UPDATE result SET margin = margin + 10 WHERE match = 5 AND seat = 1",
        "a fault taken away": "UPDATE result SET fault = '' WHERE fault <> ''",
        "a fault invented": "UPDATE result SET fault = 'time' WHERE match = 0 AND seat = 0",
        "a game said to be left out": "UPDATE result SET fault = 'left_out', score = 0, place = 1, margin = 0 WHERE match = 3",
        "exchanged seats of a result": "UPDATE result SET entrant = (CASE entrant WHEN 1 THEN 2 ELSE 1 END) WHERE match = 0",
        "a deal's seed": "UPDATE deal SET seed = '0x0000000000000001' WHERE id = 2",
        "exchanged deals": "UPDATE deal SET number = 10 + (number + 1) % 4 WHERE pairing = 0",
        "exchanged records": "UPDATE record SET data = (SELECT data FROM record WHERE match = 1) WHERE match = 0",
        "a damaged record": "UPDATE record SET data = substr(data, 1, length(data) - 20) WHERE match = 2",
        "no record": "DELETE FROM record WHERE match = 2",
        "the last match removed": "DELETE FROM match WHERE number = (SELECT max(number) FROM match)",
        "a match removed": "DELETE FROM match WHERE number = 6",
        "a match added": "INSERT INTO match SELECT 1000, deal, 7, stored_at FROM match WHERE number = 0;"
                         "INSERT INTO result SELECT 1000, seat, entrant, score, place, margin, fault, detail"
                         " FROM result WHERE match = 0",
        "exchanged tables": "UPDATE match SET at_table = 1 - at_table + 2 WHERE deal = 1;"
                            "UPDATE match SET at_table = at_table - 2 WHERE deal = 1",
        "the tournament's seed": "UPDATE tournament SET seed = '0x0000000000000001'",
        "the commitment": "UPDATE tournament SET commitment = 'c0ffee'",
        "the tournament's description": "UPDATE tournament SET file = file || ' --pause'",
        "the game's options": "UPDATE tournament SET options = '{\"expeditions\":6}'",
        "an entrant's name": "UPDATE entrant SET name = 'bob' WHERE id = 1",
        "an entrant's hash": "UPDATE entrant SET files_hash = 'c0ffee' WHERE id = 3",
        "a pairing's entrants": "UPDATE pairing_entrant SET entrant = 4 - entrant WHERE pairing = 1 AND entrant <> 2",
        "a pairing's deals": "UPDATE pairing SET deals = deals + 1 WHERE number = 0",
        "the format's settings": "UPDATE tournament SET settings = replace(settings, '4', '5')",
        "an entrant added before the start": "INSERT INTO entrant SELECT 9, 'bob', player, '', 0, 0, 1"
                                             " FROM entrant WHERE id = 1; INSERT INTO stay VALUES (9, 0, NULL)",
        "an entrant that the format left out": "INSERT INTO entrant SELECT 9, 'bob', player, '', 0, 0, 0"
                                               " FROM entrant WHERE id = 1; INSERT INTO stay VALUES (9, 0, NULL)",
        "a text in the seed": "UPDATE tournament SET seed_from = 'tomorrow'",
        "a batch's label": "UPDATE pairing SET label = 'final'",
        "exchanged pairings": "UPDATE pairing SET batch = 1",
        "sums": "UPDATE sums SET points = points + 1 WHERE entrant = 1 AND opponent = 0",
        "what a pair's second entrant has": "UPDATE sums SET opponent_margin = opponent_margin + 1 WHERE opponent > 0",
        "how an entrant is started": "UPDATE entrant SET player = replace(player, 'greedy', 'random')",
        "a challenger": "UPDATE entrant SET challenger = 1 WHERE id = 2",
        "a rating for the seeding": "UPDATE entrant SET seed_rating = 1 WHERE id = 2",
        "a first batch": "UPDATE stay SET since = 1 WHERE entrant = 1",
        "a last batch": "UPDATE stay SET until = 7 WHERE entrant = 1",
        "an absence": "UPDATE stay SET until = 1 WHERE entrant = 1; INSERT INTO stay VALUES (1, 2, NULL)",
        "an entrant of a batch that was not played": "INSERT INTO entrant SELECT 9, 'bob', player, '', 0, 0, 0"
                                                     " FROM entrant WHERE id = 1; INSERT INTO stay VALUES (9, 7, NULL)",
        "arena's version": "UPDATE tournament SET version = '0'",
        "the format's name": "UPDATE tournament SET format = 'swiss'",
        "the seats": "UPDATE tournament SET seats = 3",
        "no seed": "UPDATE tournament SET seed = NULL",
        "no seed, and another commitment": "UPDATE tournament SET seed = NULL, commitment = 'c0ffee'",
        "a seed that is still secret": "INSERT INTO secret SELECT 1, seed FROM tournament; UPDATE tournament SET seed = NULL",
        "a second seed": "INSERT INTO secret VALUES (1, '0x0000000000000001')",
        "the text of a fault": "UPDATE result SET detail = 'the power went out' WHERE fault <> ''",
        "results of no game": "INSERT INTO result SELECT 999, seat, entrant, score, place, margin, fault, detail FROM result"
                              " WHERE match = 0",
        "a record of no game": "INSERT INTO record SELECT 999, dictionary, data FROM record WHERE match = 0",
        "times of no game": "INSERT INTO timing VALUES (999, 0, 1, 1, 1)",
        "times of no seat": "INSERT INTO timing VALUES (0, 7, 1, 1, 1)",
        "no times": "DELETE FROM timing WHERE match = 2",
        "a deal of no game": "INSERT INTO deal VALUES (999, 0, 99, '0x0000000000000001')",
        "a pairing without entrants": "INSERT INTO pairing VALUES (99, 2, 'round 4', 4)",
        "a dictionary": "INSERT INTO dictionary VALUES (7, x'00')",
        "sums removed": "DELETE FROM sums WHERE opponent > 0",
    }

    def setUp(self):
        super().setUp()
        self.file("bot.sh", f"#!/bin/sh\nexec {BAD_BOT} segv\n", executable=True)
        self.succeed("tournament", "lost_cities", "-b", "greedy", "-b", "random", "-p", "name=crash", "./bot.sh",
                     "--deals", "4", "--seed", "9", "-q", "--store", "a.db")

    def test_an_honest_store(self):
        commitment, = self.query("a.db", "SELECT commitment FROM tournament")[0]
        lines = self.succeed("verify", "a.db").out.splitlines()
        self.assertEqual(lines, [
            "Checked: the store's file, the commitment, the files of 1 bot, deals, seats, records and results of all games, "
            "sums, the pairings, the text that describes it, the moves of built-in bots in 24 of 24 games, played again.",
            "Not checked: the moves of crash: --bots plays programs again that are here.",
            f"Commitment {commitment}", f"Head {self.head('a.db')}", "Seed 0x0000000000000009", "24 games checked: all agree."])
        self.assertIn(f"Commitment {commitment}, as published\n", self.succeed("verify", "a.db", "--commitment", commitment).out)
        other = self.arena("verify", "a.db", "--commitment", "c0ffee")
        self.assertEqual((other.status, other.out.splitlines()[0]),
                         (1, "the published commitment is another one than the store's"))

    def test_the_commitment_is_as_the_manual_says(self):
        (text, commitment), = self.query("a.db", f"SELECT ({COMMITTED}), commitment FROM tournament")
        self.assertEqual(hashlib.sha256(f"{text}\n".encode()).hexdigest(), commitment)
        self.assertEqual(self.head_after("a.db", 24), self.head("a.db"))

    def test_changed_files_of_an_entrant(self):
        bot = self.file("bot.sh", f"#!/bin/sh\nexec {BAD_BOT}\n", executable=True)
        (self.folder / "elsewhere").mkdir()
        for words, folder in ((("verify", "a.db"), "."), (("verify", "../a.db"), "elsewhere")):
            result = self.start(*words, folder=folder).finish()
            self.assertEqual((result.status, result.out.splitlines()[0]), (1, "the files of crash have changed since it entered"))
        bot.unlink()
        self.assertIn("Not checked: the files of crash: not found, so arena cannot tell whether they have changed.\n", self.succeed("verify", "a.db").out)

    def test_a_damaged_file(self):
        """A bit that flips in an index, from which nothing is computed."""
        (page, size), = self.query("a.db", "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size "
                                           "WHERE name = 'result_entrant'")
        data = bytearray((self.folder / "a.db").read_bytes())
        data[page * size - 1] ^= 1
        (self.folder / "b.db").write_bytes(data)
        result = self.arena("verify", "b.db")
        self.assertEqual(result.status, 1, result)
        self.assertTrue(all(line.startswith("the file is damaged: ") for line in result.out.splitlines()), result)

    def test_manipulations(self):
        for what, statements in self.MANIPULATIONS.items():
            with self.subTest(what):
                shutil.copy(self.folder / "a.db", self.folder / "b.db")
                self.change("b.db", statements)
                result = self.arena("verify", "b.db")
                self.assertEqual(result.status, 1, f"{what} is not found")
                lines = result.out.splitlines()
                self.assertGreater(len(lines), 1)
                self.assertEqual(len(lines), len(set(lines)), lines)


class Forged(VerifyTest):
    """The forger has a store of an honest tournament, and makes another of it, with the same commitment."""
    HONEST = ("tournament", "streams", "-b", "name=ann", "focus", "-b", "name=bob", "random", "--deals", "20", "--seed", "9", "-q")

    def test_the_moves_of_built_in_bots(self):
        """Whoever lost has won: the forger has let the bots play under each other's names."""
        self.succeed(*self.HONEST, "--store", "honest.db")
        exchanged = [{"focus": "random", "random": "focus"}.get(word, word) for word in self.HONEST]
        self.succeed(*exchanged, "--store", "forged.db")
        self.change("forged.db", "ATTACH 'honest.db' AS honest".replace("honest.db", str(self.folder / "honest.db")) + ";"
                    "UPDATE tournament SET (file, commitment) = (SELECT file, commitment FROM honest.tournament);"
                    "UPDATE entrant SET player = (SELECT h.player FROM honest.entrant h WHERE h.name = entrant.name)")
        other = {"focus": "random", "random": "focus"}
        self.rewrite_records("forged.db", lambda line: re.sub('(?<="builtin":")[a-z]+', lambda bot: other[bot[0]], line))
        self.chain_again("forged.db")
        self.succeed("verify", "honest.db", "--again", "all")
        self.assert_found(", plays otherwise in ", "forged.db")
        self.assert_found("bob, the built-in bot random, plays otherwise in", "forged.db", "--again", "all")
        self.assertIn("in 0 of 20 games, played again", self.succeed("verify", "forged.db", "--again", "0").out)

    def test_a_head_that_was_published_in_the_middle(self):
        """All games are played again with another bot, and all that is in the store agrees."""
        bot = self.file("bot.py", PLAIN_BOT)
        words = ("tournament", "lost_cities", "-b", "greedy", "-p", "name=ann", "protocol=json", "python3", "bot.py",
                 "--deals", "4", "--seed", "9", "-q", "--store")
        self.succeed(*words, "honest.db")
        self.file("last", "")
        self.succeed(*words, "forged.db")
        noted = self.head_after("honest.db", 5)
        self.assertIn("the published head, which is that of the first 5 games, ",
                      self.succeed("verify", "honest.db", "--head", noted).out)
        self.assertIn("all agree", self.succeed("verify", "forged.db").out)
        self.assert_found("the published head is not that of this tournament's records at any time", "forged.db", "--head", noted)
        # Whoever has the bot as it was needs no head.
        (self.folder / "last").unlink()
        self.assertIn("the moves of the bots that are here in 8 of 8 games", self.succeed("verify", "honest.db", "--bots").out)
        self.assert_found("ann plays otherwise in 8 of 8 games", "forged.db", "--bots")
        bot.write_text(f"{PLAIN_BOT}\n# changed\n")
        self.assert_found("the files of ann have changed since it entered", "honest.db", "--bots")
        bot.unlink()
        self.assertIn("Not checked: the moves of ann: what plays for them is not here as it entered.",
                      self.succeed("verify", "honest.db", "--bots").out)

    def test_a_chain_that_is_not_continued(self):
        self.succeed(*self.HONEST, "--store", "a.db")
        self.change("a.db", "UPDATE chain SET head = 'c0ffee'")
        self.assert_found("the head of the store's chain is not that of its records", "a.db")

    BOB = '{"player":{"kind":"builtin","keys":{"name":"bob"},"words":["random"]}}'
    TEXTS = {
        '"game":"streams"': ('"game":"bidding"', "the game of the tournament: its text has another"),
        '"deals":20': ('"deals":21', "the settings of the format of the tournament: its text has another"),
        '"0x0000000000000009"': ('"0x8"', "the seed of the tournament: its text has another"),
        '["focus"]': ('["spread"]', "ann (-b name=ann focus) is not as the tournament's text says (-b name=ann spread)"),
        '"bob"': ('"eve"', "bob (-b name=bob random) has a name that the tournament's text does not give it"),
        '"round_robin"': ('"gauntlet"', "the format of the tournament: its text has another"),
        BOB: (f"{BOB},{BOB.replace('bob', 'eve')}", "the number of entrants of the tournament: its text has another"),
        '"options":{}': ('"options":{"max_refusals":3}', "the game's options of the tournament: its text has another"),
        "," + BOB: ("", "the number of entrants of the tournament: its text has another"),
        '{"name":"ann"}': ("{}", "ann (-b name=ann focus) has a name that"),
        '"limits":{}': ('"limits":{"no_such":1}', "Not checked: whether it is what its text describes: "),
    }

    def test_a_text_that_says_something_else(self):
        """The host has committed to both, and shows the text."""
        self.succeed(*self.HONEST, "--store", "a.db")
        for number, (before, (after, finding)) in enumerate(self.TEXTS.items()):
            with self.subTest(after):
                store = f"{number}.db"
                shutil.copy(self.folder / "a.db", self.folder / store)
                self.forge(store, f"UPDATE tournament SET file = replace(file, '{before}', '{after}')")
                result = self.arena("verify", store)
                self.assertEqual(result.status, 0 if finding.startswith("Not checked") else 1, result)
                self.assertIn(finding, result.out)

    def test_texts_of_any_form(self):
        """A program's words may be paths from any folder, and one word may be a whole command."""
        (self.folder / "bots").mkdir()
        self.file("bots/bot.py", PLAIN_BOT)
        self.file("bots/module.py", "def move(game_state):\n    return game_state['legal'][0]\n")
        words = ("tournament", "lost_cities", "-p", "name=ann", "protocol=json", "python3 ./bots/bot.py", "-m", "name=bob",
                 "bots/module.py", "-b", "greedy", "--format", "gauntlet", "--challengers", "2", "--deals", "1", "-q")
        self.succeed(*words, "--store", "bots/a.db")
        for folder, store in ((".", "bots/a.db"), ("bots", "a.db")):
            shown = self.start("verify", store, folder=folder).finish()
            self.assertEqual(shown.status, 0, shown)
            self.assertIn("the text that describes it", shown.out)

    def test_hashes_of_files(self):
        self.file("bot.py", PLAIN_BOT)
        self.succeed("tournament", "lost_cities", "-b", "greedy", "-p", "name=ann", "protocol=json", "python3", "bot.py",
                     "--deals", "1", "-q", "--store", "a.db")
        for number, (change, finding) in enumerate(((f"'{'0' * 64}' WHERE name = 'greedy'", "greedy has no files, but a hash of files"),
                                ("'' WHERE name = 'ann'", "the files of ann have changed since it entered"),
                                ("'a' || char(10) || 'b' WHERE name = 'ann'", "the hash of the files of ann is no SHA-256"))):
            store = f"{number}.db"
            shutil.copy(self.folder / "a.db", self.folder / store)
            self.forge(store, f"UPDATE entrant SET files_hash = {change}")
            self.assert_found(finding, store)

    def test_a_store_from_before(self):
        """Without a chain and versions, and with the earlier form of the commitment: arena says what that leaves open."""
        self.succeed(*self.HONEST, "--store", "a.db")
        self.change("a.db", "UPDATE tournament SET version = '0.1.0', settings = json_remove(settings, '$.rules_version');"
                            "UPDATE entrant SET player = json_remove(player, '$.identity')")
        head, = self.query("a.db", "SELECT seed, file, game, options, seats, format, settings, version FROM tournament")
        entrants = self.query("a.db", "SELECT name, files_hash, player, challenger, printf('%.17g', seed_rating) FROM entrant")
        text = "".join(f"{value}\n" for row in [head, *entrants] for value in row)
        self.change("a.db", f"UPDATE tournament SET commitment = '{hashlib.sha256(text.encode()).hexdigest()}';"
                            "DROP TABLE chain; PRAGMA user_version = 3")
        shown = self.succeed("verify", "a.db").out
        self.assertIn("Not checked: whether another tournament has the same commitment: arena 0.1.0 committed to lines.\n", shown)
        self.assertIn("Not checked: the moves of its bots: arena 0.1.0 played it, and this is 0.", shown)
        self.succeed(*self.HONEST, "--store", "a.db")  # brings it up to date
        self.assertEqual(self.head("a.db"), self.head_after("a.db", 20))
        self.assertIn("20 games checked: all agree.", self.succeed("verify", "a.db").out)

    def test_every_game(self):
        """Built-in bots play against the recorded moves of programs, in the spelling of their protocols."""
        self.file("bot.py", PLAIN_BOT)
        for game in json.loads(self.succeed("games", "--json").out):
            with self.subTest(game["name"]):
                store = f"{game['name']}.db"
                self.succeed("tournament", game["name"], "-p", "name=ann", "protocol=json", "python3", "bot.py",
                             "-b", game["default_builtin"], "--deals", "2", "-q", "--store", store)
                self.assertRegex(self.succeed("verify", store, "--again", "all").out, r"built-in bots in (\d+) of \1 games")
        self.succeed("tournament", "lost_cities", "-p", BAD_BOT, "-b", "greedy", "--deals", "2", "-q", "--store", "native.db")
        self.succeed("verify", "native.db")

    def test_names_that_follow_from_files(self):
        for name in ("ann", "bob"):
            self.file(f"{name}.py", PLAIN_BOT)
        self.succeed("tournament", "lost_cities", "--protocol", "json", "-p", "python3", "ann.py", "-p", "python3", "bob.py",
                     "--deals", "1", "-q", "--store", "a.db")
        self.succeed("verify", "a.db")
        self.change("a.db", "UPDATE entrant SET name = CASE name WHEN 'ann' THEN 'bob' ELSE 'ann' END")
        self.commit_again("a.db")
        self.assert_found("bob (-p python3 ann.py) has a name that the tournament's text does not give it", "a.db")

    def test_ratings_for_the_seeding(self):
        text = 'game = "streams"\nformat = "knockout"\ndeals = 1\n[knockout]\nseeding = "ratings"\n'
        for name, bot, rating in (("ann", "focus", 7.3), ("bob", "random", 1500.1000005), ("eve", "spread", -0.0)):
            text += f'[[entrant]]\nname = "{name}"\nbuiltin = "{bot}"\nrating = {rating}\n'
        self.file("cup.toml", text)
        self.succeed("tournament", "cup.toml", "-q")
        (committed, commitment), = self.query("cup.db", f"SELECT ({COMMITTED}), commitment FROM tournament")
        self.assertEqual(hashlib.sha256(f"{committed}\n".encode()).hexdigest(), commitment)
        self.succeed("verify", "cup.db")
        self.change("cup.db", "UPDATE entrant SET seed_rating = 1600 WHERE name = 'ann'")
        self.commit_again("cup.db")
        self.assert_found("ann (-b name=ann focus) is not as the tournament's text says", "cup.db")

    def test_a_built_in_bot_that_there_is_not(self):
        self.succeed(*self.HONEST, "--store", "a.db")
        self.rewrite_records("a.db", lambda line: line.replace("focus", "fokus"))
        self.forge("a.db", "UPDATE entrant SET player = replace(player, 'focus', 'fokus');"
                           "UPDATE tournament SET file = replace(file, 'focus', 'fokus')")
        self.assertIn("Not checked: the moves of ann: it entered as fokus, version 1 (here is no such bot).\n",
                      self.succeed("verify", "a.db").out)
        self.forge("a.db", "UPDATE entrant SET player = json_remove(player, '$.identity')")
        self.assert_found('ann cannot play: unknown built-in bot "fokus"', "a.db")

    def test_a_built_in_bot_that_plays_by_the_clock(self):
        self.succeed("tournament", "bidding", "-b", "search", "think=1ms", "-b", "search", "iterations=5", "--deals", "5",
                     "--store", "a.db", "-q")
        shown = self.succeed("verify", "a.db", "--again", "all").out
        self.assertIn("the moves of built-in bots in 5 of 5 games", shown)
        self.assertIn("Not checked: the moves of search think=1ms: it plays by the clock, and need not move as before.\n", shown)

    def test_who_plays_instead(self):
        """Nothing is forged: entrants may be exchanged before the first game, and no commitment covers them then."""
        self.succeed(*self.HONEST, "--commit", "--store", "a.db")
        self.succeed("entrants", "a.db", "replace", "ann", "-b", "random")
        self.succeed(*self.HONEST, "--seed-from", "x", "--store", "a.db")
        shown = self.succeed("verify", "a.db").out
        self.assertIn("Not checked: who ann is and whether they were to play: they were added after the commitment.\n", shown)
        self.assertIn("Not checked: why ann, who the commitment covers, left before the first game.\n", shown)

    def test_an_order_of_entrants_that_hides_some(self):
        self.succeed(*self.HONEST, "--store", "a.db")
        self.forge("a.db", "UPDATE entrant SET at_start = 0 WHERE name = 'ann'")
        self.assert_found("bob cannot take part in these batches", "a.db")

    def test_a_key_with_which_a_built_in_bot_cannot_play(self):
        self.succeed(*self.HONEST, "--store", "a.db")
        self.forge("a.db", "UPDATE entrant SET player = json_set(player, '$.keys.max_refusals', -5) WHERE name = 'ann'")
        self.assert_found("the store has an entrant that cannot be read", "a.db")

    def test_a_tournament_that_looks_like_runs(self):
        self.succeed("run", "streams", "-b", "focus", "-b", "random", "-n", "4", "-q", "--store", "a.db")
        self.assertIn("Not checked: whether seeds were chosen: games of arena run have no commitment.\n", self.succeed("verify", "a.db").out)
        self.assert_found("the published commitment is another one than the store's", "a.db", "--commitment", "")
        self.assert_found("games of arena run have no commitment, so their head proves nothing", "a.db", "--head", self.head("a.db"))
        self.change("a.db", "UPDATE tournament SET commitment = 'c0ffee'")
        self.assert_found("games of arena run have no commitment, no text and no seed for all", "a.db", "--commitment", "c0ffee")

    def test_hostile_rows(self):
        self.succeed("run", "streams", "-p", "name=ann", BAD_BOT, "exit", "-b", "random", "-n", "1", "-q", "--store", "a.db")
        for number, (change, finding) in enumerate((
                ("UPDATE tournament SET settings = '{}'", "whether its deals are duplicate"),
                ("UPDATE tournament SET game = 'chess'", 'unknown game "chess"'))):
            store = f"{number}.db"
            shutil.copy(self.folder / "a.db", self.folder / store)
            self.change(store, change)
            self.assert_found(finding, store)
        unreadable = f"json_set(player, '$.words[1]', '/proc/1'), files_hash = '{'0' * 64}'"
        self.change("a.db", f"UPDATE entrant SET player = {unreadable} WHERE name = 'ann'")
        self.assertIn("Not checked: the files of ann: ", self.succeed("verify", "a.db").out)
        self.change("a.db", "CREATE INDEX own ON match(stored_at); UPDATE match SET at_table = 0")
        self.succeed("verify", "a.db")
        self.change("a.db", "CREATE INDEX costly ON match(length(hex(stored_at))); UPDATE match SET at_table = 0")
        self.assert_refused("its tables are not those of a store", "verify", "a.db")

    def test_a_game_with_other_cards(self):
        """The host chooses them, and all else is as by the rules."""
        records = []
        for seed, store in (("9", "a.db"), ("10", "b.db")):
            self.succeed("tournament", "streams", "-b", "focus", "-b", "random", "--deals", "1", "-q", "--seed", seed, "--store", store)
            self.succeed("export", store, "--records", store + ".jsonl")
            records.append(json.loads((self.folder / (store + ".jsonl")).read_text().splitlines()[0]))
        honest, chosen = records
        chosen["seed"], chosen["players"] = honest["seed"], honest["players"]
        self.change("a.db", f"UPDATE record SET dictionary = NULL, data = x'{stored(json.dumps(chosen)).hex()}' WHERE match = 0")
        self.chain_again("a.db")
        self.assert_found("game 1: its record: its deal does not follow from its seed", "a.db")

    def test_refused_answers_of_a_bot_that_counts_questions_on(self):
        """Its process plays all games, and a record does not say with which number it began."""
        self.file("odd.py", ODD_BOT)
        for game in ("streams", "lost_cities"):
            with self.subTest(game):
                self.succeed("run", game, "-p", "protocol=json", "name=odd", "max-refusals=100", "python3", "odd.py", "-b", "random", "-n", "4",
                             "-q", "--store", f"{game}.db", "--record", f"{game}.jsonl")
                self.assertIn("4 games checked: all agree", self.succeed("verify", f"{game}.db").out)
                text = (self.folder / f"{game}.jsonl").read_text()
                for why in ("Unknown id 1000000: the question is 1.", 'Unknown id \\"x\\": the question is '):
                    self.assertIn(why, text)
                (self.folder / "forged.jsonl").write_text(text.replace("Unknown id 1000000: the question is 1.", "No.", 1))
                self.assertIn("forged.jsonl:1 (game 1): move ", self.arena("replay", "forged.jsonl", status=1).err)

    def test_games_before_the_first(self):
        """Rows before the first game, which no reader of games sees."""
        self.succeed("tournament", "streams", "-b", "focus", "-b", "random", "--deals", "2", "-q", "--store", "a.db")
        phantom = ("INSERT INTO deal SELECT 99, pairing, 99, seed FROM deal LIMIT 1; INSERT INTO match VALUES (-1, 99, -2, '');"
                   "INSERT INTO result SELECT -1, seat, entrant, score, place, margin, 'left_out', '' FROM result WHERE match = 0;"
                   "INSERT INTO timing SELECT -1, seat, questions, thinking_us, slowest_us FROM timing WHERE match = 0")
        shutil.copy(self.folder / "a.db", self.folder / "b.db")
        self.change("a.db", phantom)
        self.assert_refused("the numbers of its games", "verify", "a.db")
        self.change("b.db", "UPDATE result SET score = score + (50 << 32) WHERE match = 0")
        self.assert_found("results with impossible values: 2", "b.db")

    def test_runs(self):
        """Each run has deals, and built-in bots, from a seed of its own."""
        words = ("run", "lost_cities", "-q", "--store", "a.db", "-b", "dumb", "-b")
        for deals, bot in ((2, "greedy"), (5, "greedy"), (30, "random")):
            self.succeed(*words, bot, "-n", str(deals))
        self.assertIn("the moves of built-in bots in 37 of 37 games", self.succeed("verify", "a.db", "--again", "all").out)
        self.change("a.db", "UPDATE entrant SET player = replace(player, 'greedy', 'random') WHERE name = 'greedy'")
        self.rewrite_records("a.db", lambda line: line.replace('"builtin":"greedy"', '"builtin":"random"'))
        self.chain_again("a.db")
        self.assert_found("greedy, the built-in bot random, plays otherwise in", "a.db", "--again", "all")
        for player in ("'{\"kind\":\"martian\",\"keys\":{},\"words\":[\"x\"]}'", "json_set(player, '$.words', json('[]'))",
                       "json_set(player, '$.keys', 5)", "json_set(player, '$.keys', json('{\"max-refusals\":7}'))"):
            with self.subTest(player):
                self.change("a.db", f"UPDATE entrant SET player = {player} WHERE name = 'dumb'")
                self.assert_found("the store has an entrant that cannot be read", "a.db")

    def test_programs_that_forfeit(self):
        """What ended their games may have passed: that is no difference."""
        self.file("bot.sh", f"#!/bin/sh\n[ -e works ] && exec python3 bot.py\nexec {BAD_BOT} exit\n", executable=True)
        self.file("bot.py", PLAIN_BOT)
        self.succeed("tournament", "lost_cities", "-b", "greedy", "-p", "name=ann", "protocol=json", "./bot.sh", "-p",
                     "protocol=json", "name=bob", "python3", "bot.py", "--deals", "1", "-q", "--store", "a.db")
        self.file("works", "")
        shown = self.succeed("verify", "a.db", "--bots").out
        self.assertIn("Not checked: the moves of ann in 4 games, from where it forfeited then or does now.", shown)

    def test_wrong_words(self):
        self.succeed(*self.HONEST, "--store", "a.db")
        for word in ("-1", "many", ""):
            self.assert_refused("--again", "verify", "a.db", "--again", word)


if __name__ == "__main__":
    main()
