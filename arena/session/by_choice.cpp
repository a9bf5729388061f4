// A session whose clients choose their seats (core/refinements/conversation.hpp), at one table. A
// client that loses its connection may come back; then the game begins again with the same deal.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/peer/next_line.hpp"
#include "arena/peer/paced_peer.hpp"
#include "arena/peer/scripted_peer.hpp"
#include "arena/peer/signal.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/session/server.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::session {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds to_introduce_itself{30};
constexpr std::size_t longest_team = 64;
/// A client that leaves whenever it dislikes its cards must not have them dealt again without a
/// limit.
constexpr int most_restarts = 3;
constexpr int most_refusals_told = 100;
constexpr int most_blank_lines = 100;

/// The first line that is not blank.
asio::awaitable<std::variant<std::string, Fault>> first_line(Peer& peer) {
  const TimePoint until = Clock::now() + to_introduce_itself;
  for (int blank = 0; blank < most_blank_lines; ++blank) {
    std::variant<std::string, Fault> heard = co_await next_line(peer, until - Clock::now());
    const auto* line = std::get_if<std::string>(&heard);
    if (line == nullptr || !trim(*line).empty()) co_return heard;
  }
  co_return Fault{FaultKind::limit, "sent only blank lines"};
}

class ByChoice final : public Seating {
 public:
  explicit ByChoice(Server& server)
      : server_(server),
        plan_(server.plan()),
        choice_(*plan_.choice),
        chairs_(static_cast<std::size_t>(plan_.seats)) {}

  /// Clients that a failure leaves in the pool would keep the loop waiting.
  void begin() override {
    server_.start(play(), [this] { pool_ = BotPool(); });
  }
  void arrived(std::unique_ptr<TcpPeer> peer) override;
  void closed() override {
    for (TcpPeer* const peer : meeting_) peer->interrupt();
  }
  void broken_off() override { changed_.give(); }

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

  asio::awaitable<void> meet(std::unique_ptr<TcpPeer> peer);
  /// Why a new connection may not even say who it is; empty if it may.
  [[nodiscard]] std::string crowding(const TcpPeer& peer) const;
  /// Tells the client why, and closes the connection.
  asio::awaitable<void> refuse(std::unique_ptr<TcpPeer> peer, std::string why);
  /// Seats a client that said `line`, or returns why not.
  std::string admit(const std::string& line, std::unique_ptr<TcpPeer>& peer);
  /// Why this client cannot have the seat; empty if it can.
  [[nodiscard]] std::string refusal(Seat seat, const std::string& team) const;
  [[nodiscard]] std::optional<Seat> free_seat(const std::string& team) const;

  asio::awaitable<void> play();
  void begin_count();
  asio::awaitable<void> play_games();
  [[nodiscard]] bool all_are_present() const;
  /// The plan's players take the seats that no client has.
  void fill_seats();
  /// Waits for the clients that are gone. Returns false if they do not come in time.
  asio::awaitable<bool> gather();
  asio::awaitable<PlayedMatch> play_one(int number);
  [[nodiscard]] bool lost_a_client(const Record& record) const;
  asio::awaitable<std::unique_ptr<Peer>> hand_over(std::size_t seat);
  void say(const std::string& line) const { server_.hooks().said(line); }
  [[nodiscard]] Sides sides() const { return server_.schedule().sides(); }

  Server& server_;
  const SessionPlan& plan_;
  const SeatChoice& choice_;
  std::vector<Chair> chairs_;     // by seat
  std::vector<Entrant> players_;  // by seat, once all have come
  TimePoint begin_;               // of the first game
  BotPool pool_;
  Signal changed_;
  std::set<TcpPeer*> meeting_;  // those that have not said who they are
  int refused_now_ = 0;         // connections that are being refused
  bool crowded_ = false;        // the last connection was refused unheard
  int refusals_told_ = 0;       // since the last client that was seated
};

void ByChoice::arrived(std::unique_ptr<TcpPeer> peer) {
  const std::string why = crowding(*peer);
  const bool is_known = std::exchange(crowded_, !why.empty()) && crowded_;
  if (why.empty()) return server_.start(meet(std::move(peer)));
  // There may be many: they are reported once, and beyond the limit closed without a word.
  if (!is_known) say(fmt::format("{} was refused: {}", peer->address(), why));
  if (refused_now_ < plan_.limits.per_address) server_.start(refuse(std::move(peer), why));
}

