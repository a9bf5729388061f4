#!/usr/bin/env python3
"""Plays every game of arena at random: `arena run GAME --protocol json -p examples/json/random_bot.py`."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        moves = message["legal"] or message["view"]["possible"]  # some of the moves, if there are too many
        answer = {"move": random.choice(moves), "id": message["id"]}
        print(json.dumps(answer), flush=True)
