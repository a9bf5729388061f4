// A peer whose program could not start: every question ends in that fault.
#pragma once

#include <string>
#include <utility>

#include "arena/peer/peer.hpp"

namespace arena {

class AbsentPeer final : public Peer {
 public:
  explicit AbsentPeer(Fault why) : why_(std::move(why)) {}

  std::string& outbox() override { return outbox_; }
  void flush_soon() override { outbox_.clear(); }
  boost::asio::awaitable<Reply> ask(Duration /*allowance*/) override {
    outbox_.clear();
    Reply reply = why_;
    co_return reply;
  }
  void interrupt() override {}
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
  Fault why_;
  std::string outbox_;  // never sent
};

}  // namespace arena
