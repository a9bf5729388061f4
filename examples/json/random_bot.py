#!/usr/bin/env python3
"""Plays every game that arena has, at random: `arena run GAME --protocol json -p examples/json/random_bot.py`."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        moves = message["legal"] or message["view"]["possible"]  # some, where all would be too many
        answer = {"move": random.choice(moves), "id": message["id"]}
        print(json.dumps(answer), flush=True)
