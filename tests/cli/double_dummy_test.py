"""Double-dummy analysis of bridge: `arena analyse bridge FILE`, the bots that solve deals, and their helper processes."""
import contextlib
import json
import os
import re
import signal
import socket
import unittest

from support import PATIENCE, WHOLE, ArenaTest, main, processes_with, wait_until

# A board of a known session: 2C by South, 5 tricks.
DEAL = "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976"
CALLS = ["1D", "pass", "2C", "pass", "pass", "pass"]
CARDS = """HJ H9 H7 H3 DJ D2 D8 D3 HQ H2 HK H4 D6 D5 D7 D4 SJ S3 ST S7 C7 C4 HT CJ C8 C6 C2 H8 HA H5 S5 H6
           S9 S4 CK SQ DK DA DT CA C9 C5 S2 S6 SK CT DQ SA C3 D9 S8 CQ""".split()
NAMES = ["ann", "bob", "cem", "dora"]
DECLARER, DUMMY = 2, 0


def board(calls=tuple(CALLS), cards=tuple(CARDS), **more):
    """The record of the board. The declarer moves for dummy."""
    holders = {}
    for seat, hand in enumerate(DEAL[2:].split(" ")):
        for suit, ranks in zip("SHDC", hand.split(".")):
            holders.update({suit + rank: seat for rank in ranks})
    moves = [{"seat": i % 4, "move": call} for i, call in enumerate(calls)]
    moves += [{"seat": DECLARER if holders[card] == DUMMY else holders[card], "move": card} for card in cards]
    return {"arena": 1, "game": "bridge", "options": {"scoring": "total"}, "deal": {"board": 1, "hands": [DEAL]},
            "players": [{"name": name} for name in NAMES], "moves": moves, **more}


class DoubleDummyTest(ArenaTest):
    undisturbed = []

    def records_of(self, *boards, name="boards.jsonl"):
        return self.file(name, "".join(json.dumps(one) + "\n" for one in boards))

    def run_bots(self, deals):
        return ["run", "bridge", "-b", "double_dummy", "-b", "natural", "-n", deals, "--seed", "8", "-q"]

    def moves_of(self, name):
        return [game["moves"] for game in self.records(name)]

    def moves_alone(self):
        """The moves of a deal in two games, one after the other and undisturbed: played once for all tests."""
        if not DoubleDummyTest.undisturbed:
            self.succeed(*self.run_bots(1), "-j", 1, "--record", "whole.jsonl")
            DoubleDummyTest.undisturbed = self.moves_of("whole.jsonl")
        return self.undisturbed

    def helpers(self):
        return [pid for pid, command in processes_with(self.mark).items() if "lib/arena/double_dummy" in command]

    def wait_for_helper(self):
        return wait_until(self.helpers, "a helper process")[0]


