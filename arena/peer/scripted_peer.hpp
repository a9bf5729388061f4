// A peer that gives prepared lines, one per question, and then fails. So a match can judge these
// lines as answers; without lines it is a bot that could not start. It drops what it receives.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/peer/peer.hpp"

namespace arena {

class ScriptedPeer final : public Peer, private Talk {
 public:
  ScriptedPeer(std::vector<std::string> lines, Fault at_end)
      : lines_(std::move(lines)), at_end_(std::move(at_end)) {}

  std::string& outbox() override { return outbox_; }
  void flush_soon() override { outbox_.clear(); }
  boost::asio::awaitable<Reply> ask(Duration /*allowance*/) override {
    outbox_.clear();
    Reply reply = at_end_;
    if (next_ < lines_.size()) reply = Line{lines_[next_++], Clock::now(), Duration(0)};
    co_return reply;
  }
  /// There is no process that could be asked.
  Talk& talk() override { return *this; }
  void interrupt() override { next_ = lines_.size(); }
  boost::asio::awaitable<void> end(Ending /*ending*/) override {
    outbox_.clear();
    co_return;
  }
  [[nodiscard]] PeerReport report() const override {
    PeerReport report;
    report.has_left = true;
    return report;
  }

 private:
  void hear(std::function<void(Reply)> heard) override {
    if (heard) heard(at_end_);
  }
  void flush_now() override { flush_soon(); }

  std::vector<std::string> lines_;
  Fault at_end_;
  std::size_t next_ = 0;
  std::string outbox_;
};

}  // namespace arena
