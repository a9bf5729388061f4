// arena.State: one game that Python steps, as a type of CPython's own kind.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "python/src/native_type.hpp"
#include "python/src/state_methods.hpp"
#include "python/src/types.hpp"

namespace arena::python {

namespace {

using namespace state_methods;

constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

// CPython's tables: it may write into them, so they are not const.
PyMethodDef* methods() {
  static PyMethodDef table[] = {
      {"legal", method(legal), fast, R"(legal(seat=None)
--

All legal moves of a seat that owes one, without duplicates: a list of int or str. Raises NotListed if
the game has too many to list: see Game.lists_moves, and random_move. Without a seat, here and below:
the first of those who owe a move.)"},
      {"apply", method(apply), fast, R"(apply(move, seat=None)
--

Makes a move. Raises IllegalMove, and changes nothing, if the rules refuse it; ValueError if the seat
owes no move; TypeError for what is neither an int nor a str.)"},
      {"forfeit", method(forfeit), fast, R"(forfeit(seat, ends=False)
--

A seat that owes a move gives up. In some games that ends it; in others the seat goes on owing
moves, and `fallback` says which ones arena makes for it. `ends`: it ends the match, as in old records of
the bidding game.)"},
      {"fallback", method(fallback), fast, R"(fallback(seat)
--

The move that arena makes for a seat that has forfeited; None in games that always end with it.)"},
      {"view", method(view), fast, R"(view(seat=None)
--

What a seat sees: all, and only, what it may know, as the `game_state` of a bot's move(). It does not
change when the game goes on.)"},
      {"random_move", method(random_move), fast, R"(random_move(rng, seat=None)
--

A legal move at random, also in games that do not list them. `rng`: an Rng, or a seed.)"},
      {"playout", method(playout), fast, R"(playout(rng)
--

The Outcome of random moves from here to the end; the state stays as it is. `rng`: an Rng, or a seed.
What chance has in store is what this state has: see `redeal`.)"},
      {"redeal", method(redeal), fast, R"(redeal(rng, seat=None)
--

A copy in which all that the seat's view does not tell is drawn anew: cards to come, others' hands.
A search that plays on from such copies looks into no hidden cards; so the copy keeps no events.
Raises Error for a game that has no such way. `rng`: an Rng, or a seed.)"},
      {"outcomes", outcomes, METH_NOARGS, R"(outcomes()
--

All that chance may bring now, as a list of (outcome, probability). Raises NotListed where it is too
much to list, as the orders of a deck are. Here and in the next two: ValueError if chance is not next.)"},
      {"draw", draw, METH_NOARGS, R"(draw()
--

Lets chance bring what is given or what the seed gives, and returns it: a dict.)"},
      {"put", method(put), fast, R"(put(outcome)
--

Lets chance bring this outcome. Raises Error, and changes nothing, if it cannot come now.)"},
      {"outcome", outcome, METH_NOARGS, R"(outcome()
--

How the game ended. Raises ValueError if it is not over.)"},
      {"clone", clone, METH_NOARGS, R"(clone()
--

A copy that goes its own way.)"},
      {"__copy__", clone, METH_NOARGS, nullptr},
      {"__deepcopy__", [](PyObject* self, PyObject* /*memo*/) { return clone(self, nullptr); },
       METH_O, nullptr},
      {"events", method(events), fast, R"(events(seat, since=0)
--

What a seat may know of what happened, as the JSON protocol tells it, from fact number `since` on.
Empty unless the game was started with events=True.)"},
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  return table;
}

PyGetSetDef* properties() {
  static PyGetSetDef table[] = {
      {"over", get_over, nullptr, "Whether nobody owes a move any more.", nullptr},
      {"awaits_chance", get_awaits_chance, nullptr,
       "Whether chance is next: only of a game that was started with steps_chance=True.", nullptr},
      {"actors", get_actors, nullptr, "The seats that owe a move, ascending: a tuple.", nullptr},
      {"gone", get_gone, nullptr, "The seats that forfeited: a tuple.", nullptr},
      {"seats", get_seats, nullptr, "How many seats the game has.", nullptr},
      {"game", get_game, nullptr, "The Game.", nullptr},
      {"deal", get_deal, nullptr, "All chance of the game, as records have it: a dict.", nullptr},
      {"event_count", get_event_count, nullptr, "How many facts are kept for `events`.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  return table;
}

}  // namespace

py::object add_state(py::module_& module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>(  // NOLINT
           "One game, stepped from outside: `Game.start` makes it. A value: states are equal if "
           "they "
           "have\nthe same game, options and position, with all that is hidden; what happened on "
           "the "
           "way there\n(`events`) does not count. `apply` changes value and hash: keep clones in "
           "sets.")},
      {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate<Body>)},  // NOLINT
      {Py_tp_repr, reinterpret_cast<void*>(&repr)},                 // NOLINT
      {Py_tp_str, reinterpret_cast<void*>(&str)},                   // NOLINT
      {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},       // NOLINT
      {Py_tp_hash, reinterpret_cast<void*>(&hash)},                 // NOLINT
      {Py_tp_methods, methods()},
      {Py_tp_getset, properties()},
      {0, nullptr}};
  static PyType_Spec spec = {"arena.State", sizeof(Holder<Body>), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  module.add_object("State", type);
  return type;
}

py::object new_state(const GameRef& ref, py::object game, std::unique_ptr<AnyState> state) {
  auto* type = reinterpret_cast<PyTypeObject*>(ref.types->state.ptr());  // NOLINT: it is one
  PyObject* made = new_object(type, Body{std::move(state), ref, std::move(game)});
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

AnyState& state_of(const Types& types, py::handle object) {
  if (static_cast<PyObject*>(static_cast<void*>(Py_TYPE(object.ptr()))) != types.state.ptr()) {
    throw py::type_error(
        fmt::format("expected an arena.State, not a {}", Py_TYPE(object.ptr())->tp_name));
  }
  return *body_of(object.ptr()).state;
}

}  // namespace arena::python
