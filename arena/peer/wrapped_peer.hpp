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
  Talk& talk() override { return peer_->talk(); }
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
