"""What holds for a module in a worker process and in arena's own process alike: its hooks, and its faults."""
from support import ALTERS, ArenaTest

FIRST_FREE = "import os, sys\ndef move(state):\n    {trick}\n    return state.stream.index(None)\n"


class ModuleTest(ArenaTest):
    """`start_words` say how arena starts a module."""

    start_words = ()

    def module(self, trick="pass", name="my_bot.py", top=""):
        return self.file(name, top + FIRST_FREE.format(trick=trick))

    def run_streams(self, *words, module="my_bot", status=0):
        return self.arena("run", "streams", "-m", module, *self.start_words, "--record", "games.jsonl", "-j", "1", "--seed", "5",
                          *words, status=status)


class ModuleFaults:
    """Tests for a ModuleTest."""

    def fault(self, trick, *words, reason="exit"):
        """The message about a module that does this at its fifth turn of the first of three games."""
        self.module(f"import os, sys\n    if state.turn == 5 and not os.path.exists('done'):\n"
                    f"        open('done', 'w')\n        {trick}")
        for name in ("done", "games.jsonl"):
            (self.folder / name).unlink(missing_ok=True)
        result = self.run_streams("-n", "3", *words)
        self.assertEqual(self.ends(), [reason, "played out", "played out"])
        return result.err

    def test_hooks_are_given_what_happens(self):
        self.module(top="log = open('log', 'w', buffering=1)\ndef start(info): log.write(f'start {info.names}\\n')\n"
                    "def event(event): log.write('event\\n')\ndef end(result): log.write(f'end {result.scores}\\n')\n")
        self.run_streams("-n", "1")
        log = (self.folder / "log").read_text().splitlines()
        self.assertEqual([log[0], log[-1]], ["start ['my_bot']", f"end {self.records()[0]['scores']}"])
        self.assertGreater(log.count("event"), 39)

    def test_a_raise_shows_the_whole_traceback(self):
        err = self.fault("raise ValueError('no idea')")
        for text in ("Traceback", "my_bot.py", "in move", "ValueError: no idea"):
            self.assertIn(text, err)

    def test_what_is_no_move_is_named(self):
        for value in ("None", "3.5", "[1]", "True"):
            with self.subTest(value):
                err = self.fault(f"return {value}")
                self.assertIn(f"move() returned {value}", err)
                self.assertIn("expected a move such as '", err)

    def test_a_number_that_is_no_slot_is_refused_by_the_game(self):
        for value in ("21", "'x'", "-1", "10 ** 30", "'{'"):
            with self.subTest(value):
                self.assertIn("Invalid slot.", self.fault(f"return {value}", reason="refused"))

    def test_a_view_that_was_altered_is_whole_when_the_question_is_put_again(self):
        self.file("my_bot.py", ALTERS)
        self.succeed("run", "lost_cities", "-m", "my_bot", "-n", "1", "--strict", *self.start_words)

    def test_sys_exit_is_told(self):
        self.assertIn("called sys.exit(3)", self.fault("sys.exit(3)"))
