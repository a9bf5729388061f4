"""A busy machine: beside a test, processes that do nothing but run."""
import subprocess


def burn(test, processes=2):
    """Until the end of the test."""
    for _ in range(processes):
        burning = subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"])
        test.addCleanup(burning.wait)
        test.addCleanup(burning.kill)
