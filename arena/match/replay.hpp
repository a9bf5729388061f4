// Replays a record by the rules, and finds the first place where it breaks them. It also writes
// what each seat's bot received, and on request a board for every position. A ReplayListener can
// put the same questions to a live bot.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/core/protocol_list.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "arena/core/time_json.hpp"
#include "arena/match/clock.hpp"
#include "arena/match/match.hpp"
#include "arena/match/replay_result.hpp"
#include "arena/match/seat_lines.hpp"
#include "arena/match/spectator.hpp"
#include "arena/record/record.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

template <class GameModule>
class Replay {
  using G = typename GameModule::Game;
  using Accepted = typename Answered<G>::Accepted;
  /// A record may give a part of the deal; the source draws the rest.
  static constexpr bool comes_in_parts = requires(const typename G::Deal& deal) {
    check_drawn(deal, deal, true);
  };

 public:
  /// Throws Error if the record's options, deal or players are impossible. REQUIRES: record and
  /// setup outlive this object.
  Replay(const Record& record, const Setup<G>& setup, std::vector<int> max_refusals,
         ReplayOptions options)
      : record_(record),
        setup_(setup),
        max_refusals_(std::move(max_refusals)),
        options_(options),
        match_(setup, forfeit_ended(record)) {
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      const json::object& player = record.players[index(seat)].rest;
      seat_lines_.emplace_back(seat,
                               recorded_protocol(record, seat, protocol_terms<GameModule>).name);
      clocks_.emplace_back(time_of(player));
    }
    if (options.frames) spectator_.emplace(spectator_names(record.players), options.style);
    for (Seat seat = 0; seat < setup.seats; ++seat) seat_lines_[index(seat)].begin(opening(seat));
  }

  /// Adds all events of the match, including hidden ones, to `events`.
  void keep_events(std::vector<typename G::Event>& events) { events_ = &events; }

  /// Fills `match`, which is empty.
  void keep_moves(ReviewedMatch<G>& match) {
    match.setup = setup_;
    keep_events(match.events);
    reviewed_ = &match;
  }

  Replayed run() {
    tell({});
    check_chance();
    for (Seats due = match_.actors(); !due.empty() && !replayed_.broken; due = match_.actors()) {
      play_round(due);
    }
    if (!replayed_.broken) finish();
    for (const auto& lines : seat_lines_) replayed_.transcripts.push_back(lines.sent());
    return std::move(replayed_);
  }

 private:
  static std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }

  static TimeControl time_of(const json::object& player) {
    const json::value* time = player.if_contains("time");
    return time != nullptr && time->is_object() ? time_from_json(time->get_object())
                                                : TimeControl{};
  }
  Opening opening(Seat seat) const {
    Opening opening;
    opening.seat = seat;
    const json::value* const neutral = record_.rest.if_contains(neutral_names_key);
    if (neutral != nullptr && *neutral == true) {
      opening.names = neutral_names(G::info.sides_of(static_cast<int>(record_.players.size())));
    } else {
      for (const RecordedPlayer& player : record_.players) opening.names.push_back(player.name);
    }
    opening.options = json::serialize(record_.options);
    opening.time = time_of(record_.players[index(seat)].rest);
    return opening;
  }

  void play_round(Seats due) {
    std::vector<Answered<G>> answers;
    std::vector<typename G::View> views;
    for (Seat seat : due) {
      views.push_back(match_.view(seat));
      if (!match_.gone().contains(seat))
        seat_lines_[index(seat)].ask(views.back(), clocks_[index(seat)].allowance());
    }
    if (spectator_) add_frame(match_.state(), due);
    std::size_t next = 0;
    for (Seat seat : due) {
      answers.push_back(answer(seat, views[next++]));
      if (replayed_.broken) return;
      if (spectator_ && answers.size() < views.size()) show_part(due, answers);
    }
    next = 0;
    for (Seat seat : due) commit(seat, answers[next++]);
  }

  /// Adds a frame for a round in which only the first seats have answered.
  void show_part(Seats due, const std::vector<Answered<G>>& answers) {
    Position<G> part = match_.position();
    for (const Answered<G>& answered : answers) {
      const Seat seat = due.front();
      due.erase(seat);
      const auto* move = std::get_if<Accepted>(&answered.last);
      if (move != nullptr && part.actors().contains(seat)) part.apply(seat, move->move);
    }
    add_frame(part.state, due);
  }

  /// Chance must come as recorded. Without a seed, the record must give all of it.
  void check_chance() {
    if constexpr (comes_in_parts) {
      if (std::exchange(checked_draws_, match_.position().source.draws) ==
          match_.position().source.draws)
        return;
      const bool may_draw = record_.seed.has_value();
      if (const Refusal refusal = check_drawn(setup_.deal, match_.deal(), may_draw))
        replayed_.broken = Break{cursor_, std::string(refusal.text())};
    }
  }

  /// The match must use all of the recorded chance.
  void check_leftovers() {
    if constexpr (comes_in_parts) {
      if (check_drawn(match_.deal(), setup_.deal, false))
        replayed_.broken = Break{0, "the deal has more than this match used"};
    }
  }

  /// A seat that forfeits by refused answers still receives the end: its player still runs.
  void commit(Seat seat, Answered<G>& answered) {
    const auto* fault = std::get_if<Fault>(&answered.last);
    const bool refused = fault != nullptr && fault->kind == FaultKind::refused;
    match_.commit(seat, answered);
    check_chance();
    tell(seat);
    if (refused) seat_lines_[index(seat)].end(match_.closing());
  }

  Answered<G> answer(Seat seat, const typename G::View& view) {
    if (match_.gone().contains(seat)) return arbiter_answer(seat);
    Answered<G> answered;
    while (true) {
      if (const RecordedForfeit* forfeit = forfeit_of(record_, seat, cursor_)) {
        const bool was_asked = forfeit->reason != to_text(FaultKind::refused);
        if (was_asked && !ask_listener(seat, view, nullptr, forfeit)) return listener_left();
        answered.last = take_forfeit(*forfeit, answered);
        return answered;
      }
      if (static_cast<int>(answered.refused.size()) > max_refusals_[index(seat)]) {
        return stop(fmt::format("seat {} was refused more than {} in a row and has forfeited", seat,
                                counted(max_refusals_[index(seat)], "time")));
      }
      if (cursor_ >= record_.moves.size()) {
        const std::string left_out = left_out_text(record_);
        return stop(left_out.empty() ? fmt::format("the record ends where seat {} is to move", seat)
                                     : fmt::format("the game is left out: it {}", left_out));
      }
      const RecordedMove& entry = record_.moves[cursor_];
      if (entry.seat != seat)
        return stop(fmt::format("seat {} is to move, not seat {}", seat, entry.seat));
      if (entry.by_arbiter)
        return stop(
            fmt::format("the arbiter moves for seat {}, but its player has not forfeited", seat));
      if (!ask_listener(seat, view, &entry, nullptr)) return listener_left();
      if (!entry.rejected) {
        answered.last = accepted(seat, view, entry);
        return answered;
      }
      take_refused(seat, view, entry, answered);
      if (replayed_.broken) return answered;
      ++cursor_;
    }
  }

  /// Gives the current question to the listener. Returns false if the listener wants no more.
  bool ask_listener(Seat seat, const typename G::View& view, const RecordedMove* entry,
                    const RecordedForfeit* forfeit) {
    ReplayListener* listener = options_.listener;
    if (listener == nullptr || listener->seat() != seat) return true;
    return listener->asked({cursor_ + 1, seat_lines_[index(seat)].sent(), entry, forfeit},
                           [&](std::string_view line) { return compare(seat, view, entry, line); });
  }

  /// Two answers are the same if they are the same move, whatever their spelling.
  OtherAnswer compare(Seat seat, const typename G::View& view, const RecordedMove* entry,
                      std::string_view line) {
    auto& lines = seat_lines_[index(seat)];
    const auto reading = lines.read(view, line);
    OtherAnswer other;
    other.late = std::holds_alternative<Late>(reading);
    const auto* move = std::get_if<typename G::Move>(&reading);
    other.text = move != nullptr ? lines.recorded(*move, line) : std::string(trim(line));
    if (entry == nullptr) return other;
    const auto recorded = recorded_move(seat, view, *entry);
    other.same = move != nullptr && recorded
                     ? *move == *recorded
                     : entry->rejected &&
                           first_characters(other.text, longest_rejected) == trim(entry->text);
    return other;
  }

  /// Returns nullopt if the entry is a refused text that is no move.
  std::optional<typename G::Move> recorded_move(Seat seat, const typename G::View& view,
                                                const RecordedMove& entry) {
    if (!entry.rejected) return judge(seat, view, entry, true).second;
    const auto reading = read_again(seat, view, entry);
    const auto* move = std::get_if<typename G::Move>(&reading);
    return move != nullptr ? std::optional(*move) : std::nullopt;
  }

  Reading<G> read_again(Seat seat, const typename G::View& view, const RecordedMove& entry) {
    auto& lines = seat_lines_[index(seat)];
    return entry.rejected ? lines.read_recorded(view, entry.text, *entry.rejected)
                          : lines.read(view, entry.text);
  }

  Answered<G> listener_left() { return stop("the listener left"); }

  Answered<G> arbiter_answer(Seat seat) {
    if constexpr (ContinuesAfterForfeit<G>) {
      Answered<G> fallback = fallback_answer(match_, seat);
      const auto& move = std::get<Accepted>(fallback.last);
      if (cursor_ >= record_.moves.size())
        return stop("the record ends where the arbiter is to move");
      const RecordedMove& entry = record_.moves[cursor_];
      if (entry.seat != seat || entry.text != move.text || !entry.by_arbiter || entry.rejected) {
        return stop(fmt::format("the arbiter moves \"{}\" for seat {} here (\"by\":\"arbiter\")",
                                move.text, seat));
      }
      ++cursor_;
      if (options_.steps) replayed_.steps.push_back({seat, move.text, true});
      if (spectator_)
        caption_ = fmt::format("the arbiter moves {} for {}", move.text, spectator_->name(seat));
      return fallback;
    } else {
      return stop(fmt::format("seat {} has forfeited and owes no move", seat));
    }
  }

  std::variant<Fault, Accepted> take_forfeit(const RecordedForfeit& forfeit,
                                             const Answered<G>& answered) {
    const auto kind = fault_kind(forfeit.reason);
    if (!kind)
      return stop(fmt::format("\"{}\" is not a reason for a forfeit", forfeit.reason)).last;
    const int allowed = max_refusals_[index(forfeit.seat)];
    if (*kind == FaultKind::refused && static_cast<int>(answered.refused.size()) != allowed + 1) {
      return stop(fmt::format("seat {} forfeits after {} in a row, but {} {} allowed", forfeit.seat,
                              counted(answered.refused.size(), "refusal"), allowed,
                              is_or_are(allowed)))
          .last;
    }
    if (options_.steps) replayed_.steps.push_back({forfeit.seat});
    if (spectator_) {
      caption_ = fmt::format("{} forfeits ({}): {}", spectator_->name(forfeit.seat), forfeit.reason,
                             forfeit.detail);
    }
    return Fault{*kind, forfeit.detail};
  }

  /// Judges `entry` as a line of the protocol and, if `canonical` allows it, as canonical text.
  std::pair<Refusal, std::optional<typename G::Move>> judge(Seat seat, const typename G::View& view,
                                                            const RecordedMove& entry,
                                                            bool canonical) {
    auto reading = read_again(seat, view, entry);
    const auto* read = std::get_if<typename G::Move>(&reading);
    Refusal refusal = "a late answer to an earlier question";
    if (read != nullptr) refusal = G::check(view, *read);
    if (const auto* unread = std::get_if<Refusal>(&reading)) refusal = *unread;
    if (!refusal) return {Refusal(), *read};
    const auto other = canonical ? G::read(entry.text) : std::nullopt;
    if (other && !G::check(view, *other)) return {Refusal(), other};
    return {refusal, std::nullopt};
  }

  void take_refused(Seat seat, const typename G::View& view, const RecordedMove& entry,
                    Answered<G>& answered) {
    const auto [refusal, move] = judge(seat, view, entry, false);
    // The recorded text may have been cut, so it cannot be judged again.
    const bool cut = first_characters(entry.text, longest_rejected - 1) != entry.text;
    if (!cut && !refusal) {
      stop(fmt::format("{} of seat {} is legal, but the record says that it was refused: {}",
                       quoted_answer(entry.text), seat, *entry.rejected));
    } else if (!cut && refusal.text() != *entry.rejected) {
      stop(fmt::format("{} of seat {} is refused with \"{}\", not \"{}\"",
                       quoted_answer(entry.text), seat, refusal.text(), *entry.rejected));
    } else {
      seat_lines_[index(seat)].refuse(Refusal(*entry.rejected));
      answered.refused.push_back({entry.text, *entry.rejected});
      if (spectator_)
        caption_ = fmt::format("{}: {} is refused: {}", spectator_->name(seat),
                               quoted_answer(entry.text), *entry.rejected);
    }
  }

  std::variant<Fault, Accepted> accepted(Seat seat, const typename G::View& view,
                                         const RecordedMove& entry) {
    const auto [refusal, move] = judge(seat, view, entry, true);
    if (!move) {
      return stop(fmt::format("\"{}\" of seat {} is refused: {}", entry.text, seat, refusal.text()))
          .last;
    }
    ++cursor_;
    if (reviewed_ != nullptr) reviewed_->moves.push_back({match_.position(), seat, *move, cursor_});
    if (options_.steps) replayed_.steps.push_back({seat, G::write(*move)});
    if (spectator_) {
      caption_ = fmt::format("{} moves {}", spectator_->name(seat), G::write(*move));
      if (const json::value* note = entry.rest.if_contains("note"))
        caption_ += fmt::format(", and says {}", json::serialize(*note));
    }
    if (entry.milliseconds)
      clocks_[index(seat)].charge(std::chrono::milliseconds(*entry.milliseconds));
    return Accepted{*move, entry.text, false, entry.milliseconds};
  }

  void add_frame(const typename G::State& now, Seats due) {
    replayed_.frames.push_back({cursor_, caption_, spectator_->frame(now, due)});
  }

  /// Nothing may remain in the record after the last move, and its result must follow the rules.
  void finish() {
    const Closing closing = match_.closing();
    for (Seat seat = 0; seat < match_.seats(); ++seat) {
      if (!match_.gone().contains(seat)) seat_lines_[index(seat)].end(closing);
    }
    match_.finish(replayed_.computed);
    replayed_.computed.deal = described::to_json(match_.deal()).as_object();
    const Record& computed = replayed_.computed;
    if (spectator_) add_frame(match_.state(), {});
    if (cursor_ < record_.moves.size()) {
      stop("a move after the end of the match");
    } else if (check_leftovers(); replayed_.broken) {
      return;
    } else if (computed.forfeits.size() != record_.forfeits.size()) {
      replayed_.broken = Break{0, "a forfeit that has no place in this match"};
    } else if (record_.scores && *record_.scores != *computed.scores) {
      differ("scores", fmt::format("{}", fmt::join(*record_.scores, ", ")),
             fmt::format("{}", fmt::join(*computed.scores, ", ")));
    } else if (record_.places && *record_.places != *computed.places) {
      differ("places", fmt::format("{}", fmt::join(*record_.places, ", ")),
             fmt::format("{}", fmt::join(*computed.places, ", ")));
    } else if (record_.end && *record_.end != *computed.end) {
      differ("end", *record_.end, *computed.end);
    } else if (!record_.counted.empty() && record_.counted != computed.counted) {
      differ("counted", counted_text(record_.counted), counted_text(computed.counted));
    }
  }

  void differ(std::string_view field, std::string_view recorded, std::string_view right) {
    replayed_.broken = Break{0, fmt::format("{} are {}, not {}", field, right, recorded)};
    if (field == "end")
      replayed_.broken->reason = fmt::format("end is \"{}\", not \"{}\"", right, recorded);
  }

  static std::string counted_text(const std::vector<RecordedWorst>& counted) {
    std::vector<std::string> seats;
    for (const auto& [seat, worst] : counted)
      seats.push_back(
          fmt::format("score {} and margin {} of seat {}", worst.score, worst.margin, seat));
    return fmt::format("{}", fmt::join(seats, ", "));
  }

  Answered<G> stop(std::string reason) {
    replayed_.broken = Break{cursor_ + 1, std::move(reason)};
    return {};
  }

  void tell(std::optional<Seat> actor) {
    if (events_ != nullptr)
      events_->insert(events_->end(), match_.news().begin(), match_.news().end());
    if (spectator_) {
      for (const typename G::Event& event : match_.news()) spectator_->tell(event);
    }
    match_.tell(actor, [this](Seat seat, const typename G::Event& event) {
      seat_lines_[index(seat)].tell(event);
    });
  }

  const Record& record_;
  const Setup<G>& setup_;
  std::vector<int> max_refusals_;
  ReplayOptions options_;
  Match<G> match_;
  std::size_t checked_draws_ = 0;
  std::vector<SeatLines<GameModule>> seat_lines_;
  std::vector<SeatClock> clocks_;
  std::optional<Spectator<GameModule>> spectator_;  // only for frames
  std::vector<typename G::Event>* events_ = nullptr;
  ReviewedMatch<G>* reviewed_ = nullptr;
  std::size_t cursor_ = 0;
  std::string caption_ = HasChance<G> ? "the deal" : "the start";
  Replayed replayed_;
};

}  // namespace arena
