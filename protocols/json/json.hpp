// The JSON protocol, the same for every game: one object a line in both directions. Reference:
// docs/json_protocol.md. A game's module adds its fields: `GameModule::fields(view)` returns a
// JSON object or a described struct, and `GameModule::event(event)` an object (not sent if empty).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/core/time_json.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

template <class GameModule>
class JsonLines;

/// The spelling of moves in a game without a line protocol of its own.
template <class G>
struct CanonicalText {
  static constexpr Terms terms{};
  explicit CanonicalText(Seat /*seat*/) {}
  Reading<G> read(const typename G::View& /*view*/, std::string_view text) {
    return Refusal(fmt::format("\"{}\" is no move.", text));
  }
};

template <class GameModule>
class JsonLines {
  using Object = boost::json::object;

 public:
  using Game = typename GameModule::Game;
  using Own = std::conditional_t<std::is_same_v<DefaultProtocol<GameModule>, JsonLines>,
                                 CanonicalText<Game>, DefaultProtocol<GameModule>>;
  static constexpr Terms terms = {.name = shared_protocol,
                                  .title = "the JSON protocol",
                                  .move_time = Own::terms.move_time,
                                  .max_refusals = Own::terms.max_refusals,
                                  .lifetime = Lifetime::series};
  /// A longer list of legal moves is replaced by null.
  static constexpr std::size_t most_listed = 10'000;
  static constexpr std::size_t longest_note = 1024;  // bytes

  explicit JsonLines(Seat seat) : seat_(seat), own_(seat) {}

  void begin(const Opening& opening, std::string& out) {
    write_message("start", start_message(opening), out);
  }

  /// The contents of `start`, without its type.
  Object start_message(const Opening& opening) const {
    Object start{{"game", Game::info.name}};
    start["options"] = boost::json::parse(opening.options);
    start["players"] = opening.names.size();
    start["seat"] = seat_;
    start["names"] = described::to_json(opening.names);
    start["time"] = to_json(opening.time);
    return start;
  }

  void tell(const typename Game::Event& event, std::string& out) {
    Object message = GameModule::event(event);
    if (!message.empty()) write_message("event", std::move(message), out);
  }

  void ask(const typename Game::View& view, std::string& out) {
    ask(view, number_ + 1, Duration::max(), out);
  }
  void ask(const typename Game::View& view, std::int64_t number, Duration left, std::string& out) {
    number_ = number;
    Object turn{{"type", "turn"}, {"id", number}};
    turn["view"] = described::to_json(GameModule::fields(view));
    turn["legal"] = legal_moves(view);
    turn["ms"] = nullptr;
    if (left < unlimited) turn["ms"] = milliseconds_of(left);
    write_line(turn, out);
  }

  void refuse(const Refusal& refusal, std::string& out) {
    write_line({{"type", "error"}, {"id", number_}, {"message", refusal.text()}}, out);
  }

  void end(const Closing& closing, std::string& out) {
    write_message("end", end_message(closing), out);
  }

  /// The contents of `end`, without its type.
  static Object end_message(const Closing& closing) {
    Object message{{"scores", nullptr}, {"places", nullptr}, {"end", nullptr}};
    if (closing.over) {
      message["scores"] = described::to_json(closing.scores);
      message["places"] = described::to_json(closing.places);
      message["end"] = closing.end;
    }
    boost::json::array forfeits;
    for (const Closing::Forfeit& one : closing.forfeits) {
      forfeits.push_back({{"seat", one.seat},
                          {"reason", one.reason},
                          {"detail", one.detail},
                          {"after", one.after}});
    }
    message["forfeits"] = std::move(forfeits);
    return message;
  }

  Reading<Game> read(const typename Game::View& view, std::string_view line) {
    note_.clear();
    const std::string_view text = trim(line);
    if (text.starts_with('{')) return read_object(view, text);
    if (!text.starts_with('"')) return read_move(view, text);
    boost::json::error_code error;
    const auto value = boost::json::parse(text, error);
    if (error) return Refusal(fmt::format("No JSON string: {}.", error.message()));
    return read_move(view, value.get_string());
  }

