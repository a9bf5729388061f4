// One match without players, clocks or I/O: its position, its events, and its record.
// The arbiter (live players) and the replay (a record) both use it, so they cannot differ.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/fault.hpp"
#include "arena/core/game.hpp"
#include "arena/core/position.hpp"
#include "arena/core/protocol.hpp"
#include "arena/record/record.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

/// What one seat answered to one question: the refused texts in order, then a legal move or a
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
    std::string note{};  // what the player said with the move
  };
  std::vector<Refused> refused;
  std::variant<Fault, Accepted> last;
};

template <Game G>
class Match {
 public:
  using Event = typename G::Event;

  /// `forfeits_end`: a forfeit ends the match for all, as in older versions of games that now
  /// continue. REQUIRES: !G::check(setup).
  explicit Match(const Setup<G>& setup, bool forfeits_end = false)
      : forfeits_end_(forfeits_end), now_(setup, Events<Event>(happened_), true) {}

  [[nodiscard]] int seats() const { return now_.seats; }
  [[nodiscard]] Seats actors() const { return now_.actors(); }
  [[nodiscard]] typename G::View view(Seat seat) const { return now_.view(seat); }
  [[nodiscard]] const typename G::State& state() const { return now_.state; }
  [[nodiscard]] const Position<G>& position() const { return now_; }
  /// Every chance outcome so far, for the record.
  [[nodiscard]] decltype(auto) deal() const { return now_.source.deal(); }
  /// The seats that forfeited. They receive nothing more.
  [[nodiscard]] Seats gone() const { return now_.gone; }

  /// Records the answer of a seat, and applies it if the seat is still due.
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
    if (actors().contains(seat)) now_.apply(seat, accepted.move, Events<Event>(happened_));
  }

  /// The events since the last call of `tell`, not as any seat views them.
  [[nodiscard]] const std::vector<Event>& news() const { return happened_; }

  /// Calls `deliver(seat, event)` with the events since the last call, as each remaining seat may
  /// see them: first the other seats, then `actor`. Without `actor`, in the order of seats.
  template <class Deliver>
  void tell(std::optional<Seat> actor, Deliver deliver) {
    for (const Event& event : happened_) {
      for (Seat seat = 0; seat < seats(); ++seat) {
        if (seat != actor) tell_one(event, seat, deliver);
      }
      if (actor) tell_one(event, *actor, deliver);
    }
    happened_.clear();
  }

  /// Moves deal, moves, result and forfeits into the record. REQUIRES: actors().empty().
  void finish(Record& record) {
    const Outcome outcome = G::outcome(now_.state);
    const auto placed = places(outcome.scores, gone(), G::info.more_is_better, G::info.sides);
    record.moves = std::move(moves_);
    record.forfeits = std::move(forfeits_);
    record.counted = std::move(counted_);
    record.scores.emplace(outcome.scores.begin(), outcome.scores.end());
    record.places.emplace(placed.begin(), placed.end());
    record.end = outcome.end;
    if (notes_left_out_ > 0) record.rest[notes_left_out_key] = notes_left_out_;
  }

  /// What the remaining players receive at the end.
  [[nodiscard]] Closing closing() const {
    Closing closing;
    closing.over = actors().empty();
    if (closing.over) {
      const Outcome outcome = G::outcome(now_.state);
      closing.scores = outcome.scores;
      closing.places = arena::places(outcome.scores, gone(), G::info.more_is_better, G::info.sides);
      closing.end = outcome.end;
    }
    for (const RecordedForfeit& forfeit : forfeits_)
      closing.forfeits.push_back({forfeit.seat, forfeit.reason, forfeit.detail, forfeit.after});
    return closing;
  }

  /// The answers in the record so far, including refused ones.
  [[nodiscard]] std::span<const RecordedMove> moves() const { return moves_; }
  [[nodiscard]] std::span<const RecordedForfeit> forfeits() const { return forfeits_; }
  [[nodiscard]] std::size_t recorded() const { return moves_.size(); }

 private:
  /// Adds a note to the last move, unless the notes of the match get too long for a record.
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
    counted_.push_back({seat, G::worst(now_.state, seat)});
    now_.forfeit(seat, forfeits_end_, Events<Event>(happened_));
  }

  template <class Deliver>
  void tell_one(const Event& event, Seat seat, Deliver& deliver) {
    if (gone().contains(seat)) return;
    if (const auto seen = G::view(event, seat)) deliver(seat, *seen);
  }

  bool forfeits_end_;
  std::vector<Event> happened_;
  Position<G> now_;
  std::vector<RecordedMove> moves_;
  std::size_t notes_ = 0;  // bytes
  int notes_left_out_ = 0;
  std::vector<RecordedForfeit> forfeits_;
  std::vector<RecordedWorst> counted_;
};

/// The arbiter's move for a seat that forfeited, in a game that continues.
template <ContinuesAfterForfeit G>
Answered<G> fallback_answer(const Match<G>& match, Seat seat) {
  const auto move = G::fallback(match.view(seat));
  return {{}, typename Answered<G>::Accepted{move, G::write(move), true, {}}};
}

}  // namespace arena
