#include "arena/cli/listen/lobby.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"

namespace arena::cli {

namespace {

constexpr std::chrono::seconds pause_after_forfeit{1};
constexpr std::chrono::seconds longest_pause{5};

long connections_of(const std::shared_ptr<Client>& client) { return client.use_count() - 1; }

}  // namespace

std::string Lobby::admit(std::unique_ptr<TcpPeer> peer, TimePoint now) {
  drop_gone(now);
  const auto add = [](long sum, const auto& entry) { return sum + connections_of(entry.second); };
  if (std::accumulate(clients_.begin(), clients_.end(), 0L, add) >= limits_.connections)
    return fmt::format("{} connections are open, the maximum (--connections)", limits_.connections);
  const std::string host = peer->client();
  std::shared_ptr<Client>& client = clients_[host];
  if (!client) client = std::make_shared<Client>();
  if (connections_of(client) >= limits_.per_address)
    return fmt::format("{} has {} connections, the maximum (--connections-per-address)", host,
                       limits_.per_address);
  if (is_barred(*client))
    return fmt::format("{} has forfeited {} games, the maximum (--forfeits)", host,
                       client->forfeits);
  waiting_.push_back({std::move(peer), client});
  return "";
}

std::vector<Visitor> Lobby::take(std::size_t count, TimePoint now) {
  drop_gone(now);
  const auto sits = [now](const Visitor& visitor) { return visitor.client->free_at <= now; };
  std::vector<Visitor> taken;
  if (static_cast<std::size_t>(std::ranges::count_if(waiting_, sits)) < count) return taken;
  while (taken.size() < count) {
    const auto next = std::ranges::find_if(waiting_, sits);
    taken.push_back(std::move(*next));
    waiting_.erase(next);
  }
  return taken;
}

std::optional<TimePoint> Lobby::next_time(TimePoint now) const {
  std::optional<TimePoint> next;
  for (const Visitor& visitor : waiting_) {
    const TimePoint free_at = visitor.client->free_at;
    if (free_at > now) next = std::min(next.value_or(free_at), free_at);
  }
  return next;
}

void Lobby::forfeited(Client& client, TimePoint now) {
  ++client.forfeits;
  client.free_at =
      std::min(std::max(client.free_at, now) + pause_after_forfeit, now + longest_pause);
}

void Lobby::drop_gone(TimePoint now) {
  std::erase_if(waiting_, [this](const Visitor& visitor) {
    return !visitor.peer->connected() || is_barred(*visitor.client);
  });
  std::erase_if(clients_, [this, now](const auto& entry) {
    const Client& client = *entry.second;
    const bool counts = limits_.forfeits && client.forfeits > 0;
    return connections_of(entry.second) == 0 && client.free_at <= now && !counts;
  });
}

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

void add_session_options(CLI::App& command, ListenOptions& options) {
  const std::string group = "Clients that choose their seats";
  command
      .add_option("--wait", options.wait,
                  "How long a client that lost its connection may stay away (default: 60 s)")
      ->group(group);
  command
      .add_flag("!--no-timing", options.shows_times, "Do not send how much time the players used")
      ->group(group);
  command
      .add_flag("--plain-seated", options.compatibility.plain_seated,
                "Seat clients without parentheses, as some programs expect: North \"Us\" seated")
      ->group(group);
  command
      .add_option("--line-delay-ms", options.line_delay,
                  "Pause between two lines to a client, for old programs (default: 0)")
      ->check(CLI::Range(0, 10'000))
      ->group(group);
}

/// Built-in and connected bots cost little, so any number of games may run.
int jobs_for(const ListenOptions& options, int processes) {
  if (options.jobs != 0) return options.jobs;
  return processes == 0 ? options.limits.connections : std::max(4, cores());
}

LobbyLimits limits_for(const ListenOptions& options, int jobs, int processes, int seats) {
  constexpr long own = 32;          // arena's own, including those of a bot that is starting
  constexpr long of_a_process = 7;  // pipes, log, pidfd
  constexpr int least_forfeits = 10;
  constexpr int share = 10;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const long most = static_cast<long>(std::min<rlim_t>(files.rlim_cur, INT_MAX));
  const long of_a_connection = options.match.log_dir.empty() ? 1 : 1 + seats;
  const long room = (most - own - long{jobs} * processes * of_a_process) / of_a_connection;
  if (room < seats)
    throw Error(fmt::format(
        "{} open files are too few for {} games at a time (raise ulimit -n, or lower --jobs)", most,
        jobs));
  LobbyLimits limits = options.limits;
  limits.connections = static_cast<int>(std::min<long>(limits.connections, room));
  if (!limits.forfeits && options.games != 0)
    limits.forfeits = std::max(least_forfeits, options.games / share);
  return limits;
}

}  // namespace arena::cli
