"""examples/new_game in a copy of the tree: three more files, and the game is everywhere. There, too, one more setting of all
matches: a line in one file.

For `./dev proof`: the copy is built from scratch, with the benchmarks. Every day new_game_test tests the game alone.
"""
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

TREE = Path(os.environ["ARENA_ROOT"]) / "build/new_game"
BUILD = TREE / "build/release"
BIN = BUILD / "bin"
os.environ["ARENA_PROGRAM"] = str(BIN / "arena")  # for `support`: the copy's

from support import ROOT, ArenaTest, main  # noqa: E402

GAME = "kuhn_poker"
FILES = {"games/kuhn_poker/kuhn_poker.hpp", "docs/kuhn_poker.md", "tests/games/kuhn_poker_test.cpp"}
BUILD_PATIENCE = 900  # seconds
TARGETS = ("arena", "arena-contests", "games_test", "arena_package", "arena_bench")
NOT_COPIED = shutil.ignore_patterns("build", ".git", "node_modules", "__pycache__")

SETTINGS = "arena/config/match_settings.hpp"
SETTING = '  SETTING(Span, patience, "How long the guests of this copy wait") \\\n'

PLAYS_BY_HAND = """
import arena
state = arena.game("kuhn_poker").start(deal={"cards": ["queen", "king"]}, events=True)
assert state.view(0).card == "queen" and state.legal(0) == ["pass", "bet"], state.view(0)
state.apply("bet")
state.apply("bet")
assert list(state.outcome().scores) == [-2, 2], state.outcome()
assert state.events(0)[-1].cards == ["queen", "king"], state.events(0)
print(arena.run("kuhn_poker", ["random", "random"], n=50, seed=1).players[0].score)
"""


def command(*words, cwd, **more):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=BUILD_PATIENCE, **more)
    if done.returncode != 0:
        raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def copy_tree():
    """The sources with the new game, whose test is the only one of a game: they take minutes to compile."""
    shutil.rmtree(TREE, ignore_errors=True)
    shutil.copytree(ROOT, TREE, ignore=NOT_COPIED)
    for test in TREE.glob("tests/games/*_test.cpp"):
        test.unlink()
    shutil.copytree(ROOT / "examples/new_game", TREE, dirs_exist_ok=True)
    text, count = re.subn(r"(#define ARENA_PLAYER_SETTINGS\(SETTING\) *\\\n)", lambda begin: begin[1] + SETTING, (TREE / SETTINGS).read_text())
    assert count == 1, SETTINGS
    (TREE / SETTINGS).write_text(text)


class NewGame(ArenaTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        copy_tree()
        command("cmake", "--preset", "release", cwd=TREE)
        command("cmake", "--build", BUILD, "--target", *TARGETS, cwd=TREE)

    def test_the_game_is_three_files(self):
        example = ROOT / "examples/new_game"
        self.assertEqual({str(path.relative_to(example)) for path in example.rglob("*") if path.is_file()}, FILES)
        for name in FILES:
            self.assertFalse((ROOT / name).exists(), name)

    def test_a_setting_is_a_line(self):
        """It is an option, a key of a player and of [limits], and part of what a store keeps."""
        self.assertIn("How long the guests of this copy wait", self.succeed("run", "--help").out)
        self.refuse("run", GAME, "--patience", "soon", saying="--patience must be a duration")
        self.succeed("run", GAME, "--patience", "2", "-b", "patience=3s", "random", "-b", "random", "-n", "1")
        field = ("-b", "name=ann", "patience=1.5s", "random", "-b", "random", "--deals", "2", "-q")
        self.succeed("tournament", GAME, "--patience", "2", *field, "--store", "a.db")
        with closing(sqlite3.connect(self.folder / "a.db")) as database:
            kept = database.execute("SELECT file ->> '$.match.limits.patience', player ->> '$.keys.patience' FROM tournament, entrant "
                                    "WHERE entrant.name = 'ann'").fetchall()
        self.assertEqual(kept, [("2s", "1500ms")])
        text = f'game = "{GAME}"\nformat = "round_robin"\n[limits]\npatience = "x"\n'
        self.file("cup.toml", text + "".join(f'[[entrant]]\nname = "{name}"\nbuiltin = "random"\n' for name in "ab"))
        self.refuse("tournament", "cup.toml", saying="cup.toml:4:12: patience must be a duration")

    def test_it_keeps_the_laws(self):
        self.assertIn("All tests passed", command(BIN / "games_test", f"[{GAME}]", cwd=TREE))

    def test_it_is_listed_completed_and_explained(self):
        self.assertIn(GAME, [game["name"] for game in self.games()])
        self.assertIn(GAME, self.succeed("completion", "bash").out)
        self.assertEqual(self.succeed("rules", GAME).out, (TREE / f"docs/{GAME}.md").read_text())
        self.refuse("rules", GAME, "--russian", saying=[f"the rules of {GAME} are not translated"])

    def test_it_is_played_recorded_and_replayed(self):
        bot = self.file("bot.py", "def move(state):\n    return 'bet' if state.card == 'king' else state.legal()[0]\n")
        self.succeed("run", GAME, "-m", str(bot), "-b", "random", "-n", "20", "--seed", "1", "--record", "games.jsonl")
        self.assertIn("20 games", self.succeed("replay", "games.jsonl").out)
        shown = self.succeed("replay", "games.jsonl", "--step", "--game", "1", text="\n" * 9).out
        for words in ("deal: cards", "chips", "To move: bot"):
            self.assertIn(words, shown)

    def test_a_person_plays_it_by_the_numbers_of_moves(self):
        out = self.succeed("play", GAME, "-b", "random", "--seed", "4", text="?\nnonsense\n1\n2\n2\n").out
        for words in ("card", "1) pass", "2) bet", "Your move?", "That is no move."):
            self.assertIn(words, out)

    def test_python_steps_and_plays_it(self):
        environment = os.environ | {"PYTHONPATH": str(BUILD / "python")}
        score = float(command(sys.executable, "-c", PLAYS_BY_HAND, cwd=self.folder, env=environment))
        self.assertTrue(-2 <= score <= 2, score)

    def test_it_is_measured(self):
        self.assertIn(f"random play of {GAME}", command(BIN / "arena_bench", "--quick", "playouts", cwd=TREE))


if __name__ == "__main__":
    main()
