"""`arena new`: what it makes, prints and refuses, and where it finds the starters. starter_test.py tests the bots."""
import os
import shutil
import subprocess
import sys
import unittest

from support import BOTS, PATIENCE, ROOT, ArenaTest, main

LANGUAGES = sorted(folder.name for folder in (ROOT / "examples/starters").iterdir() if folder.is_dir())
ODD_NAMES = ["a b", "it's", 'say "hi"', "$HOME", "`x`", "new\nline", "-n", "ünï", "a;b&c|d", "*", "back\\slash", "~"]


class Making(ArenaTest):
    def written(self, folder):
        root = self.folder / folder
        return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())

    def test_every_language_for_every_game_in_a_folder_named_after_both(self):
        for game in self.games():
            for language in LANGUAGES:
                with self.subTest(game=game["name"], language=language):
                    out = self.succeed("new", game["name"], "--lang", language).out
                    folder = f"{game['name']}_{language}"
                    self.assertEqual(out.splitlines()[0], f"Made a bot for {game['title']} in {folder}:")
                    files = self.written(folder)
                    self.assertEqual([line.strip() for line in out.splitlines()[1:len(files) + 1]], files)
                    self.assertLessEqual({"README.md", ".gitignore"}, set(files))
                    readme = (self.folder / folder / "README.md").read_text()
                    self.assertTrue(readme.startswith(f"# {game['title']}: a bot in "), readme[:60])
                    self.assertIn(f"arena run {game['name']} -p protocol=json ./bot", readme)

    def test_the_example_of_a_view_is_always_the_same(self):
        pages = []
        for folder in ("one", "two"):
            self.succeed("new", "streams", "--lang", "python", folder)
            pages.append((self.folder / folder / "strategy.py").read_text())
        self.assertEqual(*pages)
        self.assertIn('#       "current_card": ', pages[0])

    def test_a_game_of_too_many_moves_shows_some_of_them(self):
        self.succeed("new", "most", "--lang", "python")
        text = (self.folder / "most_python/strategy.py").read_text()
        self.assertRegex(text, r"(?m)^#     \[\"(draw|take|meld|lay|swap|discard)\b")
        self.assertIn('"possible": [', text)

    def test_examples_of_views_fit_the_page(self):
        for game in self.games():
            self.succeed("new", game["name"], "--lang", "python")
            text = (self.folder / f"{game['name']}_python/strategy.py").read_text()
            self.assertLessEqual(max(len(line) for line in text.splitlines()), 110, game["name"])

    def test_the_folder_may_be_this_one(self):
        out = self.succeed("new", "streams", "--lang", "ruby", ".").out
        self.assertIn("  cd .\n", out)
        self.assertIn("bot", self.written("."))

    def test_the_folder_may_have_parents_that_are_not_there_or_be_empty(self):
        self.succeed("new", "streams", "--lang", "ruby", "far/far/away")
        self.assertIn("bot", self.written("far/far/away"))
        (self.folder / "empty").mkdir()
        self.succeed("new", "streams", "--lang", "ruby", "empty/")
        self.assertIn("bot", self.written("empty"))

    def test_the_commands_it_prints_work_in_folders_of_any_name(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for name, target in (("arena", os.environ["ARENA_PROGRAM"]), ("python3", sys.executable)):
            (programs / name).symlink_to(target)
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        for name in ODD_NAMES:
            with self.subTest(name):
                out = self.succeed("new", "bidding", "--lang", "python", "--", name).out
                commands = out[out.index("Go on with:\n"):out.index("README.md shows")].partition("\n")[2]
                self.assertIn("arena check bidding -p protocol=json ./bot", commands)
                done = subprocess.run(["bash", "-e", "-c", commands], cwd=self.folder, env=environment, timeout=PATIENCE,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, f"{commands}\n{done.stdout}{done.stderr}")
                self.assertIn("bot is ready to play", done.stdout)

    def test_help_names_the_languages_and_has_examples(self):
        text = self.succeed("new", "--help").out
        self.assertIn(", ".join(LANGUAGES), text)
        self.assertIn("Examples:", text)


class Refusing(ArenaTest):
    @unittest.skipIf(os.geteuid() == 0, "nothing is closed to root")
    def test_places_that_cannot_be_written(self):
        for name, mode in (("closed", 0o500), ("blind", 0o600)):
            (self.folder / name).mkdir(mode=mode)
            self.refuse("new", "streams", "--lang", "python", name, saying=[f'"{name}"', "Permission denied"])
            self.refuse("new", "streams", "--lang", "python", f"{name}/bot", saying="Permission denied")

    def test_a_disk_that_is_full_ends_it_and_leaves_no_half_of_a_bot(self):
        result = self.start("-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" new streams --lang rust bot",
                            os.environ["ARENA_PROGRAM"], program="bash").finish()
        self.assertEqual((result.status, result.out), (3, ""), result)
        self.assertIn("cannot write", result.err)
        self.assertEqual(list((self.folder / "bot").iterdir()), [])
        self.succeed("new", "streams", "--lang", "rust", "bot")


class Installed(ArenaTest):
    def test_an_installed_arena_has_the_starters_and_pythons_part_beside_it(self):
        if not shutil.which("cmake"):
            self.leave_out("cmake is not installed")
        prefix = self.folder / "prefix"
        subprocess.run(["cmake", "--install", BOTS.parent, "--prefix", prefix], check=True, timeout=PATIENCE,
                       capture_output=True)
        starters = prefix / "share/arena/starters"
        for path in (ROOT / "examples/starters").rglob("*"):
            installed = starters / path.relative_to(ROOT / "examples/starters")
            self.assertTrue(installed.exists(), installed)
            if path.is_file():
                self.assertEqual(os.access(installed, os.X_OK), os.access(path, os.X_OK), installed)
        (starters / "latin").mkdir()
        (starters / "latin/bot").write_text("ludus @GAME@")
        arena = prefix / "bin/arena"
        result = self.start("new", "streams", "--lang", "latin", "bot", program=arena).finish()
        self.assertEqual(result.status, 0, result)
        self.assertEqual((self.folder / "bot/bot").read_text(), "ludus streams")
        shutil.rmtree(prefix / "share/arena/starters")  # then those of the sources, where they still are
        self.assertNotIn("latin", self.start("new", "--help", program=arena).finish().out)
        worker = prefix / "share/arena/python/arena/bot.py"
        worker.write_text("import sys; sys.exit('the installed one')")
        self.file("bot.py", "def move(state): return 1\n")
        result = self.start("run", "streams", "-m", "bot.py", "--python", sys.executable, program=arena).finish()
        self.assertIn("the installed one", result.err)


if __name__ == "__main__":
    main()
