// `arena listen`: a TCP server at which bots, people with a telnet and the quiz's own client play.
#include <algorithm>
#include <exception>
#include <list>
#include <memory>
#include <numeric>
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
#include "arena/cli/listen/bounds.hpp"
#include "arena/cli/listen/lobby.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/shell.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/match_report.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;

/// Seats connections as they come, and plays a match whenever all seats are taken. Several matches
/// may be in hand at a time, all on one loop.
class Server {
 public:
  Server(const ListenOptions& options, const std::vector<PlayerArg>& players, const Shell& shell)
      : options_(options),
        checked_(check(options.match, shell.games)),
        seeds_(checked_.seed),
        settings_(make_settings(options.match, checked_, shell.shelf)) {
    MatchOptions unfilled = options.match;
    unfilled.quiet = true;
    residents_ = make_entrants(players, unfilled, checked_, false);
    count_time(settings_, residents_);
    const GameInfo& info = checked_.game->info();
    const int seats = options.match.seats != 0 ? options.match.seats : info.least_seats;
    visitors_wanted_ = seats - static_cast<int>(residents_.size());
    stays_ = checked_.game->terms(checked_.defaults.protocol).lifetime == Lifetime::series;
    for (const Entrant& resident : residents_) {
      if (std::holds_alternative<PersonEntrant>(resident.who)) {
        throw Error("listen seats no person: games may be played side by side");
      }
    }
    if (visitors_wanted_ < 1) throw Error("no seat is left for a connection: give fewer players");
    processes_ = static_cast<int>(std::ranges::count_if(residents_, [](const Entrant& resident) {
      return std::holds_alternative<ProcessEntrant>(resident.who);
    }));
    jobs_ = jobs_for(options, processes_);
    const LobbyLimits limits = limits_for(options, jobs_, processes_, seats);
    if (limits.connections < visitors_wanted_)
      throw Error(fmt::format("--connections {} is too few: a game has {} connections",
                              options.limits.connections, visitors_wanted_));
    lobby_ = Lobby(limits);
  }

