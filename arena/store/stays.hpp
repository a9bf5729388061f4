// In which batches of its tournament an entrant takes part. It may leave and come back.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

namespace arena {

struct Stay {
  int since = 0;               // the first batch with the entrant
  std::optional<int> until{};  // the first one without it; no value if it stays

  friend bool operator==(const Stay&, const Stay&) = default;
};

/// In their order, at least one; only the last one may have no end.
struct Stays {
  std::vector<Stay> all{Stay{}};

  [[nodiscard]] int first_batch() const { return all.front().since; }
  [[nodiscard]] bool has_left() const { return all.back().until.has_value(); }
  [[nodiscard]] bool include(int batch) const {
    return std::ranges::any_of(all, [batch](const Stay& stay) {
      return stay.since <= batch && (!stay.until || batch < *stay.until);
    });
  }

  friend bool operator==(const Stays&, const Stays&) = default;
};

}  // namespace arena
