// A screen for any game, made from its GameModule: the fields of the view, the events, and the
// numbered legal moves. Games with a table or board to draw have their own screens.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena {

/// A JSON value as text: lists separated by blanks, strings without quotes.
inline std::string in_words(const boost::json::value& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_array())
    return value.get_array().empty() ? "none" : joined(value.get_array(), " ", in_words);
  if (!value.is_object()) return boost::json::serialize(value);
  return joined(value.get_object(), ", ", [](const auto& field) {
    return std::string(field.key()) + ' ' + in_words(field.value());
  });
}

template <class GameModule>
class GenericScreen : public CommonScreen<GenericScreen<GameModule>, typename GameModule::Game> {
  using G = typename GameModule::Game;
  using Common = CommonScreen<GenericScreen, G>;

 public:
  using View = typename G::View;
  static constexpr std::string_view help =
      " Type a move, or its number in the list.\n"
      " Enter shows the table, ? this help; q quits the game.\n";

  using Common::Common;

  void tell(const typename G::Event& event, std::string& out) {
    boost::json::object message = GameModule::event(event);
    if (message.empty()) return;
    std::string text = message.contains("move") ? move_in_words(message) : event_in_words(message);
    this->writer(out).write(ansi::wrapped(text + '\n'));
  }

  /// Ends with the contents of the JSON protocol's last message, as text.
  void begin(const Opening& /*opening*/, std::string& /*out*/) {}
  void ask(const View& view, std::int64_t /*number*/, Duration /*left*/, std::string& out) {
    ask(view, out);
  }
  void end(const Closing& closing, std::string& out) {
    std::string text = fmt::format("Over ({}).", closing.over ? closing.end : "left");
    for (std::size_t seat = 0; seat < closing.scores.size(); ++seat) {
      text +=
          fmt::format(" {}: {}, place {}.", this->audience().subject(static_cast<Seat>(seat), true),
                      counted(closing.scores[seat], "point"), closing.places[seat]);
    }
    this->writer(out).write(ansi::wrapped(text + '\n'));
  }
  static std::string_view note() { return {}; }

  void ask(const View& view, std::string& out) {
    this->writer(out).write("\n");
    draw(view, out);
    prompt(view, out);
  }

  void watch(std::span<const View> views, std::string& out) {
    for (std::size_t seat = 0; seat < views.size(); ++seat) {
      this->writer(out).write(this->audience().name(static_cast<Seat>(seat), "") + '\n',
                              ansi::bold);
      draw(views[seat], out);
    }
  }

  void prompt(const View& view, std::string& out) {
    const std::vector<std::string> moves = listed(view);
    std::string text = moves.empty() ? "" : " Moves:";
    for (std::size_t i = 0; i < moves.size(); ++i)
      text += (are_numbers(moves) ? " " : fmt::format(" {}) ", i + 1)) + moves[i];
    if (!moves.empty()) text += '\n';
    this->writer(out).write(ansi::wrapped(text) + " Your move? (? for help)\n");
  }

  Reading<G> read(const View& view, std::string_view line) {
    const std::string_view answer = trim(line);
    const std::vector<std::string> moves = listed(view);
    std::optional<typename G::Move> move = G::read(answer);
    if (const auto number = to_number<std::size_t>(answer);
        !move && number && *number >= 1 && *number <= moves.size())
      move = G::read(moves[*number - 1]);
    if (!move) {
      this->explain(view, answer, " That is no move.\n");
      return Refusal("Invalid move.");
    }
    this->clear_explanation();
    if (const Refusal refusal = G::check(view, *move))
      this->explain(view, fmt::format(" {}.\n", refusal.text()));
    return *move;
  }

 private:
  static constexpr std::size_t most_listed = 100;

  void draw(const View& view, std::string& out) const {
    const boost::json::value fields = described::to_json(GameModule::fields(view));
    for (const auto& field : fields.get_object()) {
      this->writer(out).write(ansi::padded(fmt::format(" {}", std::string_view(field.key())), 12),
                              ansi::faint);
      this->writer(out).write(ansi::wrapped(' ' + in_words(field.value()) + '\n'));
    }
  }

  /// "Seat 1: bet".
  [[nodiscard]] std::string move_in_words(const boost::json::object& message) const {
    const auto seat = message.at("seat").to_number<Seat>();
    return this->audience().subject(seat, true) + ": " + in_words(message.at("move"));
  }
  /// "showdown: cards king queen".
  static std::string event_in_words(boost::json::object& message) {
    std::string text = in_words(message.at("event"));
    message.erase("event");
    return message.empty() ? text : text + ": " + in_words(message);
  }

  /// The texts of all legal moves; empty if the game does not list them or there are too many.
  static std::vector<std::string> listed(const View& view) {
    std::vector<std::string> texts;
    if constexpr (ListsMoves<G>) {
      const auto moves = G::moves(view);
      if (moves.size() > most_listed) return texts;
      for (std::size_t i = 0; i < moves.size(); ++i) texts.push_back(G::write(moves[i]));
    }
    return texts;
  }
  /// Moves that are numbers themselves need no further numbers.
  static bool are_numbers(const std::vector<std::string>& moves) {
    return std::ranges::all_of(
        moves, [](const std::string& move) { return to_number<int>(move).has_value(); });
  }
};

}  // namespace arena
