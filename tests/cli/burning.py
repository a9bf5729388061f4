"""A busy machine: beside a test, processes that do nothing but run."""
import subprocess


def burn(test, processes=2):
    """Until the end of the test. Each in a session of its own, as the kernel may share time out among sessions."""
    for _ in range(processes):
        burning = subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"], start_new_session=True)
        test.addCleanup(burning.wait)
        test.addCleanup(burning.kill)
