// arena.State: one match that Python steps. Its methods are CPython's own kind, since a search
// calls them a million times a second.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "python/native_type.hpp"
#include "python/seat_view.hpp"
#include "python/types.hpp"
#include "python/values.hpp"

namespace arena::python {

namespace {

struct Body {
  std::unique_ptr<AnyState> state;
  GameRef ref;
  py::object game;  // the Python object behind `ref`
};

using Args = PyObject* const*;

Body& body_of(PyObject* self) { return value_of<Body>(self); }

template <class Function>
PyObject* guarded_for(PyObject* self, Function function) noexcept {
  return guarded(body_of(self).ref.types->error.ptr(), [&] { return function(body_of(self)); });
}

[[noreturn]] void fail_over() { throw py::value_error("the match is over"); }

Seat to_seat(const AnyState& state, PyObject* given) {
  const long seat = PyLong_AsLong(given);
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (seat < 0 || seat >= state.seats()) {
    throw py::value_error(
        fmt::format("there is no seat {}: seats are 0 to {}", seat, state.seats() - 1));
  }
  return static_cast<Seat>(seat);
}

/// The seat that is meant: the one given, else the first that owes a move; it has to owe one.
Seat due_seat(const AnyState& state, PyObject* given) {
  const Seats due = state.actors();
  if (due.empty()) fail_over();
  if (given == nullptr || given == Py_None) return due.front();
  const Seat seat = to_seat(state, given);
  if (!due.contains(seat)) throw py::value_error(fmt::format("seat {} owes no move", seat));
  return seat;
}

/// Positional arguments up to `count`, then by keyword: the last of `names` alone may be one.
struct Arguments {
  PyObject* at[2] = {nullptr, nullptr};

  Arguments(Args args, Py_ssize_t given, PyObject* keywords, Py_ssize_t least, Py_ssize_t most,
            const char* last) {
    for (Py_ssize_t i = 0; i < given && i < most; ++i) at[i] = args[i];
    Py_ssize_t all = given;
    if (keywords != nullptr) {
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywords); ++i, ++all) {
        PyObject* name = PyTuple_GET_ITEM(keywords, i);
        if (PyUnicode_CompareWithASCIIString(name, last) != 0 || at[most - 1] != nullptr) {
          throw py::type_error(fmt::format("unexpected keyword argument {}",
                                           std::string(py::repr(py::handle(name)))));
        }
        at[most - 1] = args[given + i];
      }
    }
    if (given < least || all > most)
      throw py::type_error(fmt::format("takes {} to {} arguments, not {}", least, most, all));
  }
};

PyObject* legal(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 0, 1, "seat");
    MoveList list;
    if (!body.state->legal(due_seat(*body.state, given.at[0]), list)) Py_RETURN_NONE;
    return list.take().release().ptr();
  });
}

[[noreturn]] void raise_illegal(const Types& types, Seat seat, PyObject* move,
                                const Refusal& refusal) {
  const py::object shown = py::repr(py::handle(move));
  const py::object error = types.illegal_move(to_str(fmt::format(
      "seat {}, move {}: {}", seat, shown.cast<std::string>().substr(0, 200), refusal.text())));
  error.attr("seat") = seat;
  error.attr("move") = py::handle(move);
  error.attr("reason") = to_str(refusal.text());
  PyErr_SetObject(types.illegal_move.ptr(), error.ptr());
  throw py::error_already_set();
}

PyObject* apply(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 1, 2, "seat");
    const Seat seat = due_seat(*body.state, given.at[1]);
    const MoveText move(given.at[0]);
    if (const Refusal refusal = body.state->apply(seat, move.text()))
      raise_illegal(*body.ref.types, seat, given.at[0], refusal);
    Py_RETURN_NONE;
  });
}

PyObject* forfeit(PyObject* self, PyObject* seat) {
  return guarded_for(self, [&](const Body& body) {
    body.state->forfeit(due_seat(*body.state, seat));
    Py_RETURN_NONE;
  });
}

PyObject* fallback(PyObject* self, PyObject* seat) {
  return guarded_for(self, [&](const Body& body) -> PyObject* {
    const auto move = body.state->fallback(due_seat(*body.state, seat));
    if (!move) Py_RETURN_NONE;
    return new_move(*move);
  });
}

PyObject* view(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 0, 1, "seat");
    const bool named = given.at[0] != nullptr && given.at[0] != Py_None;
    const Seat seat = named ? to_seat(*body.state, given.at[0]) : due_seat(*body.state, nullptr);
    return new_view(body.ref.types->view, body.state->view(seat)).release().ptr();
  });
}

