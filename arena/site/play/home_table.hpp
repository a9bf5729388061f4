// A table at home: whoever started arena plays in a browser on the same computer. The address has a
// secret, so other sites cannot play; other users of the computer could see it in the list of
// processes. The page and its messages are those of the
// tables of a contest (play_table.hpp), and two more: {"next": true} in {"type": "table"} says that
// another match follows this one, and the browser's {"next": true} asks for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

#include <boost/json.hpp>

#include "arena/http/server.hpp"
#include "arena/record/record.hpp"
#include "arena/series/play/browser_table.hpp"
#include "arena/site/play/match_feed.hpp"
#include "arena/site/play/seat_link.hpp"
#include "arena/util/time.hpp"
#include "arena/worker/remote_seats.hpp"

namespace arena::site {

/// Thread-safe.
class HomeTable final : public BrowserTable, http::Service {
 public:
  /// Listens on 127.0.0.1. `plan` has the series that is played, with `person` in it, and outlives
  /// the table. Throws Error if it cannot listen, or if this program has no scripts for pages.
  explicit HomeTable(const SeriesPlan& plan);
  ~HomeTable() override;

  [[nodiscard]] std::string address() const override;
  [[nodiscard]] std::shared_ptr<const EntrantKind> person() override;
  void moved(int match, std::span<const RecordedMove> moves,
             std::span<const RecordedForfeit> forfeits) override;
  void played(const PlayedMatch& match) override;
  void finish() override;

 private:
  class Person;

  [[nodiscard]] std::size_t body_limit(const http::Request& /*head*/) const override { return 0; }
  http::Response answer(http::Request request) noexcept override;
  std::variant<http::Response, http::SocketEvents> upgrade(http::Request request) noexcept override;
  http::Response refusal(int status, const std::string& address) noexcept override;
  /// The part of the path after the secret. Throws Refused if the secret is wrong.
  [[nodiscard]] std::string below_secret(const http::Request& request) const;
  [[nodiscard]] http::Response page(const http::Request& request) const;
  http::Response steps();

  void serve();
  void begin(int match, Seat seat);
  void come(std::shared_ptr<http::WebSocket> socket);
  void leave(const std::shared_ptr<http::WebSocket>& socket);
  void take(std::string_view message);
  void got_line(std::string_view line);
  /// Lets a person forfeit who has closed the page and does not come back.
  void wait_for_leaving(const std::stop_token& stop);
  // REQUIRES, here and below: the mutex is locked.
  /// The person asks for the next match, which may not have begun yet.
  void go_on();
  void tell_table() const;
  void send_views();

  const SeriesPlan& plan_;
  const std::string secret_;
  RemoteSeats seats_;
  mutable std::mutex mutex_;  // guards the rest up to `server_`
  std::condition_variable_any changed_;
  SeatLink link_;
  int match_ = -1;  // the present one
  Seat seat_ = 0;   // of the person in it
  bool is_playing_ = false;
  bool wants_next_ = false;  // asked for before it began
  std::size_t moves_ = 0;    // how much of it the feed has
  std::size_t forfeits_ = 0;
  std::optional<MatchFeed> feed_;
  std::optional<Record> last_;  // the last whole match
  bool has_last_ = false;       // the browser
  std::optional<TimePoint> gone_since_;
  bool has_left_ = false;
  http::Server server_;
  std::jthread serving_;
  std::jthread waiting_;
};

}  // namespace arena::site
