"""arena.run: the same series as the command line's, with players that are called, and what goes wrong with them."""
import itertools
import json
import os
import signal
import sys
import textwrap
import threading
import warnings
from pathlib import Path

import arena
from support import ArenaTest, main, wait_until

MIMIC = "def move(state):\n    return state.prize\n"


def mimic(view):
    return view.prize


class LowestFirst:
    """Remembers what it was told, and bids upwards."""

    made = 0

    def __init__(self):
        type(self).made += 1
        self.told = []
        self.next = 0

    def start(self, info):
        self.told.append(info.game)

    def event(self, event):
        self.told.append(event)

    def end(self, result):
        assert result.places[0] in (1, 2) and len(self.told) > 50

    def move(self, view):
        self.next += 1
        assert view.legal()[0] == self.next
        return self.next


def figures(standing):
    """What does not depend on the time that it took."""
    return [(player.name, player.wins, player.draws, player.losses, player.score, player.margin, dict(player.forfeits))
            for player in standing.players]


def processor_ticks(stat):
    """How long a process has run, from its /proc/PID/stat."""
    return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))


class RunTest(ArenaTest):
    def module(self, trick="pass", name="my_bot.py"):
        return self.file(name, f"import os, sys\ndef move(state):\n    {trick}\n    return state.prize\n")


