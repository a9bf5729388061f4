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
# Where there are too many moves to be listed, `legal` has only some of them, or none.
def choose_move(view, legal):
    if not legal:
        raise ValueError("none of the many moves is listed: make one up here")
    return random.choice(legal)


# Handles another message from arena: message["type"] is "start", "event" or "end".
def happened(message):
    pass
