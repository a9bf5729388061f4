#include "arena/cli/connect/visit.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/config/root_seed.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/paced_peer.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;

const Terms* protocol_of(const AnyGame& game) {
  const auto found = std::ranges::find_if(game.protocols, &Terms::seats_by_choice);
  return found != game.protocols.end() ? &*found : nullptr;
}

/// The game as given, or the only one that has such servers.
const AnyGame& game_of(const VisitOptions& options, const Games& games) {
  if (!options.match.game.empty()) {
    const AnyGame& game = find_game(games, options.match.game);
    if (protocol_of(game) == nullptr)
      throw Error(
          fmt::format("{} has no protocol whose clients choose their seats", game.info.title));
    return game;
  }
  std::vector<const AnyGame*> found;
  for (const auto& game : games) {
    if (protocol_of(*game) != nullptr) found.push_back(game.get());
  }
  if (found.size() != 1) throw Error("--seat needs a game: give --game NAME");
  return *found.front();
}

PlayerSpec player_of(const std::vector<PlayerSpec>& players,
                     const std::vector<std::string>& words) {
  if (players.size() + (words.empty() ? 0 : 1) != 1)
    throw Error("connect --seat plays one player: -p COMMAND, -m MODULE, -b BUILT-IN or --human");
  return words.empty() ? players.front() : PlayerSpec{.words = words};
}

class Session {
 public:
  Session(const VisitOptions& options, const CheckedSettings& checked, const Entrant& bot)
      : options_(options), checked_(checked), bot_(bot), key_(checked.seed) {}

  int play() {
    const SeriesSettings& settings = checked_.settings;
    Interrupt interrupt;
    interrupt.on_first(end_at_once);
    prepare({bot_}, settings, settings.game->info.least_seats, options_.match.quiet);
    StartTrial(settings, spawner_).run({bot_});
    run_task(loop_, talk());
    fmt::print("{} played\n", counted(games_, "game"));
    return done;
  }

 private:
  asio::awaitable<void> talk() {
    const AnyGame& game = *checked_.settings.game;
    VisitPlan plan;
    plan.protocol = protocol_of(game)->name;
    plan.seat = game.conversations->wanted_seat(plan.protocol, options_.seat);
    plan.team = options_.team;
    plan.options = checked_.settings.options;
    plan.table_cache = checked_.settings.table_cache;
    plan.sit_down = [this](Seat seat) { return sit_down(seat); };
    plan.get_up = [this] { occupant_.reset(); };
    plan.played = [this](const std::vector<std::string>& names, const Closing& closing) {
      tell(names, closing);
    };
    Connection connection =
        co_await open_connection(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    auto socket =
        std::make_unique<TcpPeer>(loop_, std::move(connection.in), asio::ip::tcp::endpoint());
    const auto server = paced(std::move(socket), loop_, options_.line_delay);
    plan.server = server.get();
    std::exception_ptr error;
    try {
      co_await game.conversations->visit(std::move(plan));
    } catch (...) {
      error = std::current_exception();
    }
    occupant_.reset();
    co_await pool_.close();
    if (error) std::rethrow_exception(error);
  }

  asio::awaitable<SeatPlan> sit_down(Seat seat) {
    const Room room{checked_.settings, loop_, spawner_, pool_};
    const SeatInMatch place{
        match_, {}, 0, seat, key_.derive("bot", static_cast<std::uint64_t>(match_)), {}};
    ++match_;
    Occupant occupant = co_await bot_.kind->sit_down(bot_, room, place);
    occupant_ = std::move(occupant);
    SeatPlan plan{occupant_->who, bot_.time, bot_.max_refusals};
    co_return plan;
  }

  void tell(const std::vector<std::string>& names, const Closing& closing) {
    ++games_;
    std::string line;
    for (std::size_t seat = 0; seat < names.size(); ++seat)
      line +=
          fmt::format("{}{} {}", seat == 0 ? "" : ", ", escaped(names[seat]), closing.scores[seat]);
    if (!options_.match.quiet) fmt::print("Game {}: {}\n", games_, line);
    std::fflush(stdout);
  }

  const VisitOptions& options_;
  const CheckedSettings& checked_;
  const Entrant& bot_;
  SeedKey key_;
  Spawner spawner_;
  Loop loop_;
  BotPool pool_;
  std::optional<Occupant> occupant_;
  int match_ = 0;
  int games_ = 0;
};

}  // namespace

void add_visit_options(CLI::App& command, VisitOptions& options) {
  const std::string group = "Servers where bots choose their seats";
  command
      .add_option(
          "--seat", options.seat,
          "Sit down there, or at \"any\" seat that the server chooses, with any player: arena "
          "speaks the server's protocol")
      ->group(group);
  command.add_option("--team", options.team, "The name of your team (default: arena)")
      ->group(group);
  command.add_option("--game", options.match.game, "The game, if several have such servers")
      ->group(group);
  add_limits(command, options.match.limits, {"move_time"});
  command.get_option("--move-time")
      ->description("The time for one answer of your player (default: 10 s)")
      ->group(group);
  command
      .add_option("--line-delay-ms", options.line_delay,
                  "Pause between two lines to the server: some lose the second of two lines that "
                  "arrive together (default: 10)")
      ->check(CLI::Range(0, 10'000))
      ->group(group);
}

bool asks_for_seat(const CLI::App& command, const VisitOptions& options) {
  if (!options.seat.empty()) return true;
  for (const char* name : {"--seat", "--team", "--game", "--move-time", "--line-delay-ms"}) {
    if (command.count(name) > 0) throw Error(fmt::format("{} needs --seat SEAT", name));
  }
  return false;
}

int play_session(VisitOptions options, const std::vector<PlayerSpec>& players,
                 const std::vector<std::string>& words, Shell& shell) {
  const AnyGame& game = game_of(options, shell.games);
  options.match.game = game.info.name;
  const PlayerSpec player = player_of(players, words);
  static_cast<void>(game.conversations->wanted_seat(protocol_of(game)->name, options.seat));
  CheckedSettings checked = check(options.match, shell);
  const Entrant bot = make_entrant(player, game, checked.defaults);
  check_entrants({bot}, checked.settings, game.info.least_seats);
  if (bot.time.game_time || bot.time.increment > Duration::zero())
    throw Error(
        "connect --seat knows no time for a game: the server has its own; give --move-time");
  count_time(checked.settings, {bot});
  return Session(options, checked, bot).play();
}

}  // namespace arena::cli
