#!/usr/bin/env python3
"""Which mistakes the tests find: mutants.py [--own] [WORD...] makes each mistake of mutants.txt (those whose line has all of
the words), builds and runs the tests concerned, and takes it back. --own: only the test program of its room.

In a worktree of HEAD, build/mutants. It prints a line for each, and ends with status 1 if one lives.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "build/mutants"
LIMIT = 1200  # seconds for the tests; a mistake may make a loop endless

# The test program of each room, and what else looks at it, which is built and run if that finds nothing.
ROOMS = {
    "games": ("games_test", "referee_self_test|cli_golden_test|cli_replay_test|cli_check_test|new_game_test"),
    "arena/config": ("core_test", "cli_golden_test|cli_tournament_test"),
    "arena/record": ("core_test", "cli_.*replay.*|cli_run_test|cli_earlier_records_test|cli_crash_test"),
    "arena/rating": ("rating_test", "ratings_against_r|cli_compare_test|cli_standings_test|cli_tournament_test"),
    "arena/series": ("series_test", "cli_run_test|cli_compare_test|cli_golden_test"),
    "arena/store": ("store_test", "tournament_test|cli_standings_test|cli_hostile_store_test|cli_tournament_test|python_tournament_test"),
    "arena/tournament": ("tournament_test", "cli_tournament_test|cli_hostile_store_test|cli_resume_test"),
    "arena/contest": ("contest_test", "cli_serve_(authors_)?test|cli_class_test|web_contest_test"),
}


def run(*words):
    return subprocess.run([str(word) for word in words], cwd=TREE, capture_output=True, text=True)


def dies_of(target, tests):
    """What finds the mistake: a test's name, or the compiler. Empty if nothing does."""
    if run("cmake", "--build", "build/test", "--target", target).returncode != 0:
        return "the compiler"
    tried = run("timeout", LIMIT, "ctest", "--test-dir", "build/test", "-j2", "--stop-on-failure", "-R", f"^({tests})$")
    if tried.returncode == 124:
        return f"the time, {LIMIT} s"
    out = tried.stdout
    failed = [line.split()[3] for line in out.splitlines() if "***" in line and "***Skipped" not in line and line.strip()[0].isdigit()]
    return failed[0] if failed else ""


def tests_of(file):
    return next(tests for room, tests in ROOMS.items() if file.startswith(room + "/"))


def dies(file, only_own):
    """What finds a mistake in the worktree as it is, where it is in this file."""
    own, others = tests_of(file)
    return dies_of(own, own) or ("" if only_own else dies_of("all", others))


def judge(file, old, new, only_own):
    path = TREE / file
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        return f"is {text.count(old)} times in its file"
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = dies(file, only_own)
    path.write_text(text, encoding="utf-8")
    return f"dies of {found}" if found else "LIVES"


def main(words):
    only_own = "--own" in words
    words = [word for word in words if word != "--own"]
    if not TREE.exists():
        subprocess.run(["git", "-C", str(ROOT), "worktree", "add", "--detach", str(TREE)], check=True)
    run("git", "checkout", "--force", "--detach", subprocess.check_output(["git", "-C", str(ROOT), "rev-parse", "HEAD"], text=True).strip())
    run("cmake", "--preset", "test")
    lines = [line for line in (ROOT / "tests/proof/mutants.txt").read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#") and all(word in line for word in words)]
    mistakes = [line.split(" | ") for line in lines]
    for file in {tests_of(file): file for file, _, _ in mistakes}.values():
        if found := dies(file, only_own):
            sys.exit(f"without any mistake, {found} fails")
    verdicts = []
    for file, old, new in mistakes:
        verdicts.append(judge(file, old, new, only_own))
        print(f"{verdicts[-1]}: {file}: {old} -> {new}", flush=True)
    print(f"{sum(verdict.startswith('dies') for verdict in verdicts)} of {len(verdicts)} die")
    return int(not all(verdict.startswith("dies") for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
