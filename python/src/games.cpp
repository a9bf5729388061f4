#include "python/src/games.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "python/src/background.hpp"
#include "python/src/seat_view.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

/// A built-in bot, and how many events it has seen of the match that it watches.
class BuiltinBot {
 public:
  /// `game`: the Python object. `setup`: the arguments to make the bot again.
  BuiltinBot(std::unique_ptr<AnyBot> bot, Seat seat, const Types& types, py::object game,
             py::tuple setup)
      : bot_(std::move(bot)),
        seat_(seat),
        types_(types),
        game_(std::move(game)),
        setup_(std::move(setup)) {}

  py::object move(const py::object& view) { return new_move(bot_->move(*view_behind(view))); }

  void watch(const py::object& object) {
    const AnyState& state = state_of(types_, object);
    bot_->watch(state, seat_, seen_);
    seen_ = state.event_count();
  }

  /// For pickle.
  [[nodiscard]] py::tuple reduce() const {
    return py::make_tuple(game_.attr("_restore_builtin"),
                          py::make_tuple(setup_, seen_, py::bytes(bot_->memory())));
  }
  void recall(std::size_t seen, const py::bytes& memory) {
    bot_->recall(std::string(memory));
    seen_ = seen;
  }

 private:
  std::unique_ptr<AnyBot> bot_;
  Seat seat_;
  std::size_t seen_ = 0;
  const Types& types_;
  py::object game_;
  py::tuple setup_;
};

StateSetup setup_of(const GameCore& core, const py::dict& options, int seats, std::uint64_t seed,
                    int number) {
  StateSetup setup;
  setup.options = to_json(options, "option").as_object();
  // Only play by protocols uses this option, but a wrong value is refused everywhere.
  static_cast<void>(core.game().options.max_refusals(setup.options));
  setup.seats = seats;
  setup.seed = {seed, number};
  return setup;
}

py::object start(const GameCore& core, py::object game, const py::dict& options, int seats,
                 std::uint64_t seed, int number, const py::dict& deal, bool events,
                 bool steps_chance) {
  StateSetup setup = setup_of(core, options, seats, seed, number);
  setup.deal = to_json(deal, "deal").as_object();
  setup.keeps_events = events;
  setup.draws_chance = !steps_chance;
  return new_state(core.ref(), std::move(game), core.game().states.start(setup));
}

py::object restore(const GameCore& core, py::object game, const py::bytes& bytes) {
  return new_state(core.ref(), std::move(game), core.game().states.restore(std::string(bytes)));
}

SeatView restore_view(const GameCore& core, const py::bytes& bytes) {
  return SeatView(core.game().states.restore_view(std::string(bytes)));
}

BuiltinBot builtin(const GameCore& core, py::object game, const py::str& name, std::uint64_t seed,
                   const py::dict& options, int seats, int seat) {
  const BuiltinSeat wanted{text_of_str(name), seed};
  return {core.game().builtins.make(wanted, setup_of(core, options, seats, seed, 0), seat,
                                    core.table_cache()),
          seat, core.types(), std::move(game), py::make_tuple(name, seed, options, seats, seat)};
}

py::tuple playouts(const GameCore& core, const py::dict& options, int seats, std::uint64_t matches,
                   std::uint64_t seed) {
  const json::object given = to_json(options, "option").as_object();
  auto next_check = std::chrono::steady_clock::now() + signal_check;
  const auto see_to_signals = [&] {
    if (std::chrono::steady_clock::now() < next_check) return;
    const py::gil_scoped_acquire locked;
    if (interrupted()) throw py::error_already_set();
    next_check = std::chrono::steady_clock::now() + signal_check;
  };
  const Playouts played = [&] {
    const py::gil_scoped_release unlocked;
    return core.game().states.playouts(given, seats, matches, seed, see_to_signals);
  }();
  return py::make_tuple(played.matches, played.moves, played.score_sum);
}

py::dict options(const GameCore& core) {
  py::dict dict;
  for (const OptionInfo& option : core.game().options.list())
    dict[py::str(option.name)] = to_python(option.default_value);
  return dict;
}

py::list protocols(const GameCore& core) {
  py::list names;
  for (const Terms& terms : core.game().protocols) names.append(to_str(terms.name));
  return names;
}

py::list levels(const GameCore& core) {
  py::list bots;
  for (const std::string_view bot : core.game().builtins.levels()) bots.append(to_str(bot));
  return bots;
}

py::dict builtins(const GameCore& core) {
  py::dict dict;
  for (const BuiltinInfo& info : core.game().builtins.list())
    dict[to_str(info.name)] = to_str(info.summary);
  return dict;
}

py::dict builtin_versions(const GameCore& core) {
  py::dict dict;
  for (const BuiltinInfo& info : core.game().builtins.list())
    dict[to_str(info.name)] = info.version;
  return dict;
}

/// A property that returns one of the game's facts.
template <class Read>
auto fact(Read read) {
  return [read](const GameCore& core) { return read(core.game().info); };
}

}  // namespace

void add_games(py::module_& module, const Types& types, std::shared_ptr<Library> library) {
  using Info = const GameInfo&;
  py::class_<BuiltinBot>(module, "BuiltinBot", "A built-in bot; `Game.builtin` makes it.")
      .def("move", &BuiltinBot::move, py::arg("view"), "Its move for a view from `State.view`.")
      .def("__call__", &BuiltinBot::move, py::arg("view"))
      .def("watch", &BuiltinBot::watch, py::arg("state"),
           "Shows it what has happened since the last time, as its seat may see it. For bots that "
           "remember\nevents; the game must have been started with events=True.")
      .def("__reduce__", &BuiltinBot::reduce)
      .def("_recall", &BuiltinBot::recall);
  py::class_<GameCore>(module, "GameCore", "The implementation of arena.Game.")
      .def_property_readonly("name", fact([](Info info) { return to_str(info.name); }))
      .def_property_readonly("title", fact([](Info info) { return to_str(info.title); }))
      .def_property_readonly("least_seats", fact([](Info info) { return info.least_seats; }))
      .def_property_readonly("sides", fact([](Info info) { return info.sides; }))
      .def_property_readonly("most_seats", fact([](Info info) { return info.most_seats; }))
      .def_property_readonly("more_is_better", fact([](Info info) { return info.more_is_better; }))
      .def_property_readonly("rank_by", fact([](Info info) { return to_text(info.rank_by); }))
      .def_property_readonly("lists_moves",
                             [](const GameCore& core) { return core.game().states.lists_moves(); })
      .def_property_readonly("usual_games", fact([](Info info) { return info.default_matches; }))
      .def_property_readonly("protocols", &protocols)
      .def_property_readonly("options", &options)
      .def_property_readonly("rules_version", fact([](Info info) { return info.version; }))
      .def_property_readonly("builtins", &builtins)
      .def_property_readonly("builtin_versions", &builtin_versions)
      .def_property_readonly("levels", &levels)
      .def_property_readonly(
          "default_builtin",
          [](const GameCore& core) { return to_str(core.game().builtins.default_name()); })
      .def_property_readonly("rules",
                             [](const GameCore& core) { return to_str(core.game().rules.english); })
      .def("start", &start)
      .def("restore", &restore)
      .def("restore_view", &restore_view)
      .def("builtin", &builtin)
      .def("playouts", &playouts);
  module.def(
      "games",
      [library = std::move(library), &types] {
        py::list list;
        for (const auto& game : library->games) list.append(GameCore(library, *game, types));
        return list;
      },
      "All games.");
}

}  // namespace arena::python
