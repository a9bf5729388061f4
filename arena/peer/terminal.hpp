// A person, or whatever else is at arena's own stdin and stdout, as a peer.
// Works with terminals, pipes, files and /dev/null; leaves no trace in the descriptors, which are
// shared with the user's shell. What is typed ahead counts as answers to the questions that come.
// Not for: prompts, boards and line editing.
#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/channel.hpp"
#include "arena/peer/peer.hpp"

namespace arena {

/// A way to use a shared descriptor without blocking: opened anew where possible, so that its flags
/// are our own, else a duplicate whose flags are put back at the end.
class BorrowedDescriptor {
 public:
  /// `mode`: O_RDONLY or O_WRONLY.
  BorrowedDescriptor(int shared, int mode);
  BorrowedDescriptor(const BorrowedDescriptor&) = delete;
  BorrowedDescriptor& operator=(const BorrowedDescriptor&) = delete;
  ~BorrowedDescriptor();

  /// To be taken once.
  FileDescriptor take() { return std::move(own_); }

 private:
  int shared_;
  int flags_ = -1;  // to put back; negative: none
  FileDescriptor own_;
};

class TerminalPeer final : public Peer {
 public:
  /// The descriptors stay the caller's, open as long as the peer exists.
  explicit TerminalPeer(Loop& loop, int in = 0, int out = 1);

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override { channel_.flush_soon(); }
  boost::asio::awaitable<Reply> ask(Duration allowance) override { return channel_.ask(allowance); }
  void interrupt() override { channel_.break_off(); }
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }

 private:
  BorrowedDescriptor in_;
  BorrowedDescriptor out_;
  Channel channel_;
};

}  // namespace arena
