#include "python/src/state_methods.hpp"

#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/values.hpp"

namespace arena::python::state_methods {

namespace {

[[noreturn]] void fail_idle(const AnyState& state) {
  throw py::value_error(state.awaits_chance() ? "chance is next: draw it, or put an outcome"
                                              : "the game is over");
}

void require_chance(const AnyState& state) {
  if (!state.awaits_chance()) throw py::value_error("chance is not next");
}

bool is_over(const AnyState& state) { return state.actors().empty() && !state.awaits_chance(); }

Seat to_seat(const AnyState& state, PyObject* given) {
  const long seat = PyLong_AsLong(given);
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (seat < 0 || seat >= state.seats()) {
    throw py::value_error(
        fmt::format("there is no seat {}: seats are 0 to {}", seat, state.seats() - 1));
  }
  return static_cast<Seat>(seat);
}

}  // namespace

Seat due_seat(const AnyState& state, PyObject* given) {
  const bool named = given != nullptr && given != Py_None;
  const Seat seat = named ? to_seat(state, given) : 0;  // first: its __index__ may change the state
  const Seats due = state.actors();
  if (due.empty()) fail_idle(state);
  if (!named) return due.front();
  if (!due.contains(seat)) throw py::value_error(fmt::format("seat {} owes no move", seat));
  return seat;
}

Seat any_seat(const AnyState& state, PyObject* given) {
  const bool named = given != nullptr && given != Py_None;
  return named ? to_seat(state, given) : due_seat(state, nullptr);
}

std::shared_ptr<const AnyView> seen(const Types& types, py::handle state_or_view, py::handle seat,
                                    Seat (*choose)(const AnyState& state, PyObject* given)) {
  if (py::isinstance(state_or_view, types.view)) {
    if (!seat.is_none()) throw Error("a view has its own seat: give no other");
    return view_behind(state_or_view);
  }
  const AnyState& state = state_of(types, state_or_view);
  return state.view(choose(state, seat.ptr()));
}

namespace {

/// The arguments of a call, in the order of the parameters. Null if one was not given.
class Given {
 public:
  /// Throws py::type_error unless the first `least` parameters are given.
  Given(const Call& call, std::size_t least, std::initializer_list<const char*> parameters) {
    const auto& [args, count, keywords] = call;
    const auto most = static_cast<Py_ssize_t>(parameters.size());
    if (count > most)
      throw py::type_error(
          fmt::format("takes at most {}, not {}", counted(most, "argument"), count));
    for (Py_ssize_t i = 0; i < count; ++i) at_[static_cast<std::size_t>(i)] = args[i];
    const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t i = 0; i < named; ++i)
      place(PyTuple_GET_ITEM(keywords, i), parameters) = args[count + i];
    for (std::size_t i = 0; i < least; ++i) {
      if (at_[i] == nullptr)
        throw py::type_error(fmt::format("argument {} is missing", parameters.begin()[i]));
    }
  }
  [[nodiscard]] PyObject* operator[](std::size_t index) const { return at_[index]; }

 private:
  PyObject*& place(PyObject* name, std::initializer_list<const char*> parameters) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (PyUnicode_CompareWithASCIIString(name, parameters.begin()[i]) != 0) continue;
      if (at_[i] == nullptr) return at_[i];
      throw py::type_error(fmt::format("argument {} is given twice", parameters.begin()[i]));
    }
    throw py::type_error(
        fmt::format("unexpected keyword argument {}", text_of_str(py::repr(py::handle(name)))));
  }

  std::array<PyObject*, 2> at_{};
};

[[noreturn]] void raise_illegal(const Types& types, Seat seat, PyObject* move,
                                const Refusal& refusal) {
  const std::string shown = text_of_str(py::repr(py::handle(move))).substr(0, 200);
  const py::object error =
      types.illegal_move(to_str(fmt::format("seat {}, move {}: {}", seat, shown, refusal.text())));
  error.attr("seat") = seat;
  error.attr("move") = py::handle(move);
  error.attr("reason") = to_str(refusal.text());
  PyErr_SetObject(types.illegal_move.ptr(), error.ptr());
  throw py::error_already_set();
}

/// The generator to use: the given Rng, which advances, or a new one from the given seed.
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

template <class Numbers>
py::tuple tuple_of(const Numbers& numbers) {
  py::tuple tuple(static_cast<std::size_t>(numbers.size()));
  std::size_t next = 0;
  for (const int number : numbers) tuple[next++] = number;
  return tuple;
}

py::object outcome_of(const Types& types, const AnyState& state) {
  if (!is_over(state)) throw py::value_error("the game is not over");
  const Result result = state.result();
  return types.outcome(tuple_of(result.scores), tuple_of(result.places), to_str(result.end));
}

}  // namespace

py::object legal(const Body& body, const Call& call) {
  const Given given(call, 0, {"seat"});
  MoveList list;
  if (!body.state->legal(due_seat(*body.state, given[0]), list))
    raise_not_listed(body.ref.game->info);
  return list.take();
}

py::object apply(const Body& body, const Call& call) {
  const Given given(call, 1, {"move", "seat"});
  const MoveText move(given[0]);
  const Seat seat = due_seat(*body.state, given[1]);
  if (const Refusal refusal = body.state->apply(seat, move.text()))
    raise_illegal(*body.ref.types, seat, given[0], refusal);
  return py::none();
}

