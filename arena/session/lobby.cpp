#include "arena/session/lobby.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"

namespace arena::session {

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

namespace {

/// Built-in and connected bots cost little, so any number of games may run.
int jobs_of(const SessionPlan& plan, long processes) {
  if (plan.jobs != 0) return plan.jobs;
  return processes == 0 ? plan.limits.connections : std::max(4, cores());
}

}  // namespace

void settle(SessionPlan& plan) {
  constexpr long own = 32;          // arena's own, including those of a bot that is starting
  constexpr long of_a_process = 7;  // pipes, log, pidfd
  constexpr int least_forfeits = 10;
  constexpr int share = 10;
  const long processes = std::ranges::count_if(plan.players, &Entrant::process);
  plan.jobs = jobs_of(plan, processes);
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const long most = static_cast<long>(std::min<rlim_t>(files.rlim_cur, INT_MAX));
  const long of_a_connection = plan.checked.settings.log_dir.empty() ? 1 : 1 + plan.seats;
  const long room = (most - own - plan.jobs * processes * of_a_process) / of_a_connection;
  if (room < plan.seats)
    throw Error(fmt::format(
        "{} open files are too few for {} games at a time (raise ulimit -n, or lower --jobs)", most,
        plan.jobs));
  if (plan.limits.connections < plan.clients())
    throw Error(fmt::format("--connections {} is too few: a game has {} connections",
                            plan.limits.connections, plan.clients()));
  plan.limits.connections = static_cast<int>(std::min<long>(plan.limits.connections, room));
  if (!plan.limits.forfeits && plan.games != 0)
    plan.limits.forfeits = std::max(least_forfeits, plan.games / share);
}

}  // namespace arena::session
