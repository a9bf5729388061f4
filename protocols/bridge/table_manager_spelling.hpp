// The spelling of another program's table manager: "NORTH PASSES", "north plays kd". Some compare
// what a client says letter by letter, so arena answers in the spelling that it hears. Reference:
// docs/table_manager.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/bridge/bridge.hpp"

namespace arena::bridge::tm {

class Spelling {
 public:
  /// Learns from a line of the server: most from the one that gives the seat, the rest from calls
  /// and cards.
  void learn(std::string_view line);
  /// A client's line of table_manager_lines.hpp, in this spelling.
  [[nodiscard]] std::string spelled(std::string_view line) const;

 private:
  enum class Case { lower, title, upper };

  static Case case_of(std::string_view word);
  static std::string in_case(std::string_view word, Case spelling);
  void learn_seated(std::string_view seat, std::string_view seated);
  void learn_call(Call call, std::string_view verb, std::string_view object);
  void learn_bid(std::string_view bid);
  void learn_card(std::string_view card);
  [[nodiscard]] std::string request(std::string_view rest) const;
  [[nodiscard]] std::string bid(std::string_view text) const;
  [[nodiscard]] std::string card(std::string_view text) const;

  Case seats_ = Case::title;
  Case words_ = Case::lower;  // "ready for deal"
  Case verbs_ = Case::lower;  // "bids", "plays"
  Case calls_ = Case::lower;  // "passes"
  /// Of pass, double and redouble: what the server writes, if it has. Some write "bids Pass".
  std::array<std::string, 3> heard_calls_;
  Case bids_ = Case::upper;  // "1NT", before one is heard
  std::optional<Case> bid_suits_;
  std::string notrump_;
  Case card_suits_ = Case::upper;
  std::optional<Case> ranks_;  // as the suits, before one with a letter is heard
  bool long_ten_ = false;      // "10D"
  bool suit_first_ = false;    // "DK"
};

}  // namespace arena::bridge::tm
