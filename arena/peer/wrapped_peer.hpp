// A peer that passes everything to another one. Derived classes change some of it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "arena/peer/peer.hpp"

namespace arena {

class WrappedPeer : public Peer {
 public:
  explicit WrappedPeer(std::unique_ptr<Peer> peer) : peer_(std::move(peer)) {}

  std::string& outbox() override { return peer_->outbox(); }
  void flush_soon() override { peer_->flush_soon(); }
  boost::asio::awaitable<Reply> ask(Duration allowance) override { return peer_->ask(allowance); }
  void hear(std::function<void(Reply)> heard) override { peer_->hear(std::move(heard)); }
  void flush_now() override { peer_->flush_now(); }
  boost::asio::awaitable<Fault> explained(Fault fault) override {
    return peer_->explained(std::move(fault));
  }
  void interrupt() override { peer_->interrupt(); }
  boost::asio::awaitable<void> end(Ending ending) override { return peer_->end(ending); }
  void record_transcript(Dialogue* dialogue) override { peer_->record_transcript(dialogue); }
  [[nodiscard]] PeerReport report() const override { return peer_->report(); }
  Duration run_beside() override { return peer_->run_beside(); }
  PeerMemory& memory() override { return peer_->memory(); }

 protected:
  [[nodiscard]] std::unique_ptr<Peer>& wrapped() { return peer_; }

 private:
  std::unique_ptr<Peer> peer_;
};

}  // namespace arena