  /// Reads a line of a record that was refused for this reason. The record knows the number of the
  /// question only if the reason says it: a bot that plays several games counts on.
  Reading<Game> read_recorded(const typename Game::View& view, std::string_view line,
                              std::string_view reason) {
    const std::int64_t replayed = number_;
    number_ = recorded_number(line, reason).value_or(replayed);
    Reading<Game> reading = read(view, line);
    number_ = replayed;
    return reading;
  }

  /// Reads the move of an answer: canonical text, or the spelling of the game's own protocol.
  Reading<Game> read_move(const typename Game::View& view, std::string_view text) {
    if (const auto move = Game::read(trim(text))) return *move;
    return read_text(own_, view, text);
  }

  std::string write(const typename Game::Move& move) { return Game::write(move); }
  [[nodiscard]] std::string_view note() const { return note_; }

 private:
  static constexpr Duration unlimited = std::chrono::hours(24 * 300);

  static void write_message(std::string_view type, Object fields, std::string& out) {
    Object line{{"type", type}};
    for (auto& field : fields) line[field.key()] = std::move(field.value());
    write_line(line, out);
  }

  static void write_line(const Object& line, std::string& out) {
    out += boost::json::serialize(line);
    out += '\n';
  }

  static boost::json::value legal_moves(const typename Game::View& view) {
    if constexpr (ListsMoves<Game>) {
      const auto moves = Game::moves(view);
      if (moves.size() > most_listed) return nullptr;
      boost::json::array list;
      list.reserve(moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) list.emplace_back(Game::write(moves[i]));
      return list;
    } else {
      return nullptr;
    }
  }

  static constexpr std::string_view unknown_id = "Unknown id ";
  static constexpr std::string_view the_question_is = ": the question is ";

  static std::optional<std::int64_t> recorded_number(std::string_view line,
                                                     std::string_view reason) {
    if (reason.starts_with(unknown_id)) {
      const std::size_t at = reason.rfind(the_question_is);
      if (at == std::string_view::npos) return std::nullopt;
      reason.remove_prefix(at + the_question_is.size());
      return to_number<std::int64_t>(reason.substr(0, reason.size() - 1));
    }
    boost::json::error_code error;
    const auto value = boost::json::parse(trim(line), error);
    const auto* answer = value.if_object();
    const auto* id = answer ? answer->if_contains("id") : nullptr;
    return id && id->is_int64() ? std::optional(id->get_int64()) : std::nullopt;
  }

  Reading<Game> read_object(const typename Game::View& view, std::string_view text) {
    boost::json::error_code error;
    const auto value = boost::json::parse(text, error);
    if (error) return Refusal(fmt::format("No JSON object: {}.", error.message()));
    const Object& answer = value.get_object();
    if (const auto* id = answer.if_contains("id"); id != nullptr && !id->is_null()) {
      const auto number = id->is_int64() ? std::optional(id->get_int64()) : std::nullopt;
      if (number && *number >= 1 && *number < number_) return Late{};
      if (!number || *number != number_)
        return Refusal(fmt::format("{}{}{}{}.", unknown_id, boost::json::serialize(*id),
                                   the_question_is, number_));
    }
    if (const auto* note = answer.if_contains("note"); note != nullptr && note->is_string())
      note_ = characters_within(note->get_string(), longest_note);
    const auto* move = answer.if_contains("move");
    if (move == nullptr) return "No \"move\" in the object.";
    if (move->is_string()) return read_move(view, move->get_string());
    if (move->is_number()) return read_move(view, boost::json::serialize(*move));
    return Refusal(fmt::format("\"move\" must be a string or a number, not {}.",
                               boost::json::serialize(*move)));
  }

  Seat seat_;
  Own own_;
  std::int64_t number_ = 0;  // of the open question
  std::string note_;
};

}  // namespace arena
