"""`arena doctor`: its report is true."""
import json
import os
import shutil
import subprocess

from support import ARENA, BAD_BOT, PATIENCE, ArenaTest, main

NOBODY = 65534


class Doctor(ArenaTest):
    def checks(self, **how):
        result = json.loads(self.arena("doctor", "--json", **how).out)
        checks = {check["name"]: check for check in result["checks"]}
        self.assertEqual(len(checks), len(result["checks"]))
        return checks, result

    def test_it_tells_what_a_run_finds(self):
        checks, result = self.checks()
        run = self.arena("run", "lost_cities", "--sandbox", "-p", BAD_BOT, "play", "--seed", "1")
        if checks["sandbox"]["result"] == "failed":
            self.assertEqual((run.status, result["failed"]), (2, 1))
            self.assertIsNone(result["costs_us"]["start_in_sandbox"])
            return
        self.assertEqual((run.status, result["failed"]), (0, 0))
        together = checks["memory"]["result"] == "ok"
        self.assertEqual("MiB in each process" in run.err, not together)
        costs = result["costs_us"]
        for cost in ("start", "start_in_sandbox", "question_on_one_core"):
            self.assertGreater(costs[cost], 0)
        self.assertEqual(costs["question_across_cores"] is None, len(os.sched_getaffinity(0)) == 1)

    def test_the_text_has_a_line_for_each_check(self):
        checks, _result = self.checks()
        result = self.succeed("doctor")
        for name, check in checks.items():
            verdict = "(ok|note)" if name == "load" else check["result"]  # it may change from look to look
            self.assertRegex(result.out, rf"(?m)^  {verdict} +{name} ")
        self.assertIn("\nWhat it costs (medians):\n", result.out)
        self.assertRegex(result.out, r"\nThis host can contain untrusted bots(, with \d notes? to know)?\.\n$")

    def test_without_bubblewrap_it_says_so_and_how_to_get_it(self):
        folder = self.folder / "bin"
        folder.mkdir()
        result = self.start("doctor", extra={"PATH": str(folder)}).finish()
        self.assertEqual(result.status, 1, result)
        self.assertRegex(result.out, r"(?m)^  failed +sandbox .*bubblewrap")
        self.assertIn("apt install bubblewrap", result.out)
        self.assertRegex(result.out, r"the same in the sandbox +not to be had here\n")
        self.assertTrue(result.out.endswith("This host cannot contain untrusted bots: see above.\n"))

    def test_a_user_without_groups_is_told_the_gap(self):
        if os.geteuid() != 0:
            self.leave_out(f"only root can become another user; this is user {os.geteuid()}")
        self.folder.chmod(0o755)
        program = shutil.copy(ARENA, self.folder)
        result = subprocess.run([program, "doctor"], user=NOBODY, group=NOBODY, extra_groups=[], cwd="/",
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertRegex(result.stdout, r"(?m)^  ok +user +arena runs as user 65534$")
        self.assertRegex(result.stdout, r"(?m)^  (ok|note) +memory +limited for (all|each) process")


if __name__ == "__main__":
    main()