/// A generator: the Rng given, which goes on from there, or a new one of the seed given.
class Chance {
 public:
  Chance(const Types& types, PyObject* given) : own_(0), used_(rng_of(types, given)) {
    if (used_ != nullptr) return;
    if (!PyLong_Check(given)) throw py::type_error("expected an arena.Rng, or a seed");
    own_ = Rng(PyLong_AsUnsignedLongLong(given));
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  }
  Rng& rng() { return used_ != nullptr ? *used_ : own_; }

 private:
  Rng own_;
  Rng* used_;
};

PyObject* random_move(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 1, 2, "seat");
    Chance chance(*body.ref.types, given.at[0]);
    const Seat seat = due_seat(*body.state, given.at[1]);
    return new_move(body.state->random_move(seat, chance.rng()));
  });
}

py::tuple tuple_of(const FixedVector<int, most_seats>& numbers) {
  py::tuple tuple(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) tuple[i] = numbers[i];
  return tuple;
}

PyObject* outcome_of(const Types& types, const AnyState& state) {
  if (!state.actors().empty()) throw py::value_error("the match is not over");
  const Result result = state.result();
  return types.outcome(tuple_of(result.scores), tuple_of(result.places), to_str(result.end))
      .release()
      .ptr();
}

PyObject* outcome(PyObject* self, PyObject* /*unused*/) {
  return guarded_for(self,
                     [&](const Body& body) { return outcome_of(*body.ref.types, *body.state); });
}

PyObject* playout(PyObject* self, PyObject* given) {
  return guarded_for(self, [&](const Body& body) {
    Chance chance(*body.ref.types, given);
    const std::unique_ptr<AnyState> state = body.state->clone();
    state->play_out(chance.rng());
    return outcome_of(*body.ref.types, *state);
  });
}

PyObject* redeal(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 1, 2, "seat");
    Chance chance(*body.ref.types, given.at[0]);
    const bool named = given.at[1] != nullptr && given.at[1] != Py_None;
    const Seat seat = named ? to_seat(*body.state, given.at[1]) : due_seat(*body.state, nullptr);
    std::unique_ptr<AnyState> state = body.state->clone();
    if (!state->redeal(seat, chance.rng()))
      throw Error(fmt::format("{} cannot be dealt anew", body.ref.game->info().title));
    return new_object(Py_TYPE(self), Body{std::move(state), body.ref, body.game});
  });
}

PyObject* clone(PyObject* self, PyObject* /*unused*/) {
  return guarded_for(self, [&](const Body& body) {
    return new_object(Py_TYPE(self), Body{body.state->clone(), body.ref, body.game});
  });
}

PyObject* events(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords) {
  return guarded_for(self, [&](const Body& body) {
    const Arguments given(args, count, keywords, 1, 2, "since");
    const Seat seat = to_seat(*body.state, given.at[0]);
    const Py_ssize_t since = given.at[1] == nullptr ? 0 : PyLong_AsSsize_t(given.at[1]);
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (since < 0) throw py::value_error("since counts from 0");
    py::list list;
    for (const auto& event : body.state->events(seat, static_cast<std::size_t>(since)))
      list.append(body.ref.types->fields(to_python(event)));
    return list.release().ptr();
  });
}

PyObject* reduce(PyObject* self, PyObject* /*unused*/) {
  return guarded_for(self, [&](const Body& body) {
    const std::string bytes = body.state->bytes();
    return py::make_tuple(body.game.attr("_restore"), py::make_tuple(py::bytes(bytes)))
        .release()
        .ptr();
  });
}

PyObject* get_over(PyObject* self, void* /*unused*/) {
  return PyBool_FromLong(body_of(self).state->actors().empty() ? 1 : 0);
}

py::tuple tuple_of(Seats seats) {
  py::tuple tuple(static_cast<std::size_t>(seats.size()));
  std::size_t next = 0;
  for (const Seat seat : seats) tuple[next++] = seat;
  return tuple;
}

PyObject* get_actors(PyObject* self, void* /*unused*/) {
  return guarded_for(
      self, [](const Body& body) { return tuple_of(body.state->actors()).release().ptr(); });
}

PyObject* get_gone(PyObject* self, void* /*unused*/) {
  return guarded_for(self,
                     [](const Body& body) { return tuple_of(body.state->gone()).release().ptr(); });
}

PyObject* get_seats(PyObject* self, void* /*unused*/) {
  return PyLong_FromLong(body_of(self).state->seats());
}

PyObject* get_game(PyObject* self, void* /*unused*/) {
  return py::object(body_of(self).game).release().ptr();
}

PyObject* get_deal(PyObject* self, void* /*unused*/) {
  return guarded_for(
      self, [](const Body& body) { return to_python(body.state->deal()).release().ptr(); });
}

