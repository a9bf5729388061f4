// Bridge in tests: calls and cards as words, and deals with known winners.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/util/text/text.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge::test {

/// Each seat has a whole suit: North spades, East hearts, South diamonds, West clubs.
inline const std::string one_suit_each =
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";

inline const std::string uneven_deal =
    "N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976";

inline Hands hands(const std::string& text) {
  Hands read;
  REQUIRE(from_text(text, read));
  return read;
}

inline Setup<Bridge> setup(Scoring scoring = Scoring::total,
                           const std::vector<std::string>& deals = {}) {
  Setup<Bridge> setup;
  setup.seats = seat_count;
  setup.options.scoring = scoring;
  for (const std::string& deal : deals) setup.deal.hands.push_back(hands(deal));
  return setup;
}

/// The lines of a recorded session of the Table Manager protocol, from the client at this seat:
/// "C: ..." is the client's, "T: ..." the table manager's.
inline std::vector<std::string> recorded(Seat seat) {
  std::string name(seat_names[index_of(seat)]);
  name[0] = lower(name[0]);
  std::ifstream file(std::string(ARENA_TESTS) + "/games/table_manager/" + name + ".txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  REQUIRE(lines.size() > 100);
  return lines;
}

inline std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

/// A match in which words are moves of whoever is to move.
struct CardTable {
  explicit CardTable(const Setup<Bridge>& setup) : now(setup, Events<Event>(news)) {
    REQUIRE_FALSE(Bridge::check(setup));
  }

  [[nodiscard]] Seat actor() const { return now.actors().front(); }
  [[nodiscard]] std::string refusal(const std::string& word) const {
    const auto move = Bridge::read(word);
    REQUIRE(move);
    return std::string(Bridge::check(now.view(actor()), *move).text());
  }
  CardTable& moves(const std::string& text) {
    for (const std::string& word : words(text)) {
      INFO(word);
      REQUIRE(refusal(word) == "");
      now.apply(actor(), *Bridge::read(word), Events<Event>(news));
    }
    return *this;
  }
  /// Plays the first legal card of each hand until the deal is over.
  CardTable& play_out() {
    for (const int deal = now.state.deal;
         now.state.deal == deal && now.state.stage == Stage::play;) {
      const auto legal = now.view(actor()).legal;
      now.apply(actor(), legal[0], Events<Event>(news));
    }
    return *this;
  }
  /// The last event of this kind.
  template <class Kind>
  [[nodiscard]] Kind last() const {
    for (auto event = news.rbegin(); event != news.rend(); ++event) {
      if (const auto* found = std::get_if<Kind>(&*event)) return *found;
    }
    FAIL("there is no such event");
    return {};
  }

  std::vector<Event> news;
  Position<Bridge> now;
};

}  // namespace arena::bridge::test
