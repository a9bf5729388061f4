"""`arena replay --bot`: recorded games are put to a live bot, and arena shows where it answers otherwise."""
import json
import os
import pty
import re
import signal
import subprocess

from replaying import PYTHON, RANDOM_BOT, ReplayBotTest
from support import BAD_BOT, main, processes_with, wait_until


class Course(ReplayBotTest):
    def test_a_bot_that_plays_as_recorded_hears_every_byte_and_differs_nowhere(self):
        game = self.quiz()
        for seat in (0, 1):
            with self.subTest(seat=seat):
                moves = self.learn([game], seat)
                self.assertTrue(any("rejected" in move for move in moves))
                out = self.put("--seat", seat)
                self.assertTrue(out.endswith(f"\n{len(moves)} questions, 0 differ\n"), out)
                self.assertEqual(self.heard(), self.transcript(seat))

    def test_quiet_says_nothing_of_what_is_right(self):
        self.learn([self.quiz()], 0)
        self.assertEqual(self.put("--seat", 0, "-q"), "")

    def test_another_answer_is_told_and_does_not_change_the_course(self):
        game = self.quiz()
        moves = self.learn([game], 1)
        at = next(i for i, move in enumerate(moves) if i > 3 and "rejected" not in move)
        entry = self.entry(game, moves[at])
        out = self.put("--seat", 1, bot=(PYTHON, "actor.py", at + 1, "hello"), status=1)
        place = f"question {at + 1} (game 1, move {entry})"
        self.assertIn(f'\n{place}: recorded "{moves[at]["move"]}"; actor answers "hello"\n', out)
        self.assertTrue(out.endswith(f"\n{len(moves)} questions, 1 differs, first at {place}\n"), out)
        self.assertEqual(self.heard(), self.transcript(1))
        self.assertEqual(self.put("--seat", 1, "-q", bot=(PYTHON, "actor.py", at + 1, "hello"), status=1).count("\n"), 1)

    def test_another_answer_than_the_refused_one_is_followed_by_the_recorded_refusal(self):
        game = self.quiz()
        moves = self.learn([game], 0)
        at = next(i for i, move in enumerate(moves) if "rejected" in move)
        out = self.put("--seat", 0, bot=(PYTHON, "actor.py", at + 1, "hello"), status=1)
        self.assertIn(f'recorded "{moves[at]["move"]}", which was refused: {moves[at]["rejected"]}; actor answers "hello"',
                      out)
        self.assertEqual(self.heard(), self.transcript(0))

    def test_the_same_move_in_another_spelling_is_no_difference(self):
        self.play("lost_cities", "-p", f"{BAD_BOT} play")
        moves = self.learn(self.records(), 0)
        self.assertTrue(any(re.match(r"d\d", move["move"]) for move in moves))
        (self.folder / "answers").write_text("".join(move["move"].lower() + "\n" for move in moves))
        self.assertIn(f"{len(moves)} questions, 0 differ", self.put("--seat", 0))

    def test_seats_that_answer_at_the_same_time(self):
        games = self.play("bidding", "-b", "random", "-b", "random")
        for seat in (0, 1):
            with self.subTest(seat=seat):
                self.learn(games, seat)
                self.assertIn("13 questions, 0 differ", self.put("--seat", seat))
                self.assertEqual(self.heard(), self.transcript(seat))


