// A person, or anything else at arena's own stdin and stdout, as a peer.
// It works with terminals, pipes, files and /dev/null. It restores the descriptors, because the
// user's shell shares them. Lines that a person types ahead answer the next questions. Prompts,
// boards and line editing are elsewhere.
#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/peer/channel.hpp"
#include "arena/peer/peer.hpp"

namespace arena {

/// Uses a shared descriptor without blocking. If possible it opens the file again, with flags of
/// its own; otherwise it duplicates the descriptor and restores the flags at the end.
class BorrowedDescriptor : boost::noncopyable {
 public:
  /// `mode` is O_RDONLY or O_WRONLY.
  BorrowedDescriptor(int shared, int mode);
  ~BorrowedDescriptor();

  /// Call it once.
  FileDescriptor take() { return std::move(own_); }

 private:
  int shared_;
  int flags_ = -1;  // to restore; negative if there is nothing to restore
  FileDescriptor own_;
};

class TerminalPeer final : public Peer {
 public:
  /// The caller keeps the descriptors and leaves them open as long as the peer exists.
  explicit TerminalPeer(Loop& loop, int in = 0, int out = 1);

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override { channel_.flush_soon(); }
  boost::asio::awaitable<Reply> ask(Duration allowance) override { return channel_.ask(allowance); }
  Talk& talk() override { return channel_; }
  void interrupt() override { channel_.break_off(); }
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }

 private:
  BorrowedDescriptor in_;
  BorrowedDescriptor out_;
  Channel channel_;
};

}  // namespace arena
