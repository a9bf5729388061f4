#include "protocols/bridge/table_manager_lines.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "games/bridge/files/written.hpp"

namespace arena::bridge::tm {

namespace {

constexpr std::array<std::string_view, 4> vulnerable_words = {"Neither", "N/S", "E/W", "Both"};

std::string without_quotes(std::string text) {
  std::ranges::replace(text, '"', '\'');
  return text;
}

/// The stand-in of a letter may be a quotation mark.
std::string in_ascii_quotes(std::string_view name) {
  return '"' + without_quotes(ascii_text(name)) + '"';
}

std::string suit_text(CardSet hand, Suit suit) {
  std::string text(1, cards::suit_letters[suit]);
  const unsigned ranks = ranks_of(hand, suit);
  for (int rank = cards::rank_count - 1; rank >= 0; --rank) {
    if ((ranks >> static_cast<unsigned>(rank) & 1U) != 0)
      text += {' ', rank_letters[static_cast<std::size_t>(rank)]};
  }
  return text + (ranks == 0 ? " -." : ".");
}

std::string clock_text(Duration time, bool with_hours) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return with_hours ? fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
                    : fmt::format("{:02}:{:02}", seconds / 60, seconds % 60);
}

/// What follows "Alert." in a line, as written. No value without that word.
std::optional<Alert> alert_of(std::string_view line) {
  std::string small(line);
  std::ranges::transform(small, small.begin(), lower);
  const std::size_t at = small.find(" alert");
  if (at == std::string::npos || at > small.find("infos.")) return std::nullopt;
  const auto move = read_move("pass" + std::string(line.substr(at)));
  return move && move->alert.given ? std::optional(move->alert) : Alert{true};
}

/// Without the remark that may follow a verb, a bid or a card at once, as in "3c.Infos".
std::string up_to_period(const std::string& word) { return word.substr(0, word.find('.')); }

/// What is bid or played: the word after the verb, or several as in "1 NT", "1 no trump", "K C".
template <class T>
std::optional<T> read_object(const std::vector<std::string>& words,
                             std::optional<T> (*read)(std::string_view)) {
  constexpr std::size_t begin = 2;
  constexpr std::size_t end = begin + 3;
  std::string text;
  for (std::size_t i = begin; i < std::min(end, words.size()); ++i) {
    text += up_to_period(words[i]);
    if (const auto object = read(text)) return object;
    if (words[i].find('.') != std::string::npos) break;
  }
  return std::nullopt;
}

std::optional<Action> read_action(std::string_view line, const std::vector<std::string>& words) {
  if (words.size() < 2) return std::nullopt;
  Action action;
  if (words[0] != "dummy") {
    action.hand = read_written_seat(words[0]);
    if (!action.hand) return std::nullopt;
  }
  const std::string verb = up_to_period(words[1]);
  std::optional<Call> call;
  if (verb == "plays" || verb == "play") {
    action.is_card = true;
    if (const auto card = read_object(words, read_written_card)) action.move = Move::of(*card);
    return action;
  }
  if (verb == "passes" || verb == "pass") {
    call = Call::pass();
  } else if (verb == "doubles" || verb == "double") {
    call = Call::doubles();
  } else if (verb == "redoubles" || verb == "redouble") {
    call = Call::redoubles();
  } else if (verb == "bids" || verb == "bid") {
    call = read_object(words, read_written_call);
  } else if (call = read_written_call(verb); !call) {
    return std::nullopt;
  }
  if (!call) return action;
  action.move = Move::of(*call);
  if (const auto alert = alert_of(line)) action.move->alert = *alert;
  return action;
}

/// The words between the first one and "as", for a team without quotation marks.
std::string_view unquoted_team(std::string_view line) {
  std::string small(line);
  std::ranges::transform(small, small.begin(), lower);
  const std::size_t begin = small.find(' ');
  const std::size_t end = small.find(" as ");
  return end != std::string::npos ? line.substr(begin, end - begin) : std::string_view();
}

Connecting read_connecting(std::string_view line) {
  Connecting read;
  line = trim(line);
  std::string_view rest = line;
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open != std::string_view::npos && close > open) {
    read.team = quotable(line.substr(open + 1, close - open - 1));
    rest = line.substr(close + 1);
  } else {
    read.team = quotable(unquoted_team(line));
  }
  const auto words = words_of(rest);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string next = up_to_period(words[i + 1]);
    if (words[i] == "as") {
      read.seat = read_written_seat(next);
      read.knows_seat = read.seat || next == "anypl";
    }
    // Version 19 is version 18 with additions that are not needed.
    if (words[i] == "version") read.knows_version = next == "18" || next == "19";
  }
  return read;
}

