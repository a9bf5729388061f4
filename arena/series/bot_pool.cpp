#include "arena/series/bot_pool.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace arena {

namespace asio = boost::asio;

/// Owns the peer for as long as anyone may call it: a seat that has forfeited may still be
/// interrupted. Then the peer goes back to the pool, unless its end was a fault.
class BotPool::PooledBot final : public Peer {
 public:
  PooledBot(Kept& kept, int match, PeerMaker make)
      : kept_(kept),
        peer_(std::move(kept.peer)),
        match_(match),
        make_(std::move(make)),
        early_before_(peer_->early_lines()),
        pace_before_(peer_->pace()) {}
  PooledBot(const PooledBot&) = delete;
  PooledBot& operator=(const PooledBot&) = delete;
  ~PooledBot() override {
    peer_->overhear(nullptr);
    if (!removed_) kept_.peer = std::move(peer_);
  }

  std::string& outbox() override { return peer_->outbox(); }
  /// The news of a match's opening wait for its first question, so that they can be told again.
  void flush_soon() override {
    if (answered_) peer_->flush_soon();
  }

  void allow(Duration left) override { peer_->allow(left); }

  asio::awaitable<Reply> ask(TimePoint deadline) override {
    if (answered_ || !kept_.has_played) {
      answered_ = true;
      return peer_->ask(deadline);
    }
    return ask_first(deadline);
  }

  asio::awaitable<void> deliver() override { return peer_->deliver(); }
  void interrupt() override {
    kept_.broken_off = true;
    peer_->interrupt();
  }

  asio::awaitable<void> end(Ending ending) override {
    kept_.has_played = true;
    kept_.match = match_;
    if (ending == Ending::faulted) {
      removed_ = true;
      co_await peer_->end(ending);
    } else {
      co_await peer_->deliver();
    }
  }

  std::int64_t& question_number() override { return peer_->question_number(); }
  void overhear(Dialogue* dialogue) override {
    dialogue_ = dialogue;
    peer_->overhear(dialogue);
  }
  [[nodiscard]] int early_lines() const override { return peer_->early_lines() - early_before_; }
  [[nodiscard]] Pace pace() const override {
    const Pace now = peer_->pace();
    return {now.thought - pace_before_.thought, now.starved - pace_before_.starved};
  }
  Duration run_beside() override { return peer_->run_beside(); }
  [[nodiscard]] std::string stderr_tail() const override { return peer_->stderr_tail(); }
  [[nodiscard]] std::string stderr_file() const override { return peer_->stderr_file(); }
  [[nodiscard]] std::string log_trouble() const override { return peer_->log_trouble(); }

 private:
  /// The first question of a match to a process that has played before: if it has left in order, a
  /// new one is asked. A crash may have come before the question, but nobody can tell.
  asio::awaitable<Reply> ask_first(TimePoint deadline) {
    answered_ = true;
    std::string opening = peer_->outbox();
    Reply reply = co_await peer_->ask(deadline);
    auto* fault = std::get_if<Fault>(&reply);
    if (fault == nullptr || fault->kind != FaultKind::exit || kept_.broken_off) co_return reply;
    const bool has_left = co_await peer_->has_left();
    if (!has_left) {
      fault->detail =
          fmt::format("crashed at the first question of game {}: {}", match_ + 1, fault->detail);
      co_return reply;
    }
    // It may have thought before it left: another one has what is left of the time.
    const Duration left = deadline - Clock::now();
    co_await replace_peer();
    peer_->outbox() = std::move(opening);
    peer_->allow(left);
    const bool unlimited = deadline == TimePoint::max();
    reply = co_await peer_->ask(unlimited ? deadline : Clock::now() + left);
    co_return reply;
  }

  asio::awaitable<void> replace_peer() {
    removed_ = true;
    co_await peer_->end(Ending::faulted);
    std::unique_ptr<Peer> made = co_await make_();
    peer_ = std::move(made);
    removed_ = false;
    early_before_ = 0;
    pace_before_ = {};
    peer_->overhear(dialogue_);
    if (kept_.broken_off) peer_->interrupt();  // while there was none to take it
  }

  Kept& kept_;
  std::unique_ptr<Peer> peer_;
  int match_;
  PeerMaker make_;
  Dialogue* dialogue_ = nullptr;
  bool answered_ = false;
  bool removed_ = false;
  int early_before_;
  Pace pace_before_;
};

asio::awaitable<std::unique_ptr<Peer>> BotPool::take(const Entrant& bot, int match,
                                                     std::optional<std::uint64_t> deal,
                                                     PeerMaker make) {
  if (bot.lifetime == Lifetime::match) {
    std::unique_ptr<Peer> own = co_await make();
    co_return own;
  }
  if (deal) co_await keep_from_knowing(bot, *deal);
  Kept& kept = kept_[&bot];
  if (!kept.peer) {
    kept = Kept();
    kept.deal = deal;
    std::unique_ptr<Peer> made = co_await make();
    kept.peer = std::move(made);
  }
  std::unique_ptr<Peer> pooled = std::make_unique<PooledBot>(kept, match, std::move(make));
  co_return pooled;
}

bool BotPool::keeps(const Entrant& bot) const {
  const auto found = kept_.find(&bot);
  return found != kept_.end() && found->second.peer;
}

asio::awaitable<void> BotPool::keep_from_knowing(const Entrant& bot, std::uint64_t deal) {
  Kept& kept = kept_[&bot];
  if (kept.deal == deal && kept.peer) {
    co_await end(bot, kept);
    kept = Kept();
  }
  kept.deal = deal;
}

asio::awaitable<void> BotPool::close() {
  for (auto& [bot, kept] : kept_) {
    if (kept.peer) co_await end(*bot, kept);
  }
  kept_.clear();
}

asio::awaitable<void> BotPool::end(const Entrant& bot, Kept& kept) {
  co_await kept.peer->end(kept.broken_off ? Ending::faulted : Ending::finished);
  if (kept.peer->failure().empty() || !kept.has_played || kept.broken_off) co_return;
  late_faults_.push_back({bot.name, kept.match, kept.peer->failure(), kept.peer->stderr_tail()});
}

std::string late_fault_text(const LateFault& fault) {
  return fmt::format("{} {} after the end of game {}, which counts all the same.", fault.name,
                     fault.what, fault.match + 1);
}

}  // namespace arena
