// The audience of a screen: the person at a seat, who is called "you", or a spectator, who sees the
// cards of all seats and knows the players by names.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/core/seat.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena {

class Audience {
 public:
  /// A person at this seat.
  explicit Audience(Seat you) : you_(you) {}
  /// A spectator. `names` are by seat. REQUIRES: at least one name.
  explicit Audience(std::vector<std::string> names) : names_(std::move(names)) {}

  [[nodiscard]] bool watches() const { return !names_.empty(); }
  [[nodiscard]] bool is_you(Seat seat) const { return !watches() && seat == you_; }
  /// The seat from which a board is drawn: the person's seat, or 0 for a spectator.
  [[nodiscard]] Seat viewpoint() const { return you_; }

  /// The seat's name for a spectator; `otherwise` for a person.
  [[nodiscard]] std::string name(Seat seat, std::string_view otherwise) const {
    return std::string(watches() ? names_[static_cast<std::size_t>(seat)] : otherwise);
  }
  /// A seat in a sentence: "you", "seat 2" or its name; capitalised if it `begins` the sentence.
  [[nodiscard]] std::string subject(Seat seat, bool begins = false) const {
    if (is_you(seat)) return begins ? "You" : "you";
    return name(seat, (begins ? "Seat " : "seat ") + std::to_string(seat));
  }
  /// The width of a column of names with a blank after each; at least `least`.
  [[nodiscard]] std::size_t name_columns(std::size_t least) const {
    for (const std::string& name : names_) least = std::max(least, columns_of(name) + 1);
    return least;
  }
  /// "anna wins.", or "anna and bert share the first place." More names than three would not fit
  /// a line. REQUIRES: watches(), and `first` is not empty.
  [[nodiscard]] std::string winners(Seats first) const {
    if (first.size() > 3) return std::to_string(first.size()) + " players share the first place.";
    std::vector<std::string> names;
    for (const Seat seat : first) names.push_back(name(seat, ""));
    return listed(std::move(names), "and") +
           (first.size() == 1 ? " wins." : " share the first place.");
  }

 private:
  Seat you_ = 0;
  std::vector<std::string> names_;
};

/// The seats that have this number.
template <class Numbers>
Seats seats_with(const Numbers& numbers, int wanted) {
  Seats seats;
  for (std::size_t seat = 0; seat < numbers.size(); ++seat) {
    if (numbers[seat] == wanted) seats.insert(static_cast<Seat>(seat));
  }
  return seats;
}

}  // namespace arena
