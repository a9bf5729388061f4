// The spelling of another program's table manager: "NORTH PASSES", "north plays kd". Some compare
// what a client says letter by letter, so arena answers in the spelling that it hears. Reference:
// docs/table_manager.md.
#pragma once

#include <string>
#include <string_view>

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
  /// Returns false for other lines.
  bool learn_action(std::string_view verb, std::string_view object);
  [[nodiscard]] std::string request(std::string_view rest) const;
  [[nodiscard]] std::string object(std::string_view verb, std::string_view text) const;

  Case seats_ = Case::title;
  Case words_ = Case::lower;    // "ready for deal"
  Case passes_ = Case::lower;   // "passes", "doubles", "redoubles"
  Case verbs_ = Case::lower;    // "bids", "plays"
  Case bids_ = Case::upper;     // "1NT"
  Case cards_ = Case::upper;    // "KD"
  bool short_notrump_ = false;  // "1N"
  bool suit_first_ = false;     // "DK"
};

}  // namespace arena::bridge::tm
