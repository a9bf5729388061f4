"""`-m MODULE --in-process`: the same games as with a worker, and the same messages where something is wrong."""
import sys

from module_faults import ModuleFaults, ModuleTest
from support import BOTS, main

MARVIN = "import random\ndef move(state):\n    return random.Random(repr(state)).choice(state.legal())\n"


class InProcessTest(ModuleTest):
    start_words = ("--in-process",)


class Playing(InProcessTest):
    def test_every_game_is_the_same_as_with_a_worker(self):
        self.file("marvin.py", MARVIN)
        for game in (entry["name"] for entry in self.games()):
            for name, words in (("in.jsonl", ["--in-process"]), ("out.jsonl", ["--python", sys.executable])):
                self.succeed("run", game, "-m", "marvin.py", "-n", "3", "--seed", "8", "--record", name, "-q", *words)
            inside, outside = self.records("in.jsonl"), self.records("out.jsonl")
            self.assertEqual([record["moves"] for record in inside], [record["moves"] for record in outside])
            self.assertEqual([record["scores"] for record in inside], [record["scores"] for record in outside])
            self.succeed("replay", "in.jsonl")
            for name in ("in.jsonl", "out.jsonl"):
                (self.folder / name).unlink()

    def test_a_view_can_be_kept_and_a_game_with_too_many_moves_says_so(self):
        self.file("keeper.py", """
import copy, pickle

def twins(state):
    return copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))

def move(state):
    assert len({state, *twins(state)}) == 1 and not any(twin != state for twin in twins(state))
    if hasattr(state, "possible"):
        for view in (state, *twins(state)):
            try:
                raise AssertionError(view.legal())
            except ValueError as error:
                assert type(error).__name__ == "NotListed" and "arena rules most" in str(error), error
        return state.possible[0]
    assert all(twin.legal() == state.legal() for twin in twins(state))
    return state.legal()[0]
""")
        for game in ("bidding", "most"):
            for words in (["--in-process"], ["--python", sys.executable]):
                self.succeed("run", game, "-m", "keeper.py", "--strict", *words)

    def test_it_is_said_to_be_unprotected(self):
        self.module()
        self.assertIn("nothing protects it", self.run_streams("-n", "1").err)
        (self.folder / "games.jsonl").unlink()
        self.assertEqual(self.run_streams("-n", "1", "-q").err, "")

    def test_what_a_module_prints_goes_to_stderr_and_it_has_nothing_to_read(self):
        self.module("print('y' * 1_000_000); sys.stdin.read(1)")
        result = self.run_streams("-n", "1", "--json")
        self.assertEqual(result.out.count("\n"), 1)
        self.assertGreaterEqual(result.err.count("y"), 20_000_000)

    def test_the_same_module_twice_shares_nothing(self):
        self.file("counter.py", "count = 0\ndef move(state):\n    global count\n    count += 1\n    return count\n")
        self.succeed("run", "bidding", "-m", "counter", "-m", "counter", "--in-process", "--strict")
        self.file("counter.py", "count = 0\ndef move(state):\n    global count\n    count += 1\n    return count\n")
        self.succeed("run", "bidding", "-m", "counter.py", "-m", "./counter.py", "--in-process", "--strict")

    def test_a_module_plays_against_a_process(self):
        self.module()
        self.succeed("run", "streams", "-m", "my_bot", "-p", sys.executable, self.file(
            "bot.py", "import sys\nfor line in sys.stdin:\n"
            "    print(line.split(':')[0].split().index('-1'), flush=True)\n"), "--in-process", "-n", "3", "--strict")

    def test_it_works_in_a_virtual_environment(self):
        venv = self.folder / "venv"
        made = self.start("-m", "venv", "--without-pip", venv, program=sys.executable).finish()
        self.assertEqual(made.status, 0, made)
        site = next(venv.glob("lib/python*/site-packages"))
        (site / "found_here.py").write_text("SLOT = None\n")
        self.module(top="import found_here\n")
        self.run_streams("-n", "1", "--strict", "--python", venv / "bin/python3")


class Faults(ModuleFaults, InProcessTest):
    def test_a_refused_answer_is_quoted_once(self):
        err = self.fault("return 99", reason="refused")
        self.assertIn('forfeits (refused) after 5 answers: answered "99": Invalid slot.\n', err)

    def test_what_no_utf8_can_hold_costs_only_that_game(self):
        self.assertIn("Invalid slot.", self.fault("return '\\ud800'", reason="refused"))
        self.assertIn("raised ValueError: ?", self.fault("raise ValueError('\\ud800')"))
        self.file("my_bot.py", "raise ValueError('\\ud800')\n")
        self.assertIn("ValueError: ?", self.run_streams("-n", "1", status=2).err)

    def test_a_raise_at_the_end_is_told_and_costs_nothing(self):
        self.module(top="def end(result):\n    if result.scores[0] >= 0: raise KeyError('spilled')\n")
        result = self.run_streams("-n", "5", "--strict", status=1)
        self.assertEqual(self.ends(), ["played out"] * 5)
        for words in ("my_bot raised KeyError: 'spilled' after the end of game 1, which still counts.",
                      "Traceback", "in end", "2 more reports"):
            self.assertIn(words, result.err)

    def test_ctrl_c_ends_a_module_that_plays_a_series_itself(self):
        package = str(BOTS.parent / "python/arena")
        self.module(f"import arena; arena.__path__.append({package!r})\n"
                    "    print('asked', file=sys.stderr, flush=True)\n"
                    "    arena.run('bidding', ['random', 'random'], n=10**8, seed=1)")
        running = self.start("run", "streams", "-m", "my_bot", "--in-process", "-n", "5", "-q")
        self.assertEqual(running.process.stderr.readline().strip(), "asked")
        self.interrupt(running)

    def test_a_module_that_cannot_be_loaded_is_told_before_anything_starts(self):
        for text, words in (("import no_such_thing\n", ("No module named 'no_such_thing'", "my_bot.py")),
                            ("", ("has no function move(game_state)",)), ("def move(:\n", ("SyntaxError",))):
            with self.subTest(text):
                self.file("my_bot.py", text)
                err = self.run_streams("-n", "1", status=2).err
                for word in words:
                    self.assertIn(word, err)
        self.assertFalse((self.folder / "games.jsonl").exists())
        self.refuse("run", "streams", "-m", "no_such_module", "--in-process", saying="No module named 'no_such_module'")

    def test_ctrl_c_ends_a_module_that_hangs(self):
        self.module("open('asked', 'w'); print('asked', file=sys.stderr, flush=True)\n    while True: pass")
        running = self.start("run", "streams", "-m", "my_bot", "--in-process", "-n", "5", "-q")
        running.process.stderr.readline()
        self.interrupt(running)

    def test_what_makes_no_sense_is_refused(self):
        self.module()
        for words, text in ((["-b", "random", "--in-process"], "-m"),
                            (["-m", "my_bot", "--in-process", "-j", "2"], "one game at a time"),
                            (["-m", "my_bot", "--in-process", "--python", "/no/such/python"], "/no/such/python")):
            self.refuse("run", "streams", *words, saying=text)


if __name__ == "__main__":
    main()