class Series(ReplayBotTest):
    def test_one_process_plays_all_games_of_a_file_in_json(self):
        games = self.play("streams", "-p", "protocol=json", PYTHON, RANDOM_BOT, "-n", "3")
        self.learn(games, 0)
        out = self.put()
        self.assertIn("into actor: 3 games of Streams, 60 questions\n60 questions, 0 differ\n", out)
        self.assertEqual(self.heard(), self.transcript(0))
        self.assertEqual(self.heard().count('"type":"start"'), 3)
        self.learn(games[1:2], 0)
        self.assertIn("20 questions, 0 differ", self.put("--game", 2))
        self.assertEqual(self.heard(), self.transcript(0, "--game", 2))

    def test_one_process_plays_all_games_of_streams(self):
        self.play("streams", "-p", f"{BAD_BOT} play", "-n", "4")
        out = self.put(bot=(BAD_BOT, "play"))
        self.assertIn("4 games of Streams, 80 questions\n80 questions, 0 differ\n", out)

    def test_a_process_for_each_game_where_it_plays_but_one(self):
        self.play("lost_cities", "-p", f"{BAD_BOT} play", "-n", "3")
        self.file("once.sh", f'#!/bin/sh\necho >>starts\nexec {BAD_BOT} play\n', executable=True)
        out = self.put("--seat", 0, bot=("./once.sh",))
        self.assertRegex(out, r"3 games of Lost Cities, (\d+) questions\n\1 questions, 0 differ\n")
        self.assertEqual((self.folder / "starts").read_text(), "\n" * 3)

    def test_the_question_is_counted_over_all_games(self):
        games = self.play("streams", "-p", "protocol=json", PYTHON, RANDOM_BOT, "-n", "3")
        self.learn(games, 0)
        out = self.put(bot=(PYTHON, "actor.py", 41, "never"), status=1)
        self.assertIn('question 41 (game 3, move 1): recorded ', out)
        self.assertTrue(out.endswith("60 questions, 1 differs, first at question 41 (game 3, move 1)\n"), out)

    def test_an_answer_to_an_earlier_question_is_waited_out(self):
        games = self.play("streams", "-p", "protocol=json", PYTHON, RANDOM_BOT, "-n", "1")
        self.learn(games, 0)
        self.file("late.py", "import json, sys\nanswers = iter(open('answers').read().split())\n"
                             "for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'turn':\n"
                             "        old = json.dumps({'move': '1', 'id': m['id'] - 1}) + '\\n' if m['id'] > 1 else ''\n"
                             "        print(old + json.dumps({'move': next(answers), 'id': m['id']}), flush=True)\n")
        self.assertIn("20 questions, 0 differ", self.put(bot=(PYTHON, "late.py")))

    def test_a_module(self):
        self.file("first.py", "def move(state):\n    return state.stream.index(None)\n")
        self.file("last.py", "def move(state):\n    return max(i for i, n in enumerate(state.stream) if n is None)\n")
        self.play("streams", "--python", PYTHON, "-m", "first.py", "-n", "2")
        for module, status, saying in (("first.py", 0, "40 questions, 0 differ"), ("last.py", 1, "38 differ")):
            result = self.arena("replay", "games.jsonl", "--python", PYTHON, "-m", module, status=status)
            self.assertIn(saying, result.out)


