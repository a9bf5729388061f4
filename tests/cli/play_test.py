"""`arena play`: q and the end of the input leave the game, and arena says so in plain words."""
import os
import subprocess
import sys

from support import ARENA, ArenaTest, main

SEED = ("--seed", "1")


class PlayTest(ArenaTest):
    def play(self, game, typed, *words, status=0):
        return self.arena("play", game, *SEED, *words, "--record", "games.jsonl", text=typed, status=status)


class Leaving(PlayTest):
    LEFT = "You left. Game 1 of {} counts as forfeited.\n"
    TITLES = {"bidding": "The bidding game", "bridge": "Contract bridge", "lost_cities": "Lost Cities", "most": "Most",
              "streams": "Streams", "yard_bridge": "Yard bridge"}

    def test_q_leaves_the_game(self):
        for game, title in self.TITLES.items():
            for entry in ("q\n", "  Quit \n", "?\nq\n"):
                with self.subTest(game=game, entry=entry):
                    (self.folder / "games.jsonl").unlink(missing_ok=True)
                    # If the game went on, arena would refuse and explain the next lines.
                    result = self.play(game, entry + "nonsense\n" * 30)
                    self.assertIn(self.LEFT.format(title), result.err)
                    self.assertNotIn("forfeits (", result.err)
                    game_played, = self.records()
                    self.assertEqual([(f["reason"], f["detail"]) for f in game_played["forfeits"]],
                                     [("exit", "left the game")])
                    self.succeed("replay", "games.jsonl")

    def test_the_end_of_the_input_leaves_it_too(self):
        for game, title in self.TITLES.items():
            with self.subTest(game):
                self.assertIn(self.LEFT.format(title), self.play(game, "").err)

    def test_another_name_has_its_own_grammar(self):
        result = self.play("bidding", "q\n", "--human", "name=anna", "-b", "random")
        self.assertIn("anna left. Game 1 of The bidding game counts as forfeited.\n", result.err)

    def test_a_person_who_is_too_slow_forfeits_in_plain_words(self):
        running = self.start("play", "bidding", *SEED, "--human", "move-time=20ms", "-b", "random", stdin=os.pipe()[0])
        self.assertIn("Game 1 of The bidding game: you (seat 0) forfeit (time) after 0 answers: no answer within ",
                      running.finish().err)


class AtATerminal(PlayTest):
    IN_A_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"
    # Each game takes longer than the delay before the progress bar.
    SLOW = """\
import sys, time
time.sleep(0.15)
for line in sys.stdin:
    if line.startswith("Competition"):
        print(line.split()[-1], flush=True)
"""

    def test_nothing_stands_between_the_games(self):
        self.file("slow.py", self.SLOW)
        words = (ARENA, "play", "bidding", *SEED, "-n", "3", "--option", "cards=2", "-p", sys.executable, "slow.py")
        terminal = self.start("-c", self.IN_A_TERMINAL, *words, program=sys.executable, stdin=subprocess.PIPE)
        result = terminal.finish("1\n2\n" * 3)
        self.assertEqual(result.out.count("The end: "), 3, result)
        self.assertNotIn("of 3 games", result.out)
        self.assertNotIn("#", result.out)


if __name__ == "__main__":
    main()
