# What the bot does. Write here.

# Puts the move to make, one of the array `legal`, into `move`. What you see stands in the array JSON
# under its path; `arena rules @GAME@` explains it. For example, `view` may be
#
#     @VIEW@
#
# and `legal`
#
#     @LEGAL@
#
# Where there are too many moves to be listed, `legal` has only some of them, or none.
# "${JSON[.view.seat]}" is your seat. A list x has "${JSON[.view.x.#]}" items, from "${JSON[.view.x.0]}" on.
choose_move() {
  if ((${#legal[@]} == 0)); then
    echo 'none of the many moves is listed: make one up here'
    exit 1
  fi
  random_below "${#legal[@]}"
  move=${legal[REPLY]}
}

# Handles another message from arena: "${JSON[.type]}" is "start", "event" or "end".
happened() {
  :
}

# random_below LIMIT: puts a number from 0 to LIMIT - 1 into REPLY.
random_below() {
  REPLY=$(((RANDOM << 15 | RANDOM) % $1))
}
