// arena.State: one game that Python steps, as a native CPython type.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "python/src/native_type.hpp"
#include "python/src/state_methods.hpp"
#include "python/src/types.hpp"

namespace arena::python {

namespace {

using namespace state_methods;

Body& body_of(PyObject* self) { return value_of<Body>(self); }

PyObject* error_type(PyObject* self) { return body_of(self).ref.types->error.ptr(); }

/// A method with arguments, for METH_FASTCALL.
template <py::object run(const Body& body, const Call& call)>
PyObject* call(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  return guarded(error_type(self), [&] {
    return run(body_of(self), {args, count, keywords}).release().ptr();
  });
}

/// A method, property or slot without arguments; `Unused` is CPython's.
template <py::object run(const Body& body), class... Unused>
PyObject* read(PyObject* self, Unused*... /*unused*/) {
  return guarded(error_type(self), [&] { return run(body_of(self)).release().ptr(); });
}

py::object seats(const Body& body) { return py::int_(body.state->seats()); }
py::object game(const Body& body) { return body.game; }
py::object event_count(const Body& body) { return py::int_(body.state->event_count()); }

/// In Python: state_methods.hpp is for what takes less time than a call.
PyObject* playouts(PyObject* self, PyObject* args, PyObject* keywords) {
  return guarded(error_type(self), [&] {
    const py::object play = py::module_::import("arena._lookahead").attr("playouts");
    const auto given = py::reinterpret_borrow<py::args>(args);
    const auto named =
        keywords == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(keywords);
    return play(py::handle(self), *given, **named).release().ptr();
  });
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(other) != Py_TYPE(self) || (operation != Py_EQ && operation != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  const bool equal = body_of(self).state->equals(*body_of(other).state);
  return PyBool_FromLong(equal == (operation == Py_EQ) ? 1 : 0);
}

Py_hash_t hash(PyObject* self) {
  const auto hash = static_cast<Py_hash_t>(body_of(self).state->hash());
  return hash == -1 ? -2 : hash;  // -1 means an exception
}

constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

// CPython may write into these tables, so they are not const.
PyMethodDef* methods() {
  static PyMethodDef table[] = {
      {"legal", method(call<legal>), fast, R"(legal(seat=None)
--

All legal moves of a seat that owes one, without duplicates: a list of int or str. Raises NotListed if
there are too many to list: see Game.lists_moves and random_move. By default, here and below, `seat` is
the first seat that owes a move.)"},
      {"apply", method(call<apply>), fast, R"(apply(move, seat=None)
--

Makes a move. Raises IllegalMove, and changes nothing, if the rules refuse the move; ValueError if the
seat owes no move; TypeError if the move is neither an int nor a str.)"},
      {"forfeit", method(call<forfeit>), fast, R"(forfeit(seat, ends=False)
--

A seat that owes a move gives up. In some games this ends the match; in others the seat still owes
moves, and arena makes the ones that `fallback` returns. `ends`: it ends the match, as in old records
of the bidding game.)"},
      {"fallback", method(call<fallback>), fast, R"(fallback(seat)
--

The move that arena makes for a seat that has forfeited; None if a forfeit ends the match.)"},
      {"view", method(call<view>), fast, R"(view(seat=None)
--

What a seat sees now, like the `game_state` of a bot's move(). It does not have all that the seat
was told before: see `key`. It does not change when the game continues.)"},
      {"random_move", method(call<random_move>), fast, R"(random_move(rng, seat=None)
--

A random legal move, also in games that do not list them. `rng`: an Rng or a seed.)"},
      {"playout", method(call<playout>), fast, R"(playout(rng)
--

Plays random moves to the end and returns the Outcome. The state does not change. `rng`: an Rng or a
seed. Future chance is the chance of this state: see `redeal`.)"},
      {"redeal", method(call<redeal>), fast, R"(redeal(rng, seat=None)
--

A copy with everything hidden from the seat resampled: future cards, other hands. So a search that
plays on from such copies does not look at hidden cards. The copy has the events as the seat knows
them, and the seat's `key` stays equal. Raises Error if the game cannot resample. `rng`: an Rng or a
seed.)"},
      {"outcomes", read<outcomes>, METH_NOARGS, R"(outcomes()
--

All possible outcomes of the next chance: a list of (outcome, probability). Raises NotListed if there
are too many, as for a shuffled deck. Like draw and put, raises ValueError if chance is not next.)"},
      {"draw", read<draw>, METH_NOARGS, R"(draw()
--

Draws the next chance from the deal or the seed, and returns it: a dict.)"},
      {"put", method(call<put>), fast, R"(put(outcome)
--

Sets the next chance to this outcome. Raises Error, and changes nothing, if it is not possible.)"},
      {"outcome", read<outcome>, METH_NOARGS, R"(outcome()
--

How the game ended. Raises ValueError if it is not over.)"},
      {"clone", read<clone>, METH_NOARGS, R"(clone()
--

An independent copy.)"},
      {"__copy__", read<clone>, METH_NOARGS, nullptr},
      {"__deepcopy__", [](PyObject* self, PyObject* /*memo*/) { return read<clone>(self); }, METH_O,
       nullptr},
      {"events", method(call<events>), fast, R"(events(seat, since=0)
--

What a seat may know about what happened, as in the JSON protocol, from event number `since` on.
Empty without events=True at the start.)"},
      {"key", method(call<key>), fast, R"(key(seat=None)
--

All that a seat was told and did, as bytes. The keys of two states of a game with equal options are
equal if and only if the seat cannot know in which of them it is: what tables of strategies are keyed
by. Raises Error without events=True at the start.)"},
      {"history", method(call<history>), fast, R"(history(seat=None)
--

What the seat's key is made of, a History: the events that it was told, and the moves that it made.
Raises Error without events=True at the start, and for other seats in a copy that `redeal` made.)"},
      {"playouts", method(playouts), METH_VARARGS | METH_KEYWORDS,
       R"(playouts(n, seed=0, *, bots="random", stop=None, seat=None, first=None, threads=1)
--

The returns of n play-outs from here, a numpy array by play-out and seat. `bots`: the built-in bot of
all seats, or one for each; they know the events of a state that keeps them. `stop`: "deal" ends them
with this deal, and counts the points so far. `seat`: each play-out begins in a world of its own, as
`redeal` makes for this seat; else with the cards as they are. `first`: the move with which each
begins, of this seat or else of the first that owes one: what it draws is then drawn in each world.
The state does not change, and the result does not depend on the number of threads. Releases Python's
lock; Ctrl-C ends it.)"},
      {"__reduce__", read<reduce>, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  return table;
}

PyGetSetDef* properties() {
  static PyGetSetDef table[] = {
      {"over", read<over>, nullptr, "Whether no seat owes a move any more.", nullptr},
      {"awaits_chance", read<awaits_chance>, nullptr,
       "Whether chance is next. Only with steps_chance=True.", nullptr},
      {"actors", read<actors>, nullptr, "The seats that owe a move, in ascending order: a tuple.",
       nullptr},
      {"gone", read<gone>, nullptr, "The seats that forfeited: a tuple.", nullptr},
      {"seats", read<seats>, nullptr, "The number of seats.", nullptr},
      {"game", read<game>, nullptr, "The Game.", nullptr},
      {"deal", read<deal>, nullptr, "All chance of the game, as in records: a dict.", nullptr},
      {"returns", read<returns>, nullptr,
       "By seat, a tuple: the points by which its side leads the best other one, if the game is "
       "over (its\npoints if it is alone; where fewer points are better, they count as negative). "
       "Else 0.",
       nullptr},
      {"event_count", read<event_count>, nullptr, "The number of events kept for `events`.",
       nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  return table;
}

}  // namespace

py::object add_state(py::module_& module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>(  // NOLINT
           "One game that you step; `Game.start` makes it. Two states are equal if they have the "
           "same game,\noptions and position, including what is hidden. Their `events` do not "
           "count. `apply` changes value\nand hash, so keep clones in sets.")},
      {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate<Body>)},               // NOLINT
      {Py_tp_repr, reinterpret_cast<void*>(static_cast<reprfunc>(read<repr>))},  // NOLINT
      {Py_tp_str, reinterpret_cast<void*>(static_cast<reprfunc>(read<str>))},    // NOLINT
      {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},                    // NOLINT
      {Py_tp_hash, reinterpret_cast<void*>(&hash)},                              // NOLINT
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
