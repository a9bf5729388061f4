"""The catalogue of bad bots, each a real program, through the whole of arena: `catalogue_test.py [--as-nobody] [ROW...]`."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import rows_apart
import rows_archive
import rows_fair
import rows_forfeits
import rows_groups
import rows_host
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
from support import ARENA, BAD_BOT

NOBODY = 65534

# The rows that arena handles by other means if it has no privileges, which are played once more as `nobody`: what may be
# read and started (2, 40), processes that are found, limited and paused without control groups (25 to 35, 50, 51, 68),
# and the sandbox of a user namespace instead of users of the bots' own (35 to 39, 45 to 49, 57 to 62, 73 to 77). In all
# other rows the same code reads the same lines, whoever runs it. `./dev proof` plays all rows as `nobody`, too.
OTHER_AS_NOBODY = {2, *range(25, 41), *range(45, 52), *range(57, 63), 68, *range(73, 78)}


def play_as_nobody(rows):
    """Runs this script again as the user nobody, in a copy that this user can read."""
    if os.geteuid() != 0:
        print(f"catalogue_test --as-nobody is left out: user {os.geteuid()} has no privileges anyway", flush=True)
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="arena_nobody_") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file in (ARENA, f"{ARENA}-contests", BAD_BOT, rows_archive.UNPACK, *Path(__file__).parent.glob("*.py")):
            shutil.copy(file, folder)
        (folder / "tmp").mkdir()
        os.chown(folder / "tmp", NOBODY, NOBODY)
        environment = {**os.environ, "ARENA_PROGRAM": str(folder / "arena"), "ARENA_TEST_BOTS": name,
                       "TMPDIR": str(folder / "tmp"), "HOME": str(folder / "tmp")}
        environment.pop("ARENA_CATALOGUE", None)
        words = [sys.executable, "-B", str(folder / Path(__file__).name), *map(str, sorted(rows))]
        sys.exit(subprocess.run(words, cwd=name, env=environment, user=NOBODY, group=NOBODY, extra_groups=[], check=False).returncode)


if __name__ == "__main__":
    chosen = {int(word) for word in sys.argv[1:] if word != "--as-nobody"}
    if "--as-nobody" in sys.argv:
        play_as_nobody(chosen or OTHER_AS_NOBODY)
    main([rows_start, rows_talk, rows_process, rows_fair, rows_sandbox, rows_apart, rows_archive, rows_forfeits, rows_groups,
          rows_host, rows_quotas, rows_seeds, rows_shown, rows_stops, rows_tcp, rows_tricks], chosen)
