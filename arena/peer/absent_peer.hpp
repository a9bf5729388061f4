// A peer whose program could not be started: every question ends in that fault.
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
  boost::asio::awaitable<void> deliver() override {
    outbox_.clear();
    co_return;
  }
  boost::asio::awaitable<Reply> ask(TimePoint /*deadline*/) override {
    outbox_.clear();
    Reply reply = why_;
    co_return reply;
  }
  void interrupt() override {}
  boost::asio::awaitable<bool> has_left() override { co_return true; }
  boost::asio::awaitable<void> end(Ending /*ending*/) override { co_return; }
  void overhear(Dialogue* /*dialogue*/) override {}
  [[nodiscard]] int early_lines() const override { return 0; }
  [[nodiscard]] std::string stderr_tail() const override { return {}; }
  [[nodiscard]] std::string stderr_file() const override { return {}; }

 private:
  Fault why_;
  std::string outbox_;  // goes nowhere
};

}  // namespace arena
