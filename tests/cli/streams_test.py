"""Streams at the command line: one process for many games, what becomes of it, scores."""
import sys

from support import ArenaTest, main

FIRST_FREE = """\
import os, sys
print(os.getpid(), file=open("pids", "a"))
for line in sys.stdin:
    stream = line.split(":")[0].split()
    {trick}
    print(stream.index("-1"), flush=True)
"""


class StreamsTest(ArenaTest):
    def bot(self, trick="pass", name="bot.py"):
        return self.file(name, FIRST_FREE.format(trick=trick))

    def run_streams(self, bot, *words, status=0):
        return self.arena("run", "streams", "-p", sys.executable, bot, "--record", "games.jsonl",
                          "-j", "1", "--seed", "5", *words, status=status)

    def pids(self):
        return (self.folder / "pids").read_text().split()


class Processes(StreamsTest):
    def test_a_thousand_games_are_the_default_and_one_process_plays_them(self):
        result = self.run_streams(self.bot())
        self.assertEqual(len(self.records()), 1000)
        self.assertEqual(len(self.pids()), 1)
        for word in ("Streams: 1000 games", "mean", "std error", "quartile", "median", "best", "worst"):
            self.assertIn(word, result.out)

    def test_a_bot_that_exits_in_a_game_forfeits_that_one_and_is_started_again(self):
        self.run_streams(self.bot("if stream.count('-1') == 13 and "
                                  "open('pids').read().count(chr(10)) == 1: sys.exit(3)"), "-n", "3")
        self.assertEqual(self.ends(), ["exit", "played out", "played out"])
        self.assertEqual(self.records()[0]["scores"], [0])
        self.assertIn("status 3", self.records()[0]["forfeits"][0]["detail"])
        self.assertEqual(len(self.pids()), 2)

    def test_a_bot_that_cannot_even_begin_a_second_game_forfeits_it(self):
        # Started again for game 2, it exits at once: that is no end between two games.
        bot = self.file("bot.py", "import os\nif os.path.exists('been'): raise SystemExit(4)\n"
                        "open('been', 'w')\nfor turn in range(20):\n"
                        "    print(input().split(':')[0].split().index('-1'), flush=True)\n")
        self.run_streams(bot, "-n", "3")
        self.assertEqual(self.ends(), ["played out", "exit", "exit"])

    def test_a_refused_bot_is_kept_for_the_next_game(self):
        self.run_streams(self.bot("if stream.count('-1') == 15 and not os.path.exists('x'): "
                                  "open('x', 'w'); print('x', flush=True); continue"), "-n", "3")
        self.assertEqual(self.ends(), ["refused", "played out", "played out"])
        self.assertEqual(self.records()[0]["moves"][-1], {"seat": 0, "move": "x", "rejected": "Invalid slot."})
        self.assertEqual(len(self.pids()), 1)

    def test_a_late_bot_is_killed_and_started_again(self):
        self.run_streams(self.bot("if stream.count('-1') == 15 and not os.path.exists('x'): "
                                  "open('x', 'w'); import time; time.sleep(99)"),
                         # This clock counts idle time, but no wait for a processor: all other answers are in time.
                         "-n", "3", "--move-time", "1s", "--clock", "cpu")
        self.assertEqual(self.ends(), ["time", "played out", "played out"])
        self.assertEqual(len(self.pids()), 2)

    def test_logs_are_kept_by_game_and_the_stderr_of_the_process_once(self):
        bot = self.bot("print('hm', file=sys.stderr)")
        self.run_streams(bot, "-n", "2", "--log-dir", "logs")
        names = sorted(path.name for path in (self.folder / "logs").iterdir())
        self.assertEqual(names, ["000001-0-bot.dialogue", "000001-0-bot.stderr", "000002-0-bot.dialogue"])
        for name in (names[0], names[2]):
            lines = (self.folder / "logs" / name).read_text().splitlines()
            self.assertEqual([line[0] for line in lines], [">", "<"] * 20)
        self.assertEqual((self.folder / "logs" / names[1]).read_text(), "hm\n" * 40)


class Results(StreamsTest):
    def test_scores_are_one_a_line_and_then_the_mean_as_python_writes_it(self):
        for games in (1, 7, 8):
            (self.folder / "games.jsonl").unlink(missing_ok=True)
            out = self.run_streams(self.bot(), "-n", games, "--scores").out.splitlines()
            scores = [game["scores"][0] for game in self.records()]
            self.assertEqual(out[:-1], [str(score) for score in scores])
            self.assertEqual(out[-1], repr(sum(scores) / len(scores)))

    def test_scores_are_for_one_player(self):
        self.refuse("run", "streams", "-b", "spread", "-b", "spread", "--scores", saying="one player, not 2")

    def test_the_person_at_the_terminal_plays_one_game_and_sees_the_raw_lines(self):
        answers = "".join(f"{slot}\n" for slot in range(20))
        result = self.succeed("run", "streams", "-p", "--seed", "4", "--record", "games.jsonl", text=answers)
        self.assertEqual(len(self.records()), 1)
        self.assertEqual(result.out.splitlines()[0].count("-1"), 20)

    def test_a_person_with_the_board_may_mistype(self):
        answers = "help\nx\n99\n" + "".join(f"{slot}\n{slot}\n" for slot in range(19)) + "19\n"
        result = self.succeed("play", "streams", "--seed", "4", "--record", "games.jsonl", text=answers)
        game, = self.records()
        self.assertEqual([move["move"] for move in game["moves"]], [str(slot) for slot in range(20)])
        self.assertIn("Slot 3 holds a card already.", result.out)
        self.assertRegex(result.out, r"You have \d+ points?\.")

    def test_sixteen_players_share_the_cards(self):
        words = [word for _ in range(16) for word in ("-b", "random")]
        self.succeed("run", "streams", *words, "-n", "2", "--record", "games.jsonl")
        self.assertEqual(len(self.records()[0]["scores"]), 16)
        self.assertEqual(self.arena("run", "streams", *words, "-b", "random").status, 2)


if __name__ == "__main__":
    main()
