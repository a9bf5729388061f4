// The referee of one match. It asks all seats that are due at the same time, processes their
// answers in seat order, and informs the other seats before the mover. A fault costs only its own
// seat. It awaits a single seat directly; it builds a parallel group only for two or more.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/match/clock.hpp"
#include "arena/match/match.hpp"
#include "arena/peer/signal.hpp"
#include "arena/peer/task.hpp"
#include "arena/players/player.hpp"
#include "arena/util/duration_counts.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

/// A player at its seat, with its limits.
template <class G>
struct Seated {
  std::unique_ptr<Player<G>> player;
  SeatClock clock{TimeControl{}};
  int max_refusals = 0;  // in a row; one more forfeits
  Duration used{0};      // for all answers
};

/// What the arbiter does besides the rules; see MatchPlan. Pointers may be null.
struct ArbiterSettings {
  bool record_times = false;
  /// Receives arena's own time for each question: from the answer before it until arena sent the
  /// question.
  DurationCounts* overhead = nullptr;
  const MatchProgress* progress = nullptr;
  Duration quantum{0};
  const bool* interrupted = nullptr;
};

template <Game G>
class Arbiter {
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;

 public:
  Arbiter(Match<G>& match, std::vector<Seated<G>>& seated, const ArbiterSettings& settings)
      : match_(match), seated_(seated), settings_(settings), questions_(seated.size()) {}

  /// Plays until the match is over. Call `end` afterwards.
  Awaitable<void> play() {
    show_progress();
    tell({});
    for (Seats due = match_.actors(); !due.empty(); due = match_.actors()) {
      for (Seat seat : due) ask(seat);
      if (due.size() == 1) {
        co_await await_answer(due.front());
      } else {
        co_await await_answers(due);
      }
      for (Seat seat : due) {
        const std::optional<Ending> ending = commit(seat);
        if (ending) co_await at(seat).player->end(*ending);
      }
    }
  }

  /// Ends every player that remains. The players may learn how much time each seat used.
  Awaitable<void> end(bool shows_times = true) {
    Closing closing = match_.closing();
    for (const Seated<G>& seated : seated_) {
      if (shows_times) closing.used.push_back(seated.used);
    }
    std::vector<Awaitable<void>> endings;
    for (Seat seat = 0; seat < match_.seats(); ++seat) {
      if (match_.gone().contains(seat)) continue;
      at(seat).player->close(closing);
      endings.push_back(at(seat).player->end(Ending::finished));
    }
    co_await together(std::move(endings));
  }

 private:
  /// Limits one match, so that a bot cannot fill the disk with records.
  static constexpr std::size_t most_refused_bytes = 512 * 1024;

  using Accepted = typename Answered<G>::Accepted;

  struct Question {
    std::optional<typename G::View> view;
    Duration allowance{0};
    TimePoint asked{};
    Duration thought{0};            // so far, including refused answers
    Duration before{0};             // of that, until the bot received the last refusal
    bool is_first = true;           // of its seat: the bot may still have been starting
    std::size_t refused_bytes = 0;  // in the record, over all its questions
    Answered<G> answered;
  };

  Seated<G>& at(Seat seat) { return seated_[static_cast<std::size_t>(seat)]; }
  Question& question_of(Seat seat) { return questions_[static_cast<std::size_t>(seat)]; }

  void ask(Seat seat) {
    Question& question = question_of(seat);
    question.answered.refused.clear();
    question.thought = question.before = Duration::zero();
    if (match_.gone().contains(seat)) return;
    question.view.emplace(match_.view(seat));
    question.allowance = at(seat).clock.allowance();
    if (settings_.quantum > Duration::zero()) question.asked = Clock::now();
    at(seat).player->ask(*question.view, question.allowance);
  }

  Awaitable<void> await_answers(Seats due) {
    std::vector<Awaitable<void>> tasks;
    for (Seat seat : due) tasks.push_back(await_answer(seat));
    co_await together(std::move(tasks));
  }

  Awaitable<void> await_answer(Seat seat) {
    Question& question = question_of(seat);
    if (match_.gone().contains(seat)) {
      if constexpr (ContinuesAfterForfeit<G>) question.answered = fallback_answer(match_, seat);
      co_return;
    }
    if (settings_.interrupted != nullptr && *settings_.interrupted) {
      question.answered.last = Fault{FaultKind::exit, "the game was broken off"};
      co_return;
    }
    while (!settle(
        at(seat), question,
        co_await at(seat).player->answer(*question.view, question.allowance - question.before))) {
    }
    const bool is_move = std::holds_alternative<Accepted>(question.answered.last);
    if (is_move && settings_.quantum > Duration::zero()) co_await hold(question);
  }

