#include "arena/peer/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/core/noncopyable.hpp>
#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace asio = boost::asio;
using boost::asio::redirect_error;
using boost::asio::use_awaitable;
using boost::system::error_code;

namespace {

void set_non_blocking(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if ((flags & O_NONBLOCK) == 0) ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

/// The number of unread bytes in a pipe.
int unread(int pipe) {
  int bytes = 0;
  return ::ioctl(pipe, FIONREAD, &bytes) == 0 ? bytes : 0;
}

/// True if a pipe has only one page, and so becomes writable only when all of it has been read.
bool tells_when_read(int pipe) { return ::fcntl(pipe, F_GETPIPE_SZ) <= ::sysconf(_SC_PAGESIZE); }

Fault broken_off() { return {FaultKind::exit, "the game was broken off"}; }

}  // namespace

/// The channel waits for the other end as long as this exists.
class Channel::Waiting : boost::noncopyable {
 public:
  explicit Waiting(Channel& channel) : channel_(channel) {
    channel_.waiting_ = true;
    channel_.loop_.begin_wait();
  }
  ~Waiting() {
    channel_.waiting_ = false;
    channel_.loop_.end_wait();
  }

 private:
  Channel& channel_;
};

Channel::Channel(Loop& loop, FileDescriptor in, FileDescriptor out, ChannelSettings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      in_(loop.executor(), in.release()),
      out_(std::move(out)),
      output_(out_.number()),
      lines_(settings_.longest_line),
      timer_(loop.executor()) {
  set_non_blocking(in_.native_handle());
  set_non_blocking(out_.number());
}

Channel::Channel(Loop& loop, FileDescriptor socket, ChannelSettings settings)
    : loop_(loop),
      settings_(std::move(settings)),
      in_(loop.executor(), socket.number()),
      output_(socket.release()),
      lines_(settings_.longest_line),
      timer_(loop.executor()) {
  set_non_blocking(output_);
}

Channel::~Channel() {
  loop_.forget(*this);
  close_output();
}

void Channel::close_output() {
  if (out_waiter_) out_waiter_->release();
  out_waiter_.reset();
  out_.reset();
  output_ = -1;
}

auto Channel::out_waiter() -> Descriptor& {
  if (!out_) return in_;
  if (out_waiter_) return *out_waiter_;
  try {
    return out_waiter_.emplace(loop_.executor(), output_);
  } catch (const boost::system::system_error& error) {
    throw std::system_error(error.code(), "no room to wait for a bot");
  }
}

bool Channel::flush() { return send(outbox_.size()) != Sent::some; }

/// Writes the outbox up to `end`, as far as possible without waiting.
Channel::Sent Channel::send(std::size_t end) {
  while (sent_ < end) {
    const ssize_t size = ::write(output_, outbox_.data() + sent_, end - sent_);
    if (size < 0) {
      if (errno == EINTR) continue;
      return would_block(errno) ? Sent::some : Sent::closed;
    }
    const auto written = static_cast<std::size_t>(size);
    if (dialogue_ != nullptr) {
      dialogue_->sent(std::string_view(outbox_).substr(sent_, written));
    }
    sent_ += written;
  }
  if (sent_ == outbox_.size()) {
    outbox_.clear();
    sent_ = 0;
  }
  return Sent::all;
}

/// `deadline` is on the loop's own clock.
void Channel::begin(TimePoint deadline) {
  deadline_ = deadline;
  if (stop_ != Stop::gone && stop_ != Stop::broken_off) stop_ = Stop::none;
  watch_deadline();
  loop_.forget(*this);
}

/// One timer serves all questions: it wakes at the oldest deadline it knew and looks again.
void Channel::watch_deadline() {
  if (deadline_ >= watched_) return;
  watched_ = deadline_;
  timer_.expires_at(loop_.wall(deadline_));
  timer_.async_wait(guard_([this](const error_code& error) {
    if (error) return;
    watched_ = TimePoint::max();
    if (!waiting_) return;
    if (loop_.now() < deadline_) {
      watch_deadline();
    } else {
      stop(Stop::time);
    }
  }));
}

void Channel::stop(Stop why) {
  stop_ = why;
  error_code ignored;
  in_.cancel(ignored);
  if (out_waiter_) out_waiter_->cancel(ignored);
}

void Channel::interrupt(Fault fault) {
  interruption_ = std::move(fault);
  stop(Stop::interrupted);
}

void Channel::break_off() { stop(Stop::broken_off); }

void Channel::peer_gone() {
  if (stop_ != Stop::broken_off) stop(Stop::gone);
}

/// Reads once without waiting. Returns false if there was nothing.
bool Channel::read_waiting() {
  const std::span<char> space = lines_.space();
  if (space.empty() || input_ended_) return false;
  for (;;) {
    const ssize_t size = ::read(in_.native_handle(), space.data(), space.size());
    if (size > 0) {
      lines_.filled(static_cast<std::size_t>(size));
      return true;
    }
    if (size < 0 && errno == EINTR) continue;
    if (size == 0 || !would_block(errno)) input_ended_ = true;
    return false;
  }
}

/// Drops everything that has come. Returns false if that is more than the limit.
bool Channel::drop_waiting() {
  do {
    if (lines_.size() == 0) continue;
    if (dialogue_ != nullptr) dialogue_->dropped(lines_.unfinished());
    dropped_ += lines_.size();
    const int lines = lines_.drop();
    if (settings_.drop_early) {  // else it may write at any time
      early_lines_ += lines;
      early_now_ += lines;
    }
    if (dropped_ > settings_.most_dropped || lines_.too_long()) return false;
  } while (read_waiting());
  return true;
}

/// Waits for more. A plain handler resumes the coroutine, because everything is in one thread. The
/// coroutine's own type-erased executor would cost a twentieth of a round trip.
auto Channel::next_read() {
  const auto start = [this](auto handler) {
    const std::span<char> space = lines_.space();
    in_.async_read_some(
        asio::buffer(space.data(), space.size()),
        [then = std::move(handler)](const error_code& error, std::size_t size) mutable {
          std::move(then)(Read{size, error});
        });
  };
  return asio::async_initiate<const asio::use_awaitable_t<>&, void(Read)>(start, use_awaitable);
}

asio::awaitable<Reply> Channel::ask(Duration allowance) {
  const Waiting waiting(*this);
  const std::size_t end = outbox_.size();
  // Without a question it continues waiting for the answer to the last one.
  const bool goes_on = end == 0;
  if (!goes_on) note_question();
  begin(asked_ + allowance);
  if (stop_ == Stop::broken_off) co_return broken_off();
  const bool was_late = goes_on && loop_.now() >= deadline_;
  if (!goes_on && settings_.drop_early && !drop_waiting()) co_return too_much();
  if (send(end) != Sent::all) {
    if (auto fault = co_await send_rest(end)) co_return std::move(*fault);
  }
  for (;;) {
    if (const auto line = lines_.line()) co_return answer(*line);
    if (was_late) {  // otherwise endless lines would never be late
      stop_ = Stop::time;
      co_return reason();
    }
    if (stop_ != Stop::none || input_ended_ || lines_.too_long()) break;
    const Read read = co_await next_read();
    lines_.filled(read.size);
    if (read.error && read.error != asio::error::operation_aborted) input_ended_ = true;
  }
  co_return no_line();
}

void Channel::hear(std::function<void(Reply)> heard) {
  settings_.drop_early = false;
  heard_ = std::move(heard);
  if (!heard_ || hears_) return;
  // Later, because the caller may not be ready for lines that are here already.
  hears_ = true;
  asio::post(loop_.executor(), guard_([this] { hear_waiting(); }));
}

void Channel::hear_on() {
  hears_ = true;
  in_.async_wait(Descriptor::wait_read, guard_([this](const error_code&) { hear_waiting(); }));
}

/// Passes on what has come. Then waits for more, or reports why no more comes.
void Channel::hear_waiting() {
  hears_ = false;
  bool more = true;
  while (more) {
    while (heard_) {
      const auto line = lines_.line();
      if (!line) break;
      const auto heard = heard_;  // it may be replaced meanwhile
      heard(answer(*line));
    }
    if (!heard_ || lines_.too_long()) break;
    more = read_waiting();
    if (stop_ == Stop::none && more && !lines_.too_long()) {
      // Other work has its turn between two reads: a client may send without end.
      hears_ = true;
      asio::post(loop_.executor(), guard_([this] { hear_waiting(); }));
      return;
    }
  }
  if (!heard_) return;
  if (stop_ == Stop::none && !input_ended_ && !lines_.too_long()) return hear_on();
  const auto heard = std::exchange(heard_, nullptr);
  const Reply last = no_line();
  heard(last);
  if (std::holds_alternative<Line>(last)) heard(no_line());  // it had no end; now the fault
}

void Channel::note_question() {
  asked_ = loop_.now();
  asked_by_wall_ = loop_.wall(asked_);
}

Reply Channel::answer(std::string_view line) {
  dropped_ = 0;
  early_now_ = 0;
  if (dialogue_ != nullptr) dialogue_->received(line);
  if (!is_ascii(line)) {
    repaired_ = repaired_utf8(line);
    line = repaired_;
  }
  note_wait();
  return Line{line, asked_by_wall_, waited_};
}

/// A line that came at the last moment still counts, and so does a last line without its end.
Reply Channel::no_line() {
  if (lines_.too_long()) return too_much();
  while (read_waiting()) {
    if (const auto line = lines_.line()) return answer(*line);
    if (lines_.too_long()) return too_much();
  }
  if (input_ended_ || stop_ == Stop::gone) {
    const std::string_view rest = lines_.rest();
    if (!rest.empty()) return answer(rest);
    return settings_.no_more_lines;
  }
  return reason();
}

Fault Channel::reason() {
  note_wait();
  if (stop_ == Stop::interrupted) return std::move(interruption_);
  if (stop_ == Stop::broken_off) return broken_off();
  const bool unreadable = output_broken() && unread(output_) > 0;
  if (stop_ == Stop::time && !unreadable) return too_late();
  const bool no_input = input_ended_ || stop_ == Stop::gone;
  return no_input ? settings_.no_more_lines : settings_.cannot_be_sent_to;
}

/// Waits until the outbox is sent. Lines that come meanwhile are early, but it reads them:
/// otherwise a bot that writes much before it reads would wait for arena while arena waits for it.
asio::awaitable<std::optional<Fault>> Channel::send_rest(std::size_t end) {
  for (;;) {
    const Sent sent = send(end);
    if (sent == Sent::all) co_return std::nullopt;
    if (settings_.drop_early && !drop_waiting()) co_return too_much();
    if (sent == Sent::closed || stop_ != Stop::none || input_ended_) co_return reason();
    co_await readable_or_writable();
  }
}

asio::awaitable<void> Channel::readable_or_writable() {
  using namespace asio::experimental::awaitable_operators;
  error_code read_error;
  error_code write_error;
  if (settings_.drop_early && !input_ended_) {
    co_await (in_.async_wait(Descriptor::wait_read, redirect_error(use_awaitable, read_error)) ||
              out_waiter().async_wait(Descriptor::wait_write,
                                      redirect_error(use_awaitable, write_error)));
  } else {
    co_await out_waiter().async_wait(Descriptor::wait_write,
                                     redirect_error(use_awaitable, write_error));
  }
}

asio::awaitable<std::optional<Fault>> Channel::offer() {
  const Waiting waiting(*this);
  note_question();
  begin(TimePoint::max());
  constexpr std::size_t end = 1;  // this byte shows nothing of the deal
  if (!outbox_.empty() && send(end) != Sent::all) {
    if (auto fault = co_await send_rest(end)) co_return fault;
  }
  while (unread(output_) > 0) {
    if (!drop_waiting()) co_return too_much();
    if (stop_ != Stop::none || input_ended_ || output_broken()) co_return reason();
    if (tells_when_read(output_)) {
      co_await readable_or_writable();
    } else {
      co_await loop_.pause(std::chrono::milliseconds(1));
    }
  }
  if (out_waiter_) out_waiter_->release();  // later writes rarely wait, so stop watching the pipe
  out_waiter_.reset();
  note_question();
  co_return std::nullopt;
}

asio::awaitable<bool> Channel::send_all(TimePoint deadline) {
  const Waiting waiting(*this);
  begin(loop_.own(deadline));
  for (;;) {
    const Sent sent = send(outbox_.size());
    if (sent != Sent::some || stop_ != Stop::none) co_return sent == Sent::all;
    if (settings_.drop_early && !drop_waiting()) co_return false;
    co_await readable_or_writable();
  }
}

asio::awaitable<void> Channel::deliver() {
  // Plain statements, because `if (!co_await ...)` here, built by g++ 12, trapped at run time.
  const TimePoint until = Clock::now() + std::chrono::seconds(1);
  const bool sent = co_await send_all(until);
  if (sent) co_return;
  outbox_.clear();
  sent_ = 0;
}

asio::awaitable<void> Channel::read_to_end(TimePoint deadline) {
  const Waiting waiting(*this);
  begin(loop_.own(deadline));
  for (;;) {
    drop_waiting();
    if (input_ended_ || stop_ != Stop::none) co_return;
    error_code ignored;
    co_await in_.async_wait(Descriptor::wait_read, redirect_error(use_awaitable, ignored));
  }
}

/// True if the other end will never read again.
bool Channel::output_broken() const {
  pollfd state{output_, 0, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & POLLERR) != 0;
}

Fault Channel::too_late() const {
  std::string detail = fmt::format("no answer within {}", duration_text(deadline_ - asked_));
  if (sent_ < outbox_.size()) {
    detail += "; it has not read the question";
  } else if (lines_.size() > 0) {
    detail += fmt::format("; it sent {} without a newline: is the line ended and flushed?",
                          in_quotes(lines_.unfinished()));
  }
  if (early_now_ > 0) {
    detail += fmt::format("; {} that came before the question answered nothing",
                          counted(early_now_, "line"));
  }
  return {FaultKind::time, std::move(detail)};
}

Fault Channel::too_much() const {
  if (lines_.too_long()) {
    return {FaultKind::limit,
            fmt::format("sent {} bytes without a newline", settings_.longest_line + 1)};
  }
  return {FaultKind::limit, fmt::format("too much output: more than {} bytes that answer nothing",
                                        settings_.most_dropped)};
}

}  // namespace arena
