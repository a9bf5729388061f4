#include "arena/series/batch.hpp"

namespace arena {

std::size_t end_of_share(const Batch& batch, std::size_t index) {
  std::size_t end = index + 1;
  if (!batch.void_overloaded && !batch.settings.is_apart()) return end;
  const int deal = batch.source.deal_of(batch.matches[index]);
  while (end < batch.matches.size() && batch.source.deal_of(batch.matches[end]) == deal) ++end;
  return end;
}

}  // namespace arena
