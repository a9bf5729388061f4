#include "arena/tournament/stable.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace arena {

namespace asio = boost::asio;

class Stable::Visit final : public Peer {
 public:
  Visit(Kept& kept, int match, PeerMaker make)
      : kept_(kept),
        match_(match),
        make_(std::move(make)),
        early_before_(kept.peer->early_lines()),
        pace_before_(kept.peer->pace()) {}
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit() override {
    if (kept_.peer) kept_.peer->overhear(nullptr);
  }

  std::string& outbox() override { return peer().outbox(); }
  /// The news of a match's opening wait for its first question, so that they can be told again.
  void flush_soon() override {
    if (answered_) peer().flush_soon();
  }

  void allow(Duration left) override { peer().allow(left); }

  asio::awaitable<Reply> ask(TimePoint deadline) override {
    if (answered_ || !kept_.has_played) {
      answered_ = true;
      return peer().ask(deadline);
    }
    return ask_first(deadline);
  }

  asio::awaitable<void> deliver() override { return peer().deliver(); }
  void interrupt() override {
    kept_.broken_off = true;
    peer().interrupt();
  }

  asio::awaitable<void> end(Ending ending) override {
    early_lines_ = early_lines();
    pace_ = pace();
    stderr_tail_ = stderr_tail();
    stderr_file_ = stderr_file();
    ended_ = true;
    kept_.has_played = true;
    kept_.match = match_;
    if (ending == Ending::faulted) {
      co_await kept_.peer->end(ending);
      kept_.peer.reset();
    } else {
      co_await kept_.peer->deliver();
    }
  }

  std::int64_t& question_number() override { return peer().question_number(); }
  void overhear(Dialogue* dialogue) override {
    dialogue_ = dialogue;
    peer().overhear(dialogue);
  }
  [[nodiscard]] int early_lines() const override {
    return ended_ ? early_lines_ : kept_.peer->early_lines() - early_before_;
  }
  [[nodiscard]] Pace pace() const override {
    if (ended_) return pace_;
    const Pace now = kept_.peer->pace();
    return {now.thought - pace_before_.thought, now.starved - pace_before_.starved};
  }
  Duration run_beside() override { return kept_.peer ? peer().run_beside() : Duration::zero(); }
  [[nodiscard]] std::string stderr_tail() const override {
    return ended_ ? stderr_tail_ : kept_.peer->stderr_tail();
  }
  [[nodiscard]] std::string stderr_file() const override {
    return ended_ ? stderr_file_ : kept_.peer->stderr_file();
  }

 private:
  [[nodiscard]] Peer& peer() const { return *kept_.peer; }

  /// The first question of a match to a process that has played before: if it has left in order, a
  /// new one is asked. A crash may have come before the question, but nobody can tell.
  asio::awaitable<Reply> ask_first(TimePoint deadline) {
    answered_ = true;
    std::string opening = peer().outbox();
    const Duration allowed = deadline - Clock::now();
    Reply reply = co_await peer().ask(deadline);
    auto* fault = std::get_if<Fault>(&reply);
    if (fault == nullptr || fault->kind != FaultKind::exit || kept_.broken_off) co_return reply;
    const bool has_left = co_await peer().has_left();
    if (!has_left) {
      fault->detail =
          fmt::format("crashed at the first question of game {}: {}", match_ + 1, fault->detail);
      co_return reply;
    }
    co_await peer().end(Ending::faulted);
    std::unique_ptr<Peer> made = co_await make_();
    kept_.peer = std::move(made);
    early_before_ = 0;
    pace_before_ = {};
    peer().overhear(dialogue_);
    peer().outbox() = std::move(opening);
    peer().allow(allowed);
    const bool unlimited = deadline == TimePoint::max();
    reply = co_await peer().ask(unlimited ? deadline : Clock::now() + allowed);
    co_return reply;
  }

  Kept& kept_;
  int match_;
  PeerMaker make_;
  Dialogue* dialogue_ = nullptr;
  bool answered_ = false;
  bool ended_ = false;
  int early_before_;
  int early_lines_ = 0;
  Pace pace_before_;
  Pace pace_;
  std::string stderr_tail_;
  std::string stderr_file_;
};

asio::awaitable<std::unique_ptr<Peer>> Stable::visit(const Entrant& bot, int match,
                                                     PeerMaker make) {
  Kept& kept = kept_[&bot];
  if (!kept.peer) {
    const std::optional<std::uint64_t> deal = kept.deal;
    kept = Kept();
    kept.deal = deal;
    std::unique_ptr<Peer> made = co_await make();
    kept.peer = std::move(made);
  }
  std::unique_ptr<Peer> visit = std::make_unique<Visit>(kept, match, std::move(make));
  co_return visit;
}

bool Stable::keeps(const Entrant& bot) const {
  const auto found = kept_.find(&bot);
  return found != kept_.end() && found->second.peer;
}

asio::awaitable<void> Stable::keep_from_knowing(const Entrant& bot, std::uint64_t deal) {
  Kept& kept = kept_[&bot];
  if (kept.deal == deal && kept.peer) {
    co_await end(bot, kept);
    kept = Kept();
  }
  kept.deal = deal;
}

asio::awaitable<void> Stable::close() {
  for (auto& [bot, kept] : kept_) {
    if (kept.peer) co_await end(*bot, kept);
  }
  kept_.clear();
}

asio::awaitable<void> Stable::end(const Entrant& bot, Kept& kept) {
  co_await kept.peer->end(kept.broken_off ? Ending::faulted : Ending::finished);
  if (kept.peer->failure().empty() || !kept.has_played || kept.broken_off) co_return;
  late_faults_.push_back({bot.name, kept.match, kept.peer->failure(), kept.peer->stderr_tail()});
}

std::string late_fault_text(const LateFault& fault) {
  return fmt::format("{} {} after the end of game {}, which counts all the same.", fault.name,
                     fault.what, fault.match + 1);
}

}  // namespace arena
