// Seats clients as they come and starts a match when all seats are taken. Several matches may be
// played at a time.
#include <algorithm>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "arena/session/lobby.hpp"
#include "arena/session/server.hpp"

namespace arena::session {

namespace {

namespace asio = boost::asio;

class ByArrival final : public Seating {
 public:
  explicit ByArrival(Server& server)
      : server_(server),
        plan_(server.plan()),
        terms_(plan_.checked.settings.game->terms(plan_.checked.defaults.protocol())),
        stays_(terms_.lifetime == Lifetime::series),
        lobby_(plan_.limits) {}

  void begin() override {}

  /// After a refusal, reports no further ones until it admits a connection: there may be many.
  void arrived(std::unique_ptr<TcpPeer> peer) override {
    const std::string address = peer->address();
    const std::string refusal = lobby_.admit(std::move(peer), Clock::now());
    const bool is_known = std::exchange(refusing_, !refusal.empty()) && refusing_;
    if (!is_known)
      say(fmt::format("{} {}", address, refusal.empty() ? "connected" : "was refused: " + refusal));
    seat_waiting();
  }

  void closed() override {
    lobby_.clear();
    seat_timer_.cancel();
  }

  void broken_off() override {
    for (Seats& seats : tables_) {
      if (seats.pause) seats.pause->cancel();
    }
  }

 private:
  /// A connected client that has a seat.
  struct Guest {
    std::unique_ptr<TcpPeer> arrived;  // until the first game
    TcpPeer* connection;
    std::shared_ptr<Client> client;
  };

  /// The players of one match, or of several if bots stay for a series.
  struct Seats {
    std::vector<Guest> guests;     // by seat; the plan's players follow
    std::vector<Entrant> players;  // all players, by seat
    BotPool pool;
    TimePoint next_game{};  // the earliest start
    std::optional<Loop::Timer> pause;
  };

  void say(const std::string& line) const { server_.hooks().said(line); }

  [[nodiscard]] bool may_begin() const {
    return !server_.is_broken_off() && begun_ < server_.schedule().matches();
  }

  void seat_waiting() {
    while (may_begin() && static_cast<int>(tables_.size()) < plan_.jobs) {
      auto visitors = lobby_.take(static_cast<std::size_t>(plan_.clients()), Clock::now());
      if (visitors.empty()) break;
      const auto seats = tables_.emplace(tables_.end());
      for (Visitor& visitor : visitors) welcome(*seats, std::move(visitor));
      seats->players.insert(seats->players.end(), plan_.players.begin(), plan_.players.end());
      server_.start(play(*seats, begun_++), [this, seats] {
        tables_.erase(seats);
        seat_waiting();
      });
    }
    if (!may_begin()) return server_.close();
    if (const auto time = lobby_.next_time(Clock::now())) seat_waiting_at(*time);
  }

  void seat_waiting_at(TimePoint time) {
    seat_timer_.expires_at(time);
    seat_timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) seat_waiting();
    });
  }

  void welcome(Seats& seats, Visitor visitor) {
    // The name hides the client's address from other bots.
    const std::string name = fmt::format("guest-{}", ++guest_count_);
    say(fmt::format("{} is {}", visitor.peer->address(), name));
    TcpPeer* const connection = visitor.peer.get();
    seats.players.push_back(
        server_.client(name, terms_, stays_ ? Lifetime::series : Lifetime::match,
                       [&seats, guest = seats.guests.size()] { return hand_over(seats, guest); }));
    seats.guests.push_back({std::move(visitor.peer), connection, std::move(visitor.client)});
  }

  static asio::awaitable<std::unique_ptr<Peer>> hand_over(Seats& seats, std::size_t guest) {
    std::unique_ptr<Peer> peer = std::move(seats.guests[guest].arrived);
    co_return peer;
  }

  asio::awaitable<void> play(Seats& seats, int number) {
    co_await play_one(seats, number);
    while (plays_on(seats)) {
      co_await rest(seats);
      if (!plays_on(seats)) break;
      const int next = begun_++;
      if (!may_begin()) server_.close();
      co_await play_one(seats, next);
    }
    co_await seats.pool.close();
    server_.hooks().failed_late(seats.pool.take_late_faults());
  }

  asio::awaitable<void> play_one(Seats& seats, int number) {
    const PlayedMatch played = co_await server_.play(number, seats.players, seats.pool);
    count_forfeits(seats, played.record);
    if (!server_.is_broken_off()) server_.report(played, seats.players);
  }

  /// Whether the same guests play another game. If the pool did not keep a guest's peer, the peer
  /// is destroyed and its connection closed.
  [[nodiscard]] bool plays_on(const Seats& seats) const {
    if (!stays_ || !may_begin()) return false;
    for (std::size_t i = 0; i < seats.guests.size(); ++i) {
      const Guest& guest = seats.guests[i];
      if (!seats.pool.keeps(seats.players[i]) || !guest.connection->connected()) return false;
    }
    return std::ranges::none_of(
        seats.guests, [this](const Guest& guest) { return lobby_.is_barred(*guest.client); });
  }

  /// A guest that has forfeited a game waits before the next one.
  asio::awaitable<void> rest(Seats& seats) {
    if (seats.next_game <= Clock::now()) co_return;
    seats.pause.emplace(server_.loop().executor(), seats.next_game);
    boost::system::error_code ignored;
    co_await seats.pause->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    seats.pause.reset();
  }

  static void count_forfeits(Seats& seats, const Record& record) {
    for (const RecordedForfeit& forfeit : record.forfeits) {
      const auto seat = static_cast<std::size_t>(forfeit.seat);
      if (seat >= seats.guests.size()) continue;
      Client& client = *seats.guests[seat].client;
      Lobby::forfeited(client, Clock::now());
      seats.next_game = std::max(seats.next_game, client.free_at);
    }
  }

  Server& server_;
  const SessionPlan& plan_;
  const Terms& terms_;  // of the clients' protocol
  const bool stays_;
  Loop::Timer seat_timer_{server_.loop().executor()};
  Lobby lobby_;
  bool refusing_ = false;
  std::list<Seats> tables_;
  int begun_ = 0;
  int guest_count_ = 0;  // all clients that ever got a seat
};

}  // namespace

std::unique_ptr<Seating> by_arrival(Server& server) { return std::make_unique<ByArrival>(server); }

}  // namespace arena::session
