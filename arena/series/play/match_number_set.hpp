// A set of matches of a schedule. The numbers, from 0 in ascending order, are stored as ranges, so
// a hundred million consecutive numbers need no more memory than one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace arena {

class MatchNumbers {
 public:
  struct Range {
    int first = 0;
    int last = 0;  // included
    friend bool operator==(const Range&, const Range&) = default;
  };

  MatchNumbers() = default;
  /// The numbers from 0 to count - 1.
  static MatchNumbers up_to(int count);

  /// Adds a range; numbers may be in the set already. REQUIRES: 0 <= first <= last.
  void add(Range range);
  void add(int number) { add({number, number}); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The number at this index, in ascending order. REQUIRES: index < size().
  [[nodiscard]] int operator[](std::size_t index) const;
  /// Ascending; they neither overlap nor touch.
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

  /// The numbers that are not in `others`.
  [[nodiscard]] MatchNumbers without(const MatchNumbers& others) const;

 private:
  std::vector<Range> ranges_;
  std::size_t size_ = 0;
};

/// For people, counted from 1: "3,7-9".
std::string numbers_text(const MatchNumbers& numbers);

}  // namespace arena