py::object forfeit(const Body& body, const Call& call) {
  const Given given(call, 1, {"seat", "ends"});
  const int ends = given[1] != nullptr ? PyObject_IsTrue(given[1]) : 0;
  if (ends < 0) throw py::error_already_set();
  const Seat seat = due_seat(*body.state, given[0]);
  body.state->forfeit(seat, ends != 0);
  return py::none();
}

py::object fallback(const Body& body, const Call& call) {
  const Given given(call, 1, {"seat"});
  const auto move = body.state->fallback(due_seat(*body.state, given[0]));
  return move ? new_move(*move) : py::none();
}

py::object view(const Body& body, const Call& call) {
  const Given given(call, 0, {"seat"});
  const Seat seat = any_seat(*body.state, given[0]);
  return new_view(body.ref.types->view, body.state->view(seat));
}

py::object random_move(const Body& body, const Call& call) {
  const Given given(call, 1, {"rng", "seat"});
  Chance chance(*body.ref.types, given[0]);
  const Seat seat = due_seat(*body.state, given[1]);
  return new_move(body.state->random_move(seat, chance.rng()));
}

py::object outcome(const Body& body) { return outcome_of(*body.ref.types, *body.state); }

py::object playout(const Body& body, const Call& call) {
  const Given given(call, 1, {"rng"});
  Chance chance(*body.ref.types, given[0]);
  const std::unique_ptr<AnyState> state = body.state->clone();
  state->play_out(chance.rng());
  return outcome_of(*body.ref.types, *state);
}

py::object redeal(const Body& body, const Call& call) {
  const Given given(call, 1, {"rng", "seat"});
  Chance chance(*body.ref.types, given[0]);
  const Seat seat = any_seat(*body.state, given[1]);
  std::unique_ptr<AnyState> state = body.state->clone();
  if (!state->resample(seat, chance.rng()))
    throw Error(fmt::format("{} cannot be resampled", body.ref.game->info.title));
  return new_state(body.ref, body.game, std::move(state));
}

py::object clone(const Body& body) { return new_state(body.ref, body.game, body.state->clone()); }

namespace {

py::list events_of(const Body& body, Seat seat, std::size_t since) {
  py::list list;
  for (const auto& event : body.state->events(seat, since))
    list.append(body.ref.types->fields(to_python(event)));
  return list;
}

}  // namespace

py::object events(const Body& body, const Call& call) {
  const Given given(call, 1, {"seat", "since"});
  const Seat seat = to_seat(*body.state, given[0]);
  const Py_ssize_t since = given[1] == nullptr ? 0 : PyLong_AsSsize_t(given[1]);
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (since < 0) throw py::value_error("since counts from 0");
  return events_of(body, seat, static_cast<std::size_t>(since));
}

py::object key(const Body& body, const Call& call) {
  const Given given(call, 0, {"seat"});
  return py::bytes(body.state->key(any_seat(*body.state, given[0])));
}

py::object history(const Body& body, const Call& call) {
  const Given given(call, 0, {"seat"});
  const Seat seat = any_seat(*body.state, given[0]);
  py::list moves;
  for (const std::string& move : body.state->moves(seat)) moves.append(new_move(move));
  return body.ref.types->history(events_of(body, seat, 0), moves);
}

py::object reduce(const Body& body) {
  const std::string bytes = body.state->bytes();
  return py::make_tuple(body.game.attr("_restore"), py::make_tuple(py::bytes(bytes)));
}

py::object outcomes(const Body& body) {
  require_chance(*body.state);
  const auto likely = body.state->outcomes();
  if (!likely) raise_not_listed(body.ref.game->info, "outcomes of chance");
  py::list list;
  for (const auto& [outcome, probability] : *likely)
    list.append(py::make_tuple(to_python(outcome), probability));
  return list;
}

py::object draw(const Body& body) {
  require_chance(*body.state);
  return to_python(body.state->draw());
}

py::object put(const Body& body, const Call& call) {
  const Given given(call, 1, {"outcome"});
  const auto outcome = to_json(py::handle(given[0]), "outcome");
  if (!outcome.is_object()) throw py::type_error("expected an outcome, a dict");
  require_chance(*body.state);
  if (const Refusal refusal = body.state->put(outcome.get_object()))
    throw Error(std::string(refusal.text()));
  return py::none();
}

py::object awaits_chance(const Body& body) { return py::bool_(body.state->awaits_chance()); }

py::object over(const Body& body) { return py::bool_(is_over(*body.state)); }

py::object actors(const Body& body) { return tuple_of(body.state->actors()); }

py::object gone(const Body& body) { return tuple_of(body.state->gone()); }

py::object deal(const Body& body) { return to_python(body.state->deal()); }

py::object returns(const Body& body) {
  const AnyState& state = *body.state;
  const auto leads = is_over(state) ? state.result().leads : FixedVector<int, most_seats>();
  py::tuple returns(static_cast<std::size_t>(state.seats()));
  for (std::size_t seat = 0; seat < returns.size(); ++seat)
    returns[seat] = py::float_(seat < leads.size() ? static_cast<double>(leads[seat]) : 0.0);
  return returns;
}

py::object str(const Body& body) {
  std::string board = body.state->board();
  board.pop_back();  // the last line end
  return to_str(board);
}

py::object repr(const Body& body) {
  const std::string due =
      joined(body.state->actors(), ", ", [](Seat seat) { return std::to_string(seat); });
  const std::string idle = body.state->awaits_chance() ? "chance is next" : "over";
  const std::string what = due.empty() ? idle : "to move: " + due;
  return py::str(fmt::format("<State of {}, {}>", body.ref.game->info.name, what));
}

}  // namespace arena::python::state_methods
