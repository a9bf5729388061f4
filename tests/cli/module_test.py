"""Python modules with move(game_state): how arena finds and plays them, and their faults."""
import sys

from module_faults import ModuleFaults, ModuleTest
from support import main, wait_until


class WorkerTest(ModuleTest):
    start_words = ("--python", sys.executable)


class Playing(WorkerTest):
    def test_a_module_by_name_and_by_file(self):
        self.module()
        for module in ("my_bot", "my_bot.py", "./my_bot.py", self.folder / "my_bot.py"):
            with self.subTest(module):
                self.run_streams("-n", "2", module=module)
        self.assertEqual(self.ends(), ["played out"] * 8)
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
        self.run_streams("-n", "1", "--strict", module=self.folder / "bot.py")

    def test_game_state_has_the_attributes_of_the_contest(self):
        self.file("bot.py", """
def move(state):
    assert len(state.stream) == 20 and state.cards == sorted(state.cards)
    assert len(state.cards) == 40 - state.turn and state.seat == 0
    assert 1 <= state.current_card <= 30 and state.stream.count(None) == 21 - state.turn
    return state.stream.index(None)
""")
        self.run_streams("-n", "2", "--strict", module="bot.py")

    def test_a_module_plays_the_bidding_game_and_lost_cities(self):
        self.file("bidder.py", "def move(state):\n    assert state.opponents[0] and state.carried == 0\n"
                               "    return state.prize if state.prize in state.hand else state.hand[0]\n")
        self.succeed("run", "bidding", "-m", "bidder.py", "-b", "mimic", "--strict", "--record", "games.jsonl")
        self.assertEqual(self.records()[0]["scores"], [0, 0])
        self.file("explorer.py", "def move(state):\n    if state.phase == 'draw': return 'n'\n"
                                 "    assert set(state.expeditions) == set('DOMJV')\n    return 'd' + state.hand[0]\n")
        self.succeed("run", "lost_cities", "-m", "explorer.py", "--strict")

    def test_printing_does_not_disturb(self):
        self.module("print('x' * 1_000_000); import os; os.write(1, b'raw')")
        result = self.run_streams("-n", "1", "--strict", "--log-dir", "logs")
        self.assertNotIn("forfeit", result.err)
        self.assertIn("xxxx", (self.folder / "logs/000001-0-my_bot.stderr").read_text()[:100])

    def test_threads_that_stay_do_not_keep_the_worker_alive(self):
        self.module("import threading, time; threading.Thread(target=time.sleep, args=(99,)).start()")
        self.run_streams("-n", "2", "--strict")


class Faults(ModuleFaults, WorkerTest):
    def test_a_raise_at_the_end_costs_the_next_game_if_there_is_one(self):
        self.module(top="def end(result):\n    if result.scores[0] >= 0: raise KeyError('spilled')\n")
        err = self.run_streams("-n", "5").err
        self.assertEqual(self.ends(), ["played out", "exit", "played out", "exit", "played out"])
        self.assertIn("my_bot (seat 0) forfeits (exit) after 0 answers: crashed at the first question of game 4", err)
        self.assertIn("my_bot exited with status 1 after the end of game 5, which still counts", err)
        self.assertEqual(err.count("KeyError: 'spilled'"), 3)

    def test_an_endless_loop_is_ended_within_the_limit(self):
        # By processor time: on a busy machine its other answers may take longer by the wall clock.
        err = self.fault("\n        while True: pass", "--move-time", "1s", "--clock", "cpu", reason="time")
        self.assertIn("no answer within", err)

    def test_a_python_that_is_not_there(self):
        self.module()
        self.refuse("run", "streams", "-m", "my_bot", "--python", "no_such_python", saying="no_such_python")

    def test_a_module_speaks_json(self):
        self.module()
        self.refuse("run", "streams", "-m", "protocol=native", "my_bot")


class Loading(WorkerTest):
    """A problem that one start shows ends the run before any game."""

    BROKEN = {
        "empty": ("", "exited with status 1", "has no function move(game_state)"),
        "unclosed": ("def move(:\n", "exited with status 1", "SyntaxError"),
        "lacking": ("import no_such_thing\n", "exited with status 1", "No module named 'no_such_thing'"),
        "raising": ("raise ValueError('no idea')\n", "exited with status 1", "ValueError: no idea"),
        "crashing": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)\n", "was killed by signal 11 (SIGSEGV)", ""),
        "no_such_module": (None, "exited with status 1", "ModuleNotFoundError: No module named 'no_such_module'"),
    }

    def counting_python(self):
        """An interpreter that counts its starts in the file `starts`."""
        return self.file("python.sh", f"#!/bin/sh\necho >>starts\nexec {sys.executable} \"$@\"\n", executable=True)

    def starts(self):
        return len((self.folder / "starts").read_text())

    def refused(self, name, *words):
        """This broken module, by this command."""
        text, reason, complaint = self.BROKEN[name]
        if text is not None:
            self.file(f"{name}.py", text)
        (self.folder / "starts").unlink(missing_ok=True)
        self.refuse(*words, "-m", name, "--python", self.counting_python(),
                    saying=[f'arena: cannot load the module "{name}": {reason}\n', complaint])
        self.assertEqual(self.starts(), 1)

    def test_a_module_that_cannot_be_loaded_costs_one_start_and_no_game(self):
        for name in self.BROKEN:
            with self.subTest(name):
                self.refused(name, "run", "streams", "-n", "60", "-j", "2")

    def test_every_command_that_plays_refuses_it(self):
        for words in (("check", "streams"), ("play", "streams", "--human", "--seats", "2"),
                      ("listen", "streams", "--port", "0", "--seats", "2"), ("analyse", "bidding", "--cards", "3", "--json")):
            with self.subTest(words[0]):
                self.refused("lacking", *words)

    def test_a_file_that_is_not_there(self):
        self.assertIn('there is no Python module "no_such.py"', self.run_streams(module="no_such.py", status=2).err)

    def test_a_module_that_loads_for_longer_than_it_may(self):
        self.module(top="import time; time.sleep(99)\n")
        result = self.run_streams("--start-time", "300ms", status=2)
        self.assertIn('cannot load the module "my_bot": it was still loading 300ms after its start', result.err)

    def test_ctrl_c_ends_the_wait_for_a_module_that_loads(self):
        self.module(top="open('loading', 'w'); import time; time.sleep(99)\n")
        running = self.start("run", "streams", "-m", "my_bot", "--python", sys.executable, "--start-time", "50")
        wait_until((self.folder / "loading").exists, "the module to load")
        result = self.interrupt(running)
        self.assertIn("No game was finished.", result.out)
        self.assert_nothing_left()

    def test_a_module_that_loads_is_started_once_more_than_it_plays(self):
        self.module()
        words = ("-n", "5", "-j", "1", "--strict", "--python", self.counting_python())
        self.succeed("run", "streams", "-m", "my_bot", *words)
        self.assertEqual(self.starts(), 2)
        self.succeed("run", "streams", "-m", "my_bot", "-m", "name=twin", "my_bot", *words)
        self.assertEqual(self.starts(), 2 + 3)

    def test_what_one_start_does_not_show_is_forfeited(self):
        self.module(trick="import no_such_thing")
        self.run_streams("-n", "2")
        self.assertEqual(self.ends(), ["exit", "exit"])


if __name__ == "__main__":
    main()
