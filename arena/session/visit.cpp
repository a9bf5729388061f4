#include "arena/session/visit.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "arena/config/root_seed.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/paced_peer.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/session/session.hpp"

namespace arena::session {

namespace {

namespace asio = boost::asio;

class Visit {
 public:
  Visit(const VisitSettings& visit, const CheckedSettings& checked, const Entrant& bot,
        const VisitedGame& played)
      : visit_(visit), checked_(checked), bot_(bot), played_(played), key_(checked.seed) {}

  void run() {
    StartTrial(checked_.settings, spawner_).run({bot_});
    run_task(loop_, talk());
  }

 private:
  asio::awaitable<void> talk() {
    const AnyGame& game = *checked_.settings.game;
    VisitPlan plan;
    plan.protocol = protocol_by_choice(game)->name;
    plan.seat = game.conversations->wanted_seat(plan.protocol, visit_.seat);
    plan.team = visit_.team;
    plan.options = checked_.settings.options;
    plan.table_cache = checked_.settings.table_cache;
    plan.sit_down = [this](Seat seat) { return sit_down(seat); };
    plan.get_up = [this] { occupant_.reset(); };
    plan.played = played_;
    Connection connection = co_await open_connection(loop_, visit_.server.host, visit_.server.port);
    auto socket =
        std::make_unique<TcpPeer>(loop_, std::move(connection.in), asio::ip::tcp::endpoint());
    const auto server = paced(std::move(socket), loop_, visit_.line_delay);
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

  const VisitSettings& visit_;
  const CheckedSettings& checked_;
  const Entrant& bot_;
  const VisitedGame& played_;
  SeedKey key_;
  Spawner spawner_;
  Loop loop_;
  BotPool pool_;
  std::optional<Occupant> occupant_;
  int match_ = 0;
};

}  // namespace

void visit(const VisitSettings& visit, const CheckedSettings& checked, const Entrant& bot,
           const VisitedGame& played) {
  Visit(visit, checked, bot, played).run();
}

}  // namespace arena::session