class Results(RunTest):
    def test_a_series_is_the_same_as_the_command_lines(self):
        for name, players, words in (("bidding", ["planner", "random"], ("--duplicate",)),
                                     ("streams", ["rollout"], ()), ("lost_cities", ["greedy", "random"], ())):
            bots = [word for player in players for word in ("-b", player)]
            out = json.loads(self.succeed("run", name, *bots, "-n", "20", "--seed", "3", "--json", *words,
                                          "--record", f"{name}.jsonl").out)
            standing = arena.run(name, players, n=20, seed=3, duplicate=bool(words), records=True)
            for theirs, ours in zip(out["players"], standing.players):
                for key, value in theirs.items():
                    own = getattr(ours, key)
                    self.assertEqual(list(own) if isinstance(own, tuple) else own, value, key)
            self.assertEqual((out["games"], out["deals"], out["moves"]),
                             (standing.games, standing.deals, standing.moves))
            self.assertEqual(self.records(f"{name}.jsonl"), [record.data for record in standing.records])

    def test_a_function_an_object_a_class_and_a_module_play_the_same_games(self):
        self.module()
        path = self.folder / "my_bot.py"
        sys.path.insert(0, str(self.folder))
        self.addCleanup(sys.path.remove, str(self.folder))
        import my_bot  # pylint: disable=import-error,import-outside-toplevel

        class Mimic:
            def move(self, view):
                return view.prize

        series = [arena.run("bidding", [player, "random"], n=30, seed=5, records=True)
                  for player in (mimic, Mimic(), Mimic, my_bot, arena.module(path),
                                 arena.module(path, python=sys.executable, move_time=60.0))]
        names = [standing.records[0].players[0]["name"] for standing in series]
        self.assertEqual(names, ["mimic", "Mimic", "Mimic", "my_bot", "my_bot", "my_bot"])
        for standing in series[1:]:
            self.assertEqual([record.moves for record in standing.records],
                             [record.moves for record in series[0].records])
        self.succeed("run", "bidding", "-m", path, "-b", "random", "-n", "30", "--seed", "5",
                     "--record", "games.jsonl", "--python", sys.executable)
        self.assertEqual([game["moves"] for game in self.records()], [record.moves for record in series[0].records])

    def test_a_builtin_that_is_called_plays_as_it_does_by_name(self):
        class Greedy:
            def __init__(self):
                self.bot = arena.game("lost_cities").builtin("greedy")

            def move(self, view):
                return self.bot(view)

        called = arena.run("lost_cities", [Greedy, "greedy"], n=5, seed=2, records=True)
        named = arena.run("lost_cities", ["greedy", "greedy"], n=5, seed=2, records=True)
        self.assertEqual([record.moves for record in called.records], [record.moves for record in named.records])

    def test_hooks_are_called_and_each_match_has_an_object_of_its_own(self):
        LowestFirst.made = 0
        standing = arena.run("bidding", [LowestFirst, "ordered"], n=6, seed=1, jobs=3)
        self.assertEqual((LowestFirst.made, standing.players[0].draws), (6, 6))

    def test_any_number_of_jobs_gives_the_same_series(self):
        series = [arena.run("bidding", [mimic, LowestFirst], n=40, seed=9, jobs=jobs, records=True) for jobs in (1, 2, 8)]
        for standing in series[1:]:
            self.assertEqual(standing.records, series[0].records)
            self.assertEqual(figures(standing), figures(series[0]))

    def test_series_run_from_several_threads_at_a_time(self):
        results = [None] * 4

        def play(index):
            results[index] = figures(arena.run("bidding", [mimic, "random"], n=50, seed=index % 2, jobs=2))

        threads = [threading.Thread(target=play, args=(index,)) for index in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results[:2], results[2:])
        self.assertNotEqual(results[0], results[1])

    def test_a_bot_may_run_a_series_itself(self):
        def deep(view):
            arena.run("streams", ["random"], n=1, seed=1)
            return view.prize

        self.assertEqual(arena.run("bidding", [deep, "ordered"], n=1, seed=1).games, 1)

    def test_a_player_may_have_a_name_of_its_own_and_limits(self):
        players = [arena.builtin("planner", name="old"), arena.called(mimic, name="new", max_refusals=0)]
        standing = arena.run("bidding", players, n=2, seed=1)
        self.assertEqual({player.name for player in standing.players}, {"old", "new"})
        self.assertEqual(arena.module("json", name="x", move_time=1).name, "x")

    def test_a_name_stays_as_it_is_given(self):
        for name in ("a\tb", "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"):
            self.assertEqual(arena.run("bidding", [arena.builtin("mimic", name=name), "random"], n=1, seed=1).of(name).name, name)

    def test_a_process_is_named_as_the_command_line_names_it(self):
        self.file("jb.py", "import sys\nfor line in sys.stdin:\n    if line.startswith('Comp'):\n"
                           "        print(line.split()[-1], flush=True)\n")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        for words in ([f"{sys.executable} jb.py"], [sys.executable, "-u", "./jb.py"]):
            self.succeed("run", "bidding", "-p", *(["--", *words, "--"]), "-b", "random", "-n", "1", "--seed", "1",
                         "--record", "games.jsonl")
            player = arena.process(words[0] if len(words) == 1 else words)
            record, = arena.run("bidding", [player, "random"], n=1, seed=1, records=True).records
            self.assertEqual([record.players[0]["name"], self.records()[-1]["players"][0]["name"]], ["jb", "jb"])

    def test_processes_play_both_protocols(self):
        self.file("bot.py", "import sys\nfor line in sys.stdin:\n    if line.startswith('Comp'):\n"
                            "        print(line.split()[-1], flush=True)\n")
        bot = [sys.executable, str(self.folder / "bot.py")]
        standing = arena.run("bidding", [arena.process(bot, name="mine"), "mimic"], n=3, seed=1)
        self.assertEqual([player.draws for player in standing.players], [3, 3])
        json_bot = arena.process([sys.executable, os.environ["ARENA_ROOT"] + "/examples/json/random_bot.py"],
                                 protocol="json")
        for name in arena.games():
            self.assertEqual(arena.run(name, [json_bot], n=1, seed=1).faults, ())

    def test_free_seats_are_filled_and_names_told_apart(self):
        standing = arena.run("bidding", [mimic], n=2, seed=1)
        self.assertEqual({player.name for player in standing.players}, {"mimic", "scatter"})
        standing = arena.run("bidding", ["random", "random", mimic], n=2, seed=1, seats=4)
        self.assertEqual({player.name for player in standing.players}, {"random", "random-2", "mimic", "scatter"})
        self.assertIn("random-2", str(standing))
        self.assertEqual(standing.of("random-2").name, "random-2")

    def test_a_called_player_whose_name_is_no_str_has_the_name_of_its_class(self):
        class Numbered:
            __name__ = 5

            def move(self, view):
                return view.prize

        self.assertEqual(arena.called(Numbered()).name, "Numbered")

    def test_very_many_players_of_one_name_are_refused(self):
        """At once; by the square of their number it would take an hour."""
        with self.assertRaisesRegex(arena.Error, "2 to 4"):
            arena.run("bidding", ["random"] * 200_000, n=1)

    def test_one_who_plays_alone_has_quartiles(self):
        standing = arena.run("streams", ["spread"], n=50, seed=1)
        player, = standing.players
        self.assertLessEqual(player.worst, player.quartiles[0])
        self.assertLessEqual(player.quartiles[2], player.best)
        self.assertEqual(arena.game("streams").usual_games, 1000)


