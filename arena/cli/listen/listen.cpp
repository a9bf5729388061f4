// `arena listen`: a TCP server for bots, for people with a telnet client, and for the quiz's
// client.
#include <algorithm>
#include <exception>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/listen/lobby.hpp"
#include "arena/cli/listen/seated_session.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;

/// Seats connections as they come and starts a match when all seats are taken. Several matches may
/// run at a time, all on one loop.
class Server {
 public:
  Server(const ListenOptions& options, const std::vector<PlayerSpec>& players, const Shell& shell)
      : options_(options), checked_(check(options.match, shell)) {
    MatchOptions unfilled = options.match;
    unfilled.quiet = true;
    players_ = make_entrants(players, unfilled, checked_, false);
    count_time(settings_, players_);
    const GameInfo& info = settings_.game->info;
    const int seats = options.match.seats != 0 ? options.match.seats : info.least_seats;
    games_ = deals_to_play(options.games, settings_, options.match.deals, 0);
    guests_wanted_ = seats - static_cast<int>(players_.size());
    schedule_ = Schedule(seats, std::numeric_limits<int>::max(), false, SeedKey(checked_.seed));
    stays_ = settings_.game->terms(checked_.defaults.protocol()).lifetime == Lifetime::series;
    if (std::ranges::any_of(players_, &Entrant::is_person))
      throw Error("listen seats no person: games may be played side by side");
    if (guests_wanted_ < 1) throw Error("no seat is left for a connection: give fewer players");
    const auto processes = static_cast<int>(std::ranges::count_if(players_, &Entrant::process));
    jobs_ = jobs_for(options, processes);
    const LobbyLimits limits = limits_for(options, jobs_, processes, seats);
    if (limits.connections < guests_wanted_)
      throw Error(fmt::format("--connections {} is too few: a game has {} connections",
                              options.limits.connections, guests_wanted_));
    lobby_ = Lobby(limits);
  }

