// `arena listen`: a TCP server at which bots, people with a telnet and the quiz's own client play.
#include <algorithm>
#include <deque>
#include <exception>
#include <list>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/match_report.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/error.hpp"
#include "arena/players/loop.hpp"
#include "arena/players/plain_text.hpp"
#include "arena/players/sandbox_proof.hpp"
#include "arena/players/tcp.hpp"
#include "arena/tournament/schedule.hpp"
#include "arena/tournament/start_trial.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;

struct ListenOptions {
  MatchOptions match;
  std::string host = "127.0.0.1";
  int port = 0;
  int games = 0;  // 0: for ever
};

/// Seats connections as they come, and plays a match whenever all seats are taken. Several matches
/// may be in hand at a time, all on one loop.
class Server {
 public:
  Server(const ListenOptions& options, const std::vector<PlayerArg>& players, const Shell& shell)
      : options_(options),
        checked_(check(options.match, shell.games)),
        seeds_(checked_.seed),
        house_(make_house(options.match, checked_, shell.shelf)) {
    MatchOptions unfilled = options.match;
    unfilled.quiet = true;
    residents_ = make_entrants(players, unfilled, checked_, false);
    count_time(house_, residents_);
    const GameInfo& info = checked_.game->info();
    const int seats = options.match.seats != 0 ? options.match.seats : info.least_seats;
    visitors_wanted_ = seats - static_cast<int>(residents_.size());
    const Terms terms =
        checked_.defaults.json ? checked_.game->json_terms() : checked_.game->terms();
    stays_ = terms.lifetime == Lifetime::series;
    for (const Entrant& resident : residents_) {
      if (std::holds_alternative<PersonEntrant>(resident.who)) {
        throw Error("listen seats no person: games may be played side by side");
      }
    }
    if (visitors_wanted_ < 1) throw Error("no seat is left for a connection: give fewer players");
  }

  int run() {
    const int seats = visitors_wanted_ + static_cast<int>(residents_.size());
    prepare_builtins(residents_, house_, seats, options_.match.quiet);
    interrupt_.on_first(end_at_once);
    prove(house_.sandbox, spawner_);
    StartTrial(house_, spawner_).run(residents_);
    records_ = open_records(options_.match);
    make_log_dir(options_.match);
    Listener listener(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    listener_ = &listener;
    fmt::print("Listening on {} for {}, {} connection{} a game\n", listener.address(),
               checked_.game->info().title, visitors_wanted_, visitors_wanted_ == 1 ? "" : "s");
    std::fflush(stdout);
    if (!options_.match.quiet) warn_of_seed(checked_);
    if (!options_.match.quiet && options_.match.seed.empty()) {
      fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
    }
    if (!options_.match.quiet && checked_.defaults.time.clock == ClockKind::cpu)
      fmt::print(stderr,
                 "Connections are timed by the wall clock: --clock cpu is for bots that "
                 "arena starts.\n");
    interrupt_.on_first([this] { asio::post(loop_.executor(), [this] { break_off(); }); });
    asio::co_spawn(loop_.context(), accept_all(), asio::detached);
    loop_.run();
    interrupt_.on_first({});
    if (records_) records_->close();
    if (error_) std::rethrow_exception(error_);
    fmt::print("{} game{} played\n", finished_, finished_ == 1 ? "" : "s");
    return interrupt_.came() ? interrupted : done;
  }

 private:
  /// Who plays with whom, for one match or, where bots stay for a series, for several: the
  /// connections, the entrants that stand for them, and the match in hand.
  struct Sitting {
    std::vector<Entrant> visitors;
    std::vector<std::unique_ptr<TcpPeer>> arrived;  // by visitor, until they are seated
    std::vector<TcpPeer*> connections;
    Stable stable;
    std::unique_ptr<Table> table;
  };

  asio::awaitable<void> accept_all() {
    ChannelSettings settings;
    while (auto peer = co_await listener_->accept(settings)) {
      if (!options_.match.quiet) fmt::print(stderr, "{} connected\n", peer->address());
      waiting_.push_back(std::move(peer));
      seat_waiting();
    }
  }

  [[nodiscard]] bool may_begin() const { return options_.games == 0 || begun_ < options_.games; }

  void seat_waiting() {
    std::erase_if(waiting_, [](const auto& peer) { return !peer->connected(); });
    while (may_begin() && static_cast<int>(waiting_.size()) >= visitors_wanted_) {
      sittings_.emplace_back();
      welcome(sittings_.back());
      asio::co_spawn(loop_.context(), play(sittings_.back(), begun_++),
                     [this](std::exception_ptr error) {
                       if (error && !error_) error_ = error;
                       if (error_) break_off();
                     });
    }
    if (!may_begin()) close();
  }

  /// Nobody else gets a seat.
  void close() {
    listener_->close();
    waiting_.clear();
  }

  void break_off() {
    broken_off_ = true;
    close();
    for (Sitting& sitting : sittings_) {
      if (sitting.table) sitting.table->interrupt();
    }
  }

  asio::awaitable<void> play(Sitting& sitting, int number) {
    co_await play_one(sitting, number);
    while (stays() && may_begin() && !broken_off_ && all_connected(sitting)) {
      const int next = begun_++;
      if (!may_begin()) close();
      co_await play_one(sitting, next);
    }
    co_await sitting.stable.close();
    tell(sitting.stable.take_late_faults());
    sittings_.remove_if([&sitting](const Sitting& other) { return &other == &sitting; });
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
    sitting.table = std::make_unique<Table>(house_, loop_, spawner_, sitting.stable, std::nullopt,
                                            NoStart::forfeit);
    PlayedMatch played =
        co_await sitting.table->play(number, schedule.deal_seed(number), std::move(guests));
    played.player_at.resize(seated.size());
    std::iota(played.player_at.begin(), played.player_at.end(), 0);
    if (!broken_off_) tell(played, seated);
  }

  /// Whether a connection stays for all games that are played.
  [[nodiscard]] bool stays() const { return stays_; }

  static bool all_connected(const Sitting& sitting) {
    return std::ranges::all_of(
               sitting.visitors,
               [&sitting](const Entrant& visitor) { return sitting.stable.keeps(visitor); }) &&
           std::ranges::all_of(sitting.connections,
                               [](const TcpPeer* peer) { return peer->connected(); });
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
        co_await sitting.stable.visit(sitting.visitors[visitor], number, std::move(make));
    co_return visit;
  }

  /// Takes in the next visitors, in the order of their arrival.
  void welcome(Sitting& sitting) {
    for (int i = 0; i < visitors_wanted_; ++i) {
      Entrant entrant;
      entrant.name = waiting_.front()->address();
      entrant.who = ConnectedEntrant{};
      entrant.time = checked_.defaults.time;
      entrant.time.clock = ClockKind::wall;  // what it runs on is elsewhere
      entrant.json = checked_.defaults.json;
      entrant.max_refusals = checked_.defaults.max_refusals;
      sitting.visitors.push_back(std::move(entrant));
      sitting.connections.push_back(waiting_.front().get());
      sitting.arrived.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
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
  House house_;
  std::vector<Entrant> residents_;
  int visitors_wanted_ = 0;
  bool stays_ = false;
  Interrupt interrupt_;
  Spawner spawner_;
  Loop loop_;
  Listener* listener_ = nullptr;
  std::unique_ptr<RecordWriter> records_;
  std::deque<std::unique_ptr<TcpPeer>> waiting_;
  std::list<Sitting> sittings_;
  int begun_ = 0;
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
