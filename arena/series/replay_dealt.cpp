#include "arena/series/replay_dealt.hpp"

namespace arena {

Replayed replay_dealt(const AnyGame& game, const Record& record, const GivenDeals& deals,
                      int number) {
  Record dealt = record;
  dealt.deal = given_deal(deals, number);
  ReplayOptions options;
  options.deal_number = number;
  Replayed replayed = game.replay(dealt, options);
  if (!replayed.broken && replayed.computed.deal == record.deal) return replayed;
  // The moves of another deal do not suit this one, but that is not what is wrong.
  Replayed as_recorded = game.replay(record, {});
  if (!as_recorded.broken)
    as_recorded.broken = Break{
        0, deals ? "its deal is not the given one" : "its deal does not follow from its seed"};
  return as_recorded;
}

}  // namespace arena
