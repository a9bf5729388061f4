"""A Streams bot that answers at once: the first free slot."""
import sys

for line in sys.stdin:
    print(line[:line.index(":")].split().index("-1"), flush=True)
