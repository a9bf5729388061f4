// The trait for games whose rules are a Python object, of the class Rules in arena._python_game:
// its functions call that object, from any thread. So everything that takes a game takes these too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/position.hpp"
#include "arena/core/refinements/encoder.hpp"
#include "protocols/generic/screen.hpp"
#include "protocols/json/json.hpp"

namespace arena::python::written {

namespace json = boost::json;

/// Which rules: their class with its arguments, "kuhn:Kuhn(cards=4)".
struct RulesName {
  FixedVector<char, 255> text;
  bool operator==(const RulesName&) const = default;
};
std::string to_text(const RulesName& name);
bool from_text(std::string_view text, RulesName& name);

/// Any JSON value, in boost's spelling, so that equal values are equal texts.
struct JsonText {
  std::string text = "null";
  bool operator==(const JsonText&) const = default;
};
json::value to_json(const JsonText& value);
void from_json(const json::value& value, JsonText& target, std::string_view what);

struct Options {
  RulesName rules;
};
BOOST_DESCRIBE_STRUCT(Options, (), (rules))

struct Move {
  std::string text;
  bool operator==(const Move&) const = default;
};

struct Chance {
  JsonText outcome;
  bool operator==(const Chance&) const = default;
};
BOOST_DESCRIBE_STRUCT(Chance, (), (outcome))

struct Deal {
  std::vector<JsonText> outcomes;
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (outcomes))

/// `packed` is Python's pickle of the rules' own state; what arena asks for most is beside it.
struct State {
  FixedVector<char, 255> rules;
  FixedVector<char, 4094> packed;
  Seats due;
  std::uint32_t awaits_chance = 0;  // a bool without padding
};

struct View {
  std::string rules;
  Seat seat = 0;
  std::string fields;  // a JSON object
};

struct Event {
  std::string fields;                // a JSON object; empty: it is hidden from the seat
  std::vector<std::string> by_seat;  // the same for each seat; empty: all know everything
};

/// Chance comes when it is due: first what is given, then outcomes from the seed.
struct Source {
  std::uint64_t seed = 0;
  Deal given{};
  Deal drawn{};

  static Source of(const Setup<struct Rules>& setup, bool keeps);
  Chance draw(const State& now);
  void put(const State& /*now*/, const Chance& chance) { drawn.outcomes.push_back(chance.outcome); }
  [[nodiscard]] const Deal& deal() const { return drawn; }
  bool operator==(const Source&) const = default;
};

struct Rules {
  using Options = written::Options;
  using Deal = written::Deal;
  using State = written::State;
  using View = written::View;
  using Move = written::Move;
  using Event = written::Event;
  using Chance = written::Chance;
  using Source = written::Source;

  // How many seats it has, a game itself says: `start` throws Error for other numbers.
  static constexpr GameInfo info = {.name = "python",
                                    .title = "A game in Python",
                                    .least_seats = 1,
                                    .most_seats = most_seats,
                                    .rank_by = RankBy::score,
                                    .default_matches = 100};

  static Refusal check(const Setup<Rules>& setup);
  static State start(const Setup<Rules>& setup, Events<Event> happened);

  static bool awaits_chance(const State& now) { return now.awaits_chance != 0; }
  static Refusal check(const State& now, const Chance& chance);
  static void apply(State& state, const Chance& chance, Events<Event> happened);
  /// Throws NotListed if the rules do not list them.
  static std::vector<Likely<Chance>> outcomes(const State& now);
  /// An outcome as likely as the rules say.
  static Chance draw(const State& now, std::uint64_t seed);

  static Seats actors(const State& now) { return now.due; }
  static View view(const State& now, Seat seat);
  static std::optional<Event> view(const Event& event, Seat seat);
  static std::vector<Move> moves(const View& view);
  static Refusal check(const View& view, const Move& move);
  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened);

  static Worst worst(const State& now, Seat seat);
  static void forfeit(State& /*state*/, Seat /*seat*/, Events<Event> /*happened*/) {}
  static Move fallback(const View& view) { return moves(view).front(); }
  static Outcome outcome(const State& now);

  static std::string write(const Move& move) { return move.text; }
  static std::optional<Move> read(std::string_view text);

  static void resample(Position<Rules>& position, Seat seat, Rng& rng);
};

/// What the rules' function `observe` makes of a view, and their `actions`.
class Encoder {
 public:
  struct Told {};
  static constexpr int version = 1;

  Encoder(const Options& options, int seats);

  static bool perfect_recall() { return false; }
  [[nodiscard]] std::vector<ObservationPart> parts() const;
  [[nodiscard]] int moves() const { return static_cast<int>(actions_.size()); }
  [[nodiscard]] Move move(int number) const { return actions_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] int number(const Move& move) const;
  static void tell(Told& /*told*/, const Event& /*event*/) {}
  void write(const View& view, const Told& told, ObservationWriter& out) const;

 private:
  struct Part {
    std::string name;
    int size = 0;
  };
  std::vector<Part> parts_;
  std::vector<Move> actions_;
};

struct GameModule {
  using Game = Rules;
  using Protocols = std::tuple<JsonLines<GameModule>>;
  using Screen = GenericScreen<GameModule>;
  using Encoder = written::Encoder;
  static json::object fields(const View& view);
  static json::object event(const Event& event);
  static std::span<const Builtin<Rules>> builtins();
  static constexpr std::string_view default_builtin = "random";
};

}  // namespace arena::python::written