  /// The others are not to learn from the time of an answer.
  Awaitable<void> hold(const Question& question) {
    Signal never;
    co_await never.wait_until(next_multiple(question.asked, Clock::now(), settings_.quantum));
    answered_at_ = Clock::now();
  }

  /// Processes one answer. Returns true if it was the last one to the question.
  bool settle(Seated<G>& seated, Question& question, Answer<G> answer) {
    Answered<G>& answered = question.answered;
    note_overhead(question, answer.asked);
    question.thought = question.before + answer.thought;
    if (auto* fault = std::get_if<Fault>(&answer.what)) {
      if (fault->kind == FaultKind::time && !answered.refused.empty()) {
        fault->detail += fmt::format(" (what was left of the question's time after {})",
                                     counted(answered.refused.size(), "refused answer"));
      }
      answered.last = std::move(*fault);
      return true;
    }
    const auto* move = std::get_if<typename G::Move>(&answer.what);
    const Refusal refusal =
        move != nullptr ? G::check(*question.view, *move) : std::get<Refusal>(answer.what);
    if (!refusal) {
      const auto thought = SeatClock::counted(question.thought);
      seated.clock.charge(thought);
      seated.used += thought;
      // A legal answer may also be long: by blanks between its words, or by zeros before a number.
      if (answer.text.size() > longest_rejected) answer.text = seated.player->wire_text(*move);
      answered.last = Accepted{*move, std::move(answer.text), false, recorded_time(thought),
                               std::move(answer.note)};
      return true;
    }
    if (seated.player->refused(refusal)) question.before = question.thought;
    if (move != nullptr && answer.text == G::write(*move))
      answer.text = seated.player->wire_text(*move);
    question.refused_bytes += recorded_bytes(answer.text, refusal.text());
    answered.refused.push_back({std::move(answer.text), std::string(refusal.text())});
    if (question.refused_bytes > most_refused_bytes) {
      answered.last = Fault{FaultKind::limit, fmt::format("more than {} KiB of refused answers",
                                                          most_refused_bytes / 1024)};
      return true;
    }
    if (static_cast<int>(answered.refused.size()) <= seated.max_refusals) return false;
    answered.last = Fault{FaultKind::refused, refused_detail(seated.max_refusals, answered)};
    return true;
  }

  void note_overhead(Question& question, TimePoint asked) {
    if (settings_.overhead == nullptr) return;
    if (!question.is_first && asked > answered_at_) settings_.overhead->add(asked - answered_at_);
    question.is_first = false;
    answered_at_ = Clock::now();
  }

  /// About how much a refused answer adds to the record.
  static std::size_t recorded_bytes(const std::string& text, std::string_view reason) {
    constexpr std::size_t frame = 40;  // field names
    return std::min(text.size(), 4 * longest_rejected) + reason.size() + frame;
  }

  static std::string refused_detail(int allowed, const Answered<G>& answered) {
    const auto& last = answered.refused.back();
    const std::string text = quoted_answer(first_characters(last.text, longest_rejected));
    const std::string reason = first_characters(last.reason, longest_rejected);
    if (allowed == 0) return fmt::format("answered {}: {}", text, reason);
    return fmt::format("{} in a row, {} {} allowed; the last was {}: {}",
                       counted(answered.refused.size(), "refused answer"), allowed,
                       is_or_are(allowed), text, reason);
  }

  std::optional<std::int64_t> recorded_time(std::chrono::milliseconds thought) const {
    return settings_.record_times ? std::optional(thought.count()) : std::nullopt;
  }

  /// How its player must leave, if it must.
  std::optional<Ending> commit(Seat seat) {
    const bool was_there = !match_.gone().contains(seat);
    const auto* fault = std::get_if<Fault>(&question_of(seat).answered.last);
    const bool refused = fault != nullptr && fault->kind == FaultKind::refused;
    match_.commit(seat, question_of(seat).answered);
    show_progress();
    tell(seat);
    if (!was_there || !match_.gone().contains(seat)) return std::nullopt;
    if (!refused) return Ending::faulted;
    at(seat).player->close(match_.closing());
    return Ending::finished;
  }

  void show_progress() const {
    if (settings_.progress != nullptr) (*settings_.progress)(match_.moves(), match_.forfeits());
  }

  void tell(std::optional<Seat> actor) {
    match_.tell(actor,
                [this](Seat seat, const typename G::Event& event) { at(seat).player->see(event); });
  }

  Match<G>& match_;
  std::vector<Seated<G>>& seated_;
  ArbiterSettings settings_;
  TimePoint answered_at_{};  // the last answer of any seat, if overhead is measured
  std::vector<Question> questions_;
};

}  // namespace arena
