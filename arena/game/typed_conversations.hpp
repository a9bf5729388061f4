// The protocols of a game whose clients choose their seats (core/refinements/conversation.hpp), as
// their server, and as a client of another server.
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
#include "arena/game/typed_players.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/peer/next_line.hpp"
#include "arena/peer/peer.hpp"
#include "arena/players/player.hpp"
#include "arena/util/error.hpp"

namespace arena {

/// A session at another server, where a bot of arena has one seat. Arena does not referee there: it
/// translates, checks the bot's moves before they leave, and keeps its clock.
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
      server().talk().flush_now();
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
      server().talk().flush_now();
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

/// Whether clients of one of its protocols choose their seats.
template <class GameModule>
constexpr bool has_conversations() {
  bool has = false;
  for_each_protocol<GameModule>([&]<class P>(std::type_identity<P>) { has |= Converses<P>; });
  return has;
}

template <class GameModule>
class TypedConversations final : public AnyConversations {
  using G = typename GameModule::Game;

 public:
  std::variant<Introduction, Refusal> introduction(std::string_view protocol,
                                                   std::string_view line) const override {
    return with_protocol<GameModule>(
        protocol, [&]<class P>(std::type_identity<P>) -> std::variant<Introduction, Refusal> {
          if constexpr (Converses<P>) {
            return P::Conversation::introduction(line);
          } else {
            return Refusal("The clients of this protocol do not introduce themselves.");
          }
        });
  }

  void welcome(std::string_view protocol, std::string_view line, Seat seat,
               Compatibility compatibility, Peer& client) const override {
    for_each_protocol<GameModule>([&]<class P>(std::type_identity<P>) {
      if constexpr (Converses<P>) {
        if (P::terms.name != protocol) return;
        typename P::Conversation talk(seat, compatibility);
        static_cast<void>(talk.hear(line, client.outbox()));
        client.memory().conversation = std::move(talk);
        client.talk().flush_now();
      }
    });
  }

  WantedSeat wanted_seat(std::string_view protocol, std::string_view name) const override {
    return with_protocol<GameModule>(protocol, [&]<class P>(std::type_identity<P>) -> WantedSeat {
      if constexpr (HasGuest<P>) {
        return P::Guest::wanted_seat(name);
      } else {
        throw Error(fmt::format("no server of {} seats bots by the {} protocol", G::info.title,
                                P::terms.name));
      }
    });
  }

  boost::asio::awaitable<void> visit(VisitPlan plan) const override {
    const auto setup = setup_of<G>(plan.options, G::info.least_seats, {});
    const auto make = [&](const SeatPlan& who, Seat seat) {
      return player_of<GameModule>(
          who, BotSetup<G>{setup.options, setup.seats, seat, 0, plan.table_cache});
    };
    auto visit = with_protocol<GameModule>(
        plan.protocol,
        [&]<class P>(std::type_identity<P>) -> std::function<boost::asio::awaitable<void>()> {
          if constexpr (HasGuest<P>) {
            auto session = std::make_shared<Visit<P>>(plan, setup.options, make);
            return [session] { return session->play(); };
          } else {
            return nullptr;
          }
        });
    if (visit) co_await visit();
  }
};

}  // namespace arena
