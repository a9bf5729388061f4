// A connection that sends one line at a time, with a pause after each. Some old clients lose the
// second of two lines that arrive together.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "arena/peer/handler_guard.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/wrapped_peer.hpp"

namespace arena {

class PacedPeer final : public WrappedPeer, private Talk {
 public:
  PacedPeer(std::unique_ptr<Peer> peer, Loop& loop, std::chrono::milliseconds pause)
      : WrappedPeer(std::move(peer)), loop_(loop), pause_(pause), timer_(loop.executor()) {
    text_ = std::exchange(WrappedPeer::outbox(), {});
  }

  std::string& outbox() override { return text_; }
  void flush_soon() override { flush_now(); }
  Talk& talk() override { return *this; }
  boost::asio::awaitable<void> end(Ending ending) override {
    while (ending != Ending::faulted && !text_.empty()) {
      flush_now();
      co_await loop_.pause(pause_);
    }
    co_await WrappedPeer::end(ending);
  }

 private:
  void hear(std::function<void(Reply)> heard) override {
    WrappedPeer::talk().hear(std::move(heard));
  }
  void flush_now() override {
    if (!pausing_) send_line();
  }
  boost::asio::awaitable<Fault> explained(Fault fault) override {
    return WrappedPeer::talk().explained(std::move(fault));
  }

  void send_line() {
    const std::size_t size = text_.find('\n') + 1;
    if (size == 0) return;
    WrappedPeer::outbox().append(text_, 0, size);
    text_.erase(0, size);
    WrappedPeer::talk().flush_now();
    pausing_ = true;
    timer_.expires_after(pause_);
    timer_.async_wait(guard_([this](const boost::system::error_code& error) {
      pausing_ = false;
      if (!error) send_line();
    }));
  }

  Loop& loop_;
  std::chrono::milliseconds pause_;
  Loop::Timer timer_;
  std::string text_;
  bool pausing_ = false;
  HandlerGuard guard_;
};

/// The peer itself, if there is no pause.
inline std::unique_ptr<Peer> paced(std::unique_ptr<Peer> peer, Loop& loop, int milliseconds) {
  if (milliseconds == 0) return peer;
  return std::make_unique<PacedPeer>(std::move(peer), loop,
                                     std::chrono::milliseconds(milliseconds));
}

}  // namespace arena
