// The state of one game's match behind AnyState, and its built-in bots behind AnyBot.
// Instantiated once a game, with KitGame.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/match/any_state.hpp"
#include "arena/match/kit_chance.hpp"
#include "arena/match/kit_view.hpp"

namespace arena {

template <class Kit>
class KitState final : public AnyState {
  using G = typename Kit::Game;
  using Event = typename G::Event;

 public:
  /// REQUIRES: !G::check(setup).
  KitState(const Setup<G>& setup, bool keeps_events)
      : keeps_events_(keeps_events), core_{G::start(setup, listener()), {}, setup.seats} {
    chance_.keep(setup.deal, core_.state);
    take_chance(0);
  }

  /// What `bytes` gave. Throws Error if it cannot be.
  explicit KitState(std::string_view bytes) : core_{restored(bytes)} {
    try {
      chance_.restore(bytes.substr(sizeof(Core)), core_.state);
    } catch (const Error& error) {
      throw Error(fmt::format("no state of {}: {}", G::info.title, error.what()));
    }
  }

  [[nodiscard]] std::unique_ptr<AnyState> clone() const override {
    return std::make_unique<KitState>(*this);
  }
  [[nodiscard]] int seats() const override { return core_.seats; }
  [[nodiscard]] Seats actors() const override { return G::actors(core_.state); }
  [[nodiscard]] Seats gone() const override { return core_.gone; }

  bool legal(Seat seat, MoveSink& moves) const override {
    return list_moves<G>(G::view(core_.state, seat), moves);
  }
  [[nodiscard]] std::string random_move(Seat seat, Rng& rng) const override {
    return G::write(arena::random_move<G>(G::view(core_.state, seat), rng));
  }
  Refusal apply(Seat seat, std::string_view text) override {
    const typename G::View view = G::view(core_.state, seat);
    auto move = legal_move<Kit>(view, seat, text);
    if (auto* refusal = std::get_if<Refusal>(&move)) return std::move(*refusal);
    step(seat, std::get<typename G::Move>(move));
    return {};
  }
  void forfeit(Seat seat, bool ends) override {
    core_.gone.insert(seat);
    const std::size_t before = events_.size();
    arena::forfeit<G>(core_.state, seat, core_.seats, ends, listener());
    take_chance(before);
  }
  [[nodiscard]] std::optional<std::string> fallback(Seat seat) const override {
    if constexpr (PlaysOn<G>) {
      return G::write(G::fallback(G::view(core_.state, seat)));
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::shared_ptr<const AnyView> view(Seat seat) const override {
    return std::make_shared<KitView<Kit>>(G::view(core_.state, seat), seat);
  }
  [[nodiscard]] std::vector<boost::json::object> events(Seat seat,
                                                        std::size_t from) const override {
    std::vector<boost::json::object> told;
    for_each_event(seat, from, [&told](const Event& seen) {
      boost::json::object fields = Kit::event(seen);
      if (!fields.empty()) told.push_back(std::move(fields));
    });
    return told;
  }
  [[nodiscard]] std::size_t event_count() const override { return events_.size(); }

  /// Calls `visit(event)` with what `seat` may know of each fact that is kept, from the `from`-th
  /// on.
  template <class Visit>
  void for_each_event(Seat seat, std::size_t from, Visit visit) const {
    for (std::size_t i = from; i < events_.size(); ++i) {
      if (const auto seen = G::view(events_[i], seat)) visit(*seen);
    }
  }

  [[nodiscard]] Result result() const override {
    const Outcome outcome = G::outcome(core_.state);
    return {outcome.scores, places(outcome.scores, core_.gone, G::info.more_is_better),
            outcome.end};
  }
  bool redeal(Seat seat, Rng& rng) override {
    if constexpr (Redeals<G>) {
      G::redeal(core_.state, seat, rng);
      events_.clear();
      keeps_events_ = false;
    }
    return Redeals<G>;
  }
  void play_out(Rng& rng) override {
    for (Seats due = actors(); !due.empty(); due = actors()) {
      for (const Seat seat : due) {
        const typename G::View view = G::view(core_.state, seat);
        step(seat, arena::random_move<G>(view, rng));
      }
    }
  }
  [[nodiscard]] boost::json::object deal() const override {
    return described::to_json(chance_.deal(core_.state)).as_object();
  }
  [[nodiscard]] std::string bytes() const override {
    Core core = core_;
    chance_.let_go(core.state);
    clear_padding(core);
    const auto* first = reinterpret_cast<const char*>(&core);  // NOLINT: trivially copyable
    return std::string(first, sizeof core) + chance_.bytes();
  }

 private:
  /// What is copied as it stands.
  struct Core {
    typename G::State state;
    Seats gone;
    int seats;
  };
  static_assert(std::is_trivially_copyable_v<Core>);

  /// What lies between the members holds whatever was in memory before. (GCC 12 leaves out what
  /// comes after an array of structs in the same struct; so states have nothing between there.)
  static void clear_padding([[maybe_unused]] Core& core) {
#if __has_builtin(__builtin_clear_padding)
    __builtin_clear_padding(&core);
#endif
  }

  static Core restored(std::string_view bytes) {
    const bool fits =
        KitChance<G>::listens ? bytes.size() > sizeof(Core) : bytes.size() == sizeof(Core);
    if (!fits)
      throw Error(fmt::format("no state of {}: {} bytes, not {}", G::info.title, bytes.size(),
                              sizeof(Core)));
    Core core;
    std::memcpy(&core, bytes.data(), sizeof core);
    return core;
  }

  Events<Event> listener() {
    return keeps_events_ || KitChance<G>::listens ? Events<Event>(events_) : Events<Event>();
  }
  void step(Seat seat, const typename G::Move& move) {
    const std::size_t before = events_.size();
    G::apply(core_.state, seat, move, listener());
    take_chance(before);
  }
  /// Of the events from the `from`-th on; they are kept only where they are wanted.
  void take_chance(std::size_t from) {
    chance_.take(events_, from, core_.state);
    if (!keeps_events_) events_.clear();
  }

  bool keeps_events_ = false;
  std::vector<Event> events_;
  Core core_;
  KitChance<G> chance_;
};

template <class Kit>
class KitBot final : public AnyBot {
  using G = typename Kit::Game;

 public:
  explicit KitBot(std::unique_ptr<Bot<G>> bot) : bot_(std::move(bot)) {}

  std::string move(const AnyView& any) override {
    const typename G::View& view = of_this_game<KitView<Kit>>(any).view();
    if (const Refusal mismatch = bot_->mismatch(view))
      throw Error(fmt::format("this bot of {} is made for {}", G::info.title, mismatch.text()));
    for (int tries = 0; tries < most_tries; ++tries) {
      const typename G::Move move = bot_->move(view);
      const Refusal refusal = G::check(view, move);
      if (!refusal) return G::write(move);
      bot_->refused(refusal);
    }
    throw Error(fmt::format("the bot finds no legal move of {}", G::info.title));
  }
  void watch(const AnyState& state, Seat seat, std::size_t from) override {
    of_this_game<KitState<Kit>>(state).for_each_event(
        seat, from, [this](const typename G::Event& event) { bot_->see(event); });
  }

 private:
  static constexpr int most_tries = 10'000;

  template <class Wanted, class Any>
  static const Wanted& of_this_game(const Any& any) {
    const auto* wanted = dynamic_cast<const Wanted*>(&any);
    if (wanted == nullptr)
      throw Error(fmt::format("a bot of {} cannot play another game", G::info.title));
    return *wanted;
  }

  std::unique_ptr<Bot<G>> bot_;
};

}  // namespace arena
