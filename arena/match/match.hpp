// One match without players, clocks or I/O: its state, its record, and who is gone.
// The arbiter (live players) and the replay (a record) both drive it, so they cannot differ.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/fault.hpp"
#include "arena/core/game.hpp"
#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"
#include "arena/util/utf8.hpp"

namespace arena {

/// What one seat answered to one question: refused texts in their order, then a legal move or a
/// fault.
template <class G>
struct Answered {
  struct Refused {
    std::string text;
    std::string reason;
  };
  struct Accepted {
    typename G::Move move;
    std::string text;
    bool by_arbiter = false;
    std::optional<std::int64_t> milliseconds;
    std::string note{};  // what the player said beside
  };
  std::vector<Refused> refused;
  std::variant<Fault, Accepted> last;
};

template <Game G>
class Match {
 public:
  using Event = typename G::Event;

  /// REQUIRES: !G::check(setup). The setup's deal outlives the match. `forfeits_end`: one ends it
  /// for all, as it once did in games that now play on.
  explicit Match(const Setup<G>& setup, bool forfeits_end = false)
      : seats_(setup.seats),
        forfeits_end_(forfeits_end),
        state_(G::start(setup, Events<Event>(happened_))) {
    collect(0);
  }

  [[nodiscard]] int seats() const { return seats_; }
  [[nodiscard]] Seats actors() const { return G::actors(state_); }
  [[nodiscard]] typename G::View view(Seat seat) const { return G::view(state_, seat); }
  [[nodiscard]] const typename G::State& state() const { return state_; }
  /// Every chance outcome so far, for the record.
  [[nodiscard]] decltype(auto) deal() const {
    if constexpr (DealsOn<G>) {
      return (drawn_);
    } else {
      return G::deal(state_);
    }
  }
  /// How many chance outcomes came so far, of a game in which they go on coming.
  [[nodiscard]] std::size_t draws() const { return draws_; }
  /// Seats whose players are gone: they are told nothing more.
  [[nodiscard]] Seats gone() const { return gone_; }

  /// Takes what a seat answered into the record, and applies it if the seat is still due.
  void commit(Seat seat, Answered<G>& answered) {
    for (auto& refused : answered.refused) {
      moves_.push_back({seat,
                        first_characters(refused.text, longest_rejected),
                        std::move(refused.reason),
                        false,
                        {}});
    }
    if (auto* fault = std::get_if<Fault>(&answered.last)) {
      forfeit(seat, std::move(*fault));
      return;
    }
    auto& accepted = std::get<typename Answered<G>::Accepted>(answered.last);
    moves_.push_back(
        {seat, std::move(accepted.text), {}, accepted.by_arbiter, accepted.milliseconds});
    if (!accepted.note.empty()) keep_note(std::move(accepted.note));
    if (!actors().contains(seat)) return;
    const std::size_t before = happened_.size();
    G::apply(state_, seat, accepted.move, Events<Event>(happened_));
    collect(before);
  }

  /// What happened since the last call of `tell`, not viewed by any seat.
  [[nodiscard]] const std::vector<Event>& news() const { return happened_; }

  /// Hands what happened since the last call to `deliver(seat, event)`, as each seat that is still
  /// there may see it: the others first, then `actor` (none: in seat order).
  template <class Deliver>
  void tell(std::optional<Seat> actor, Deliver deliver) {
    for (const Event& event : happened_) {
      for (Seat seat = 0; seat < seats_; ++seat) {
        if (seat != actor) tell_one(event, seat, deliver);
      }
      if (actor) tell_one(event, *actor, deliver);
    }
    happened_.clear();
  }

  /// Moves deal, moves, result and forfeits into the record. REQUIRES: actors().empty().
  void finish(Record& record) {
    const Outcome outcome = G::outcome(state_);
    const auto placed = places(outcome.scores, gone_, G::info.more_is_better, G::info.sides);
    record.moves = std::move(moves_);
    record.forfeits = std::move(forfeits_);
    record.counted = std::move(counted_);
    record.scores.emplace(outcome.scores.begin(), outcome.scores.end());
    record.places.emplace(placed.begin(), placed.end());
    record.end = outcome.end;
    if (notes_left_out_ > 0) record.rest["notes_left_out"] = notes_left_out_;
  }

  /// What the players that are there are told at the end.
  [[nodiscard]] Closing closing() const {
    Closing closing;
    closing.over = actors().empty();
    if (closing.over) {
      const Outcome outcome = G::outcome(state_);
      closing.scores = outcome.scores;
      closing.places = arena::places(outcome.scores, gone_, G::info.more_is_better, G::info.sides);
      closing.end = outcome.end;
    }
    for (const RecordedForfeit& forfeit : forfeits_)
      closing.forfeits.push_back({forfeit.seat, forfeit.reason, forfeit.detail, forfeit.after});
    return closing;
  }

  /// How many answers stand in the record so far, refused ones included.
  [[nodiscard]] std::size_t recorded() const { return moves_.size(); }

 private:
  /// With the last move, as long as all notes of the match are not too long for a record.
  void keep_note(std::string note) {
    constexpr std::size_t most = 128 * 1024;
    notes_ += note.size();
    if (notes_ <= most) {
      moves_.back().rest["note"] = std::move(note);
    } else {
      ++notes_left_out_;
    }
  }

  void forfeit(Seat seat, Fault fault) {
    forfeits_.push_back(
        {seat, std::string(to_text(fault.kind)), std::move(fault.detail), moves_.size()});
    counted_.push_back({seat, G::worst(state_, seat)});
    gone_.insert(seat);
    if (!actors().contains(seat)) return;
    const std::size_t before = happened_.size();
    arena::forfeit<G>(state_, seat, seats_, forfeits_end_, Events<Event>(happened_));
    collect(before);
  }

  /// Keeps the chance that the events tell of, from the `from`-th on.
  void collect([[maybe_unused]] std::size_t from) {
    if constexpr (DealsOn<G>) {
      for (; from < happened_.size(); ++from) draws_ += G::collect(drawn_, happened_[from]) ? 1 : 0;
    }
  }

  template <class Deliver>
  void tell_one(const Event& event, Seat seat, Deliver& deliver) {
    if (gone_.contains(seat)) return;
    if (const auto seen = G::view(event, seat)) deliver(seat, *seen);
  }

  int seats_;
  bool forfeits_end_;
  std::vector<Event> happened_;
  typename G::State state_;
  std::conditional_t<DealsOn<G>, typename G::Deal, std::monostate> drawn_;
  std::size_t draws_ = 0;
  Seats gone_;
  std::vector<RecordedMove> moves_;
  std::size_t notes_ = 0;  // bytes
  int notes_left_out_ = 0;
  std::vector<RecordedForfeit> forfeits_;
  std::vector<RecordedWorst> counted_;
};

/// The move of a seat whose player is gone, in a game that plays on.
template <PlaysOn G>
Answered<G> fallback_answer(const Match<G>& match, Seat seat) {
  const auto move = G::fallback(match.view(seat));
  return {{}, typename Answered<G>::Accepted{move, G::write(move), true, {}}};
}

}  // namespace arena
