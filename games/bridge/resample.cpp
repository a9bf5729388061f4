#include "games/bridge/bridge.hpp"
#include "games/bridge/hand_sampler.hpp"

namespace arena::bridge {

void Bridge::resample(Position<Bridge>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  position.source.reseed(rng);
  if (state.deal == 0) return;
  state.hands = HandSampler(view(state, seat)).deal(rng);
  const auto dealt = dealt_hands(state.hands, state.tricks);
  if (is_session(state.scoring) && state.stage == Stage::play) {
    const Honours held = honours(dealt, state.contract.strain);
    state.honours_side = static_cast<std::uint8_t>(held.side);
    state.honours_points = static_cast<std::uint8_t>(held.points);
  }
  if (!position.source.drawn.hands.empty()) position.source.drawn.hands.back().of = dealt;
}

}  // namespace arena::bridge
