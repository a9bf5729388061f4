// `arena listen` with a protocol whose clients choose their seats
// (core/refinements/conversation.hpp): one session at one table. A client that loses its connection
// may come back; then the game begins again with the same deal. listen.cpp serves clients that take
// any seat.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/listen/lobby.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/signal.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/series/play/run.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"

namespace arena::cli {

/// The protocol of the clients, if they choose their seats in it: as given, or else the game's.
/// Null otherwise.
[[nodiscard]] const Terms* protocol_by_choice(const ListenOptions& options, const AnyGame& game);

class SeatedSession {
 public:
  /// `players` sit where no client does.
  SeatedSession(const ListenOptions& options, const Terms& protocol,
                const std::vector<PlayerSpec>& players, const Shell& shell);

  int run();

 private:
  /// One of the seats.
  struct Chair {
    bool is_clients = false;           // once the session has begun
    std::string team;                  // of the client
    std::unique_ptr<TcpPeer> arrived;  // until its first game
    TcpPeer* connection = nullptr;     // valid while the pool has it

    [[nodiscard]] bool is_present() const {
      const TcpPeer* const peer = arrived ? arrived.get() : connection;
      return peer != nullptr && peer->connected();
    }
  };

  boost::asio::awaitable<void> accept_all();
  boost::asio::awaitable<void> meet(std::unique_ptr<TcpPeer> peer);
  /// Why a new connection may not even say who it is; empty if it may.
  [[nodiscard]] std::string crowding(const TcpPeer& peer) const;
  /// Tells the client why, and closes the connection.
  boost::asio::awaitable<void> refuse(std::unique_ptr<TcpPeer> peer, std::string why);
  /// Seats a client that said `line`, or returns why not.
  std::string admit(const std::string& line, std::unique_ptr<TcpPeer>& peer);
  [[nodiscard]] std::string refusal(Seat seat, const std::string& team) const;
  [[nodiscard]] std::optional<Seat> free_seat(const std::string& team) const;

  boost::asio::awaitable<void> play();
  boost::asio::awaitable<void> play_games();
  [[nodiscard]] bool all_are_present() const;
  void fill_seats();
  /// Waits for the clients that are gone. Returns false if they do not come in time.
  boost::asio::awaitable<bool> gather();
  boost::asio::awaitable<PlayedMatch> play_one(int number);
  [[nodiscard]] bool lost_a_client(const Record& record) const;
  boost::asio::awaitable<std::unique_ptr<Peer>> hand_over(std::size_t seat);
  void tell(const PlayedMatch& played);
  void count(const PlayedMatch& played);
  void print_standing() const;
  /// Accepts no more clients.
  void close();
  void say(const std::string& line) const;
  void break_off();
  void note(std::exception_ptr error);

  const ListenOptions& options_;
  const Terms& protocol_;
  CheckedSettings checked_;
  std::vector<Entrant> fixed_;  // from the command line
  int clients_wanted_ = 0;
  Duration wait_{0};
  std::optional<Interrupt> interrupt_;
  Spawner spawner_;
  Loop loop_;
  std::unique_ptr<Listener> listener_;
  std::unique_ptr<RecordWriter> records_;
  std::vector<Chair> chairs_;     // by seat
  std::vector<Entrant> players_;  // by seat, once all have come
  Schedule schedule_;
  BotPool pool_;
  std::unique_ptr<Table> table_;
  Signal changed_;
  std::set<TcpPeer*> meeting_;  // those that have not said who they are
  int refused_now_ = 0;         // connections that are being refused
  bool crowded_ = false;        // the last connection was refused unheard
  int refusals_told_ = 0;       // since the last client that was seated
  SeriesResults results_;
  int finished_ = 0;
  bool broken_off_ = false;
  bool is_closed_ = false;  // no more clients are accepted
  bool cut_short_ = false;  // a client did not come back
  std::exception_ptr error_;
};

}  // namespace arena::cli
