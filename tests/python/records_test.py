"""Records from Python, one at a time: files of any length, files that are broken, and the decisions of a game."""
import json
import os
import pickle
import subprocess
import sys
import threading

import arena
from support import ArenaTest, main

GAMES = 10_000
PEAK = """
import resource, sys, arena

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

[first] = arena.records.read(sys.argv[2])
before, count = peak(), 0
for record in arena.records.read(sys.argv[1]):
    count += record == first
print(count, (peak() - before) * 1024)
"""

WAIT = """
import arena, os, threading, time

def beat():
    for _ in range(2):
        time.sleep(0.1)
        print("runs", flush=True)

if not os.path.exists("pipe"):
    os.mkfifo("pipe")
writer = {writer}
try:
    threading.Thread(target=beat, daemon=True).start()
    list(arena.records.read("pipe"))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class Files(ArenaTest):
    def setUp(self):
        super().setUp()
        self.record = arena.run("bidding", ["random", "random"], n=1, seed=1, records=True).records[0]
        self.line = str(self.record) + "\n"

    def long_file(self, name):
        """A file of one record, many times over, and one that has it once."""
        one = self.folder / f"one_{name}"
        arena.records.write(one, [self.record])
        (self.folder / name).write_bytes(one.read_bytes() * GAMES)
        return self.folder / name, one

    def test_a_file_of_any_length_takes_the_memory_of_one_record(self):
        self.free_at_once()
        for name in ("games.jsonl", "games.jsonl.zst"):
            with self.subTest(name):
                paths = self.long_file(name)
                told = subprocess.run([sys.executable, "-c", PEAK, *paths], check=True, stdout=subprocess.PIPE, text=True)
                count, grown = map(int, told.stdout.split())
                self.assertEqual(count, GAMES)
                # As objects of Python the records are many times as long as their lines.
                self.assertLess(grown, GAMES * len(self.line) / 2)

    def test_records_come_before_what_is_wrong_with_the_file(self):
        cut = len(self.line) // 2
        for name, text, wrong in (("cut.jsonl", self.line * 2 + self.line[:cut], r'cut.jsonl": line 3: .*JSON'),
                                  ("broken.jsonl", self.line * 2 + "\n{}\n" + self.line, r'broken.jsonl": line 4: .*missing'),
                                  ("empty.jsonl", self.line * 2 + "null\n", r'empty.jsonl": line 3: ')):
            (self.folder / name).write_text(text)
            self.check_then_wrong(name, wrong)
        arena.records.write(self.folder / "one.zst", [self.record])
        one = (self.folder / "one.zst").read_bytes()
        for name, text, wrong in (("cut.jsonl.zst", one * 2 + one[:cut // 2], r'cut.jsonl.zst": it is cut off after line 2'),
                                  ("bad.jsonl.zst", one * 2 + b"x" * 100, r'bad.jsonl.zst": it is damaged after line 2')):
            (self.folder / name).write_bytes(text)
            self.check_then_wrong(name, wrong)

    def check_then_wrong(self, name, wrong):
        records = arena.records.read(self.folder / name)
        self.assertEqual([next(records), next(records)], [self.record] * 2)
        with self.assertRaisesRegex(arena.Error, wrong):
            next(records)
        self.assertEqual(list(records), [])

    def test_a_file_that_cannot_be_read_is_told_at_once(self):
        for wrong in ("nowhere.jsonl", ".", "no.zst"):
            if wrong == "no.zst":
                (self.folder / wrong).write_text(self.line)
            with self.assertRaisesRegex(arena.Error, wrong):
                list(arena.records.read(self.folder / wrong))
        with self.assertRaisesRegex(arena.Error, "nowhere.jsonl"):
            arena.records.read(self.folder / "nowhere.jsonl")  # not only when it is read from

    def test_a_path_with_a_zero_byte_is_refused_everywhere(self):
        path = str(self.folder / "games.jsonl")
        arena.records.write(path, [self.record])
        store = str(self.folder / "a.db")
        arena.tournament("bidding", ["random", "ordered"], deals=1, store=store)
        file = self.file("cup.toml", 'game = "bidding"\n')
        for call in (lambda: list(arena.records.read(path + "\0.x")), lambda: arena.records.read(path.encode() + b"\0"),
                     lambda: arena.records.write(path + "\0.x", [self.record]), lambda: arena.Store(store + "\0.x"),
                     lambda: arena.run("bidding", ["random"], n=1, seed=2, record=path + "\0.x"),
                     lambda: arena.compare("bidding", "random", "ordered", max_deals=1, record=path + "\0.x"),
                     lambda: arena.tournament("bidding", ["random", "ordered"], deals=1, store=store + "\0.x"),
                     lambda: arena.tournament(f"{file}\0.toml")):
            with self.assertRaisesRegex(arena.Error, "a path cannot contain a zero byte: b?'.*x00"):
                call()
        self.assertEqual(list(arena.records.read(path)), [self.record])

    def test_threads_run_and_ctrl_c_works_while_a_pipe_is_silent(self):
        for writer, wait in (("None", "for its writer"), ("os.open('pipe', os.O_RDWR)", "for its first line")):
            with self.subTest(wait):
                script = self.file("wait.py", WAIT.format(writer=writer))
                running = self.start(script, program=sys.executable)
                self.assertEqual([running.line(), running.line()], ["runs\n", "runs\n"])
                running.signal()
                result = running.finish()
                self.assertEqual((result.status, result.out), (0, "interrupted\n"), result)

    def test_what_comes_through_a_pipe_is_read_by_one_thread_at_a_time(self):
        reading, writing = os.pipe()
        lines = arena._arena.RecordLines(f"/dev/fd/{reading}".encode())
        found = []
        threads = [threading.Thread(target=lambda: found.extend(lines)) for _ in range(4)]
        for thread in threads:
            thread.start()
        with open(writing, "w", encoding="utf-8") as pipe:
            for _ in range(100):
                pipe.write(self.line)
                pipe.flush()
        for thread in threads:
            thread.join()
        os.close(reading)
        self.assertEqual(found, [self.line[:-1]] * 100)

    def test_what_is_added_meanwhile_is_read_too(self):
        path = self.folder / "games.jsonl"
        arena.records.write(path, [self.record])
        for number, record in enumerate(arena.records.read(path)):
            if number < 3:
                arena.records.write(path, [record])
        self.assertEqual((number, path.read_text()), (3, self.line * 4))


class Decisions(ArenaTest):
    def check_all(self, record):
        """The decisions of a record, of which all states are kept."""
        decisions = list(record.decisions())
        self.assertEqual([(decision.seat, decision.move, decision.rejected) for decision in decisions],
                         [(move["seat"], move["move"], move.get("rejected")) for move in record.moves])
        for decision, after in zip(decisions, [*[decision.state for decision in decisions[1:]], None]):
            state, seat, move, rejected = decision
            tried = state.clone()
            if rejected is not None:
                self.assertTrue(rejected)
                self.assertEqual(state, after)
                continue
            tried.apply(move, seat)
            if after is not None and not set(after.gone) - set(state.gone):
                self.assertEqual(tried, after)
        return decisions

    def test_each_answer_of_a_game_with_the_state_before_it(self):
        for name in arena.games():
            record = arena.run(name, ["random", "random"], n=1, seed=3, records=True).records[0]
            decisions = self.check_all(record)
            self.assertEqual([decision.state for decision in decisions], list(record.replay())[:-1])
            self.assertEqual(pickle.loads(pickle.dumps(decisions)), decisions)

    def test_refused_answers_tell_why(self):
        record = arena.run("lost_cities", ["dumb", "random"], n=1, seed=3, records=True).records[0]
        refused = [decision for decision in self.check_all(record) if decision.rejected is not None]
        self.assertGreater(len(refused), 5)
        for state, seat, move, why in refused:
            self.assertEqual((seat, why), (0, "You can't play that card."))
            with self.assertRaises(arena.IllegalMove):
                state.apply(move, seat)

    def test_moves_that_arena_makes_for_who_has_gone(self):
        def fails(view):
            return view.legal()[0] if view.actions < 4 else None

        record = arena.run("yard_bridge", [fails, "random"], n=1, seed=1, on_error="forfeit", records=True).records[0]
        decisions = self.check_all(record)
        for decision, move in zip(decisions, record.moves):
            self.assertEqual(decision.seat in decision.state.gone, move.get("by") == "arbiter")
        self.assertGreater(sum(decision.seat in decision.state.gone for decision in decisions), 10)

    def test_events_are_there_where_they_are_wanted(self):
        record = arena.run("bidding", ["random", "random"], n=1, seed=1, records=True).records[0]
        self.assertEqual([decision.state.event_count for decision in record.decisions()][-1], 0)
        counts = [decision.state.event_count for decision in record.decisions(events=True)]
        self.assertEqual(counts, [state.event_count for state in record.replay(events=True)][:-1])
        self.assertGreater(counts[-1], 40)

    def test_a_move_against_the_rules_ends_them(self):
        data = json.loads(str(arena.run("bidding", ["random", "random"], n=1, seed=1, records=True).records[0]))
        data["moves"][2]["move"] = "14"
        decisions = arena.records.Record(data).decisions()
        self.assertEqual([next(decisions).move for _ in range(3)], [move["move"] for move in data["moves"][:3]])
        with self.assertRaisesRegex(arena.IllegalMove, "14"):
            next(decisions)


class Shown(ArenaTest):
    """`print(state)`: the position, as a spectator sees it in `arena replay --step`."""

    def test_a_state_is_shown_as_in_a_replay(self):
        for name in arena.games():
            with self.subTest(name):
                game = arena.game(name)
                options = {"deals": 1} if "deals" in game.options else {}
                players = ["random"] * min(game.most_seats, 3)
                data = arena.run(name, players, n=1, seed=3, options=options, records=True).records[0].data
                for player in data["players"]:
                    player["name"] = ""  # then seats are named by their numbers
                record = arena.records.Record(data)
                self.file("games.jsonl", f"{record}\n")
                frames = self.succeed("replay", "games.jsonl", "--step", text="\n" * (len(record.moves) + 2)).out
                frames = frames.split("[Enter next")
                states = list(record.replay())
                self.assertGreater(len(states), 10)
                for state, frame in zip(states[:-1], frames):
                    self.assertIn(f"\n{state}\n", frame)
                    self.assertLess(len(repr(state)), 60)

    def test_a_game_that_is_over_tells_how_it_ended(self):
        for name in arena.games():
            *_, last = arena.run(name, ["random", "random"], n=1, seed=1, records=True).records[0].replay()
            shown, outcome = str(last), last.outcome()
            self.assertIn("\nOver (played out):\n  seat 0 has ", shown)
            for seat in range(2):
                points = "point" if outcome.scores[seat] == 1 else "points"
                self.assertIn(f"  seat {seat} has {outcome.scores[seat]} {points}, place {outcome.places[seat]}", shown)
            self.assertNotIn("To move", shown)
            self.assertGreater(shown.count("\n"), 2)
            self.assertNotIn("?", shown)


if __name__ == "__main__":
    main()
