// The encoder of one game behind AnyEncoder. Each game instantiates this once, by `typed_game`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "arena/game/any_game.hpp"
#include "arena/game/learning/typed_batch.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/game/typed_view.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <class GameModule>
class TypedEncoder final : public AnyEncoder {
  using G = typename GameModule::Game;
  using Encoder = typename GameModule::Encoder;
  using Told = typename Encoder::Told;

 public:
  /// REQUIRES: !G::check(match).
  explicit TypedEncoder(const Setup<G>& match, const json::object& options)
      : match_(match), options_(options), encoder_(match.options, match.seats) {}

  [[nodiscard]] int version() const override { return Encoder::version; }
  [[nodiscard]] bool perfect_recall() const override { return encoder_.perfect_recall(); }
  [[nodiscard]] std::vector<ObservationPart> parts() const override { return encoder_.parts(); }
  [[nodiscard]] std::vector<std::string> moves() const override {
    std::vector<std::string> all;
    for (int number = 0; number < encoder_.moves(); ++number)
      all.push_back(G::write(encoder_.move(number)));
    return all;
  }

  void observe(const AnyView& any, float* observation) const override {
    const TypedView<GameModule>& view = own(any);
    Told told;
    if constexpr (!std::is_empty_v<Told>) {
      for (const typename G::Event& event : view.knowledge("an observation").told)
        encoder_.tell(told, event);
    }
    ObservationWriter out(observation);
    encoder_.write(view.view(), told, out);
    if (out.end() != observation + observation_size(encoder_.parts()))
      throw std::logic_error("an encoder writes more or fewer numbers than its parts have");
  }
  void mask(const AnyView& any, std::uint8_t* mask) const override {
    const TypedView<GameModule>& view = own(any);
    if (view.is_due()) {
      write_mask<G>(encoder_, view.view(), mask);
    } else {
      std::fill_n(mask, encoder_.moves(), std::uint8_t{0});
    }
  }

  [[nodiscard]] std::unique_ptr<AnyBatch> batch(const BatchSetup& setup) const override {
    const auto is_free = [](const std::string& bot) { return bot.empty(); };
    if (std::ranges::none_of(setup.bots, is_free) &&
        setup.bots.size() >= static_cast<std::size_t>(match_.seats))
      throw Error("a batch needs a seat that is not an opponent's");
    const TypedBuiltins<GameModule> builtins;
    for (const std::string& bot : setup.bots) {
      if (!bot.empty()) builtins.check(bot, options_, match_.seats);
    }
    return std::make_unique<TypedBatch<GameModule>>(match_, encoder_, setup);
  }

 private:
  const TypedView<GameModule>& own(const AnyView& any) const {
    return TypedView<GameModule>::of("encoder", {match_.options, match_.seats}, any);
  }

  Setup<G> match_;
  json::object options_;
  Encoder encoder_;
};

}  // namespace arena
