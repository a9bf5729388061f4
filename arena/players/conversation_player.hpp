// A player whose bot asks (core/refinements/conversation.hpp): it reads all the time, also while
// another seat is to move, and answers at once. The time to move runs from when the bot knows all
// that it may know; a bot that does not ask for that has a longer time to do so. The talk with the
// bot is in the peer's memory, because it lasts for several matches.
#pragma once

#include <any>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <fmt/format.h>

#include "arena/core/refinements/conversation.hpp"
#include "arena/peer/signal.hpp"
#include "arena/players/player.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <Converses P>
class ConversationPlayer final : public Player<typename P::Game> {
  using Game = typename P::Game;
  using Move = typename Game::Move;
  using Conversation = typename P::Conversation;

 public:
  /// REQUIRES: the peer talks this protocol, and keeps its seat.
  ConversationPlayer(Peer& peer, Seat seat) : peer_(peer), protocol_(seat) {
    std::any& talk = peer.memory().conversation;
    if (!talk.has_value()) talk = Conversation(seat, Compatibility());
    talk_ = std::any_cast<Conversation>(&talk);
    peer.memory().farewell = Conversation::farewell;
  }
  ConversationPlayer(const ConversationPlayer&) = delete;
  ConversationPlayer& operator=(const ConversationPlayer&) = delete;
  /// The peer may go on without this player, if the match ended by an exception.
  ~ConversationPlayer() override { peer_.talk().hear(nullptr); }

  void begin(const Opening& opening) override {
    to_catch_up_ = slower * opening.time.move_time;
    talk_->begin(opening, peer_.outbox());
    peer_.talk().flush_now();
    peer_.talk().hear([this](Reply reply) { hear(std::move(reply)); });
  }
  void see(const typename Game::Event& event) override {
    idle_lines_ = 0;
    talk_->see(event, peer_.outbox());
    peer_.talk().flush_now();
  }
  void ask(const typename Game::View& view, Duration /*left*/) override {
    due_ = true;
    answer_.reset();
    runs_from_.reset();
    talk_->ask(view, peer_.outbox());
    peer_.talk().flush_now();
    note_time();
  }

  boost::asio::awaitable<Answer<Game>> answer(const typename Game::View& /*view*/,
                                              Duration allowance) override {
    const TimePoint patient_until = Clock::now() + to_catch_up_;
    while (!answer_ && !fault_) {
      const TimePoint until = runs_from_ ? *runs_from_ + allowance : patient_until;
      if (Clock::now() >= until) {
        fault_ = Fault{FaultKind::time,
                       runs_from_ ? fmt::format("no answer within {}", duration_text(allowance))
                                  : fmt::format("did not ask for what happened within {}",
                                                duration_text(to_catch_up_))};
        break;
      }
      co_await changed_.wait_until(until);
    }
    due_ = false;
    if (answer_) co_return *std::exchange(answer_, {});
    Fault fault = *fault_;
    fault = co_await peer_.talk().explained(std::move(fault));
    co_return Answer<Game>{std::move(fault), {}};
  }
  bool refused(const Refusal& refusal) override {
    talk_->refuse(refusal, peer_.outbox());
    peer_.talk().flush_now();
    due_ = true;
    runs_from_ = Clock::now();
    return true;
  }
  std::string wire_text(const Move& move) override { return protocol_.write(move); }
  void close(const Closing& closing) override {
    talk_->end(closing, peer_.outbox());
    peer_.talk().flush_now();
  }
  boost::asio::awaitable<void> end(Ending ending) override {
    const TimePoint until = Clock::now() + to_catch_up_;
    while (ending != Ending::faulted && !fault_ && !talk_->is_up_to_date() &&
           Clock::now() < until) {
      co_await changed_.wait_until(until);
    }
    peer_.talk().hear(nullptr);
    co_await peer_.end(ending);
  }

 private:
  /// A bot may take so many times the time of a move to ask for what happened.
  static constexpr int slower = 6;
  static constexpr int most_idle_lines = 2000;  // while nothing happens

  /// The loop calls this for each line, at any time.
  void hear(Reply reply) {
    if (auto* fault = std::get_if<Fault>(&reply)) {
      fault_ = std::move(*fault);
    } else {
      hear(std::get<Line>(reply).text);
    }
    changed_.give();
  }
  void hear(std::string_view line) {
    if (fault_) return;
    auto heard = talk_->hear(line, peer_.outbox());
    peer_.talk().flush_now();
    if (auto* fault = std::get_if<Fault>(&heard)) {
      fault_ = std::move(*fault);
    } else if (auto* move = std::get_if<Move>(&heard); move != nullptr && due_) {
      answer(line, std::move(*move));
    } else if (auto* refusal = std::get_if<Refusal>(&heard); refusal != nullptr && due_) {
      answer(line, std::move(*refusal));
    } else if (++idle_lines_ > most_idle_lines) {
      fault_ = Fault{FaultKind::limit, fmt::format("sent more than {} in a row that are no move",
                                                   counted(most_idle_lines, "line"))};
    }
    note_time();
  }
  void answer(std::string_view line, std::variant<Refusal, Move, Fault> what) {
    const TimePoint now = Clock::now();
    const TimePoint from = runs_from_.value_or(now);
    answer_ = Answer<Game>{std::move(what), std::string(trim(line)), from, now - from, {}};
    due_ = false;
  }
  /// The time to move runs once the bot knows everything.
  void note_time() {
    if (due_ && !runs_from_ && talk_->is_up_to_date()) runs_from_ = Clock::now();
  }

  Peer& peer_;
  P protocol_;
  Conversation* talk_;
  Signal changed_;
  bool due_ = false;
  std::optional<TimePoint> runs_from_;
  std::optional<Answer<Game>> answer_;
  std::optional<Fault> fault_;
  int idle_lines_ = 0;
  Duration to_catch_up_{0};
};

}  // namespace arena
