// A session at another server, where a bot of arena has one seat (core/refinements/conversation.hpp).
// Arena does not referee there: it translates, checks the bot's moves before they leave, and keeps
// its clock.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/core/refinements/conversation.hpp"
#include "arena/game/any_game.hpp"
#include "arena/peer/next_line.hpp"
#include "arena/peer/peer.hpp"
#include "arena/players/player.hpp"
#include "arena/util/error.hpp"

namespace arena {

template <HasGuest P>
class Visit {
  using G = typename P::Game;
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;

 public:
  /// Makes the player of a match at this seat.
  using MakePlayer = std::function<std::unique_ptr<Player<G>>(const SeatPlan&, Seat)>;

  /// REQUIRES: `plan` outlives this.
  Visit(const VisitPlan& plan, const typename G::Options& options, MakePlayer make)
      : plan_(plan), guest_(plan.seat, plan.team, options), make_(std::move(make)) {}

  /// Returns when the server ends the session after a match. Throws Error if the server or the bot
  /// fails, or if the server cuts the session short.
  Awaitable<void> play() {
    guest_.begin(server().outbox());
    while (!guest_.session_is_over()) {
      server().flush_now();
      if (server().outbox().size() > most_unread) throw Error("the server reads no answers");
      std::variant<std::string, Fault> heard = co_await next_line(server(), plan_.patience);
      if (const auto* fault = std::get_if<Fault>(&heard))
        throw Error(fmt::format("the server {}", fault->detail));
      guest_.hear(std::get<std::string>(heard), server().outbox());
      co_await follow();
    }
    const bool is_cut_short = player_ != nullptr;
    co_await end_match(Ending::kept);
    if (is_cut_short) throw Error("the server ended the session in the middle of a game");
    if (match_ == 0) throw Error("the server ended the session before its first game");
  }

 private:
  static constexpr std::size_t most_unread = 1 << 20;  // bytes that the server has not taken

  [[nodiscard]] Peer& server() { return *plan_.server; }

  /// Shows the player what is new, and lets it move if it can.
  Awaitable<void> follow() {
    if (guest_.matches() != match_) co_await begin_match();
    show();
    for (auto view = guest_.question(); view; view = guest_.question()) {
      server().flush_now();
      const typename G::Move move = co_await ask(*view);
      guest_.move(move, server().outbox());
      show();
    }
    if (player_ && guest_.outcome()) co_await end_match(Ending::finished);
  }

  Awaitable<void> begin_match() {
    co_await end_match(Ending::finished);
    match_ = guest_.matches();
    seat_plan_ = co_await plan_.sit_down(guest_.seat());
    player_ = make_(*seat_plan_, guest_.seat());
    player_->begin(
        {guest_.seat(), guest_.names(), json::serialize(plan_.options), seat_plan_->time});
  }

  void show() {
    for (const auto& event : guest_.take_events()) {
      if (player_) player_->see(event);
    }
  }

  Awaitable<typename G::Move> ask(const typename G::View& view) {
    const Duration allowance = seat_plan_->time.move_time;
    player_->ask(view, allowance);
    Duration before{0};
    for (int refused = 0;; ++refused) {
      Answer<G> answer = co_await player_->answer(view, allowance - before);
      if (const auto* fault = std::get_if<Fault>(&answer.what))
        throw Error(fmt::format("the bot failed: {}", fault->detail));
      const auto* move = std::get_if<typename G::Move>(&answer.what);
      const Refusal refusal =
          move != nullptr ? G::check(view, *move) : std::get<Refusal>(answer.what);
      if (!refusal) {
        used_ += before + answer.thought;
        co_return *move;
      }
      if (refused >= seat_plan_->max_refusals)
        throw Error(fmt::format("the bot answered \"{}\": {}", answer.text, refusal.text()));
      if (player_->refused(refusal)) before += answer.thought;
    }
  }

  Awaitable<void> end_match(Ending ending) {
    if (!player_) co_return;
    Closing closing;
    closing.used.resize(guest_.names().size());
    closing.used[static_cast<std::size_t>(guest_.seat())] = std::exchange(used_, {});
    const auto outcome = guest_.outcome();
    closing.over = outcome.has_value();
    if (outcome) {
      closing.scores = outcome->scores;
      closing.places = places(outcome->scores, {}, G::info.more_is_better, G::info.sides);
      closing.end = outcome->end;
      plan_.played(guest_.names(), closing);
    }
    player_->close(closing);
    co_await player_->end(ending);
    player_.reset();
    plan_.get_up();
  }

  const VisitPlan& plan_;
  typename P::Guest guest_;
  MakePlayer make_;
  std::optional<SeatPlan> seat_plan_;
  std::unique_ptr<Player<G>> player_;
  int match_ = 0;
  Duration used_{0};  // by the player, in this match
};

}  // namespace arena
