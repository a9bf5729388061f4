"""Python modules with move(game_state): how they are found and played, and what goes wrong with them."""
import sys

from support import ALTERS, ArenaTest, main

FIRST_FREE = "def move(state):\n    {trick}\n    return state.stream.index(None)\n"


class ModuleTest(ArenaTest):
    def module(self, trick="pass", name="my_bot.py", top=""):
        return self.file(name, top + FIRST_FREE.format(trick=trick))

    def run_streams(self, module, *words, status=0):
        result = self.arena("run", "streams", "-m", module, "--record", "games.jsonl", "--python", sys.executable,
                            "-j", "1", *words)
        self.assertEqual(result.status, status, result)
        return result

    def reasons(self):
        return [game["forfeits"][0]["reason"] if "forfeits" in game else None for game in self.records()]


class Playing(ModuleTest):
    def test_a_module_by_name_and_by_file(self):
        self.module()
        for module in ("my_bot", "my_bot.py", "./my_bot.py", self.folder / "my_bot.py"):
            with self.subTest(module):
                self.run_streams(module, "-n", "2")
        self.assertEqual(self.reasons(), [None] * 8)
        self.assertEqual(self.records()[0]["players"][0]["name"], "my_bot")

    def test_modules_of_a_package_have_their_own_names(self):
        (self.folder / "bots").mkdir()
        for name in ("alice", "bob"):
            self.module(name=f"bots/{name}.py")
        self.succeed("run", "streams", "-m", "bots.alice", "-m", "bots.bob", "-n", "1", "--record", "games.jsonl",
                     "--python", sys.executable, "--strict", extra={"PYTHONPATH": str(self.folder)})
        self.assertEqual([player["name"] for player in self.records()[0]["players"]], ["alice", "bob"])

    def test_a_module_finds_its_neighbours(self):
        self.file("helper.py", "def pick(state): return state.stream.index(None)\n")
        self.file("bot.py", "import helper\n\ndef move(state): return helper.pick(state)\n")
        self.run_streams(self.folder / "bot.py", "-n", "1", "--strict")

    def test_game_state_has_the_attributes_of_the_contest(self):
        self.file("bot.py", """
def move(state):
    assert len(state.stream) == 20 and state.cards == sorted(state.cards)
    assert len(state.cards) == 40 - state.turn and state.seat == 0
    assert 1 <= state.current_card <= 30 and state.stream.count(None) == 21 - state.turn
    return state.stream.index(None)
""")
        self.run_streams("bot.py", "-n", "2", "--strict")

    def test_a_module_plays_the_bidding_game_and_lost_cities(self):
        self.file("bidder.py", "def move(state):\n    assert state.opponents[0] and state.carried == 0\n"
                               "    return state.prize if state.prize in state.hand else state.hand[0]\n")
        self.succeed("run", "bidding", "-m", "bidder.py", "-b", "mimic", "--strict", "--record", "games.jsonl")
        self.assertEqual(self.records()[0]["scores"], [0, 0])
        self.file("explorer.py", "def move(state):\n    if state.phase == 'draw': return 'n'\n"
                                 "    assert set(state.expeditions) == set('DOMJV')\n    return 'd' + state.hand[0]\n")
        self.succeed("run", "lost_cities", "-m", "explorer.py", "--strict")

    def test_hooks_are_given_what_happens(self):
        self.module(name="bot.py", top="def start(info): open('log', 'a').write(f'start {info.names}\\n')\n"
                    "def event(event): open('log', 'a').write('event\\n')\n"
                    "def end(result): open('log', 'a').write(f'end {result.scores}\\n')\n")
        self.run_streams("bot.py", "-n", "1")
        log = (self.folder / "log").read_text().splitlines()
        self.assertEqual(log[0], "start ['bot']")
        self.assertEqual(log[-1], f"end {self.records()[0]['scores']}")
        self.assertGreater(log.count("event"), 39)

    def test_printing_does_not_disturb(self):
        self.module("print('x' * 1_000_000); import os; os.write(1, b'raw')")
        result = self.run_streams("my_bot", "-n", "1", "--strict", "--log-dir", "logs")
        self.assertNotIn("forfeit", result.err)
        self.assertIn("xxxx", (self.folder / "logs/000001-0-my_bot.stderr").read_text()[:100])

    def test_threads_that_stay_do_not_keep_the_worker_alive(self):
        self.module("import threading, time; threading.Thread(target=time.sleep, args=(99,)).start()")
        self.run_streams("my_bot", "-n", "2", "--strict")


