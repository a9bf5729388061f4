#include "games/bridge/auction.hpp"

#include "arena/util/text/text.hpp"

namespace arena::bridge {

std::string text_of(Call call) {
  if (call == Call::pass()) return "pass";
  if (call == Call::doubles()) return "X";
  if (call == Call::redoubles()) return "XX";
  return std::to_string(call.level()) + std::string(text_of(call.strain()));
}

std::optional<Call> read_call(std::string_view text) {
  const auto is = [&text](auto... names) { return (equal_ignoring_case(text, names) || ...); };
  if (is("pass", "p")) return Call::pass();
  if (is("x", "dbl", "double")) return Call::doubles();
  if (is("xx", "rdbl", "redouble")) return Call::redoubles();
  if (text.size() < 2 || text[0] < '1' || text[0] > '7') return std::nullopt;
  const int level = text[0] - '0';
  text.remove_prefix(1);
  if (is("n")) return Call::bid(level, Strain::notrump);
  for (const Strain strain :
       {Strain::clubs, Strain::diamonds, Strain::hearts, Strain::spades, Strain::notrump}) {
    if (is(text_of(strain))) return Call::bid(level, strain);
  }
  return std::nullopt;
}

std::string text_of(const Contract& contract) {
  if (contract.level == 0) return "pass";
  return text_of(Call::bid(contract.level, contract.strain)) + std::string(contract.doubled, 'X');
}

Calls Auction::calls() const {
  Calls calls;
  const auto add_passes = [&calls](int count) {
    for (; count > 0; --count) calls.push_back(Call::pass());
  };
  add_passes(opening_);
  for (int rank = 0; rank < bid_count; ++rank) {
    if ((bids_ >> static_cast<unsigned>(rank) & 1U) == 0) continue;
    calls.push_back(Call::at(3 + rank));
    const unsigned followed = after_[index_of(rank)];
    add_passes(static_cast<int>(followed & 3U));
    if ((followed & 4U) != 0) calls.push_back(Call::doubles());
    add_passes(static_cast<int>(followed >> field & 3U));
    if ((followed & 32U) != 0) calls.push_back(Call::redoubles());
    add_passes(static_cast<int>(followed >> (2 * field)));
  }
  return calls;
}

Contract Auction::contract() const {
  if (last_ < 0) return {};
  const Call last = Call::at(3 + last_);
  Contract contract{static_cast<std::uint8_t>(last.level()), last.strain(), doubled_, bidder_};
  // The declarer is the first of the side to bid the strain.
  Seat caller = dealer_;
  for (const Call call : calls()) {
    if (call.is_bid() && call.strain() == last.strain() && side_of(caller) == side_of(bidder_)) {
      contract.declarer = static_cast<std::uint8_t>(caller);
      break;
    }
    caller = after(caller);
  }
  return contract;
}

}  // namespace arena::bridge