class Wrong(RunTest):
    def test_what_cannot_be_is_told_before_anything_starts(self):
        for arguments, words in ((dict(n=0), "n is"), (dict(jobs=0), "jobs is"), (dict(seed=-1), "seed"),
                                 (dict(cards=99), "cards"), (dict(nothing=1), "nothing"), (dict(seats=9), "2 to 4"),
                                 (dict(on_error="x"), "on_error"), (dict(record="/no/such/place"), "/no/such/place")):
            with self.subTest(arguments), self.assertRaisesRegex(arena.Error, words):
                arena.run("bidding", ["random", "random"], **{"n": 1, "seed": 1, **arguments})
        for players, words in ((["nobody"], "nobody"), ([3], "no player"), (["random"] * 5, "5 seats|2 to 4|not 5"),
                               ([arena.process(["no_such_program"])], "no_such_program")):
            with self.subTest(players), self.assertRaisesRegex(arena.Error, words):
                arena.run("bidding", players, n=1, seed=1)
        with self.assertRaisesRegex(arena.Error, "no_such.py"):
            arena.module("no_such.py")
        with self.assertRaisesRegex(arena.Error, "protocol"):
            arena.process("x", protocol="xml")
        with self.assertRaises(TypeError):
            arena.process("x", colour="red")

    def test_what_is_of_the_wrong_kind_is_named(self):
        def pair(**more):
            return arena.run("bidding", ["random", "random"], **{"n": 1, "seed": 1, **more})

        for call, words in ((lambda: arena.process("cat", move_time="5"), "move_time is .* seconds .*'5'"),
                            (lambda: arena.process("cat", game_time=float("nan")), "game_time .*nan"),
                            (lambda: arena.process("cat", increment=-1), "increment .*-1"),
                            (lambda: arena.process("cat", move_time=0.0005), "seconds from 0.001 to .*, or 0, not 0.0005"),
                            (lambda: arena.Player("module", ["ann"], "x", python=5), "python is a str, not 5"),
                            (lambda: arena.run("bridge", [arena.called(mimic, protocol="tm")]), "function .* JSON protocol alone"),
                            (lambda: arena.process("cat", start_time=10**400), "start_time"),
                            (lambda: arena.process("cat", max_refusals="5"), "max_refusals is .* to 1000000, not '5'"),
                            (lambda: arena.process("cat", max_refusals=-1), "max_refusals .*-1"),
                            (lambda: arena.called(mimic, max_refusals=1_000_001), "max_refusals .*1000001"),
                            (lambda: arena.builtin("random", name=" "), "name of a player is empty"),
                            (lambda: arena.builtin("random", name=3), "name is a str, not 3"),
                            (lambda: arena.builtin(3), "is a str, not 3"),
                            (lambda: arena.process(""), "command"),
                            (lambda: arena.process("cat 'x"), "open quote"),
                            (lambda: arena.Player("weird", 3, "x"), "weird.*known: builtin, called, module, process"),
                            (lambda: arena.Player("process", "cat", "x"), "list of words, not 'cat'"),
                            (lambda: arena.Player("called", 3, "x"), "no player"),
                            (lambda: pair(seats="x"), "seats is .*'x'"), (lambda: pair(seats=2**40), "seats"),
                            (lambda: pair(n="3"), "n is .*'3'"), (lambda: pair(jobs=1.5), "jobs is .*1.5"),
                            (lambda: pair(seed="1"), "seed of a run is .*'1'"), (lambda: pair(options=3), "options .*3"),
                            (lambda: pair(max_refusals=-1), "max_refusals .*-1"),
                            (lambda: arena.run("bidding", "planner"), r"players is a list, such as \['planner'\]")):
            with self.subTest(words), self.assertRaisesRegex(arena.Error, words):
                call()

    def test_what_a_bot_raises_names_it_and_keeps_its_traceback(self):
        def clever(view):
            return view.no_such_thing

        with self.assertRaisesRegex(arena.BotError, "clever raised an exception") as raised:
            arena.run("bidding", [clever, "random"], n=10, seed=1)
        self.assertEqual(raised.exception.bot, "clever")
        cause = raised.exception.__cause__
        self.assertIsInstance(cause, AttributeError)
        self.assertEqual(cause.__traceback__.tb_frame.f_code.co_name, "clever")

    def test_what_is_no_move_is_told(self):
        for value, words in ((None, "returned None"), (3.5, "3.5 of type float"), ([1], "list"), (True, "True")):
            with self.subTest(value), self.assertRaises(arena.BotError) as raised:
                arena.run("bidding", [lambda view, value=value: value, "random"], n=1, seed=1)
            self.assertRegex(str(raised.exception.__cause__), words)
            self.assertIn("expected a move such as '1'", str(raised.exception.__cause__))

    def test_on_request_a_bot_that_raises_forfeits_that_game_alone(self):
        turns = iter(range(1000))

        def fragile(view):
            if next(turns) == 5:
                raise ValueError("no idea")
            return view.prize

        standing = arena.run("bidding", [fragile, "random"], n=4, seed=1, on_error="forfeit")
        fault, = standing.faults
        self.assertEqual((fault.game, fault.bot, fault.seat, fault.reason), (1, "fragile", 0, "exit"))
        self.assertEqual(fault.detail, "raised ValueError: no idea")
        self.assertIn("in fragile", fault.traceback)
        self.assertEqual(standing.of("fragile").forfeits, {"exit": 1})

    def test_the_rest_of_what_bots_do_wrong_forfeits_too(self):
        def leaver(view):
            sys.exit(3)

        class Broken:
            def __init__(self):
                raise RuntimeError("not today")

            def move(self, view):
                raise AssertionError

        class Secret:
            def __repr__(self):
                raise RuntimeError("not to be looked at")

        def surrogate(view):
            raise ValueError("\ud800")

        for player, words in ((leaver, r"called sys.exit\(3\)"), (Broken, "not today"),
                              (surrogate, r"raised ValueError: \?"), (lambda view: "\ud800", "Invalid bid."),
                              (lambda view: sys.exit(Secret()), "raised SystemExit"),
                              (lambda view: Secret(), "not to be looked at"),
                              (lambda view: None, "returned None; expected a move such as '1'"),
                              (lambda view: 14, 'answered .*14.*: Invalid bid.'),
                              (lambda view: 10**40, "Invalid bid."), (lambda view: "{", "Invalid bid.")):
            standing = arena.run("bidding", [player, "random"], n=2, seed=1, on_error="forfeit", records=True)
            self.assertEqual(len(standing.faults), 2)
            self.assertRegex(standing.faults[0].detail, words)
            for record in standing.records:
                self.assertIsNone(record.check())

    def test_what_a_called_bot_raises_at_the_end_costs_nothing_and_is_told(self):
        class Sore:
            def move(self, view):
                return view.prize

            def end(self, result):
                raise KeyError(result.end)

        with self.assertRaises(arena.BotError):
            arena.run("bidding", [Sore, "random"], n=5, seed=1)
        for games in (1, 5):
            with self.subTest(games=games):
                standing, told = self.run_warned(Sore, games)
                self.assertEqual((standing.games, standing.faults), (games, ()))
                self.assertEqual(len(told), min(games, 3))
                for number, words in enumerate(told, start=1):
                    self.assertIn(f"Sore raised KeyError: 'played out' after the end of game {number}, which still counts", words)
                    self.assertIn("KeyError: 'played out'", words)

    def test_a_process_that_crashes_at_the_end_forfeits_the_next_game_if_there_is_one(self):
        module = self.file("sore.py", MIMIC + "def end(result):\n    raise KeyError(result.end)\n")
        script = self.file("sore_bot.py", "import json, os, signal, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
                           "    if m['type'] == 'turn': print(m['legal'][0], flush=True)\n"
                           "    if m['type'] == 'end': os.kill(os.getpid(), signal.SIGSEGV)\n")
        for player, words in ((arena.module(module), "exited with status 1"),
                              (arena.process([sys.executable, script], protocol="json"), "was killed by signal 11 (SIGSEGV)")):
            with self.subTest(words):
                standing, told = self.run_warned(player, 3)
                fault, = standing.faults
                self.assertEqual((fault.game, fault.detail), (2, "crashed at the first question of game 2: " + words))
                self.assertEqual(len(told), 1)
                self.assertIn(f"{player.name} {words} after the end of game 3, which still counts", told[0])

    def test_a_series_may_end_with_the_first_forfeit(self):
        def flawed(view):
            return None if view.prize == 13 and len(view.hand) == 12 else view.prize

        words = {"n": 100, "seed": 1, "on_error": "forfeit", "records": True}
        whole = arena.run("bidding", [flawed, "random"], **words)
        first = whole.faults[0].game
        self.assertIn(first, range(3, 90))
        short = arena.run("bidding", [flawed, "random"], fail_fast=True, **words)
        self.assertEqual((short.games, short.faults), (first, whole.faults[:1]))
        self.assertEqual([record.data for record in short.records], [record.data for record in whole.records[:first]])
        self.assertIn("incomplete", str(short))
        self.assertNotIn("incomplete", str(whole))

    def test_a_match_is_in_a_file_once(self):
        path = self.folder / "games.jsonl"
        for play in (lambda **more: arena.run("bidding", ["random", mimic], n=2, **more),
                     lambda **more: arena.compare("bidding", "random", "planner", max_deals=20, **more)):
            play(seed=3, record=path)
            games = len(self.records())
            with self.assertRaisesRegex(arena.Error, r"games\.jsonl\" has games 1-\d+ of this run already"):
                play(seed=3, record=path)
            self.assertEqual(len(self.records()), games)
            play(seed=4, record=path)
            play(record=path)

    def test_a_module_that_cannot_be_loaded_is_refused_before_anything_is_played(self):
        for text, words in (("def move(:\n", "SyntaxError"), ("", "has no function move"), ("import nothing\n", "No module named 'nothing'")):
            with self.subTest(words):
                module = self.file("broken.py", text)
                with self.assertRaisesRegex(arena.Error, rf'(?s)^cannot load the module ".*/broken.py": exited with status 1\n.*{words}'):
                    arena.run("bidding", ["random", arena.module(module)], n=60, record=self.folder / "games.jsonl")
                self.assertEqual((self.folder / "games.jsonl").read_text(), "")

    def test_ctrl_c_ends_the_wait_for_a_module_that_loads(self):
        self.file("slow.py", "import time\nopen('called', 'w')\ntime.sleep(99)\n")
        script = self.file("script.py", "import arena\ntry: arena.run('bidding', [arena.module('slow.py', start_time=50), 'random'])\n"
                           "except KeyboardInterrupt: print('interrupted')\n")
        running = self.start("-B", script, program=sys.executable)
        wait_until((self.folder / "called").exists, "the module to load")
        running.signal()
        result = running.finish()
        self.assertEqual((result.status, result.out), (0, "interrupted\n"), result)
        self.assert_nothing_left()

    def run_warned(self, player, games):
        """The standing, and the warnings."""
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            standing = arena.run("bidding", [player, "random"], n=games, seed=1, jobs=1, on_error="forfeit")
        for warning in told:
            self.assertEqual((warning.category, warning.filename), (RuntimeWarning, __file__))
        return standing, [str(warning.message) for warning in told]

    def test_refused_answers_are_asked_again_where_the_game_allows_it(self):
        answers = []

        def stubborn(view):
            answers.append(len(answers))
            return "x" if len(answers) % 2 else view.legal()[0]

        standing = arena.run("lost_cities", [stubborn, "random"], n=1, seed=1, records=True)
        self.assertEqual(standing.faults, ())
        self.assertTrue(any("rejected" in move for move in standing.records[0].moves))
        self.assertIsNone(standing.records[0].check())


