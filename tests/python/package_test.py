"""The package from Python: records are read, replayed and checked, its guide is true, and its files are whole."""
import contextlib
import copy
import io
import json
import os
import re
import subprocess
import sys

import arena
from support import ROOT, ArenaTest, main


class Records(ArenaTest):
    def test_the_recorded_games_of_the_contests_replay(self):
        for path in sorted((ROOT / "tests/conformance").glob("*.jsonl")):
            for record in arena.records.read(path):
                with self.subTest(path.name, players=record.players):
                    self.assertIsNone(record.check())
                    *_, last = record.replay()
                    self.assertTrue(last.over)
                    outcome = last.outcome()
                    self.assertEqual([list(outcome.scores), list(outcome.places), outcome.end],
                                     [record.scores, record.places, record.end])

    def test_a_record_in_which_somebody_left_is_replayed_as_it_was_played(self):
        # Of old, when a forfeit ended the bidding game for all.
        old = arena.records.parse('{"arena":1,"game":"bidding","options":{"cards":4},"seed":"0xdbe02de085e9e3cb","deal":{"prizes":[4,1,2,3]},"players":[{"name":"ordered"},{"name":"x"},{"name":"mimic"}],'
                                  '"moves":[{"seat":0,"move":"1"},{"seat":1,"move":"1"},{"seat":2,"move":"4"},{"seat":0,"move":"2"},{"seat":1,"move":"99","rejected":"Invalid bid."},{"seat":2,"move":"1"}],'
                                  '"scores":[0,0,4],"places":[2,3,1],"end":"forfeit","forfeits":[{"seat":1,"reason":"refused","detail":"","after":5}]}')
        # Played on, no one wins a prize any more.
        moves = [{"seat": seat, "move": bid} for seat, bid in zip((1, 0, 1, 2, 0, 1, 2), "2332443")]
        for move in moves:
            move.update({"by": "arbiter"} if move["seat"] == 1 else {})
        counted = [{"seat": 1, "score": -6, "margin": -10}]
        new = arena.records.Record({**old.data, "moves": old.moves + moves, "end": "played out", "counted": counted})
        self.assertEqual((old.counted, new.counted), ([], counted))
        for record in (old, new):
            self.assertIsNone(record.check())
            *_, last = record.replay()
            self.assertEqual(last.outcome(), ((0, 0, 4), (2, 3, 1), record.end))
        new.counted[0]["margin"] = 4
        self.assertIn("margin -10 of seat 1", new.check().reason)
        state = arena.game("bidding").start(seats=3)
        state.forfeit(1, ends=True)
        self.assertTrue(state.over)

    def test_the_documented_program_draws_the_cards_of_matches_of_several_deals(self):
        text, names = (ROOT / "docs/records.md").read_text(), {}
        exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], names)  # pylint: disable=exec-used

        def shuffled(cards, pack, seed):
            order = sorted(cards, key=pack.index)
            names["Generator"](seed).shuffle(order)
            return order

        self.assertEqual(names["derive"](1, "deal", 5), arena.derive_seed(1, "deal", 5))
        self.assertEqual(names["mix"](1, "deal", 5), arena.mix_seed(1, "deal", 5))
        pack = [rank + suit for suit in "SCHD" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]
        for name, title, cards in (("yard_bridge", "yard bridge", [card for card in pack if card[0] not in "2345"]),
                                   ("most", "Most", [*pack, "*", "*"])):
            records = arena.run(name, ["random"] * 6, n=7, seed=1, options={"deals": 3}, records=True).records
            self.assertIn(f"deck of {title} of `--seed 1` | {' '.join(records[0].deal['deals'][0]['deck'][:6])} |", text)
            shuffles = 0
            for game, record in enumerate(records):
                self.assertEqual(record.deal["deals"][0]["dealer"], game % 6)
                for number, deal in enumerate(record.deal["deals"], 1):
                    seed = names["mix"](record.seed, "deck", number)
                    self.assertEqual(deal["deck"], shuffled(cards, cards, seed))
                    for index, stock in enumerate(deal["shuffles"], 1):
                        self.assertEqual(stock, shuffled(stock, cards, names["mix"](seed, "shuffle", index)))
                        shuffles += 1
            self.assertGreater(shuffles, 20)

    def test_a_record_against_the_rules_is_told(self):
        record = arena.run("bidding", ["random", "random"], n=1, seed=1, records=True).records[0]
        data = json.loads(str(record))
        data["scores"] = [90, 1]
        self.assertIn("scores are", arena.records.Record(data).check().reason)
        data["moves"][0]["move"] = "14"
        self.assertEqual(arena.records.Record(data).check().move, 1)
        with self.assertRaises(arena.IllegalMove):
            list(arena.records.Record(data).replay())

    def test_a_line_that_is_no_record_is_told_as_the_command_line_tells_it(self):
        for line, words in (("{}", "missing"), ("[]", "not a JSON object"), ("", "JSON"), ("{", "JSON"), ("3", "object"),
                            ("\ud800", "JSON"), (json.dumps({**self.record().data, "moves": 3}), "moves"),
                            (json.dumps({**self.record().data, "seed": "x"}), "seed")):
            with self.subTest(line), self.assertRaisesRegex(arena.Error, words):
                arena.records.parse(line)
        with self.assertRaisesRegex(TypeError, "NoneType"):
            arena.records.parse(None)
        record = arena.records.parse(json.dumps({**self.record().data, "seed": "007"}))
        self.assertEqual((record.seed, arena.records.Record({**record.data, "seed": "010"}).seed), (7, 10))
        self.assertEqual(arena.records.parse(str(record)), record)

    def test_nothing_is_written_if_one_is_no_record(self):
        path = self.folder / "games.jsonl"
        with self.assertRaisesRegex(arena.Error, "record 2: "):
            arena.records.write(path, [self.record(), arena.records.Record({**self.record().data, "game": 3})])
        self.assertFalse(path.exists())

    def test_a_file_that_is_cut_off_is_mended_with_a_warning(self):
        path = self.folder / "games.jsonl"
        arena.records.write(path, [self.record()] * 2)
        for add in (lambda: arena.records.write(path, [self.record()]),
                    lambda: arena.run("bidding", ["random", "random"], n=1, seed=2, record=path)):
            path.write_bytes(path.read_bytes()[:-100])
            with self.assertWarnsRegex(RuntimeWarning, "games.jsonl") as warned:
                add()
            self.assertEqual(warned.filename, __file__)
        self.assertEqual(len(list(arena.records.read(path))), 2)

    @staticmethod
    def record():
        return arena.run("bidding", ["random", "random"], n=1, seed=1, records=True).records[0]