std::string ByChoice::crowding(const TcpPeer& peer) const {
  const auto alike = std::ranges::count(meeting_, peer.client(), &TcpPeer::client);
  const auto all = std::ssize(meeting_);
  if (all >= plan_.limits.connections)
    return fmt::format("ERROR: {} have not yet said who they are, the maximum",
                       counted(all, "connection"));
  if (alike < plan_.limits.per_address) return {};
  return fmt::format(
      "ERROR: {} have not yet said who they are, the maximum (--connections-per-address)",
      counted(alike, "connection"));
}

asio::awaitable<void> ByChoice::refuse(std::unique_ptr<TcpPeer> peer, std::string why) {
  ++refused_now_;
  peer->outbox() += why + "\r\n";
  co_await peer->end(Ending::finished);
  --refused_now_;
}

asio::awaitable<void> ByChoice::meet(std::unique_ptr<TcpPeer> peer) {
  if (server_.is_closed()) co_return;
  const std::string address = peer->address();
  meeting_.insert(peer.get());
  std::variant<std::string, Fault> heard = co_await first_line(*peer);
  meeting_.erase(peer.get());
  const auto* fault = std::get_if<Fault>(&heard);
  const bool may_hear_why =
      fault == nullptr || fault->kind == FaultKind::limit || fault->kind == FaultKind::time;
  if (server_.is_closed() || !may_hear_why) co_return;
  const std::string refusal =
      fault != nullptr ? fmt::format("ERROR: The first line is missing: {}", fault->detail)
                       : admit(std::get<std::string>(heard), peer);
  if (refusal.empty()) co_return;
  if (++refusals_told_ <= most_refusals_told)
    say(fmt::format("{} was refused: {}", address, refusal));
  if (refusals_told_ == most_refusals_told) say("Further refusals are not shown.");
  co_await refuse(std::move(peer), refusal);
}

std::string ByChoice::admit(const std::string& line, std::unique_ptr<TcpPeer>& peer) {
  const AnyGame& game = *plan_.checked.settings.game;
  auto read = game.conversations->introduction(choice_.protocol->name, line);
  if (const auto* refused = std::get_if<Refusal>(&read)) return std::string(refused->text());
  auto& [wanted, team] = std::get<Introduction>(read);
  team = characters_within(escaped(team), longest_team);
  const std::optional<Seat> seat = wanted ? wanted : free_seat(team);
  if (!seat) return "ERROR: No seat is free";
  if (std::string why = refusal(*seat, team); !why.empty()) return "ERROR: " + why;
  const bool is_back = !players_.empty();
  Chair& chair = chairs_[static_cast<std::size_t>(*seat)];
  chair.team = team;
  chair.arrived = std::move(peer);
  refusals_told_ = 0;
  say(fmt::format("{} {}: \"{}\" at {}", chair.arrived->address(),
                  is_back ? "is back" : "is seated", team, game.info.seat_text(*seat)));
  game.conversations->welcome(choice_.protocol->name, line, *seat, choice_.compatibility,
                              *chair.arrived);
  changed_.give();
  return {};
}

std::string ByChoice::refusal(Seat seat, const std::string& team) const {
  const Chair& chair = chairs_[static_cast<std::size_t>(seat)];
  const bool has_begun = !players_.empty();
  if (chair.is_present() || (has_begun && !chair.is_clients)) return "This seat is taken";
  if (has_begun) {
    const bool is_theirs = equal_ignoring_case(chair.team, team);
    return is_theirs ? "" : "This seat belongs to another team";
  }
  if (all_are_present()) return "All seats are taken";
  for (std::size_t other = 0; other < chairs_.size(); ++other) {
    const Chair& partner = chairs_[other];
    const bool is_partner = sides().of(static_cast<Seat>(other)) == sides().of(seat);
    if (is_partner && partner.is_present() && !equal_ignoring_case(partner.team, team))
      return fmt::format("The team of this side is \"{}\"", partner.team);
  }
  return {};
}

std::optional<Seat> ByChoice::free_seat(const std::string& team) const {
  std::optional<Seat> found;
  for (Seat seat = 0; seat < static_cast<Seat>(chairs_.size()); ++seat) {
    if (!refusal(seat, team).empty()) continue;
    const bool is_by_partner = std::ranges::any_of(chairs_, [&](const Chair& chair) {
      const auto other = static_cast<Seat>(&chair - chairs_.data());
      return other != seat && chair.is_present() && equal_ignoring_case(chair.team, team) &&
             sides().of(other) == sides().of(seat);
    });
    if (is_by_partner) return seat;
    if (!found) found = seat;
  }
  return found;
}

