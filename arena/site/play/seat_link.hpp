// A person's seat at a table: the browser that shows it, and everything that it was sent about the
// match, for a browser that comes back. Used by one thread at a time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/seat.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/util/time.hpp"

namespace arena::site {

class SeatLink {
 public:
  [[nodiscard]] bool is_here() const { return socket_ != nullptr; }
  /// Closes another window of the same person, and says why.
  void come(std::shared_ptr<http::WebSocket> socket);
  /// Returns false if this window was closed for another one.
  bool leave(const std::shared_ptr<http::WebSocket>& socket);
  /// Nothing is sent any more.
  void close();

  /// A line of the match.
  void send(std::string_view line);
  /// The person has answered the open question.
  void answered() { answered_after_ = lines_.size(); }
  /// Who forfeits in this step of the match, and what the seat learns in it. Only the seat itself
  /// is sent the details, which may have a hidden card.
  void send_step(Seat seat, const boost::json::object& step);
  /// What is true only now: a browser that comes back is not sent it again.
  void tell(const boost::json::object& message) const;
  /// Sends the lines of the match so far; a question has the time that is left now. If the last one
  /// is answered, {"type": "answered"} follows.
  void repeat() const;

  /// Another match begins. Until `release` the browser is not sent it, and goes on to show the last
  /// one.
  void hold();
  void release();
  [[nodiscard]] bool is_held() const { return is_held_; }

 private:
  struct Line {
    http::SharedText text;
    TimePoint sent_at;
  };

  std::shared_ptr<http::WebSocket> socket_;
  std::vector<Line> lines_;
  std::size_t answered_after_ = 0;  // so many lines
  bool is_held_ = false;
};

}  // namespace arena::site
