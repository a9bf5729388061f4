// The state of one game's match behind AnyState. Each game instantiates this once, by `typed_game`.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/described.hpp"
#include "arena/core/payoff.hpp"
#include "arena/core/position.hpp"
#include "arena/core/value_bytes.hpp"
#include "arena/game/any_state.hpp"
#include "arena/game/typed_view.hpp"
#include "arena/match/spectator.hpp"
#include "arena/record/record.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <class GameModule>
class TypedState final : public AnyState {
  using G = typename GameModule::Game;
  using Event = typename G::Event;

 public:
  /// REQUIRES: !G::check(setup).
  TypedState(const Setup<G>& setup, bool keeps_events, bool draws_chance)
      : keeps_events_(keeps_events),
        known_alone_(static_cast<std::size_t>(keeps_events ? setup.seats : 0)),
        options_(setup.options),
        now_(setup, listener(), true, draws_chance) {}

  /// Reads what the function `bytes` wrote. Throws Error if it cannot.
  explicit TypedState(std::string_view bytes) {
    try {
      ValueReader in(bytes);
      for_each_part(*this, [&in](auto& part) { read_value(in, part); });
      in.finish();
    } catch (const Error& error) {
      throw Error(fmt::format("not a state of {}: {}", G::info.title, error.what()));
    }
  }

  [[nodiscard]] std::unique_ptr<AnyState> clone() const override {
    return std::make_unique<TypedState>(*this);
  }
  [[nodiscard]] bool equals(const AnyState& other) const override {
    const auto* alike = dynamic_cast<const TypedState*>(&other);
    if (alike == nullptr) return false;
    const Position<G>& others = alike->now_;
    return std::memcmp(&now_.state, &others.state, sizeof now_.state) == 0 &&
           now_.gone == others.gone && now_.seats == others.seats && now_.source == others.source;
  }
  [[nodiscard]] std::size_t hash() const override {
    const auto* first = reinterpret_cast<const char*>(&now_.state);  // NOLINT: all its bytes count
    return std::hash<std::string_view>()({first, sizeof now_.state});
  }
  [[nodiscard]] int seats() const override { return now_.seats; }
  [[nodiscard]] Seats actors() const override { return now_.actors(); }
  [[nodiscard]] bool awaits_chance() const override { return now_.awaits_chance(); }
  [[nodiscard]] Seats gone() const override { return now_.gone; }