class Failing(ReplayBotTest):
    def test_a_bot_that_dies(self):
        game = self.quiz()
        moves = self.learn([game], 0)
        out = self.put("--seat", 0, bot=(PYTHON, "actor.py", 5, "die"), status=1)
        self.assertIn(f'question 5 (game 1, move {self.entry(game, moves[4])}): recorded "{moves[4]["move"]}"; '
                      "actor fails (exit): exited with status 1\n  Its stderr ends with:\n  | oh no\n", out)
        self.assertRegex(out, rf"\n5 questions, 0 differ; actor failed at question 5 \(.*\); {len(moves) - 5} left out\n$")

    def test_other_ends(self):
        self.quiz()
        for mode, saying in (("segv", "fails (exit): was killed by signal 11 (SIGSEGV)"),
                             ("flood", "fails (limit): sent 65537 bytes without a newline"),
                             ("exit_at_start", "fails (exit): exited with status 0"),
                             ("close_stdout", "fails (exit): closed its output")):
            with self.subTest(mode):
                self.assertIn(saying, self.put("--seat", 0, bot=(BAD_BOT, mode), status=1))

    def test_a_move_time_that_was_asked_for(self):
        self.quiz()
        out = self.put("--seat", 0, "--move-time", "50ms", bot=(BAD_BOT, "hang"), status=1)
        self.assertRegex(out, r"bad_bot fails \(time\): no answer within \d+ms")

    def test_lines_too_many_are_counted(self):
        self.learn([self.quiz()], 0)
        self.assertIn("actor wrote 1 line that answered nothing", self.put(
            "--seat", 0, bot=(PYTHON, "actor.py", 3, "twice"), status=1))

    def test_a_recorded_forfeit_is_asked_and_any_answer_to_it_differs(self):
        games = self.play("lost_cities", "-p", f"{BAD_BOT} exit_after 4")
        self.assertEqual(games[0]["forfeits"][0]["reason"], "exit")
        out = self.put("--seat", 0, bot=(BAD_BOT, "play"), status=1)
        self.assertIn("question 5 (game 1, ", out)
        self.assertIn("recorded no answer, but a forfeit (exit: exited with status 0 before the end of the game); "
                      "bad_bot answers ", out)
        self.assertIn("5 questions, 1 differs", out)
        self.assertIn("bad_bot failed at question 5", self.put("--seat", 0, bot=(BAD_BOT, "exit_after", "4"), status=1))

    def test_a_forfeit_by_refusals_asks_no_more(self):
        self.play("lost_cities", "-p", f"{BAD_BOT} echo", "--max-refusals", "2")
        self.assertIn("3 questions, 0 differ", self.put("--seat", 0, bot=(BAD_BOT, "echo")))

    def test_a_record_that_breaks_the_rules_starts_no_bot(self):
        game = self.quiz()
        game["scores"][0] += 1
        self.file("games.jsonl", json.dumps(game) + "\n")
        self.learn([game], 0)
        result = self.arena("replay", "games.jsonl", "--seat", 0, "--bot", PYTHON, "actor.py")
        self.assertEqual((result.status, result.out), (1, ""), result)
        self.assertIn("games.jsonl:1 (game 1): scores are", result.err)
        self.assertFalse((self.folder / "heard").exists())

    def test_an_interrupt_leaves_nothing(self):
        self.learn([self.quiz()], 0)
        running = self.start("replay", "games.jsonl", "--seat", 0, "--bot", PYTHON, "actor.py", "3", "sleep")
        wait_until(lambda: (self.folder / "heard").exists() and self.heard().count("?\n") + self.heard().count("Error:") > 2,
                   "the third question")
        self.interrupt(running)


