"""Arena, the referee for bots of card games, from Python.

`python3 -m arena.bot MODULE` plays a module with a function `move(game_state)`; `arena run GAME -m MODULE`
does that for you. Pure Python, 3.8 or later; nothing has to be installed.
"""
