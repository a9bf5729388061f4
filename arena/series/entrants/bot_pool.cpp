#include "arena/series/entrants/bot_pool.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "arena/peer/wrapped_peer.hpp"

namespace arena {

namespace asio = boost::asio;

/// Owns the peer as long as anyone may call it, because a seat that forfeited may still be
/// interrupted. Then the peer returns to the pool, unless it failed.
class BotPool::PooledBot final : public WrappedPeer {
 public:
  PooledBot(Kept& kept, int match, PeerMaker make)
      : WrappedPeer(std::move(kept.peer)),
        kept_(kept),
        match_(match),
        make_(std::move(make)),
        before_(wrapped()->report()) {}
  ~PooledBot() override {
    wrapped()->record_transcript(nullptr);
    if (!removed_) kept_.peer = std::move(wrapped());
  }

  /// Messages before the first question wait for it, because a new process would need them again.
  void flush_soon() override {
    if (answered_) wrapped()->flush_soon();
  }

  asio::awaitable<Reply> ask(Duration allowance) override {
    const bool may_have_left = !answered_ && kept_.has_played;
    answered_ = true;
    return may_have_left ? ask_first_question(allowance) : wrapped()->ask(allowance);
  }

  void interrupt() override {
    kept_.broken_off = true;
    wrapped()->interrupt();
  }

  asio::awaitable<void> end(Ending ending) override {
    kept_.has_played = true;
    kept_.match = match_;
    if (removed_) co_return;
    removed_ = ending == Ending::faulted;
    co_await wrapped()->end(removed_ ? ending : Ending::kept);
  }

  void record_transcript(Dialogue* dialogue) override {
    dialogue_ = dialogue;
    wrapped()->record_transcript(dialogue);
  }
  /// Of this match only.
  [[nodiscard]] PeerReport report() const override {
    PeerReport report = WrappedPeer::report();
    report.early_lines -= before_.early_lines;
    report.pace.thought -= before_.pace.thought;
    report.pace.starved -= before_.pace.starved;
    report.failure.clear();
    return report;
  }

 private:
  /// The first question of a match to a process that has played before. If the process exited in
  /// order, it asks a new one. A crash may have come before the question, but arena cannot know.
  asio::awaitable<Reply> ask_first_question(Duration allowance) {
    const TimePoint begin = Clock::now();
    std::string opening = outbox();
    Reply reply = co_await wrapped()->ask(allowance);
    auto* fault = std::get_if<Fault>(&reply);
    if (fault == nullptr || fault->kind != FaultKind::exit || kept_.broken_off) co_return reply;
    removed_ = true;
    co_await wrapped()->end(Ending::leaving);
    if (!wrapped()->report().has_left) {
      fault->detail =
          fmt::format("crashed at the first question of game {}: {}", match_ + 1, fault->detail);
      co_return reply;
    }
    // The process may have used time before it exited, so the new one gets the rest.
    const Duration left = allowance - (Clock::now() - begin);
    std::unique_ptr<Peer> made = co_await make_();
    replace_by(std::move(made));
    outbox() = std::move(opening);
    reply = co_await wrapped()->ask(left);
    co_return reply;
  }

  void replace_by(std::unique_ptr<Peer> peer) {
    wrapped() = std::move(peer);
    removed_ = false;
    before_ = {};
    wrapped()->record_transcript(dialogue_);
    if (kept_.broken_off) wrapped()->interrupt();  // it came while there was no peer
  }

  Kept& kept_;
  int match_;
  PeerMaker make_;
  Dialogue* dialogue_ = nullptr;
  bool answered_ = false;
  bool removed_ = false;
  PeerReport before_;  // at the start of the match
};

asio::awaitable<std::unique_ptr<Peer>> BotPool::take(const Entrant& bot, const SeatInMatch& seat,
                                                     PeerMaker make) {
  constexpr int processes = 2;
  const int process = seat.table % processes;
  if (apart_) co_await end_others(process);
  if (bot.lifetime == Lifetime::match) {
    std::unique_ptr<Peer> own = co_await make();
    co_return own;
  }
  Kept& kept = kept_[{&bot, process}];
  const bool moves_on = bot.lifetime == Lifetime::seat && kept.seat != seat.seat;
  if (kept.peer && ((seat.deal && kept.deal == seat.deal) || moves_on)) {
    co_await end(bot, kept);
    kept.peer = nullptr;
  }
  if (!kept.peer) {
    kept = Kept();
    std::unique_ptr<Peer> made = co_await make();
    kept.peer = std::move(made);
  }
  kept.deal = seat.deal;
  kept.seat = seat.seat;
  std::unique_ptr<Peer> pooled = std::make_unique<PooledBot>(kept, seat.match, std::move(make));
  co_return pooled;
}

asio::awaitable<void> BotPool::end_others(int process) {
  for (auto& [key, kept] : kept_) {
    if (!kept.peer || key.second == process) continue;
    co_await end(*key.first, kept);
    kept.peer = nullptr;
  }
}

bool BotPool::keeps(const Entrant& bot) const {
  return std::ranges::any_of(
      kept_, [&bot](const auto& one) { return one.first.first == &bot && one.second.peer; });
}

Duration BotPool::run_beside() const {
  Duration total{0};
  for (const auto& [key, kept] : kept_) {
    if (kept.peer) total += kept.peer->run_beside();
  }
  return total;
}

asio::awaitable<void> BotPool::keep_only(std::set<const Entrant*> bots) {
  for (auto at = kept_.begin(); at != kept_.end();) {
    auto& [key, kept] = *at;
    if (bots.contains(key.first)) {
      ++at;
      continue;
    }
    if (kept.peer) co_await end(*key.first, kept);
    at = kept_.erase(at);
  }
}

asio::awaitable<void> BotPool::close() { co_await keep_only({}); }

asio::awaitable<void> BotPool::remove(const Entrant& bot) {
  for (auto& [key, kept] : kept_) {
    if (key.first != &bot || !kept.peer) continue;
    co_await kept.peer->end(Ending::faulted);
    kept.peer = nullptr;
  }
}

asio::awaitable<void> BotPool::end(const Entrant& bot, Kept& kept) {
  if (!kept.broken_off) kept.peer->outbox() += kept.peer->memory().farewell;
  co_await kept.peer->end(kept.broken_off ? Ending::faulted : Ending::finished);
  const PeerReport report = kept.peer->report();
  if (report.failure.empty() || !kept.has_played || kept.broken_off) co_return;
  late_faults_.push_back({bot.name, kept.match, report.failure, report.stderr_tail});
}

std::string late_fault_text(const LateFault& fault) {
  return fmt::format("{} {} after the end of game {}, which still counts.", fault.name, fault.what,
                     fault.match + 1);
}

}  // namespace arena
