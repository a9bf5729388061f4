#include "games/bridge/bots/bots.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "games/bridge/bidding/system.hpp"
#include "games/bridge/bots/natural.hpp"
#include "games/bridge/bots/solving_bots.hpp"

namespace arena::bridge {

namespace {

/// Passes, and plays its lowest card.
Move pass_always(const View& view) {
  if (view.stage == Stage::auction) return Move::of(Call::pass());
  return Move::of(lowest(view.legal.cards()));
}

/// Calls and plays by the rules of thumb of natural.hpp.
Move natural(const View& view) {
  if (view.stage == Stage::auction) return natural_call(view);
  return Move::of(natural_card(view));
}

std::unique_ptr<Bot<Bridge>> make_double_dummy(const BotSetup<Bridge>& setup) {
  return make_solving_bot(setup, double_dummy_style);
}

std::unique_ptr<Bot<Bridge>> make_sampler(const BotSetup<Bridge>& setup) {
  return make_solving_bot(setup, with_samples(sampler_style, setup.settings));
}

Refusal suits_sampler(const BotSetup<Bridge>& setup) {
  return refusal_of([&] { return with_samples(sampler_style, setup.settings); });
}

constexpr std::array list = {
    Builtin<Bridge>{"double_dummy", "solves deals that fit the cards it has seen; slow",
                    make_double_dummy, nullptr, true},
    Builtin<Bridge>{"natural", "bids two over one, plays by rules of thumb", make_bot<natural>},
    Builtin<Bridge>{"pass", "passes, and plays its lowest card", make_bot<pass_always>},
    Builtin<Bridge>{"random", "every legal call or card is as likely as any other",
                    make_bot<RandomBot<Bridge>>},
    Builtin<Bridge>{.name = "sampler",
                    .summary = "solves deals that fit the cards and the calls; slow; samples=16",
                    .make = make_sampler,
                    .suits = suits_sampler,
                    .is_slow = true,
                    .default_settings = "samples=16"},
};

}  // namespace

std::span<const Builtin<Bridge>> builtins() { return list; }

std::string_view system_of(const BuiltinIdentity& played) {
  constexpr std::array<std::string_view, 3> bidders = {"double_dummy", "natural", "sampler"};
  if (played.builtin.find("random=") != std::string::npos) return "";
  const std::string name = played.builtin.substr(0, played.builtin.find(' '));
  const auto bot = std::ranges::find(list, name, &Builtin<Bridge>::name);
  const bool is_this = bot != list.end() && bot->version == played.version;
  return is_this && std::ranges::find(bidders, name) != bidders.end() ? system_name : "";
}

}  // namespace arena::bridge
