// `arena listen`: a TCP server for bots, for people with a telnet client, for the quiz's client,
// and for table managers' clients.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/series/statistics/standing.hpp"
#include "arena/session/session.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

using session::SessionPlan;
using session::SessionResults;

struct ListenOptions {
  MatchOptions match;
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  int games = 0;  // 0: without end
  int jobs = 0;   // parallel games; 0: depends on the players
  session::ClientLimits limits;
  // Only for clients that choose their seats:
  std::string wait = "60";  // for a client that lost its connection
  bool shows_times = true;
  session::SeatChoice choice;  // but for its protocol and `wait`
};

/// The protocol of the clients, if they choose their seats in it: as given, or else the game's.
/// Null otherwise.
const Terms* protocol_by_choice(const MatchOptions& match, const AnyGame& game) {
  if (!match.limits.protocol) return session::protocol_by_choice(game);
  const Terms& terms = find_protocol(game.protocols, *match.limits.protocol);
  return terms.seats_by_choice ? &terms : nullptr;
}

/// `arena listen` once its options are checked.
class Listening {
 public:
  Listening(const ListenOptions& options, const std::vector<PlayerSpec>& players,
            const Shell& shell)
      : options_(options), checked_(check(options.match, shell)), plan_(make_plan(players)) {}

  int run() {
    records_ = open_records(options_.match);  // may wait for the reader of a pipe
    interrupt_.emplace();
    prepare(plan_.players, checked_.settings, plan_.seats, options_.match.quiet);
    interrupt_->on_first(end_at_once);
    const SessionResults results = session::serve(plan_, hooks());
    stop_.reset();
    const bool gave_up = records_ && records_->gave_up();
    if (records_) records_->close();
    if (results.failure && !gave_up) std::rethrow_exception(results.failure);
    return tell_end(results);
  }

 private:
  SessionPlan make_plan(const std::vector<PlayerSpec>& players) {
    SeriesSettings& settings = checked_.settings;
    const GameInfo& info = settings.game->info;
    MatchOptions unfilled = options_.match;
    unfilled.quiet = true;
    SessionPlan plan{.checked = checked_,
                     .players = make_entrants(players, unfilled, checked_, false)};
    plan.seats = options_.match.seats != 0 ? options_.match.seats : info.least_seats;
    plan.jobs = options_.jobs;
    plan.host = options_.host;
    plan.port = options_.port;
    plan.limits = options_.limits;
    if (const Terms* const protocol = protocol_by_choice(options_.match, *settings.game)) {
      plan.choice = options_.choice;
      plan.choice->protocol = protocol;
      plan.choice->wait = read_duration(options_.wait, "--wait");
      settings.shows_times = options_.shows_times;
    }
    count_time(settings, plan.players);
    if (std::ranges::any_of(plan.players, &Entrant::is_person))
      throw Error("listen seats no person: use `arena connect` in another terminal");
    if (plan.clients() < 1) throw Error("no seat is left for a connection: give fewer players");
    plan.games = deals_to_play(options_.games, settings, options_.match.deals,
                               plan.choice ? info.default_matches : 0);
    if (!plan.choice) session::settle(plan);
    return plan;
  }

  session::SessionHooks hooks() {
    session::SessionHooks hooks;
    hooks.listening = [this](const std::string& address) { tell_begin(address); };
    hooks.said = [this](const std::string& line) {
      if (!options_.match.quiet) fmt::print(stderr, "{}\n", line);
    };
    hooks.played = [this](const PlayedMatch& match, const std::vector<Entrant>& players) {
      tell(match, players);
    };
    hooks.failed_late = [this](const std::vector<LateFault>& late) {
      print_lines(MatchReport(*checked_.settings.game, plan_.players).lines(late));
    };
    hooks.stop = stopping_.get_token();
    return hooks;
  }

