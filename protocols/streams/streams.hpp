// The protocol of Streams: the lines of the contest's own arbiter, byte for byte. Also the game's
// module, with everything that arena offers for it. Reference: docs/streams.md.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/streams/encoder.hpp"
#include "games/streams/streams.hpp"
#include "protocols/json/json.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::streams {

/// The question is `STREAM:CARDS:CARD`; the answer is a slot. There are no event or error lines.
class StreamsLines {
 public:
  using Game = Streams;
  static constexpr Terms terms = {.name = "native", .lifetime = Lifetime::series};

  explicit StreamsLines(Seat /*seat*/) {}

  void tell(const Event& /*event*/, std::string& /*out*/) {}
  void ask(const View& view, std::string& out);
  void refuse(const Refusal& /*refusal*/, std::string& /*out*/) {}
  Reading<Streams> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return Streams::write(move); }
};

/// The terminal screen of Streams: the stream with numbered slots, the card to place, and the cards
/// that are left.
class Screen : public CommonScreen<Screen, Streams> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Streams> read(const View& view, std::string_view line);

 private:
  std::array<Stream, most_seats> streams_;  // by seat, collected from the events
  Card card_ = 0;                           // to place
};

struct GameModule {
  using Game = Streams;
  using Encoder = streams::Encoder;
  using Protocols = std::tuple<StreamsLines, JsonLines<GameModule>>;
  using Screen = streams::Screen;
  /// A smaller state for play-outs with one seat.
  using Solo = streams::Solo;

  /// What a bot sees, in the JSON protocol and in Python's `game_state`.
  static boost::json::object fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<Streams>> builtins() { return streams::builtins(); }
  static constexpr Levels levels = {
      "random", "spread random=75%", "spread random=50%", "spread random=25%",
      "spread", "balance",           "rollout",           "focus",
      "outlook"};

  struct Losses : LossesByMove<Game, move_loss> {
    using LossesByMove::LossesByMove;
    static constexpr std::string_view method = "the slot that outlook chooses";
  };

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "what spread and balance score on nearby orders";
    static std::vector<double> of(const Setup<Streams>& setup);
  };
};

}  // namespace arena::streams