class Analyse(DoubleDummyTest):
    def review(self, *words):
        return json.loads(self.succeed("analyse", "bridge", *words, "--json").out)

    def test_a_board_in_figures(self):
        found = self.review(self.records_of(board()))
        (one,) = found["boards"]
        self.assertEqual((one["double_dummy"], one["par"], one["contract"], one["won"], one["score"]),
                         ("442354423599ba799ba7", -450, "2C S", 5, -150))
        self.assertEqual(one["par_contracts"], ["4H by E, made 11", "4H by W, made 11"])
        # 2C takes 5 tricks if all play best: 150 points instead of 450, so East and West lost 7 IMPs.
        self.assertEqual((one["contract_score"], one["auction_lost"]), (-150, [0, 7]))
        self.assertEqual([card["card"] for card in one["cards"]], CARDS)
        declares = [card["seat"] in (DECLARER, DUMMY) for card in one["cards"]]
        lost = [card["lost"] for card in one["cards"]]
        self.assertTrue(all(cost >= 0 for cost in lost), lost)
        self.assertEqual(sum(cost for cost, own in zip(lost, declares) if own),
                         sum(cost for cost, own in zip(lost, declares) if not own))
        self.assertEqual(one["cards"][-1]["tricks"], 5)
        players = found["players"]
        self.assertEqual(sorted(players), NAMES)
        self.assertEqual([players[name]["auction"]["lost"] for name in NAMES], [0, 7, 0, 7])
        self.assertEqual([players[name]["lead"]["deals"] for name in NAMES], [0, 0, 0, 1])
        self.assertEqual([players[name]["play"]["deals"] for name in NAMES], [0, 0, 1, 0])
        self.assertEqual([players[name]["defence"]["deals"] for name in NAMES], [0, 1, 0, 1])

    def test_a_line_for_each_board_and_each_player(self):
        played = self.records_of(board(), board(calls=["pass"] * 4, cards=[]))
        result = self.succeed("analyse", "bridge", played)
        self.assertRegex(result.out, r"(?m)^ +1  2C S      HJ         5     5   -150   -450  EW 7 ")
        self.assertRegex(result.out, r"(?m)^ +1  pass +0   -450  EW 10$")
        self.assertRegex(result.out, r"(?m)^bob +8\.50 +2 ")

    def test_unfinished_and_wrong_games(self):
        played = self.records_of(board(cards=CARDS[:10]), board(calls=CALLS[:2], cards=[]))
        result = self.arena("analyse", "bridge", played, "-q", "--json", status=2)
        self.assertIn("boards.jsonl:1 (game 1): move 17: the record ends where", result.err)
        self.assertIn("boards.jsonl:2 (game 2): move 3: the record ends where", result.err)
        found = json.loads(result.out)
        self.assertEqual([len(one.get("cards", [])) for one in found["boards"]], [10, 0])
        self.assertNotIn("won", found["boards"][0])
        bad = self.file("bad.jsonl", "nonsense\n" + json.dumps(board()) + "\n")
        result = self.arena("analyse", "bridge", bad, status=2)
        self.assertIn("bad.jsonl:1", result.err)
        self.assertIn("2C S", result.out)

    def test_a_match_counts_once(self):
        one = board(seed=7)
        for files in ([self.records_of(one, one)], [self.records_of(one, name="one.jsonl")] * 2):
            result = self.arena("analyse", "bridge", *files, "--json", "-q", status=2)
            self.assertRegex(result.err, r":[12] \(game [12]\): this match is there already, and counts once\n$")
            self.assertEqual(len(json.loads(result.out)["boards"]), 1)

    def test_deals_are_kept(self):
        passed = board(calls=["pass"] * 4, cards=[])
        played = self.records_of(passed, passed)
        first = self.review(played, "-j", "2")
        (kept,) = (self.folder / "cache").iterdir()
        self.assertIn("442354423599ba799ba7", kept.read_text())
        self.assertEqual(self.review(played, "-j", "1"), first)

    def test_what_cannot_be_reviewed_is_named(self):
        self.refuse("analyse", "bridge", saying="needs a file")
        self.refuse("analyse", "lost_cities", self.records_of(board()), saying=["lost_cities", "bridge"])
        self.refuse("analyse", "bridge", "none.jsonl", saying="none.jsonl")
        self.refuse("analyse", "bridge", self.records_of(board()), "-b", "natural", saying="not both")
        for words, option in ((("--cards", "3"), "--cards"), (("--option", "scoring=mp"), "--option"), (("-n", "5"), "--games"),
                              (("--seed", "1"), "--seed"), (("--record", "x"), "--record")):
            self.refuse("analyse", "bridge", self.records_of(board()), *words, saying=f"{option} has no meaning for files")
        self.succeed("run", "lost_cities", "-b", "greedy", "-b", "random", "-n", "2", "-q", "--record", "other.jsonl")
        self.refuse("analyse", "bridge", "other.jsonl",
                    saying="other.jsonl:1 (game 1) is a game of lost_cities, and not of bridge")

    def test_partners_of_one_name_are_one_player(self):
        names = [{"name": name} for name in ("ann", "bob", "ann", "bob")]
        alone = self.review(self.records_of(board()))["players"]
        players = self.review(self.records_of(board(players=names)))["players"]
        self.assertEqual(sorted(players), ["ann", "bob"])
        self.assertEqual(players["bob"]["auction"], {"deals": 1, "lost": 7})
        self.assertEqual(players["ann"]["auction"], {"deals": 1, "lost": 0})
        self.assertEqual(players["bob"]["defence"],
                         {"deals": 1, "lost": alone["bob"]["defence"]["lost"] + alone["dora"]["defence"]["lost"]})
        self.assertGreater(players["bob"]["defence"]["lost"], 0)
        self.assertEqual(players["bob"]["lead"]["deals"], 1)
        # One name in all seats: it is both sides of each board.
        one = self.review(self.records_of(board(players=[{"name": "ann"}] * 4)))["players"]["ann"]
        self.assertEqual((one["auction"], one["play"]["deals"], one["defence"]["deals"]), ({"deals": 2, "lost": 7}, 1, 1))

    def test_rubber_and_chicago_have_no_par(self):
        for scoring in ("rubber", "chicago"):
            self.succeed("run", "bridge", "-b", "natural", "-b", "natural", "-n", "1", "-q", "--option", f"scoring={scoring}",
                         "--option", "boards=3", "--seed", "1", "--record", f"{scoring}.jsonl")
            found = self.review(f"{scoring}.jsonl")
            self.assertGreaterEqual(len(found["boards"]), 2)
            for one in found["boards"]:
                self.assertFalse({"par", "par_contracts", "contract_score", "auction_lost", "score"} & set(one))
                self.assertEqual(len(one["double_dummy"]), 20)
            self.assertEqual([player["auction"] for player in found["players"].values()], 2 * [{"deals": 0, "lost": 0}])
            self.assertGreater(sum(player["defence"]["deals"] for player in found["players"].values()), 0)

    def test_results_without_a_play(self):
        text = self.succeed("replay", self.records_of(board()), "--pbn").out
        deal_only = re.sub(r"(?s)\[Board [^\n]*\n|\[Declarer.*", "", text)
        boards = self.file("results.pbn", re.sub(r"(?s)\[Auction.*", "", text) + "\n" + deal_only)
        result = self.succeed("analyse", "bridge", boards)
        self.assertRegex(result.out, r"(?m)^    1  2C S +5     5   -150   -450  EW 7$")
        self.assertRegex(result.out, r"(?m)^       none +-450$")
        found = self.review(boards)["boards"]
        self.assertEqual([(one["board"], one.get("best")) for one in found], [(1, 5), (None, None)])

    def test_a_file_of_pbn_or_lin(self):
        """Whatever its name is."""
        played = self.records_of(board(), board(calls=["pass"] * 4, cards=[]), board())
        for format_name in ("lin", "bbo-links", "pbn"):
            text = self.succeed("replay", played, f"--{format_name}").out
            self.assertEqual(self.review(self.file("boards.txt", text)), self.review(played))
            piped = self.succeed("analyse", "bridge", "/dev/stdin", "-q", "--json", text=text)
            self.assertEqual(json.loads(piped.out)["boards"], self.review(played)["boards"])
        games = text.split("\n\n")
        # The second game has an error: the others are reviewed.
        bad = self.file("bad.pbn", "\n\n".join([games[0], games[1].replace("QT2.", "QT.", 1), games[2]]))
        result = self.succeed("analyse", "bridge", bad, "-q")
        self.assertRegex(result.err, r"bad\.pbn:\d+: Deal: East has 12 cards, not 13\n$")
        self.assertEqual(result.out.count("2C S"), 2)
        self.refuse("analyse", "bridge", self.file("noise.pbn", "hello\n\nworld\n"), "-q",
                    saying='noise.pbn" is no file of records, nor of LIN or PBN')


