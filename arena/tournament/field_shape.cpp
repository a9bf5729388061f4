#include "arena/tournament/field_shape.hpp"

namespace arena {

FieldShape shape_of(const Standings& standings) {
  constexpr double sure_enough = 2;
  const PairShares shares(static_cast<int>(standings.entrants.size()), standings.totals);
  FieldShape shape{transitivity(shares), strongest_cycles(shares), nash_average(shares)};
  std::erase_if(shape.cycles, [](const Cycle& cycle) { return cycle.weakest < sure_enough; });
  return shape;
}

}  // namespace arena
