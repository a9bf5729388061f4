"""Makes the machine busy during a test, by processes that only use the processor."""
import subprocess


def burn(test, processes=2):
    """Runs until the end of the test. Each process has its own session, because the kernel may share time between sessions."""
    for _ in range(processes):
        burning = subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"], start_new_session=True)
        test.addCleanup(burning.wait)
        test.addCleanup(burning.kill)
