#include "games/bridge/bidding/card.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "games/bridge/bidding/system.hpp"

namespace arena::bridge {

namespace {

struct Part {
  std::string_view title;
  std::string_view calls;  // before the calls that the part explains
};

constexpr std::array parts_of_the_card = {
    Part{"Opening", ""},
    Part{"1NT", "1NT pass"},
    Part{"1S", "1S pass"},
    Part{"1S 2NT", "1S pass 2NT pass"},
    Part{"1D", "1D pass"},
    Part{"1D 1S", "1D pass 1S pass"},
    Part{"1D 1S 1NT", "1D pass 1S pass 1NT pass"},
    Part{"1D 1S 2C", "1D pass 1S pass 2C pass"},
    Part{"2C", "2C pass"},
    Part{"2C 2D", "2C pass 2D pass"},
    Part{"2S", "2S pass"},
    Part{"1S ... 4NT", "1S pass 2NT pass 4S pass 4NT pass"},
    Part{"(1D)", "1D"},
    Part{"(1D) X", "1D X pass"},
    Part{"(2S) X", "2S X pass"},
    Part{"(1D) 1S", "1D 1S pass"},
    Part{"1D (1S)", "1D 1S"},
    Part{"1S (X)", "1S X"},
};

AuctionReader auction_of(std::string_view calls) {
  AuctionReader auction(0, Vulnerable::none);
  while (!calls.empty()) {
    const std::size_t end = std::min(calls.find(' '), calls.size());
    auction.add(*read_call(calls.substr(0, end)));
    calls.remove_prefix(std::min(end + 1, calls.size()));
  }
  return auction;
}

}  // namespace

std::string convention_card() {
  std::string card = fmt::format("{}\n", system_name);
  for (const auto& [title, calls] : parts_of_the_card) {
    card += fmt::format("\n{}\n", title);
    const Rules rules = system_rules(auction_of(calls));
    for (int code = 0; code < call_count; ++code) {
      const Call call = Call::at(code);
      if (call == Call::pass() || !rules.is_agreed(call)) continue;
      card += fmt::format("  {:<5}{}\n", text_of(call), text_of(*rules.message(call)));
    }
  }
  return card;
}

}  // namespace arena::bridge
