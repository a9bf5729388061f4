// The state of one game's match behind AnyState.
// Instantiated once a game, with KitGame.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/value_bytes.hpp"
#include "arena/game/any_state.hpp"
#include "arena/game/kit_chance.hpp"
#include "arena/game/kit_view.hpp"
#include "arena/match/spectator.hpp"
#include "arena/record/record.hpp"
#include "arena/util/text.hpp"

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
  explicit KitState(std::string_view bytes) {
    try {
      ValueReader in(bytes);
      read_value(in, core_);
      read_value(in, keeps_events_);
      read_value(in, events_);
      chance_.read(in, core_.state);
      in.finish();
    } catch (const Error& error) {
      throw Error(fmt::format("no state of {}: {}", G::info.title, error.what()));
    }
  }

  [[nodiscard]] std::unique_ptr<AnyState> clone() const override {
    return std::make_unique<KitState>(*this);
  }
  [[nodiscard]] bool equals(const AnyState& other) const override {
    const auto* alike = dynamic_cast<const KitState*>(&other);
    if (alike == nullptr || !chance_.equals(alike->chance_)) return false;
    const Core own = position();
    const Core others = alike->position();
    return std::memcmp(&own, &others, sizeof own) == 0;
  }
  [[nodiscard]] std::size_t hash() const override {
    const Core own = position();
    const auto* first = reinterpret_cast<const char*>(&own);  // NOLINT: all its bytes count
    return std::hash<std::string_view>()({first, sizeof own});
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
    return std::make_shared<KitView<Kit>>(G::view(core_.state, seat), seat,
                                          actors().contains(seat));
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

  [[nodiscard]] std::string board() const override {
    const auto names =
        spectator_names(std::vector<RecordedPlayer>(static_cast<std::size_t>(core_.seats)));
    std::string board = Spectator<Kit>(names, {}).board(core_.state, actors());
    return actors().empty() ? board + ending(names) : board;
  }
  [[nodiscard]] Result result() const override {
    const Outcome outcome = G::outcome(core_.state);
    return {outcome.scores,
            places(outcome.scores, core_.gone, G::info.more_is_better, G::info.sides), outcome.end};
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
    ValueWriter out;
    write_value(out, position());
    write_value(out, keeps_events_);
    write_value(out, events_);
    chance_.write(out);
    return out.bytes();
  }

 private:
  /// "Over (played out):", then "  seat 0 has 21 points, place 2" and so on.
  [[nodiscard]] std::string ending(const std::vector<std::string>& names) const {
    const Result now = result();
    std::string text = fmt::format("Over ({}):\n", now.end);
    for (std::size_t seat = 0; seat < names.size(); ++seat) {
      text += fmt::format("  {} has {}, place {}\n", names[seat],
                          counted(now.scores[seat], "point"), now.places[seat]);
    }
    return text;
  }

  /// What is copied as it stands.
  struct Core {
    typename G::State state;
    Seats gone;
    int seats = 0;
  };
  static_assert(std::has_unique_object_representations_v<Core>,
                "a State is compared and kept as its bytes: fill what lies between its members");

  /// Without what points to chance that is given, which is looked at beside it.
  [[nodiscard]] Core position() const {
    Core core = core_;
    chance_.let_go(core.state);
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

}  // namespace arena
