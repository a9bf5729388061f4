// All games with rules in Python as one game, "python". Its option `rules` says which of them.
#pragma once

#include "arena/game/any_game.hpp"

namespace arena::python {

AnyGame python_game();

/// Ends the running calls of rules, in all threads, with KeyboardInterrupt. Needs the interpreter's
/// lock.
void break_off_rules();

}  // namespace arena::python