bool ByChoice::all_are_present() const {
  return std::ranges::count_if(chairs_, &Chair::is_present) == plan_.clients();
}

void ByChoice::fill_seats() {
  auto next = plan_.players.begin();
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    // A client may have gone just now.
    chairs_[seat].is_clients = chairs_[seat].is_present() || next == plan_.players.end();
    const Terms& terms = *choice_.protocol;
    players_.push_back(chairs_[seat].is_clients
                           ? server_.client(chairs_[seat].team, terms, terms.lifetime,
                                            [this, seat] { return hand_over(seat); })
                           : *next++);
  }
  make_names_unique(players_);
}

asio::awaitable<std::unique_ptr<Peer>> ByChoice::hand_over(std::size_t seat) {
  Chair& chair = chairs_[seat];
  std::unique_ptr<Peer> peer;
  if (chair.arrived) {
    chair.connection = chair.arrived.get();
    peer = paced(std::move(chair.arrived), server_.loop(), choice_.line_delay);
  } else {
    peer = std::make_unique<ScriptedPeer>(std::vector<std::string>(),
                                          Fault{FaultKind::disconnect, "closed the connection"});
  }
  co_return peer;
}

asio::awaitable<void> ByChoice::play() {
  while (!server_.is_broken_off() && !all_are_present())
    co_await changed_.wait_until(Clock::now() + std::chrono::seconds(1));
  if (!server_.is_broken_off()) {
    fill_seats();
    begin_count();
    co_await play_games();
  }
  server_.close();
  for (Chair& chair : chairs_) chair.connection = nullptr;
  co_await pool_.close();
  server_.hooks().failed_late(pool_.take_late_faults());
}

void ByChoice::begin_count() {
  begin_ = Clock::now();
  SeriesPlan series;
  series.settings = plan_.checked.settings;
  series.entrants = players_;
  series.schedule = server_.schedule();
  series.matches = MatchNumbers::up_to(series.schedule.matches());
  server_.results().series.emplace(std::move(series));
}

asio::awaitable<void> ByChoice::play_games() {
  bool complete = co_await gather();
  int restarts = 0;  // of this game
  for (int number = 0; number < server_.schedule().matches() && complete;) {
    const PlayedMatch played = co_await play_one(number);
    if (server_.is_broken_off()) co_return;
    const bool has_lost_one = lost_a_client(played.record);
    if (has_lost_one) {
      say(fmt::format("Game {} waits for a client that lost its connection.", number + 1));
      complete = co_await gather();
      if (complete && ++restarts <= most_restarts) {
        pool_.forget_deals();
        continue;
      }
    }
    CountedSeries& series = *server_.results().series;
    series.count(number, series.played(played));
    series.results.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    server_.report(played, players_);
    restarts = 0;
    if (++number < server_.schedule().matches() && !has_lost_one) complete = co_await gather();
  }
  const bool is_whole = server_.results().games == server_.schedule().matches();
  server_.results().cut_short = !complete && !server_.is_broken_off() && !is_whole;
}

asio::awaitable<PlayedMatch> ByChoice::play_one(int number) {
  PlayedMatch played = co_await server_.play(number, players_, pool_);
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    if (!pool_.keeps(players_[seat])) chairs_[seat].connection = nullptr;
  }
  co_return played;
}

bool ByChoice::lost_a_client(const Record& record) const {
  return std::ranges::any_of(record.forfeits, [this](const RecordedForfeit& forfeit) {
    return chairs_[static_cast<std::size_t>(forfeit.seat)].is_clients &&
           forfeit.reason == to_text(FaultKind::disconnect);
  });
}

asio::awaitable<bool> ByChoice::gather() {
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    Chair& chair = chairs_[seat];
    const bool is_lost = chair.connection != nullptr && !chair.connection->connected();
    if (!is_lost && !(chair.connection != nullptr && chair.arrived)) continue;
    chair.connection = nullptr;
    co_await pool_.remove(players_[seat]);
  }
  const TimePoint until = Clock::now() + choice_.wait;
  while (!server_.is_broken_off() && !all_are_present() && Clock::now() < until)
    co_await changed_.wait_until(until);
  co_return !server_.is_broken_off() && all_are_present();
}

}  // namespace

std::unique_ptr<Seating> by_choice(Server& server) { return std::make_unique<ByChoice>(server); }

}  // namespace arena::session
