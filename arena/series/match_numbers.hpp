// Which matches of a schedule: numbers from 0, ascending, kept as ranges, so that all of a hundred
// million take no more room than one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arena {

class MatchNumbers {
 public:
  struct Range {
    int first = 0;
    int last = 0;  // it too
    friend bool operator==(const Range&, const Range&) = default;
  };

  MatchNumbers() = default;
  /// The numbers from 0 to count - 1.
  static MatchNumbers up_to(int count);

  /// Adds what is not there yet. REQUIRES: 0 <= first <= last.
  void add(Range range);
  void add(int number) { add({number, number}); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The number that has `index` others before it. REQUIRES: index < size().
  [[nodiscard]] int operator[](std::size_t index) const;
  /// Neither overlapping nor touching each other.
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

  /// Those that are not in `others`.
  [[nodiscard]] MatchNumbers without(const MatchNumbers& others) const;

 private:
  std::vector<Range> ranges_;
  std::size_t size_ = 0;
};

/// As people write them, counted from 1: "3,7-9".
std::string numbers_text(const MatchNumbers& numbers);

}  // namespace arena
