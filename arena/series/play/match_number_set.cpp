#include "arena/series/play/match_number_set.hpp"

#include <algorithm>
#include <cassert>

namespace arena {

namespace {

std::size_t count_of(const MatchNumbers::Range& range) {
  return static_cast<std::size_t>(range.last - range.first) + 1;
}

}  // namespace

MatchNumbers MatchNumbers::up_to(int count) {
  MatchNumbers numbers;
  if (count > 0) numbers.add({0, count - 1});
  return numbers;
}

void MatchNumbers::add(Range range) {
  assert(0 <= range.first && range.first <= range.last);
  // Merges the new range with all ranges that it overlaps or touches.
  const auto from = std::ranges::lower_bound(ranges_, range.first - 1, {}, &Range::last);
  auto to = from;
  for (; to != ranges_.end() && to->first - 1 <= range.last; ++to) {
    range.first = std::min(range.first, to->first);
    range.last = std::max(range.last, to->last);
    size_ -= count_of(*to);
  }
  size_ += count_of(range);
  ranges_.insert(ranges_.erase(from, to), range);
}

int MatchNumbers::operator[](std::size_t index) const {
  for (const Range& range : ranges_) {
    if (index < count_of(range)) return range.first + static_cast<int>(index);
    index -= count_of(range);
  }
  assert(false);
  return -1;
}

MatchNumbers MatchNumbers::without(const MatchNumbers& others) const {
  MatchNumbers rest;
  auto other = others.ranges_.begin();
  for (const Range& range : ranges_) {
    int first = range.first;
    while (other != others.ranges_.end() && other->last < first) ++other;
    for (auto cut = other; cut != others.ranges_.end() && cut->first <= range.last; ++cut) {
      if (first < cut->first) rest.add({first, cut->first - 1});
      first = cut->last + 1;
    }
    if (first <= range.last) rest.add({first, range.last});
  }
  return rest;
}

std::string numbers_text(const MatchNumbers& numbers) {
  std::string text;
  for (const MatchNumbers::Range& range : numbers.ranges()) {
    text += (text.empty() ? "" : ",") + std::to_string(range.first + 1);
    if (range.last > range.first) text += "-" + std::to_string(range.last + 1);
  }
  return text;
}

}  // namespace arena