  int run() {
    const int seats = visitors_wanted_ + static_cast<int>(residents_.size());
    records_ = open_records(options_.match);  // may wait for the reader of a pipe
    interrupt_.emplace();
    prepare_builtins(residents_, settings_, seats, options_.match.quiet);
    interrupt_->on_first(end_at_once);
    prove(settings_.sandbox, spawner_);
    StartTrial(settings_, spawner_).run(residents_);
    make_log_dir(options_.match);
    Listener listener(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    listener_ = &listener;
    fmt::print("Listening on {} for {}, {} a game\n", listener.address(),
               checked_.game->info().title, counted(visitors_wanted_, "connection"));
    std::fflush(stdout);
    if (!options_.match.quiet) warn_of_seed(checked_);
    if (!options_.match.quiet && options_.match.seed.empty()) {
      fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
    }
    if (!options_.match.quiet && checked_.defaults.time.clock == ClockKind::cpu)
      fmt::print(stderr,
                 "Connections are timed by the wall clock: --clock cpu is for bots that "
                 "arena starts.\n");
    const OnInterrupt stop(*interrupt_, [this] {
      if (records_) records_->give_up();
      asio::post(loop_.executor(), [this] { break_off(); });
    });
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
  /// Who plays with whom, for one match or, where bots stay for a series, for several: the
  /// connections, the entrants that stand for them, and the match in hand.
  struct Sitting {
    std::vector<Entrant> visitors;
    std::vector<std::unique_ptr<TcpPeer>> arrived;  // by visitor, until they are seated
    std::vector<TcpPeer*> connections;
    std::vector<std::shared_ptr<Client>> clients;  // by visitor
    BotPool pool;
    std::unique_ptr<Table> table;
    TimePoint next_game{};  // not before that
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

  /// Refusals are reported once until a connection is let in: they may be many.
  void let_in(std::unique_ptr<TcpPeer> peer) {
    const std::string address = peer->address();
    const std::string refusal = lobby_.admit(std::move(peer), Clock::now());
    const bool is_known = std::exchange(refusing_, !refusal.empty()) && refusing_;
    if (options_.match.quiet || is_known) return;
    fmt::print(stderr, "{} {}\n", address,
               refusal.empty() ? "connected" : "was refused: " + refusal);
  }

  /// To the end of all games in hand, also where a handler fails: they refer to this server.
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

  /// What has failed ends the server.
  void note(std::exception_ptr error) {
    if (error && !error_) error_ = std::move(error);
    if (error_) break_off();
  }

  [[nodiscard]] bool may_begin() const {
    return !broken_off_ && (options_.games == 0 || begun_ < options_.games);
  }

  void seat_waiting() {
    while (may_begin() && static_cast<int>(sittings_.size()) < jobs_) {
      auto visitors = lobby_.take(static_cast<std::size_t>(visitors_wanted_), Clock::now());
      if (visitors.empty()) break;
      const auto sitting = sittings_.emplace(sittings_.end());
      welcome(*sitting, std::move(visitors));
      asio::co_spawn(loop_.context(), play(*sitting, begun_++),
                     [this, sitting](std::exception_ptr error) {
                       sittings_.erase(sitting);
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

  /// Nobody else gets a seat.
  void close() {
    listener_->close();
    lobby_.clear();
    seat_timer_.cancel();
  }

  void break_off() {
    broken_off_ = true;
    close();
    for (Sitting& sitting : sittings_) {
      if (sitting.table) sitting.table->interrupt();
      if (sitting.pause) sitting.pause->cancel();
    }
  }

  asio::awaitable<void> play(Sitting& sitting, int number) {
    co_await play_one(sitting, number);
    while (plays_on(sitting)) {
      co_await rest(sitting);
      if (!plays_on(sitting)) break;
      const int next = begun_++;
      if (!may_begin()) close();
      co_await play_one(sitting, next);
    }
    co_await sitting.pool.close();
    tell(sitting.pool.take_late_faults());
  }

  [[nodiscard]] bool plays_on(const Sitting& sitting) const {
    return stays() && may_begin() && all_connected(sitting) &&
           std::ranges::none_of(sitting.clients,
                                [this](const auto& client) { return lobby_.is_barred(*client); });
  }

  /// A visitor that has forfeited a game pauses before the next one.
  asio::awaitable<void> rest(Sitting& sitting) {
    if (sitting.next_game <= Clock::now()) co_return;
    sitting.pause.emplace(loop_.executor(), sitting.next_game);
    boost::system::error_code ignored;
    co_await sitting.pause->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    sitting.pause.reset();
  }

  asio::awaitable<void> play_one(Sitting& sitting, int number) {
    std::vector<Guest> guests;
    for (std::size_t i = 0; i < sitting.visitors.size(); ++i) {
      std::unique_ptr<Peer> peer = co_await seat_visitor(sitting, i, number);
      guests.push_back({&sitting.visitors[i], std::move(peer), 0});
    }
    for (const Entrant& resident : residents_) guests.push_back({&resident, nullptr, 0});
    const Schedule schedule(static_cast<int>(guests.size()), number + 1, false, seeds_);
    std::vector<Entrant> seated;
    seated.reserve(guests.size());
    for (std::size_t seat = 0; seat < guests.size(); ++seat) {
      guests[seat].seed = schedule.bot_seed(number, static_cast<Seat>(seat));
      seated.push_back(*guests[seat].entrant);
    }
    sitting.table = std::make_unique<Table>(settings_, loop_, spawner_, sitting.pool, std::nullopt,
                                            NoStart::forfeit);
    if (broken_off_) sitting.table->interrupt();
    PlayedMatch played =
        co_await sitting.table->play(number, schedule.deal_seed(number), std::move(guests));
    count_forfeits(sitting, played.record);
    played.player_at.resize(seated.size());
    std::iota(played.player_at.begin(), played.player_at.end(), 0);
    if (!broken_off_) tell(played, seated);
  }

  void count_forfeits(Sitting& sitting, const Record& record) {
    for (const RecordedForfeit& forfeit : record.forfeits) {
      const auto seat = static_cast<std::size_t>(forfeit.seat);
      if (seat >= sitting.clients.size()) continue;
      Client& client = *sitting.clients[seat];
      Lobby::forfeited(client, Clock::now());
      sitting.next_game = std::max(sitting.next_game, client.free_at);
    }
  }

  /// Whether a connection stays for all games that are played.
  [[nodiscard]] bool stays() const { return stays_; }

  /// A connection that the pool does not keep is closed, and its peer is no more.
  static bool all_connected(const Sitting& sitting) {
    for (std::size_t i = 0; i < sitting.visitors.size(); ++i) {
      if (!sitting.pool.keeps(sitting.visitors[i])) return false;
      if (!sitting.connections[i]->connected()) return false;
    }
    return true;
  }

  static asio::awaitable<std::unique_ptr<Peer>> hand_over(std::unique_ptr<TcpPeer>& arrived) {
    std::unique_ptr<Peer> peer = std::move(arrived);
    co_return peer;
  }

  asio::awaitable<std::unique_ptr<Peer>> seat_visitor(Sitting& sitting, std::size_t visitor,
                                                      int number) {
    std::unique_ptr<TcpPeer>& arrived = sitting.arrived[visitor];
    if (!stays()) {
      std::unique_ptr<Peer> peer = std::move(arrived);
      co_return peer;
    }
    PeerMaker make = [&arrived] { return hand_over(arrived); };
    std::unique_ptr<Peer> visit =
        co_await sitting.pool.take(sitting.visitors[visitor], number, std::move(make));
    co_return visit;
  }

  void welcome(Sitting& sitting, std::vector<Visitor> visitors) {
    for (Visitor& visitor : visitors) {
      Entrant entrant;
      // No bot is told where another one can be reached.
      entrant.name = fmt::format("guest-{}", ++guests_);
      if (!options_.match.quiet)
        fmt::print(stderr, "{} is {}\n", visitor.peer->address(), entrant.name);
      entrant.who = ConnectedEntrant{};
      entrant.time = checked_.defaults.time;
      entrant.time.clock = ClockKind::wall;  // what it runs on is elsewhere
      entrant.protocol = checked_.defaults.protocol;
      entrant.max_refusals = checked_.defaults.max_refusals;
      sitting.visitors.push_back(std::move(entrant));
      sitting.connections.push_back(visitor.peer.get());
      sitting.arrived.push_back(std::move(visitor.peer));
      sitting.clients.push_back(std::move(visitor.client));
    }
  }

  void tell(const PlayedMatch& played, const std::vector<Entrant>& seated) {
    ++finished_;
    if (records_) records_->write(to_line(played.record));
    for (const std::string& line : MatchReport(*checked_.game, seated).lines(played))
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

  /// What failed after its last game.
  void tell(const std::vector<LateFault>& late) const {
    for (const std::string& line : MatchReport(*checked_.game, residents_).lines(late))
      fmt::print(stderr, "{}\n", line);
  }

  const ListenOptions& options_;
  CheckedOptions checked_;
  SeedKey seeds_;
  SeriesSettings settings_;
  std::vector<Entrant> residents_;
  int visitors_wanted_ = 0;
  int processes_ = 0;  // of each game
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
  std::list<Sitting> sittings_;
  int begun_ = 0;
  int guests_ = 0;  // who have been given a seat
  int finished_ = 0;
  bool broken_off_ = false;
  std::exception_ptr error_;
};

}  // namespace

void add_listen(CLI::App& app, Shell& shell) {
  CLI::App* command =
      app.add_subcommand("listen", "Serve games over TCP: clients connect and play");
  shell.playing.insert(command);
  const auto options = std::make_shared<ListenOptions>();
  add_match_options(*command, options->match);
  command->add_option("--port", options->port, "Port to listen on; 0: any free one, which is told")
      ->required()
      ->check(CLI::Range(0, 65535));
  command->add_option("--host", options->host, "Address to listen on (default: 127.0.0.1)");
  command->add_option("-n,--games", options->games, "End after this many games (default: never)")
      ->check(CLI::Range(1, 100'000'000));
  command->add_option("--seats", options->match.seats,
                      "Seats at the table (default: as many as the game needs)");
  add_bounds(*command, *options);
  command->footer(
      "\nConnections take the free seats in order of arrival; players given here sit after "
      "them.\n" +
      players_help() +
      "\n  arena listen lost_cities --port 9016 -b greedy     whoever connects plays against "
      "greedy");
  command->callback([&shell, options] {
    shell.action = [&shell, options] { return Server(*options, shell.players, shell).run(); };
  });
}

}  // namespace arena::cli
