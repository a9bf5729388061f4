#include "python/src/python_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "python/src/python_game.hpp"
#include "python/src/values.hpp"

namespace arena::python::written {

namespace {

template <std::size_t N>
std::string_view text_of(const FixedVector<char, N>& text) {
  return {text.begin(), text.size()};
}

/// Throws Error if the text is too long; `what` names it.
template <std::size_t N>
FixedVector<char, N> fixed(std::string_view text, std::string_view what) {
  if (text.size() > N)
    throw Error(fmt::format("{} has at most {} bytes, not {}", what, N, text.size()));
  FixedVector<char, N> result;
  result.grow(text.size());
  std::ranges::copy(text, result.begin());
  return result;
}

/// CPython's numbers of the threads that run rules. The interpreter's lock guards it.
std::vector<unsigned long>& running() {
  static std::vector<unsigned long> threads;
  return threads;
}

/// A call of rules: holds the interpreter's lock.
class Call {
 public:
  /// Throws py::error_already_set (Error) if no rules have this name.
  explicit Call(std::string_view rules) {
    running().push_back(PyThread_get_thread_ident());
    try {
      rules_ = py::module_::import("arena._python_game").attr("rules")(to_str(rules));
    } catch (...) {
      leave();
      throw;
    }
  }
  ~Call() { leave(); }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Calls a method of arena._python_game's class Rules.
  template <class... Arguments>
  py::object operator()(const char* method, Arguments&&... arguments) const {
    return rules_.attr(method)(std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] py::object attr(const char* name) const { return rules_.attr(name); }

 private:
  static void leave() {
    running().erase(std::ranges::find(running(), PyThread_get_thread_ident()));
  }

  py::gil_scoped_acquire locked_;
  py::object rules_;
};

Call call(const State& now) { return Call(text_of(now.rules)); }

py::bytes packed(const State& now) { return {now.packed.begin(), now.packed.size()}; }

JsonText json_text(py::handle value, std::string_view what) {
  return {json::serialize(python::to_json(value, what))};
}

std::string object_text(py::handle value, std::string_view what) {
  return value.is_none() ? std::string() : json_text(value, what).text;
}

py::object python_value(const std::string& text) { return to_python(json::parse(text)); }

/// The state and the events that a method of Rules returned.
void take(State& state, const py::object& changed, Events<Event> happened) {
  const py::tuple parts = changed;
  std::vector<Event> events;  // all are read before anything changes
  for (const py::handle told : parts[3]) {
    const auto pair = told.cast<py::tuple>();
    Event& event = events.emplace_back(Event{object_text(pair[0], "an event"), {}});
    for (const py::handle seen : pair[1]) event.by_seat.push_back(object_text(seen, "an event"));
  }
  state.packed = fixed<4094>(parts[0].cast<std::string_view>(), "the pickle of a state");
  state.due = {};
  for (const py::handle seat : parts[1]) state.due.insert(seat.cast<Seat>());
  state.awaits_chance = parts[2].cast<bool>() ? 1 : 0;
  for (const Event& event : events) happened(event);
}

}  // namespace

std::string to_text(const RulesName& name) { return std::string(text_of(name.text)); }

bool from_text(std::string_view text, RulesName& name) {
  name.text = fixed<255>(text, "the name of rules with its arguments");
  return true;
}

json::value to_json(const JsonText& value) { return json::parse(value.text); }

void from_json(const json::value& value, JsonText& target, std::string_view /*what*/) {
  target.text = json::serialize(value);
}

Source Source::of(const Setup<Rules>& setup, bool /*keeps*/) {
  return {setup.seed.seed, setup.deal, {}};
}

/// House rule: an outcome that is given for another course of the match does not count; it comes
/// from the seed then.
Chance Source::draw(const State& now) {
  const std::size_t number = drawn.outcomes.size();
  Chance chance;
  if (number < given.outcomes.size()) chance.outcome = given.outcomes[number];
  if (number >= given.outcomes.size() || Rules::check(now, chance))
    chance = Rules::draw(now, mix_seed(seed, "chance", number));
  put(now, chance);
  return chance;
}

Refusal Rules::check(const Setup<Rules>& setup) {
  const std::string_view name = text_of(setup.options.rules.text);
  if (name.empty()) return "rules must name a game in Python";
  static_cast<void>(Call(name));
  return {};
}

State Rules::start(const Setup<Rules>& setup, Events<Event> happened) {
  State state;
  state.rules = setup.options.rules.text;
  take(state, call(state)("start", setup.seats, static_cast<bool>(happened)), happened);
  return state;
}

Refusal Rules::check(const State& now, const Chance& chance) {
  const Call rules = call(now);
  const py::object possible = rules("possible", packed(now), python_value(chance.outcome.text));
  return possible.cast<bool>() ? Refusal() : Refusal("this outcome is not possible now");
}

void Rules::apply(State& state, const Chance& chance, Events<Event> happened) {
  const Call rules = call(state);
  const py::object outcome = python_value(chance.outcome.text);
  take(state, rules("apply_chance", packed(state), outcome, static_cast<bool>(happened)), happened);
}

std::vector<Likely<Chance>> Rules::outcomes(const State& now) {
  const Call rules = call(now);
  std::vector<Likely<Chance>> list;
  for (const py::handle likely : rules("outcomes", packed(now))) {
    const auto pair = likely.cast<py::tuple>();
    list.push_back({{json_text(pair[0], "an outcome")}, pair[1].cast<double>()});
  }
  return list;
}

Chance Rules::draw(const State& now, std::uint64_t seed) {
  const Call rules = call(now);
  return {json_text(rules("draw", packed(now), seed), "an outcome")};
}

View Rules::view(const State& now, Seat seat) {
  const Call rules = call(now);
  return {std::string(text_of(now.rules)), seat,
          object_text(rules("view", packed(now), seat), "a view")};
}

std::optional<Event> Rules::view(const Event& event, Seat seat) {
  if (event.by_seat.empty()) return event;
  const std::string& seen = event.by_seat[static_cast<std::size_t>(seat)];
  return seen.empty() ? std::nullopt : std::optional<Event>({seen, {}});
}

std::vector<Move> Rules::moves(const View& view) {
  const Call rules(view.rules);
  std::vector<Move> moves;
  for (const py::handle move : rules("moves", python_value(view.fields)))
    moves.push_back({text_of_str(move)});
  return moves;
}

Refusal Rules::check(const View& view, const Move& move) {
  const std::vector<Move> legal = moves(view);
  if (std::ranges::find(legal, move) != legal.end()) return {};
  return Refusal(first_characters(move.text, 80) + " is not legal now");
}

void Rules::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  const Call rules = call(state);
  const py::object made = new_move(move.text);
  take(state, rules("apply", packed(state), seat, made, static_cast<bool>(happened)), happened);
}

Worst Rules::worst(const State& now, Seat /*seat*/) {
  const Call rules = call(now);
  const auto [lowest, highest] = rules.attr("scores").cast<std::pair<int, int>>();
  return {lowest, lowest - highest};
}

Outcome Rules::outcome(const State& now) {
  const Call rules = call(now);
  Outcome outcome;
  for (const py::handle score : rules("outcome", packed(now)))
    outcome.scores.push_back(score.cast<int>());
  return outcome;
}

std::optional<Move> Rules::read(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return Move{std::string(text)};
}

void Rules::resample(Position<Rules>& position, Seat seat, Rng& rng) {
  position.source.seed = rng.next();
  position.source.given = {};
  const std::uint64_t seed = rng.next();
  const Call rules = call(position.state);
  take(position.state, rules("resample", packed(position.state), seat, seed), {});
}

Encoder::Encoder(const Options& options, int seats) {
  const Call rules(text_of(options.rules.text));
  for (const py::handle action : rules("all_actions")) actions_.push_back({text_of_str(action)});
  const py::dict sizes = rules("parts", seats);
  for (const auto& [name, size] : sizes) parts_.push_back({text_of_str(name), size.cast<int>()});
}

std::vector<ObservationPart> Encoder::parts() const {
  std::vector<ObservationPart> parts;
  for (const Part& part : parts_)
    parts.push_back({part.name, {part.size}, "as the rules' function observe gives it"});
  return parts;
}

int Encoder::number(const Move& move) const {
  const auto found = std::ranges::find(actions_, move);
  if (found == actions_.end())
    throw Error(fmt::format("the rules' actions lack the move {}", move.text));
  return static_cast<int>(found - actions_.begin());
}

void Encoder::write(const View& view, const Told& /*told*/, ObservationWriter& out) const {
  const Call rules(view.rules);
  py::dict sizes;
  for (const Part& part : parts_) sizes[to_str(part.name)] = part.size;
  for (const py::handle number : rules("observation", python_value(view.fields), sizes))
    out.number(number.cast<float>());
}

json::object GameModule::fields(const View& view) { return json::parse(view.fields).as_object(); }

json::object GameModule::event(const Event& event) {
  return event.fields.empty() ? json::object() : json::parse(event.fields).as_object();
}

std::span<const Builtin<Rules>> GameModule::builtins() {
  static constexpr std::array<Builtin<Rules>, 1> all = {
      {{"random", "each legal move is as likely as any other", make_bot<RandomBot<Rules>>}}};
  return all;
}

}  // namespace arena::python::written

namespace arena::python {

void break_off_rules() {
  for (const unsigned long thread : written::running())
    PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
}

}  // namespace arena::python
