// A peer that gives prepared lines, one per question, and then fails. So a match can judge these
// lines as answers. It drops what it receives.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/peer/peer.hpp"

namespace arena {

class ScriptedPeer final : public Peer {
 public:
  explicit ScriptedPeer(std::vector<std::string> lines) : lines_(std::move(lines)) {}

  std::string& outbox() override { return outbox_; }
  void flush_soon() override {}
  boost::asio::awaitable<Reply> ask(Duration /*allowance*/) override {
    outbox_.clear();
    Reply reply;
    if (next_ < lines_.size()) {
      reply = Line{lines_[next_++], Clock::now(), Duration(0)};
    } else {
      reply = Fault{FaultKind::exit, "has said all"};
    }
    co_return reply;
  }
  void interrupt() override { next_ = lines_.size(); }
  boost::asio::awaitable<void> end(Ending /*ending*/) override { co_return; }

 private:
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  std::string outbox_;
};

}  // namespace arena
