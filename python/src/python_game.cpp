#include "python/src/python_game.hpp"

#include "arena/game/typed_game.hpp"
#include "python/src/python_rules.hpp"

namespace arena::python {

AnyGame python_game() { return typed_game<written::GameModule>(); }

}  // namespace arena::python