  bool legal(Seat seat, MoveSink& moves) const override {
    return list_moves<G>(now_.view(seat), moves);
  }
  [[nodiscard]] std::string random_move(Seat seat, Rng& rng) const override {
    return G::write(arena::random_move<G>(now_.view(seat), rng));
  }
  Refusal apply(Seat seat, std::string_view text) override {
    const typename G::View view = now_.view(seat);
    auto move = legal_move<GameModule>(view, seat, text);
    if (auto* refusal = std::get_if<Refusal>(&move)) return std::move(*refusal);
    const auto& legal = std::get<typename G::Move>(move);
    now_.apply(seat, legal, listener());
    if (keeps_events_)
      known_alone_[static_cast<std::size_t>(seat)].moves.push_back(G::write(legal));
    return {};
  }
  void forfeit(Seat seat, bool ends) override { now_.forfeit(seat, ends, listener()); }
  [[nodiscard]] std::optional<std::string> fallback(Seat seat) const override {
    if constexpr (ContinuesAfterForfeit<G>) {
      return G::write(G::fallback(now_.view(seat)));
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<std::vector<LikelyOutcome>> outcomes() const override {
    if constexpr (ListsChance<G>) {
      std::vector<LikelyOutcome> list;
      for (const auto& [chance, probability] : G::outcomes(now_.state))
        list.push_back({described::to_json(chance).as_object(), probability});
      return list;
    } else {
      return std::nullopt;
    }
  }
  boost::json::object draw() override {
    if constexpr (HasChance<G>) return described::to_json(now_.draw(listener())).as_object();
    return {};
  }
  Refusal put([[maybe_unused]] const boost::json::object& outcome) override {
    if constexpr (HasChance<G>) {
      typename G::Chance chance{};
      described::from_object(outcome, chance, "outcome");
      if (Refusal refusal = G::check(now_.state, chance)) return refusal;
      now_.put(chance, listener());
    }
    return {};
  }

  [[nodiscard]] std::shared_ptr<const AnyView> view(Seat seat) const override {
    std::unique_ptr<Knowledge<G>> knowledge;
    if (keeps_events_) {
      knowledge = std::make_unique<Knowledge<G>>();
      for_each_event(seat, 0, [&](const Event& seen) { knowledge->told.push_back(seen); });
      knowledge->alone = known_alone_[static_cast<std::size_t>(seat)];
    }
    return std::make_shared<TypedView<GameModule>>(now_.view(seat), seat, actors().contains(seat),
                                                   match(), std::move(knowledge));
  }
  [[nodiscard]] std::vector<boost::json::object> events(Seat seat,
                                                        std::size_t from) const override {
    std::vector<boost::json::object> told;
    for_each_event(seat, from, [&told](const Event& seen) {
      boost::json::object fields = GameModule::event(seen);
      if (!fields.empty()) told.push_back(std::move(fields));
    });
    return told;
  }
  [[nodiscard]] std::size_t event_count() const override { return events_.size(); }

  /// Calls `visit(event)` for the events that the state keeps, as `seat` may know them, starting at
  /// index `from`.
  template <class Visit>
  void for_each_event(Seat seat, std::size_t from, Visit visit) const {
    for (std::size_t i = from; i < events_.size(); ++i) {
      if (std::ranges::binary_search(forgotten_, i)) continue;
      if (const auto seen = G::view(events_[i], seat)) visit(*seen);
    }
  }

  [[nodiscard]] bool keeps_events() const { return keeps_events_; }
  [[nodiscard]] const Position<G>& position() const { return now_; }
  [[nodiscard]] MatchKind<G> match() const { return {options_, now_.seats}; }

  [[nodiscard]] std::string key(Seat seat) const override { return view(seat)->key(); }
  [[nodiscard]] std::vector<std::string> moves(Seat seat) const override {
    if (!keeps_events_) throw without_events("a history");
    const KnownAlone& known = known_alone_[static_cast<std::size_t>(seat)];
    if (!known.seen.empty()) {
      throw Error(fmt::format("{} has no history here: the state was redealt for another seat",
                              G::info.seat_text(seat)));
    }
    return known.moves;
  }

  [[nodiscard]] std::string board() const override {
    const auto names =
        spectator_names(std::vector<RecordedPlayer>(static_cast<std::size_t>(now_.seats)));
    std::string board = Spectator<GameModule>(names, {}).board(now_.state, actors());
    return now_.over() ? board + ending(names) : board;
  }
  [[nodiscard]] Result result() const override {
    const Outcome outcome = G::outcome(now_.state);
    Result result{outcome.scores,
                  places(outcome.scores, now_.gone, G::info.more_is_better, G::info.sides),
                  {},
                  outcome.end};
    for (Seat seat = 0; seat < now_.seats; ++seat)
      result.leads.push_back(lead_of<G>(outcome.scores, seat));
    return result;
  }
  bool resample(Seat seat, Rng& rng) override {
    if constexpr (Resamples<G>) {
      G::resample(now_, seat, rng);
      if (keeps_events_) remember_as(seat);
    }
    return Resamples<G>;
  }
  void play_out(Rng& rng) override {
    now_.let_draw(listener());
    for (Seats due = actors(); !due.empty(); due = actors()) {
      for (const Seat seat : due)
        now_.apply(seat, arena::random_move<G>(now_.view(seat), rng), listener());
    }
  }
  [[nodiscard]] boost::json::object deal() const override {
    return described::to_json(now_.source.deal()).as_object();
  }
  [[nodiscard]] std::string bytes() const override {
    ValueWriter out;
    for_each_part(*this, [&out](const auto& part) { write_value(out, part); });
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

  /// Forgets what `seat` cannot know: it happened with other hidden cards.
  void remember_as(Seat seat) {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (std::ranges::binary_search(forgotten_, i)) continue;
      auto seen = G::view(events_[i], seat);
      if (!seen) forgotten_.insert(std::ranges::lower_bound(forgotten_, i), i);
      events_[i] = seen ? std::move(*seen) : Event{};
    }
    for (Seat other = 0; other < now_.seats; ++other) {
      if (other != seat)
        known_alone_[static_cast<std::size_t>(other)] = {{}, bytes_of(now_.view(other))};
    }
  }

  static_assert(std::has_unique_object_representations_v<typename G::State>,
                "a State is compared and kept as its bytes: fill what lies between its members");

  template <class Self, class Visit>
  static void for_each_part(Self& self, Visit visit) {
    visit(self.options_);
    visit(self.now_.state);
    visit(self.now_.source);
    visit(self.now_.gone);
    visit(self.now_.seats);
    visit(self.now_.draws);
    visit(self.keeps_events_);
    visit(self.events_);
    visit(self.forgotten_);
    visit(self.known_alone_);
  }

  Events<Event> listener() { return keeps_events_ ? Events<Event>(events_) : Events<Event>(); }

  bool keeps_events_ = false;
  std::vector<Event> events_;
  std::vector<std::size_t> forgotten_;   // the events that a resample left out, in ascending order
  std::vector<KnownAlone> known_alone_;  // by seat
  typename G::Options options_{};
  Position<G> now_;
};

}  // namespace arena
