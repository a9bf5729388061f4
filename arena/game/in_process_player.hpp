// Players that are bots in arena's own process: built-in ones, and those of the program around it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/game/typed_view.hpp"
#include "arena/peer/task.hpp"
#include "arena/players/in_process_bot.hpp"
#include "arena/players/player.hpp"

namespace arena {

/// A built-in bot: it cannot fail, and no time limit applies. A quick one answers immediately.
/// Records spell its refused moves as the protocol `P` does.
template <Protocol P>
class BotPlayer final : public Player<typename P::Game> {
  using Game = typename P::Game;

 public:
  BotPlayer(Seat seat, std::unique_ptr<Bot<Game>> bot, bool is_slow)
      : bot_(std::move(bot)), protocol_(seat), is_slow_(is_slow) {}

  void see(const typename Game::Event& event) override { bot_->see(event); }
  void ask(const typename Game::View& /*view*/, Duration /*left*/) override {}
  boost::asio::awaitable<Answer<Game>> answer(const typename Game::View& view,
                                              Duration /*allowance*/) override {
    const TimePoint asked = Clock::now();
    if (!is_slow_) co_return answer_of(bot_->move(view), asked);
    const auto move = co_await in_thread([this, &view] { return bot_->move(view); });
    co_return answer_of(move, asked);
  }
  bool refused(const Refusal& refusal) override {
    bot_->refused(refusal);
    return true;
  }
  std::string wire_text(const typename Game::Move& move) override { return protocol_.write(move); }
  boost::asio::awaitable<void> end(Ending /*ending*/) override { co_return; }

 private:
  static Answer<Game> answer_of(const typename Game::Move& move, TimePoint asked) {
    return {move, Game::write(move), asked, Clock::now() - asked};
  }

  std::unique_ptr<Bot<Game>> bot_;
  P protocol_;
  bool is_slow_;
};

/// Its records are like those of a bot that uses the JSON protocol.
template <class GameModule>
class InProcessPlayer final : public Player<typename GameModule::Game> {
  using G = typename GameModule::Game;

 public:
  /// REQUIRES: the bot outlives the player.
  InProcessPlayer(Seat seat, InProcessBot& bot, const MatchKind<G>& match)
      : seat_(seat), bot_(bot), match_(match), protocol_(seat) {}

  void begin(const Opening& opening) override {
    if (bot_.listens()) bot_.begin(protocol_.start_message(opening));
  }
  void see(const typename G::Event& event) override {
    known_.told.push_back(event);
    if (!bot_.listens()) return;
    const boost::json::object told = GameModule::event(event);
    if (!told.empty()) bot_.see(told);
  }
  void ask(const typename G::View& /*view*/, Duration /*left*/) override {}

  boost::asio::awaitable<Answer<G>> answer(const typename G::View& view,
                                           Duration /*allowance*/) override {
    const TimePoint asked = Clock::now();
    auto said = bot_.move(std::make_shared<TypedView<GameModule>>(
        view, seat_, true, match_, std::make_unique<const Knowledge<G>>(known_)));
    const Duration thought = Clock::now() - asked;
    if (auto* fault = std::get_if<Fault>(&said)) co_return Answer<G>{std::move(*fault), {}};
    const std::string& text = std::get<std::string>(said);
    auto reading = protocol_.read_move(view, text);
    if (const auto* move = std::get_if<typename G::Move>(&reading)) {
      if (!G::check(view, *move)) known_.alone.moves.push_back(G::write(*move));
      co_return Answer<G>{*move, G::write(*move), asked, thought};
    }
    // Written as a JSON string, any text can be read back from the record.
    co_return Answer<G>{std::get<Refusal>(reading),
                        boost::json::serialize(boost::json::string(text)), asked, thought};
  }
  bool refused(const Refusal& refusal) override {
    bot_.refused(refusal.text());
    return true;
  }
  std::string wire_text(const typename G::Move& move) override { return protocol_.write(move); }
  void close(const Closing& closing) override {
    if (bot_.listens()) bot_.end(protocol_.end_message(closing));
  }
  boost::asio::awaitable<void> end(Ending /*ending*/) override { co_return; }

 private:
  Seat seat_;
  InProcessBot& bot_;
  MatchKind<G> match_;
  SharedProtocol<GameModule> protocol_;
  Knowledge<G> known_;
};

}  // namespace arena
