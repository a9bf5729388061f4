"""What the bot does. Write here."""
import random


# Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains it.
# For example, `view` may be
#
#     @VIEW@
#
# and `legal`
#
#     @LEGAL@
#
# `legal` is empty where there are more than 10,000 moves; then a move has to be made up.
def choose_move(view, legal):
    if not legal:
        raise ValueError("too many moves to be listed: make one up here")
    return random.choice(legal)


# Something else that the bot is told: message["type"] is "start", "event" or "end".
def happened(message):
    pass