PyObject* get_event_count(PyObject* self, void* /*unused*/) {
  return PyLong_FromSize_t(body_of(self).state->event_count());
}

PyObject* repr(PyObject* self) {
  return guarded_for(self, [](const Body& body) {
    std::string due;
    for (const Seat seat : body.state->actors())
      due += (due.empty() ? "" : ", ") + std::to_string(seat);
    const std::string what = due.empty() ? "over" : "to move: " + due;
    return py::str(fmt::format("<State of {}, {}>", body.ref.game->info().name, what))
        .release()
        .ptr();
  });
}

constexpr int fast = METH_FASTCALL | METH_KEYWORDS;

// CPython's tables: it may write into them, so they are not const.
PyMethodDef* methods() {
  static PyMethodDef table[] = {
      {"legal", method(legal), fast,
       "legal(seat=None)\n--\n\n"
       "All legal moves of a seat that owes one, without duplicates: a list of int or str. None if "
       "the "
       "game\nhas too many to list. Without a seat, here and below: the first of those who owe a "
       "move."},
      {"apply", method(apply), fast,
       "apply(move, seat=None)\n--\n\n"
       "Makes a move. Raises IllegalMove, and changes nothing, if the rules refuse it; ValueError "
       "if "
       "the "
       "seat\nowes no move; TypeError for what is neither an int nor a str."},
      {"forfeit", forfeit, METH_O,
       "forfeit(seat)\n--\n\n"
       "A seat that owes a move gives up. In some games that ends the match; in others the seat "
       "goes "
       "on "
       "owing\nmoves, and `fallback` says which ones arena makes for it."},
      {"fallback", fallback, METH_O,
       "fallback(seat)\n--\n\n"
       "The move that arena makes for a seat that has forfeited; None in games that end with it."},
      {"view", method(view), fast,
       "view(seat=None)\n--\n\n"
       "What a seat sees: all, and only, what it may know, as the `game_state` of a bot's move(). "
       "It "
       "does "
       "not\nchange when the match goes on."},
      {"random_move", method(random_move), fast,
       "random_move(rng, seat=None)\n--\n\n"
       "A legal move at random, also in games that do not list them. `rng`: an Rng, or a seed."},
      {"playout", playout, METH_O,
       "playout(rng)\n--\n\n"
       "The Outcome of random moves from here to the end; the state stays as it is. `rng`: an Rng, "
       "or a "
       "seed.\nWhat chance has in store is what this state has: see `redeal`."},
      {"redeal", method(redeal), fast,
       "redeal(rng, seat=None)\n--\n\n"
       "A copy in which all that the seat's view does not tell is drawn anew: cards to come, "
       "others' "
       "hands.\nA search that plays on from such copies looks into no hidden cards. Raises Error "
       "for "
       "a "
       "game that has\nno such way. `rng`: an Rng, or a seed."},
      {"outcome", outcome, METH_NOARGS,
       "outcome()\n--\n\nHow the match ended. Raises ValueError if it is not over."},
      {"clone", clone, METH_NOARGS, "clone()\n--\n\nA copy that goes its own way."},
      {"__copy__", clone, METH_NOARGS, nullptr},
      {"__deepcopy__", [](PyObject* self, PyObject* /*memo*/) { return clone(self, nullptr); },
       METH_O, nullptr},
      {"events", method(events), fast,
       "events(seat, since=0)\n--\n\n"
       "What a seat may know of what happened, as the JSON protocol tells it, from fact number "
       "`since` "
       "on.\nEmpty unless the match was started with events=True."},
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  return table;
}

PyGetSetDef* properties() {
  static PyGetSetDef table[] = {
      {"over", get_over, nullptr, "Whether nobody owes a move any more.", nullptr},
      {"actors", get_actors, nullptr, "The seats that owe a move, ascending: a tuple.", nullptr},
      {"gone", get_gone, nullptr, "The seats that forfeited: a tuple.", nullptr},
      {"seats", get_seats, nullptr, "How many seats the match has.", nullptr},
      {"game", get_game, nullptr, "The Game.", nullptr},
      {"deal", get_deal, nullptr, "All chance of the match, as records have it: a dict.", nullptr},
      {"event_count", get_event_count, nullptr, "How many facts are kept for `events`.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  return table;
}

}  // namespace

py::object add_state(py::module_& module) {
  static PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>("One match, stepped from outside: `Game.start` makes it.")},  // NOLINT
      {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate<Body>)},                     // NOLINT
      {Py_tp_repr, reinterpret_cast<void*>(&repr)},                                    // NOLINT
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