  static void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print(stderr, "{}\n", line);
  }

  void tell_begin(const std::string& address) {
    make_log_dir(options_.match);
    stop_.emplace(*interrupt_, [this] {
      if (records_) records_->give_up();
      stopping_.request_stop();
    });
    fmt::print("Listening on {} for {}, {} {}\n", address, checked_.settings.game->info.title,
               counted(plan_.clients(), "connection"),
               plan_.choice ? "in a session of " + counted(plan_.games, "game") : "a game");
    std::fflush(stdout);
    if (options_.match.quiet) return;
    warn_of_seed(checked_);
    if (!options_.match.seed) fmt::print(stderr, "Seed {}\n", seed_text(checked_.seed));
    if (checked_.time().clock == ClockKind::cpu)
      fmt::print(stderr,
                 "Connections are timed by the wall clock: --clock cpu is for bots that "
                 "arena starts.\n");
  }

  void tell(const PlayedMatch& match, const std::vector<Entrant>& players) {
    if (records_) records_->write(to_line(match.record));
    print_lines(MatchReport(*checked_.settings.game, players).lines(match));
    std::string line;
    for (std::size_t seat = 0; seat < players.size(); ++seat) {
      line += fmt::format("{}{} {}{}", seat == 0 ? "" : ", ", players[seat].name,
                          match.record.scores->at(seat),
                          match.record.places->at(seat) == 1 ? " *" : "");
    }
    fmt::print("Game {}: {}\n", match.number + 1, line);
    std::fflush(stdout);
  }

  /// Returns the exit status.
  int tell_end(const SessionResults& results) const {
    if (results.cut_short)
      fmt::print(stderr, "The session ends after {} of {}: a client did not come back.\n",
                 results.games, counted(plan_.games, "game"));
    if (results.series && results.games > 1) {
      const auto& [series, counts] = *results.series;
      StandingHead head = standing_head(series, counts, checked_.seed);
      head.interrupted = interrupt_->came() && !head.complete;
      fmt::print("{}", standing_text(head, counts.statistics));
    }
    fmt::print("{} played\n", counted(results.games, "game"));
    if (interrupt_->came()) return interrupted;
    return results.cut_short ? check_failed : done;
  }

  const ListenOptions& options_;
  CheckedSettings checked_;
  SessionPlan plan_;
  std::unique_ptr<RecordWriter> records_;
  std::optional<Interrupt> interrupt_;
  std::stop_source stopping_;
  std::optional<OnInterrupt> stop_;
};

/// Adds the options for the limits to the command.
void add_bounds(CLI::App& command, ListenOptions& options) {
  const CLI::Range positive(1, 100'000'000);
  command
      .add_option("-j,--jobs", options.jobs,
                  "Games at a time; further connections wait (default: any number; with bot "
                  "processes: cores, at least 4)")
      ->check(positive);
  command
      .add_option("--connections", options.limits.connections,
                  "Connections at a time; further ones are closed (default: 512)")
      ->check(positive);
  command
      .add_option("--connections-per-address", options.limits.per_address,
                  "Connections at a time from one address (default: 64)")
      ->check(positive);
  command
      .add_option("--forfeits", options.limits.forfeits,
                  "Games that one address may forfeit until it gets no further seat (default: a "
                  "tenth of --games, at least 10)")
      ->check(positive);
}

/// Adds the options for sessions whose clients choose their seats.
void add_choice_options(CLI::App& command, ListenOptions& options) {
  const std::string group = "Clients that choose their seats";
  command
      .add_option("--wait", options.wait,
                  "How long a client that lost its connection may stay away (default: 60 s)")
      ->group(group);
  command
      .add_flag("!--no-timing", options.shows_times, "Do not send how much time the players used")
      ->group(group);
  command
      .add_flag("--plain-seated", options.choice.compatibility.plain_seated,
                "Seat clients without parentheses, as some programs expect: North \"Us\" seated")
      ->group(group);
  command
      .add_option("--line-delay-ms", options.choice.line_delay,
                  "Pause between two lines to a client, for old programs (default: 0)")
      ->check(CLI::Range(0, 10'000))
      ->group(group);
}

}  // namespace

void add_listen(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<ListenOptions>();
  add_match_options(command, options->match);
  command
      .add_option("--port", options->port, "Port to listen on; 0: any free one, which arena shows")
      ->type_name("INT")
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
  add_choice_options(command, *options);
  shell.on(command, [&shell, options] { return Listening(*options, shell.players, shell).run(); });
}

}  // namespace arena::cli