class Interrupts(RunTest):
    SCRIPT = """
        import arena, sys
        def slow(view):
            print("called", flush=True)
            while {condition}: pass
            return view.prize
        def deep(view):
            print("called", flush=True)
            arena.run("bidding", ["random", "random"], n=10**8, seed=1)
        def busy(view):
            print("called", flush=True)
            arena.playouts("bidding", 10**12)
        try:
            arena.run("bidding", [{player}, "random"], n=10**6, seed=1, record="games.jsonl", jobs={jobs}, {more})
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """

    def interrupt(self, when, script=SCRIPT, **filled):
        script = self.file("script.py", textwrap.dedent(script).format(**{"more": "", "jobs": 1, **filled}))
        running = self.start(script, program=sys.executable)
        when(running)
        running.signal(signal.SIGINT)
        result = running.finish()
        self.assertIn("interrupted", result.out)
        self.assertEqual(result.status, 0, result)
        self.assert_nothing_left()

    def test_ctrl_c_ends_a_series_and_keeps_what_is_finished(self):
        path = self.folder / "games.jsonl"

        def some_games(running):
            wait_until(lambda: path.exists() and path.stat().st_size > 10_000, "some games")

        for player, jobs in (("'planner'", 1), ("'planner'", 2), ("lambda view: view.prize", 1)):
            with self.subTest(player=player, jobs=jobs):
                self.interrupt(some_games, condition="False", player=player, jobs=jobs)
                for record in itertools.islice(arena.records.read(path), 50):
                    self.assertIsNone(record.check())
                path.unlink()

    def test_ctrl_c_ends_a_bot_that_hangs(self):
        self.interrupt(lambda running: running.line(), condition="True", player="slow", jobs=2)

    def test_a_game_in_which_a_bot_was_interrupted_counts_for_nobody(self):
        for player in ("slow", "deep"):
            self.interrupt(lambda running: running.line(), condition="True", player=player, more="on_error='forfeit'")
            self.assertEqual(list(arena.records.read(self.folder / "games.jsonl")), [])

    def test_ctrl_c_ends_a_bot_that_plays_a_series_or_many_games_itself(self):
        for player in ("deep", "busy"):
            self.interrupt(lambda running: running.line(), condition="True", player=player)

    def test_ctrl_c_ends_random_play(self):
        def busy(running):
            running.line()
            stat = Path(f"/proc/{running.process.pid}/stat")
            begin = processor_ticks(stat)
            wait_until(lambda: processor_ticks(stat) > begin + 10, "random play to be under way")

        self.interrupt(busy, script="""
            import arena
            try:
                print("begun", flush=True)
                arena.playouts("bidding", 10**12)
            except KeyboardInterrupt:
                print("interrupted", flush=True)
        """)

    def test_ctrl_c_ends_bots_in_processes(self):
        self.file("sleeper.py", "import time\nopen('asked', 'w')\ntime.sleep(99)\ndef move(state): return 1\n")
        self.interrupt(lambda running: wait_until((self.folder / "asked").exists, "the bot"), condition="True",
                       player="arena.module('sleeper.py', start_time=50)", jobs=1)


if __name__ == "__main__":
    main()
