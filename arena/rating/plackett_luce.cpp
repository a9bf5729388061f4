#include "arena/rating/plackett_luce.hpp"

namespace arena {

namespace {

constexpr std::size_t most_subsets_of = 8;

std::vector<TiedSet> subsets(std::size_t size) {
  std::vector<double> of_size(size + 1, 1);  // how many there are: binomial coefficients
  for (std::size_t k = 1; k <= size; ++k)
    of_size[k] = of_size[k - 1] * static_cast<double>(size - k + 1) / static_cast<double>(k);
  std::vector<TiedSet> sets;
  for (std::uint64_t members = 1; members < std::uint64_t{1} << size; ++members)
    sets.push_back({members, 1 / of_size[static_cast<std::size_t>(std::popcount(members))]});
  return sets;
}

std::vector<TiedSet> arcs(std::size_t size) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - size);
  std::vector<TiedSet> sets{{all, 1}};
  for (std::size_t length = 1; length < size; ++length) {
    std::uint64_t members = ~std::uint64_t{0} >> (64 - length);
    for (std::size_t start = 0; start < size; ++start) {
      sets.push_back({members, 1 / static_cast<double>(size)});
      members = (members << 1U | members >> (size - 1)) & all;
    }
  }
  return sets;
}

}  // namespace

std::vector<TiedSet> tied_sets(std::size_t size) {
  return size <= most_subsets_of ? subsets(size) : arcs(size);
}

}  // namespace arena
