// What the bot does. Write here.
"use strict";

// Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains it.
// For example, `view` may be
//
//     @VIEW@
//
// and `legal`
//
//     @LEGAL@
//
// Where there are too many moves to be listed, `legal` has only some of them, or none.
function chooseMove(view, legal) {
  if (legal.length === 0) throw new Error("none of the many moves is listed: make one up here");
  return legal[Math.floor(Math.random() * legal.length)];
}

// Handles another message from arena: message.type is "start", "event" or "end".
function happened(message) {}

module.exports = { chooseMove, happened };
