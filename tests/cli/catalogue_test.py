"""The catalogue of bad bots, each a real program, through the whole of arena: `catalogue_test.py [ROW...]`."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import rows_archive
import rows_fair
import rows_forfeits
import rows_groups
import rows_process
import rows_quotas
import rows_sandbox
import rows_seeds
import rows_shown
import rows_start
import rows_stops
import rows_talk
import rows_tcp
import rows_tricks
from catalogue import main
from support import ARENA, BAD_BOT, ArenaTest

NOBODY = 65534


class Unprivileged(ArenaTest):
    def test_all_rows_as_nobody(self):
        if os.geteuid() != 0:
            self.leave_out(f"only root can become another user; all rows were played as user {os.geteuid()}")
        # Where the project is, nobody may be unable to read.
        self.folder.chmod(0o755)
        for file in (ARENA, BAD_BOT, rows_archive.UNPACK, *Path(__file__).parent.glob("*.py")):
            shutil.copy(file, self.folder)
        (self.folder / "tmp").mkdir()
        os.chown(self.folder / "tmp", NOBODY, NOBODY)
        environment = {**os.environ, "ARENA_PROGRAM": str(self.folder / "arena"), "ARENA_TEST_BOTS": str(self.folder),
                       "TMPDIR": str(self.folder / "tmp"), "HOME": str(self.folder / "tmp")}
        rows = self.folder / "tmp/rows"
        environment["ARENA_CATALOGUE"] = str(rows)
        words = [sys.executable, "-B", str(self.folder / Path(__file__).name)]
        result = subprocess.run(words, cwd=self.folder, env=environment, user=NOBODY, group=NOBODY, extra_groups=[],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1100)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.remarks = [line for line in rows.read_text().splitlines() if line.startswith("row ") and ": skipped" in line]


if __name__ == "__main__":
    main([rows_start, rows_talk, rows_process, rows_fair, rows_sandbox, rows_archive, rows_forfeits, rows_groups,
          rows_quotas, rows_seeds, rows_shown, rows_stops, rows_tcp, rows_tricks, sys.modules[__name__]],
         {"test_all_rows_as_nobody": "all rows as a user without privileges"})