class Leaving(DoubleDummyTest):
    """The bots think in threads of their own."""

    def test_a_client_that_leaves_leaves_nothing_behind(self):
        server, port = self.listening("bridge", "--protocol", "json", "-n", "1", "--seed", "4", *("-b", "double_dummy") * 3)
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
            lines = client.makefile("rw")
            for line in lines:
                message = json.loads(line)
                if message["type"] == "turn":
                    print(json.dumps({"move": message["legal"][0]}), file=lines, flush=True)
                    if message["view"]["phase"] == "play":
                        break
            lines.close()
        result = server.finish()
        self.assertEqual(result.status, 0, result)
        self.assertIn("forfeits (disconnect)", result.err)
        wait_until(lambda: not processes_with(self.mark), "the end of all processes")

    def test_an_interrupted_game_of_slow_bots_leaves_nothing(self):
        running = self.start("run", "bridge", "-b", "double_dummy", "-b", "sampler", "-n", "1000", "-q", "--record", "games.jsonl")
        self.wait_for_helper()
        self.interrupt(running)
        self.assertLessEqual({record["end"] for record in self.records()}, {"played out"})  # without the interrupted one

    def test_the_same_seed_gives_the_same_games_with_any_number_of_jobs(self):
        self.succeed(*self.run_bots(1), "-j", 2, "--record", "games.jsonl")
        self.assertEqual(self.moves_of("games.jsonl"), self.moves_alone())


class Helpers(DoubleDummyTest):
    def test_a_killed_helper_changes_no_game(self):
        whole = self.moves_alone()
        running = self.start(*self.run_bots(1), "--record", "games.jsonl")
        killed = set()
        while len(killed) < 3 and running.process.poll() is None:
            wait_until(lambda: set(self.helpers()) - killed or running.process.poll() is not None, "another helper process")
            for pid in set(self.helpers()) - killed:
                killed.add(pid)
                with contextlib.suppress(ProcessLookupError):  # the games are over
                    os.kill(pid, signal.SIGKILL)
        self.assertTrue(killed)
        self.assertEqual(running.finish().status, 0)
        wait_until(lambda: not processes_with(self.mark), "the end of all processes")
        self.assertEqual(self.moves_of("games.jsonl"), whole)

    def test_no_helper_outlives_arena(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number):
                running = self.start("run", "bridge", "-b", "double_dummy", "-n", "1000")
                self.wait_for_helper()
                running.signal(number)
                running.finish()
                wait_until(lambda: not processes_with(self.mark), "the end of all processes")


@unittest.skipUnless(WHOLE, "it takes ten minutes and more: for ./dev proof")
class Strength(DoubleDummyTest):
    def test_bots_that_solve_deals_beat_one_that_does_not(self):
        for bot in ("double_dummy", "sampler"):
            running = self.start("run", "bridge", "-b", bot, "-b", "natural", "--duplicate", "--seed", "1", "-n", 64,
                                 "--json", "-q")
            verdict = json.loads(running.finish(patience=3600).out)["verdict"]
            self.assertEqual((verdict["leader"], verdict["kind"]), (bot, "stronger"))
            self.assertGreater(verdict["lead_95"][0], 0)


if __name__ == "__main__":
    main()