class Faults(ModuleTest):
    def fault(self, trick, *words, reason="exit"):
        """The message about a module that does this at its fifth turn of the first of three games."""
        self.module(f"import os\n    if state.turn == 5 and not os.path.exists('done'):\n"
                    f"        open('done', 'w')\n        {trick}")
        result = self.run_streams("my_bot", "-n", "3", *words)
        self.assertEqual(self.reasons(), [reason, None, None])
        return result.err

    def test_a_raise_shows_the_whole_traceback(self):
        err = self.fault("raise ValueError('no idea')")
        for text in ("Traceback", "my_bot.py", "ValueError: no idea", "exited with status 1"):
            self.assertIn(text, err)

    def test_what_is_no_move_is_named(self):
        for value in ("None", "3.5", "[1]", "True"):
            with self.subTest(value):
                for name in ("done", "games.jsonl"):
                    (self.folder / name).unlink(missing_ok=True)
                err = self.fault(f"return {value}")
                self.assertIn(f"move() returned {value}", err)
                self.assertIn("expected a move such as '", err)

    def test_a_number_that_is_no_slot_is_refused_by_the_game(self):
        for value in ("21", "'x'", "-1"):
            with self.subTest(value):
                for name in ("done", "games.jsonl"):
                    (self.folder / name).unlink(missing_ok=True)
                self.assertIn("Invalid slot.", self.fault(f"return {value}", reason="refused"))

    def test_a_raise_at_the_end_costs_the_next_game_if_there_is_one(self):
        self.module(top="def end(result):\n    if result.scores[0] >= 0: raise KeyError('spilled')\n")
        err = self.run_streams("my_bot", "-n", "5").err
        self.assertEqual(self.reasons(), [None, "exit", None, "exit", None])
        self.assertIn("my_bot (seat 0) forfeits (exit) after 0 answers: crashed at the first question of game 4", err)
        self.assertIn("my_bot exited with status 1 after the end of game 5, which counts", err)
        self.assertEqual(err.count("KeyError: 'spilled'"), 3)

    def test_a_view_that_was_altered_is_whole_when_the_question_is_put_again(self):
        self.file("my_bot.py", ALTERS)
        self.succeed("run", "lost_cities", "-m", "my_bot", "-n", "1", "--strict", "--python", sys.executable)

    def test_sys_exit_is_told(self):
        self.assertIn("the module called sys.exit(3)", self.fault("import sys; sys.exit(3)"))

    def test_an_endless_loop_is_ended_within_the_limit(self):
        err = self.fault("\n        while True: pass", "--move-time", "300ms", reason="time")
        self.assertIn("no answer within", err)

    def test_a_module_without_move(self):
        self.file("empty.py", "")
        self.assertIn("has no function move(game_state)", self.run_streams("empty.py", "-n", "1").err)

    def test_a_module_that_is_not_there(self):
        result = self.run_streams("no_such.py", status=2)
        self.assertIn('there is no Python module "no_such.py"', result.err)
        self.assertIn("ModuleNotFoundError", self.run_streams("no_such_module", "-n", "1").err)

    def test_a_module_that_imports_what_is_missing(self):
        self.module(top="import no_such_thing\n")
        err = self.run_streams("my_bot", "-n", "1").err
        self.assertIn("No module named 'no_such_thing'", err)
        self.assertIn("my_bot.py", err)

    def test_a_python_that_is_not_there(self):
        self.module()
        result = self.arena("run", "streams", "-m", "my_bot", "--python", "no_such_python")
        self.assertEqual(result.status, 2)
        self.assertIn("no_such_python", result.err)

    def test_a_module_speaks_json(self):
        self.module()
        result = self.arena("run", "streams", "-m", "protocol=native", "my_bot")
        self.assertEqual(result.status, 2)


if __name__ == "__main__":
    main()