class Held(ReplayBotTest):
    def setUp(self):
        super().setUp()
        self.moves = self.learn([self.quiz()], 0)

    def test_at_shows_one_question_and_its_answer_and_goes_no_further(self):
        out = self.put("--seat", 0, "--at", 4)
        self.assertRegex(out, r'\nquestion 4 \(game 1, move \d+\), recorded ".*"; it is sent:\n  > ')
        self.assertTrue(out.endswith(f'  actor answers "{self.moves[3]["move"]}", as recorded\n'
                                     f"4 questions, 0 differ; {len(self.moves) - 4} left out\n"), out)
        self.assertTrue(self.transcript(0).startswith(self.heard()))
        self.put("--seat", 0, "--at", 4, bot=(PYTHON, "actor.py", 5, "hello"))
        out = self.put("--seat", 0, "--at", 4, bot=(PYTHON, "actor.py", 4, "hello"), status=1)
        self.assertIn(f'  recorded "{self.moves[3]["move"]}"; actor answers "hello"\n', out)

    def held(self, *words, stdin):
        """Runs until it waits; gives the process and the pid that it names."""
        running = self.start("replay", "games.jsonl", "--seat", 0, "--wait", *words, "--bot", PYTHON, "actor.py",
                             stdin=stdin)
        text = ""
        while "Enter continues.\n" not in text:
            line = running.line()
            self.assertNotEqual(line, "", text)
            text += line
        pid = int(re.search(r"actor is process (\d+) \(", text)[1])
        self.assertRegex(text, rf"(?m)^  (sudo )?gdb -p {pid}$")
        self.assertIn("actor.py", processes_with(self.mark)[pid])
        return running, text

    def test_wait_holds_before_the_question_is_sent_until_a_line_comes(self):
        running, text = self.held("--at", 6, stdin=subprocess.PIPE)
        self.assertRegex(text, r"question 6 \(game 1, move \d+\), recorded .*; next it is sent:\n  > ")
        heard = self.heard()
        self.assertEqual(heard.count("?\n") + heard.count("Error:"), 5)
        result = running.finish("\n")
        self.assertEqual(result.status, 0, result)
        self.assertIn(f'  actor answers "{self.moves[5]["move"]}", as recorded\n', result.out)
        self.assertIn(f"\n{len(self.moves)} questions, 0 differ\n", result.out)
        self.assertEqual(self.heard(), self.transcript(0))

    def test_wait_alone_holds_before_anything_is_sent_and_the_end_of_input_goes_on(self):
        running, text = self.held(stdin=subprocess.PIPE)
        self.assertIn("actor is started, and has received nothing yet.\n", text)
        self.assertFalse((self.folder / "heard").exists() and self.heard())
        self.assertEqual(running.finish().status, 0)  # which closes its stdin
        self.assertEqual(self.heard(), self.transcript(0))

    def test_enter_at_a_terminal(self):
        leader, terminal = pty.openpty()
        running, _ = self.held("--at", 2, stdin=terminal)
        os.close(terminal)
        os.write(leader, b"\n")
        result = running.finish()
        os.close(leader)
        self.assertEqual(result.status, 0, result)

    def test_a_bot_that_dies_while_it_is_held(self):
        running, text = self.held("--at", 2, stdin=subprocess.PIPE)
        os.kill(int(re.search(r"is process (\d+)", text)[1]), signal.SIGSEGV)
        out = running.process.stdout.read()
        self.assertEqual(running.process.wait(), 1)
        running.process.stdin.close()
        self.assertIn("actor has ended while it was held.\n", out)
        self.assertIn("actor fails (exit): was killed by signal 11 (SIGSEGV)", out)
        self.assert_nothing_left()

    def test_a_bot_that_leaves_after_each_game_is_held_in_the_process_that_plays_on(self):
        (self.folder / "games.jsonl").unlink()
        games = self.play("streams", "-p", "protocol=json", PYTHON, RANDOM_BOT, "-n", "3")
        self.learn(games, 0)
        text = (self.folder / "actor.py").read_text().replace(
            'if json.loads(line)["type"] not', 'if json.loads(line)["type"] == "end":\n            time.sleep(0.1)\n'
            '            sys.exit()\n        if json.loads(line)["type"] not').replace(
            'answers = iter(open("answers").read().splitlines())',
            'import os\ngame = os.path.getsize("games") if os.path.exists("games") else 0\nopen("games", "a").write("x")\n'
            'answers = iter(open("answers").read().splitlines()[20 * (game if game < 2 else 2):])')
        self.file("actor.py", text)
        running, _ = self.held("--at", 41, stdin=subprocess.PIPE)
        result = running.finish("\n")
        self.assertEqual(result.status, 0, result)
        self.assertIn("60 questions, 0 differ", result.out)

    def test_an_interrupt_while_it_is_held(self):
        running, _ = self.held(stdin=subprocess.PIPE)
        running.signal(signal.SIGINT)
        self.assertEqual(running.process.wait(), 130)
        running.process.stdin.close()
        self.assert_nothing_left()

    def test_a_held_bot_may_take_its_time_to_leave(self):
        self.file("slow.sh", f"#!/bin/sh\n{PYTHON} actor.py\nsleep 1.3\ntouch left\n", executable=True)
        out = self.put("--seat", 0, "--wait", bot=("./slow.sh",))
        self.assertIn("The input of slow ends here; it may take its time to leave.", out)
        self.assertTrue((self.folder / "left").exists())


if __name__ == "__main__":
    main()
