#include "arena/session/server.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include "arena/process/sandbox/proof.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/entrants/start_trial.hpp"

namespace arena::session {

namespace asio = boost::asio;

const Terms* protocol_by_choice(const AnyGame& game) {
  const auto found = std::ranges::find_if(game.protocols, &Terms::seats_by_choice);
  return found != game.protocols.end() ? &*found : nullptr;
}

SessionResults serve(const SessionPlan& plan, const SessionHooks& hooks) {
  Server server(plan, hooks);
  const std::unique_ptr<Seating> seating = plan.choice ? by_choice(server) : by_arrival(server);
  return server.run(*seating);
}

/// A table with a match, which a request to stop interrupts.
class Server::Playing : boost::noncopyable {
 public:
  Playing(Server& server, BotPool& pool)
      : server_(server),
        table_(Room{server.settings_, server.loop_, server.spawner_, pool, std::nullopt,
                    NoStart::forfeit}) {
    if (server_.broken_off_) table_.interrupt();
    server_.tables_.insert(&table_);
  }
  ~Playing() { server_.tables_.erase(&table_); }

  asio::awaitable<PlayedMatch> play(const ScheduledMatch& match,
                                    const std::vector<Entrant>& players) {
    return table_.play(match, players);
  }

 private:
  Server& server_;
  Table table_;
};

Server::Server(const SessionPlan& plan, const SessionHooks& hooks)
    : plan_(plan),
      hooks_(hooks),
      settings_(plan.checked.settings),
      schedule_(settings_.game->info.sides_of(plan.seats),
                plan.games != 0 ? plan.games : std::numeric_limits<int>::max(), false,
                SeedKey(plan.checked.seed)) {}

SessionResults Server::run(Seating& seating) {
  prove(settings_.sandbox, spawner_);
  StartTrial(settings_, spawner_).run(plan_.players);
  listener_ = std::make_unique<Listener>(loop_, plan_.host, plan_.port);
  seating_ = &seating;
  const std::stop_callback on_stop(
      hooks_.stop, [this] { asio::post(loop_.executor(), [this] { break_off(); }); });
  hooks_.listening(listener_->address());
  start(accept_all());
  seating.begin();
  serve_all();
  if (results_.series) results_.series->results.statistics.finish();
  return std::move(results_);
}

/// Runs until all current matches have ended, even if a handler fails: they refer to this server.
void Server::serve_all() {
  for (;;) {
    try {
      loop_.run();
      return;
    } catch (...) {
      note(std::current_exception());
    }
  }
}

void Server::start(asio::awaitable<void> task, std::function<void()> after) {
  asio::co_spawn(loop_.context(), std::move(task),
                 [this, after = std::move(after)](std::exception_ptr error) {
                   note(std::move(error));
                   after();
                 });
}

void Server::note(std::exception_ptr error) {
  if (!error) return;
  if (!results_.failure) results_.failure = std::move(error);
  break_off();
}

void Server::break_off() {
  broken_off_ = true;
  close();
  for (Table* const table : tables_) table->interrupt();
  seating_->broken_off();
}

void Server::close() {
  is_closed_ = true;
  listener_->close();
  seating_->closed();
}

asio::awaitable<void> Server::accept_all() {
  for (;;) {
    std::unique_ptr<TcpPeer> peer = co_await listener_->accept();
    if (!peer || is_closed_) co_return;
    seating_->arrived(std::move(peer));
  }
}

Entrant Server::client(std::string name, const Terms& terms, Lifetime lifetime,
                       PeerMaker hand_over) const {
  const PlayerDefaults& defaults = plan_.checked.defaults;
  Entrant entrant;
  entrant.name = std::move(name);
  entrant.kind = std::make_shared<ConnectedEntrant>(std::move(hand_over));
  entrant.time = time_of(defaults.limits, terms);
  entrant.time.clock = ClockKind::wall;  // its processor time is not measurable here
  entrant.protocol = terms.name;
  entrant.lifetime = lifetime;
  entrant.max_refusals = defaults.refusals_for(terms);
  return entrant;
}

asio::awaitable<PlayedMatch> Server::play(int number, const std::vector<Entrant>& players,
                                          BotPool& pool) {
  Playing playing(*this, pool);
  PlayedMatch played = co_await playing.play(schedule_.at(number), players);
  co_return played;
}

void Server::report(const PlayedMatch& match, const std::vector<Entrant>& players) {
  ++results_.games;
  hooks_.played(match, players);
}

}  // namespace arena::session