std::optional<Request> read_request(const std::vector<std::string>& words) {
  const auto ready = std::ranges::find(words, "ready");
  if (ready == words.end() || words.end() - ready < 3) return std::nullopt;
  const std::string& wanted = ready[2];
  if (ready[1] == "to")
    return wanted == "start" ? std::optional(Request{Wish::start}) : std::nullopt;
  if (ready[1] != "for") return std::nullopt;
  if (wanted == "teams") return Request{Wish::teams};
  if (wanted == "deal") return Request{Wish::deal};
  if (wanted == "cards") return Request{Wish::cards};
  const std::string_view owner = std::string_view(wanted).substr(0, wanted.find('\''));
  const bool of_dummy = wanted.starts_with("dummy");
  if (std::find(ready + 2, words.end(), "card") != words.end())
    return Request{Wish::card, read_written_seat(owner), of_dummy, to_number<int>(words.back())};
  if (of_dummy) return Request{Wish::dummy};
  return Request{Wish::call, read_written_seat(owner)};
}

}  // namespace

std::string quotable(std::string_view name) { return without_quotes(on_one_line(name)); }

std::string seated(Seat seat, std::string_view team, bool plain) {
  return fmt::format("{} {} seated", seat_names[index_of(seat)],
                     plain ? in_ascii_quotes(team) : fmt::format("({})", in_ascii_quotes(team)));
}

std::string teams(std::string_view north_south, std::string_view east_west) {
  return fmt::format("Teams : N/S : {} E/W : {}", in_ascii_quotes(north_south),
                     in_ascii_quotes(east_west));
}

std::string board(const Dealt& deal) {
  return fmt::format("Board number {}. Dealer {}. {} vulnerable.", deal.board,
                     seat_names[index_of(deal.dealer)],
                     vulnerable_words[static_cast<std::size_t>(deal.vulnerable)]);
}

std::string cards(std::string_view owner, CardSet hand) {
  return fmt::format("{}'s cards : {}", owner, joined(suits_from_spades, " ", [hand](Suit suit) {
                       return suit_text(hand, suit);
                     }));
}

std::string to_lead(std::string_view who) { return fmt::format("{} to lead", who); }

std::string timing(const std::array<Duration, 2>& board, const std::array<Duration, 2>& total) {
  const auto side = [&](std::size_t which) {
    return fmt::format("this board  {},  total  {}.", clock_text(board[which], false),
                       clock_text(total[which], true));
  };
  return fmt::format("Timing - N/S : {}  E/W : {}", side(0), side(1));
}

std::string called(Seat seat, const Move& move) {
  const std::string_view name = seat_names[index_of(seat)];
  const Call call = move.call();
  std::string text = call.is_bid()             ? fmt::format("{} bids {}", name, text_of(call))
                     : call == Call::pass()    ? fmt::format("{} passes", name)
                     : call == Call::doubles() ? fmt::format("{} doubles", name)
                                               : fmt::format("{} redoubles", name);
  const std::string alert(move.alert.text.begin(), move.alert.text.end());
  return alert.empty() ? text : fmt::format("{} Alert. {}", text, ascii_text(alert));
}

std::string played(Seat hand, Card card) {
  const std::string text = text_of(card);
  return fmt::format("{} plays {}{}", seat_names[index_of(hand)], text[1], text[0]);
}

std::string connecting(std::string_view team, std::optional<Seat> seat) {
  return fmt::format("Connecting {} as {} using protocol version 18", in_ascii_quotes(team),
                     seat ? seat_names[index_of(*seat)] : "ANYPL");
}

std::string ready(Seat seat, std::string_view what) {
  return fmt::format("{} ready {}", seat_names[index_of(seat)], what);
}

std::string ready_for_call(Seat seat, Seat caller) {
  return ready(seat, fmt::format("for {}'s bid", seat_names[index_of(caller)]));
}

std::string ready_for_card(Seat seat, std::string_view owner, int trick) {
  return ready(seat, fmt::format("for {}'s card to trick {}", owner, trick));
}

std::vector<std::string> words_of(std::string_view line) {
  line = trim(line);
  if (!line.empty() && line.back() == '.') line = trim(line.substr(0, line.size() - 1));
  std::vector<std::string> words;
  while (!line.empty()) {
    std::string& word = words.emplace_back(cards::next_word(line));
    std::ranges::transform(word, word.begin(), lower);
  }
  return words;
}

ClientLine read_client_line(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty()) return {};
  if (words[0] == "connecting") return read_connecting(line);
  if (auto action = read_action(line, words)) return *std::move(action);
  if (const auto request = read_request(words)) return *request;
  return {};
}

std::optional<Action> read_action(std::string_view line) {
  return read_action(line, words_of(line));
}

}  // namespace arena::bridge::tm
