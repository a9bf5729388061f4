"""Runs tests several at a time, each in a process of its own: most of them wait more than they work."""
import concurrent.futures
import io
import multiprocessing
import os
import sys
import time
import unittest
from typing import NamedTuple

from support import WHOLE

SLOW = 2.0  # seconds from which on a test's time is shown


class Outcome(NamedTuple):
    test: str  # its method's name
    verdict: str  # "passed", "skipped" or "FAILED"
    text: str  # what there is to say about it
    report: str  # what unittest printed
    seconds: float


class Result(unittest.TextTestResult):
    """Remembers the verdict of its one test and a text: its `remarks` if it passed, else the error."""

    verdict, text = "FAILED", "it did not end"

    def addSuccess(self, test):
        super().addSuccess(test)
        self.verdict, self.text = "passed", "; ".join(getattr(test, "remarks", []))

    def addError(self, test, error):
        super().addError(test, error)
        self.verdict, self.text = "FAILED", str(error[1]).split("\n", maxsplit=1)[0][:120] or type(error[1]).__name__

    addFailure = addError

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.verdict, self.text = "FAILED", str(error[1]).split("\n", maxsplit=1)[0][:120]

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.verdict, self.text = "skipped", reason


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def run_one(test):
    printed = io.StringIO()
    begin = time.monotonic()
    result = unittest.TextTestRunner(printed, verbosity=0, resultclass=Result).run(test)
    return Outcome(test._testMethodName, result.verdict, result.text, printed.getvalue(), time.monotonic() - begin)


def run_tests(tests, jobs):
    """Runs `jobs` tests at a time and returns their outcomes. Prints failures at once, and a line for each slow test."""
    outcomes = []
    processes = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=processes) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run_one, test) for test in tests]):
            outcomes.append(future.result())
            if outcomes[-1].verdict == "FAILED":
                print(outcomes[-1].report, flush=True)
    for outcome in sorted(outcomes, key=lambda one: -one.seconds):
        if outcome.seconds >= SLOW:
            print(f"{outcome.seconds:6.1f} s {outcome.test}")
    return outcomes


def main():
    """Runs the tests of the script, or those whose names have the words of the command line in them."""
    suite = tests_of(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    chosen = [test for test in suite if all(word in test.id() for word in sys.argv[1:])]
    outcomes = run_tests(chosen, 1 if WHOLE else 2 * os.cpu_count())
    failed = sum(outcome.verdict == "FAILED" for outcome in outcomes)
    print(f"{len(outcomes)} tests, {failed} failed")
    sys.exit(1 if failed or not outcomes else 0)
