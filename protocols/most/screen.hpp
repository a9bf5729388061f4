// The terminal screen of Most: the table, what has happened since the person's last turn, and what
// is possible now.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "arena/core/protocol.hpp"
#include "games/most/most.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::most {

class Screen : public CommonScreen<Screen, Most> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Most> read(const View& view, std::string_view line);
};

/// What a person can type for a move: short verbs, cards in any order, jokers without a name if
/// there is only one possibility, numbers of suggestions, and canonical text. Returns the move that
/// was meant, legal or not, or a sentence that says why it is no move.
std::variant<Move, std::string> read_typed(const View& view, std::string_view line);

}  // namespace arena::most