class Guide(ArenaTest):
    """docs/python.md shows nothing that does not work."""

    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.file("bot.py", "def move(state): return state.prize\n")
        self.file("bot", "#!/bin/sh\n").chmod(0o755)
        self.text = (ROOT / "docs/python.md").read_text()
        records = arena.run("bidding", ["random", "random"], n=2, seed=1, record="games.jsonl", records=True).records
        self.names = {"arena": arena, "copy": copy, "records": records, "line": str(records[0]), "options": {},
                      "seat": 0, "S": 1, "k": 2, "move": 1, "rng": arena.Rng(1)}

    def fresh(self):
        game = arena.game("bidding")
        self.names.update(game=game, state=game.start(1, events=True), bot=game.builtin("planner"))
        return self.names

    def test_every_block_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", self.text, re.DOTALL)
        self.assertGreater(len(blocks), 5)
        with contextlib.redirect_stdout(io.StringIO()):
            for block in blocks:
                with self.subTest(block):
                    exec(block, self.fresh())  # pylint: disable=exec-used

    def test_other_pages_print_what_they_say(self):
        for page, count in (("learning", 10), ("python_games", 2)):
            text, names, told = (ROOT / f"docs/{page}.md").read_text(), {"__name__": page}, 0
            for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(block, names)  # pylint: disable=exec-used
                for call, result in re.findall(r"^print\((.*)\) +# (.*)$", block, re.MULTILINE):
                    self.assertTrue(result.startswith(str(eval(call, names))), call)  # pylint: disable=eval-used
                    told += 1
            self.assertEqual(told, count, page)

    def test_every_call_works(self):
        calls = re.findall(r"`((?:arena|game|state|bot|copy)\.[^`]*\))`", self.text)
        table = self.text.partition("\n| of a state")[2].partition("\n\n")[0]
        calls += [f"state.{call}" for call in re.findall(r"`([a-z_]+\([^`]*\))`", table)]
        self.assertGreater(len(calls), 20)
        for call in calls:
            with self.subTest(call):
                names = self.fresh()
                if call in ("state.outcomes()", "state.draw()", "state.put(outcome)"):  # these want chance to be next
                    names["state"] = names["game"].start(1, steps_chance=True)
                    names["outcome"] = names["state"].outcomes()[0][0]
                if call != "state.outcome()":
                    eval(call, names)  # pylint: disable=eval-used


TYPED = """
from typing import Union
import arena

def mimic(view: arena.View) -> int:
    return int(view.prize)

state: arena.State = arena.game("bidding").start(1, cards=5)
moves: list[Union[int, str]] = state.legal()
best: arena.PlayerStanding = arena.run("bidding", [mimic, "planner"], n=5, seed=1).players[0]
low: float = best.win_share_95.low if best.win_share_95 else 0.0
scores: tuple[int, ...] = state.playout(arena.Rng(1)).scores
"""


class Package(ArenaTest):
    def test_every_public_name_is_there_and_documented(self):
        for name in arena.__all__:
            self.assertTrue(getattr(arena, name).__doc__, name)
        with self.assertRaises(AttributeError):
            arena.nothing
        self.assertLessEqual(set(arena.__all__), set(dir(arena)))

    def test_the_stub_names_what_the_compiled_part_has(self):
        stub = (ROOT / "python/arena/_arena.pyi").read_text()
        for name in (name for name in dir(arena._arena) if not name.startswith("_")):
            self.assertRegex(stub, rf"(?m)^(class|def) {name}\b")
        for name in (name for name in dir(arena.State) if not name.startswith("_")):
            self.assertRegex(stub, rf"(?m)^    def {name}\(")

    def test_the_worker_needs_nothing_compiled(self):
        script = ("import sys; import arena, arena.bot; "
                  "sys.exit(any(name.startswith('arena._') for name in sys.modules))")
        self.assertEqual(subprocess.run([sys.executable, "-c", script], check=False).returncode, 0)

    def test_types_hold_where_a_checker_is_installed(self):
        found = subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True, check=False)
        if found.returncode != 0:
            self.skipTest("mypy is not installed")
        script = self.file("script.py", TYPED)
        for what in (["-p", "arena"], [script]):
            result = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", self.folder, *what],
                                    capture_output=True, text=True, check=False, cwd=ROOT / "python")
            self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    main()