  int run() {
    records_ = open_records(options_.match);  // may wait for the reader of a pipe
    interrupt_.emplace();
    prepare(players_, settings_, schedule_.sides().seats(), options_.match.quiet);
    interrupt_->on_first(end_at_once);
    prove(settings_.sandbox, spawner_);
    StartTrial(settings_, spawner_).run(players_);
    make_log_dir(options_.match);
    Listener listener(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    listener_ = &listener;
    const OnInterrupt stop(*interrupt_, [this] {
      if (records_) records_->give_up();
      asio::post(loop_.executor(), [this] { break_off(); });
    });
    fmt::print("Listening on {} for {}, {} a game\n", listener.address(),
               settings_.game->info.title, counted(guests_wanted_, "connection"));
    std::fflush(stdout);
    if (!options_.match.quiet) warn_of_seed(checked_);
    if (!options_.match.quiet && !options_.match.seed) {
      fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
    }
    if (!options_.match.quiet && checked_.time().clock == ClockKind::cpu)
      fmt::print(stderr,
                 "Connections are timed by the wall clock: --clock cpu is for bots that "
                 "arena starts.\n");
    asio::co_spawn(loop_.context(), accept_all(),
                   [this](std::exception_ptr error) { note(std::move(error)); });
    serve();
    const bool gave_up = records_ && records_->gave_up();
    if (records_) records_->close();
    if (error_ && !gave_up) std::rethrow_exception(error_);
    fmt::print("{} played\n", counted(finished_, "game"));
    return interrupt_->came() ? interrupted : done;
  }

 private:
  /// A connected client that has a seat.
  struct Guest {
    std::unique_ptr<TcpPeer> arrived;  // until the first game
    TcpPeer* connection;
    std::shared_ptr<Client> client;
  };

  /// The players of one match, or of several if bots stay for a series, and the current match.
  struct Seating {
    std::vector<Guest> guests;     // by seat; the players of the command line follow
    std::vector<Entrant> players;  // all players, by seat
    BotPool pool;
    std::unique_ptr<Table> table;
    TimePoint next_game{};  // the earliest start
    std::optional<Loop::Timer> pause;
  };

  asio::awaitable<void> accept_all() {
    for (;;) {
      std::unique_ptr<TcpPeer> peer = co_await listener_->accept();
      if (!peer) co_return;
      let_in(std::move(peer));
      seat_waiting();
    }
  }

  /// After a refusal, reports no further ones until it admits a connection: there may be many.
  void let_in(std::unique_ptr<TcpPeer> peer) {
    const std::string address = peer->address();
    const std::string refusal = lobby_.admit(std::move(peer), Clock::now());
    const bool is_known = std::exchange(refusing_, !refusal.empty()) && refusing_;
    if (options_.match.quiet || is_known) return;
    fmt::print(stderr, "{} {}\n", address,
               refusal.empty() ? "connected" : "was refused: " + refusal);
  }

  /// Runs until all current games have ended, even if a handler fails: they refer to this server.
  void serve() {
    for (;;) {
      try {
        loop_.run();
        return;
      } catch (...) {
        note(std::current_exception());
      }
    }
  }

  /// A failure ends the server.
  void note(std::exception_ptr error) {
    if (error && !error_) error_ = std::move(error);
    if (error_) break_off();
  }

  [[nodiscard]] bool may_begin() const { return !broken_off_ && (games_ == 0 || begun_ < games_); }

  void seat_waiting() {
    while (may_begin() && static_cast<int>(seatings_.size()) < jobs_) {
      auto visitors = lobby_.take(static_cast<std::size_t>(guests_wanted_), Clock::now());
      if (visitors.empty()) break;
      const auto seating = seatings_.emplace(seatings_.end());
      for (Visitor& visitor : visitors) welcome(*seating, std::move(visitor));
      seating->players.insert(seating->players.end(), players_.begin(), players_.end());
      asio::co_spawn(loop_.context(), play(*seating, begun_++),
                     [this, seating](std::exception_ptr error) {
                       seatings_.erase(seating);
                       note(std::move(error));
                       seat_waiting();
                     });
    }
    if (!may_begin()) return close();
    if (const auto time = lobby_.next_time(Clock::now())) seat_waiting_at(*time);
  }

  void seat_waiting_at(TimePoint time) {
    seat_timer_.expires_at(time);
    seat_timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) seat_waiting();
    });
  }

  /// No more clients get a seat.
  void close() {
    listener_->close();
    lobby_.clear();
    seat_timer_.cancel();
  }

  void break_off() {
    broken_off_ = true;
    close();
    for (Seating& seating : seatings_) {
      if (seating.table) seating.table->interrupt();
      if (seating.pause) seating.pause->cancel();
    }
  }

  asio::awaitable<void> play(Seating& seating, int number) {
    co_await play_one(seating, number);
    while (plays_on(seating)) {
      co_await rest(seating);
      if (!plays_on(seating)) break;
      const int next = begun_++;
      if (!may_begin()) close();
      co_await play_one(seating, next);
    }
    co_await seating.pool.close();
    tell(seating.pool.take_late_faults());
  }

  /// Whether the same guests play another game. If the pool did not keep a guest's peer, the peer
  /// is destroyed and its connection closed.
  [[nodiscard]] bool plays_on(const Seating& seating) const {
    if (!stays_ || !may_begin()) return false;
    for (std::size_t i = 0; i < seating.guests.size(); ++i) {
      const Guest& guest = seating.guests[i];
      if (!seating.pool.keeps(seating.players[i]) || !guest.connection->connected()) return false;
    }
    return std::ranges::none_of(
        seating.guests, [this](const Guest& guest) { return lobby_.is_barred(*guest.client); });
  }

  /// A guest that has forfeited a game waits before the next one.
  asio::awaitable<void> rest(Seating& seating) {
    if (seating.next_game <= Clock::now()) co_return;
    seating.pause.emplace(loop_.executor(), seating.next_game);
    boost::system::error_code ignored;
    co_await seating.pause->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    seating.pause.reset();
  }

  asio::awaitable<void> play_one(Seating& seating, int number) {
    seating.table = std::make_unique<Table>(
        Room{settings_, loop_, spawner_, seating.pool, std::nullopt, NoStart::forfeit});
    if (broken_off_) seating.table->interrupt();
    const ScheduledMatch match = schedule_.at(number);
    const PlayedMatch played = co_await seating.table->play(match, seating.players);
    count_forfeits(seating, played.record);
    if (!broken_off_) tell(played, seating.players);
  }

  static void count_forfeits(Seating& seating, const Record& record) {
    for (const RecordedForfeit& forfeit : record.forfeits) {
      const auto seat = static_cast<std::size_t>(forfeit.seat);
      if (seat >= seating.guests.size()) continue;
      Client& client = *seating.guests[seat].client;
      Lobby::forfeited(client, Clock::now());
      seating.next_game = std::max(seating.next_game, client.free_at);
    }
  }

  static asio::awaitable<std::unique_ptr<Peer>> hand_over(Seating& seating, std::size_t guest) {
    std::unique_ptr<Peer> peer = std::move(seating.guests[guest].arrived);
    co_return peer;
  }

  void welcome(Seating& seating, Visitor visitor) {
    Entrant entrant;
    // The name hides the client's address from other bots.
    entrant.name = fmt::format("guest-{}", ++guest_count_);
    if (!options_.match.quiet)
      fmt::print(stderr, "{} is {}\n", visitor.peer->address(), entrant.name);
    entrant.kind = std::make_shared<ConnectedEntrant>(
        [&seating, guest = seating.guests.size()] { return hand_over(seating, guest); });
    entrant.time = checked_.time();
    entrant.time.clock = ClockKind::wall;  // its processor time is not measurable here
    entrant.protocol = checked_.defaults.protocol();
    entrant.lifetime = stays_ ? Lifetime::series : Lifetime::match;
    entrant.max_refusals = checked_.defaults.max_refusals;
    TcpPeer* const connection = visitor.peer.get();
    seating.guests.push_back({std::move(visitor.peer), connection, std::move(visitor.client)});
    seating.players.push_back(std::move(entrant));
  }

  void tell(const PlayedMatch& played, const std::vector<Entrant>& seated) {
    ++finished_;
    if (records_) records_->write(to_line(played.record));
    for (const std::string& line : MatchReport(*settings_.game, seated).lines(played))
      fmt::print(stderr, "{}\n", line);
    std::string line;
    for (std::size_t seat = 0; seat < seated.size(); ++seat) {
      line += fmt::format("{}{} {}{}", seat == 0 ? "" : ", ", seated[seat].name,
                          played.record.scores->at(seat),
                          played.record.places->at(seat) == 1 ? " *" : "");
    }
    fmt::print("Game {}: {}\n", played.number + 1, line);
    std::fflush(stdout);
  }

  /// Reports faults after the last game.
  void tell(const std::vector<LateFault>& late) const {
    for (const std::string& line : MatchReport(*settings_.game, players_).lines(late))
      fmt::print(stderr, "{}\n", line);
  }

  const ListenOptions& options_;
  CheckedSettings checked_;
  SeriesSettings& settings_ = checked_.settings;
  std::vector<Entrant> players_;  // from the command line
  Schedule schedule_{2, 1, false, SeedKey()};
  int guests_wanted_ = 0;  // per game
  int games_ = 0;          // then it ends; 0: never
  int jobs_ = 0;
  bool stays_ = false;
  std::optional<Interrupt> interrupt_;
  Spawner spawner_;
  Loop loop_;
  Loop::Timer seat_timer_{loop_.executor()};
  Listener* listener_ = nullptr;
  std::unique_ptr<RecordWriter> records_;
  Lobby lobby_{LobbyLimits()};
  bool refusing_ = false;
  std::list<Seating> seatings_;
  int begun_ = 0;
  int guest_count_ = 0;  // all clients that ever got a seat
  int finished_ = 0;
  bool broken_off_ = false;
  std::exception_ptr error_;
};

}  // namespace

