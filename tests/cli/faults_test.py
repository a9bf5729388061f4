"""Bad bots in a run of many games, and the reports about them. catalogue_test.py tests each kind of bad bot."""
from judging import FaultTest
from support import BAD_BOT, main


class Reports(FaultTest):
    def test_where_all_of_stderr_is(self):
        result = self.run_bot("exit_at_start", "3", more=("--log-dir", "logs"))
        self.assertIn("All of its stderr: logs/000001-0-bad.stderr", result.err)
        self.assertEqual((self.folder / "logs/000001-0-bad.stderr").read_bytes(), b"Traceback: \x1b[31mno\n")

    def test_tabs_of_stderr_are_tabs(self):
        bot = self.file("tabs.sh", "#!/bin/sh\nprintf 'a\\tb\\033[1m\\n\\tc\\n' >&2\nexit 1\n", executable=True)
        result = self.run_bot(bot=(bot,))
        self.assertIn("\n  Its stderr ends with:\n  | a\tb\\x1b[1m\n  | \tc\n", result.err)

    def test_one_refused_answer_is_one(self):
        bot = self.file("once.sh", "#!/bin/sh\nwhile read -r line; do case $line in *\\?) break;; esac; done\n"
                                    "echo hello\ncat >/dev/null\n", executable=True)
        result = self.run_bot(bot=(bot,), more=("--max-refusals", "3"))
        self.assertIn("what was left of the question's time after 1 refused answer)", result.err)

    def test_of_many_like_reports_only_the_first_are_shown(self):
        result = self.run_bot("exit_at_start", "3", games=50)
        self.assertEqual(result.err.count("forfeits (exit)"), 3)
        self.assertIn("47 more reports of these kinds are not shown.", result.err)
        self.assertIn("bad forfeited 50 games (50 exit).", result.out)


class Series(FaultTest):
    def test_the_other_games_of_a_series_go_on(self):
        # The fourth process that is started hangs, the eighth crashes.
        self.file("moody.sh", f"""#!/bin/sh
set -C
for slot in 1 2 3 hang 5 6 7 abort 9 10 11 12; do
  {{ true > slot.$slot; }} 2>/dev/null || continue
  case $slot in [0-9]*) slot=play;; esac
  exec '{BAD_BOT}' $slot
done
""", executable=True)
        result = self.succeed("run", "lost_cities", "-p", "./moody.sh", "-n", "12", "-j", "4", "--seed", "1",
                              "--move-time", "1", "--record", "games.jsonl")
        games = self.records()
        self.assertEqual(len(games), 12)
        reasons = sorted(forfeit["reason"] for game in games for forfeit in game.get("forfeits", []))
        self.assertEqual(reasons, ["exit", "time"])
        self.assertEqual([game["end"] for game in games].count("played out"), 10)
        self.assertIn("moody forfeited 2 games (1 exit, 1 time).", result.out)
        self.assertIn("12 games", result.out)
        self.succeed("replay", "games.jsonl")

    def test_both_bots_may_fail_in_one_run(self):
        result = self.arena("run", "lost_cities", "-p", "name=a", BAD_BOT, "exit_after", "2", "-p", "name=b", BAD_BOT,
                            "exit_after", "2", "-n", "4", "-j", "2", "--seed", "1", "--record", "games.jsonl", "--strict")
        self.assertEqual(result.status, 1)
        self.assertEqual([game["forfeits"][0]["seat"] for game in self.records()], [0, 1, 0, 1])
        self.assertIn("a forfeited 2 games (2 exit).", result.out)
        self.assertIn("b forfeited 2 games (2 exit).", result.out)


if __name__ == "__main__":
    main()