void add_listen(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<ListenOptions>();
  add_match_options(command, options->match);
  command
      .add_option("--port", options->port, "Port to listen on; 0: any free one, which arena shows")
      ->required()
      ->check(CLI::Range(0, 65535));
  command.add_option("--host", options->host, "Address to listen on (default: 127.0.0.1)");
  command
      .add_option(
          "-n,--games", options->games,
          "End after this many games (default: never; one session if clients choose their seats)")
      ->check(CLI::Range(1, 100'000'000));
  command.add_option("--seats", options->match.seats,
                     "Seats at the table (default: as many as the game needs)");
  add_deals_option(command, options->match);
  add_bounds(command, *options);
  command.footer(
      "\nConnections take the free seats in order of arrival; players given here sit after "
      "them.\nWhere the protocol lets clients choose their seats, they play one session of -n "
      "games.\n" +
      players_help("  arena listen lost_cities --port 9016               clients play each other\n"
                   "  arena listen lost_cities --port 9016 -b greedy     clients play against "
                   "greedy"));
  add_session_options(command, *options);
  shell.on(command, [&shell, options] {
    const AnyGame& game = find_game(shell.games, options->match.game);
    if (const Terms* protocol = protocol_by_choice(*options, game))
      return SeatedSession(*options, *protocol, shell.players, shell).run();
    return Server(*options, shell.players, shell).run();
  });
}

}  // namespace arena::cli
