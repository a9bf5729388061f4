#include "arena/cli/listen/seated_session.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <variant>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>

#include "arena/peer/next_line.hpp"
#include "arena/peer/paced_peer.hpp"
#include "arena/peer/scripted_peer.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/series/statistics/match_report.hpp"
#include "arena/series/statistics/standing.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds to_introduce_itself{30};
constexpr std::size_t longest_team = 64;
/// A client that leaves whenever it dislikes its cards must not have them dealt again without a
/// limit.
constexpr int most_restarts = 3;
constexpr int most_refusals_told = 100;
constexpr int most_blank_lines = 100;

MatchOptions unfilled(MatchOptions options) {
  options.quiet = true;
  return options;
}

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

}  // namespace

const Terms* protocol_by_choice(const ListenOptions& options, const AnyGame& game) {
  if (options.match.limits.protocol) {
    const Terms& terms = find_protocol(game.protocols, *options.match.limits.protocol);
    return terms.seats_by_choice ? &terms : nullptr;
  }
  const auto found = std::ranges::find_if(game.protocols, &Terms::seats_by_choice);
  return found != game.protocols.end() ? &*found : nullptr;
}

SeatedSession::SeatedSession(const ListenOptions& options, const Terms& protocol,
                             const std::vector<PlayerSpec>& players, const Shell& shell)
    : options_(options),
      protocol_(protocol),
      checked_(check(options.match, shell)),
      fixed_(make_entrants(players, unfilled(options.match), checked_, false)),
      wait_(read_duration(options.wait, "--wait")),
      schedule_(2, 1, false, SeedKey()) {
  checked_.settings.shows_times = options.shows_times;
  count_time(checked_.settings, fixed_);
  const GameInfo& info = checked_.settings.game->info;
  const int seats = options.match.seats != 0 ? options.match.seats : info.least_seats;
  clients_wanted_ = seats - static_cast<int>(fixed_.size());
  if (std::ranges::any_of(fixed_, &Entrant::is_person))
    throw Error("listen seats no person: use `arena connect` in another terminal");
  if (clients_wanted_ < 1) throw Error("no seat is left for a connection: give fewer players");
  const int games =
      deals_to_play(options.games, checked_.settings, options.match.deals, info.default_matches);
  schedule_ = Schedule(info.sides_of(seats), games, false, SeedKey(checked_.seed));
  chairs_.resize(static_cast<std::size_t>(seats));
  results_.statistics = SeriesStatistics(schedule_.sides().count(), info.more_is_better);
}

int SeatedSession::run() {
  records_ = open_records(options_.match);  // may wait for the reader of a pipe
  interrupt_.emplace();
  const SeriesSettings& settings = checked_.settings;
  prepare(fixed_, settings, static_cast<int>(chairs_.size()), options_.match.quiet);
  interrupt_->on_first(end_at_once);
  prove(settings.sandbox, spawner_);
  StartTrial(settings, spawner_).run(fixed_);
  make_log_dir(options_.match);
  listener_ =
      std::make_unique<Listener>(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
  const OnInterrupt stop(*interrupt_, [this] {
    if (records_) records_->give_up();
    asio::post(loop_.executor(), [this] { break_off(); });
  });
  fmt::print("Listening on {} for {}, {} in a session of {}\n", listener_->address(),
             settings.game->info.title, counted(clients_wanted_, "connection"),
             counted(schedule_.deals(), "game"));
  std::fflush(stdout);
  if (!options_.match.quiet) warn_of_seed(checked_);
  if (!options_.match.seed) say(fmt::format("Seed {}", seed_text(checked_.seed)));
  const auto noted = [this](std::exception_ptr error) { note(std::move(error)); };
  asio::co_spawn(loop_.context(), accept_all(), noted);
  asio::co_spawn(loop_.context(), play(), noted);
  for (bool runs = true; runs;) {
    try {
      loop_.run();
      runs = false;
    } catch (...) {
      note(std::current_exception());
    }
  }
  const bool gave_up = records_ && records_->gave_up();
  if (records_) records_->close();
  if (error_ && !gave_up) std::rethrow_exception(error_);
  if (finished_ > 1) print_standing();
  fmt::print("{} played\n", counted(finished_, "game"));
  if (interrupt_->came()) return interrupted;
  return cut_short_ ? check_failed : done;
}

void SeatedSession::note(std::exception_ptr error) {
  if (error && !error_) error_ = std::move(error);
  if (error_) break_off();
}

void SeatedSession::break_off() {
  broken_off_ = true;
  close();
  if (table_) table_->interrupt();
  changed_.give();
}

void SeatedSession::say(const std::string& line) const {
  if (!options_.match.quiet) fmt::print(stderr, "{}\n", line);
}

asio::awaitable<void> SeatedSession::accept_all() {
  for (;;) {
    std::unique_ptr<TcpPeer> peer = co_await listener_->accept();
    if (!peer || is_closed_) co_return;
    const auto noted = [this](std::exception_ptr error) { note(std::move(error)); };
    const std::string why = crowding(*peer);
    const bool is_known = std::exchange(crowded_, !why.empty()) && crowded_;
    if (why.empty()) {
      asio::co_spawn(loop_.context(), meet(std::move(peer)), noted);
      continue;
    }
    // There may be many: they are reported once, and beyond the limit closed without a word.
    if (!is_known) say(fmt::format("{} was refused: {}", peer->address(), why));
    if (refused_now_ < options_.limits.per_address)
      asio::co_spawn(loop_.context(), refuse(std::move(peer), why), noted);
  }
}

std::string SeatedSession::crowding(const TcpPeer& peer) const {
  const auto alike = std::ranges::count(meeting_, peer.client(), &TcpPeer::client);
  const auto all = std::ssize(meeting_);
  if (all >= options_.limits.connections)
    return fmt::format("ERROR: {} have not yet said who they are, the maximum",
                       counted(all, "connection"));
  if (alike < options_.limits.per_address) return {};
  return fmt::format(
      "ERROR: {} have not yet said who they are, the maximum (--connections-per-address)",
      counted(alike, "connection"));
}

asio::awaitable<void> SeatedSession::refuse(std::unique_ptr<TcpPeer> peer, std::string why) {
  ++refused_now_;
  peer->outbox() += why + "\r\n";
  co_await peer->end(Ending::finished);
  --refused_now_;
}

asio::awaitable<void> SeatedSession::meet(std::unique_ptr<TcpPeer> peer) {
  if (is_closed_) co_return;
  const std::string address = peer->address();
  meeting_.insert(peer.get());
  std::variant<std::string, Fault> heard = co_await first_line(*peer);
  meeting_.erase(peer.get());
  const auto* fault = std::get_if<Fault>(&heard);
  const bool may_hear_why =
      fault == nullptr || fault->kind == FaultKind::limit || fault->kind == FaultKind::time;
  if (is_closed_ || !may_hear_why) co_return;
  const std::string refusal =
      fault != nullptr ? fmt::format("ERROR: The first line is missing: {}", fault->detail)
                       : admit(std::get<std::string>(heard), peer);
  if (refusal.empty()) co_return;
  if (++refusals_told_ <= most_refusals_told)
    say(fmt::format("{} was refused: {}", address, refusal));
  if (refusals_told_ == most_refusals_told) say("Further refusals are not shown.");
  co_await refuse(std::move(peer), refusal);
}

std::string SeatedSession::admit(const std::string& line, std::unique_ptr<TcpPeer>& peer) {
  const AnyGame& game = *checked_.settings.game;
  auto read = game.conversations->introduction(protocol_.name, line);
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
  game.conversations->welcome(protocol_.name, line, *seat, options_.compatibility, *chair.arrived);
  changed_.give();
  return {};
}

/// Why this client cannot have the seat; empty if it can.
std::string SeatedSession::refusal(Seat seat, const std::string& team) const {
  const Chair& chair = chairs_[static_cast<std::size_t>(seat)];
  const bool has_begun = !players_.empty();
  if (chair.is_present() || (has_begun && !chair.is_clients)) return "This seat is taken";
  if (has_begun) {
    const bool is_theirs = equal_ignoring_case(chair.team, team);
    return is_theirs ? "" : "This seat belongs to another team";
  }
  if (all_are_present()) return "All seats are taken";
  const Sides sides = schedule_.sides();
  for (std::size_t other = 0; other < chairs_.size(); ++other) {
    const Chair& partner = chairs_[other];
    const bool is_partner = sides.of(static_cast<Seat>(other)) == sides.of(seat);
    if (is_partner && partner.is_present() && !equal_ignoring_case(partner.team, team))
      return fmt::format("The team of this side is \"{}\"", partner.team);
  }
  return {};
}

std::optional<Seat> SeatedSession::free_seat(const std::string& team) const {
  std::optional<Seat> found;
  for (Seat seat = 0; seat < static_cast<Seat>(chairs_.size()); ++seat) {
    if (!refusal(seat, team).empty()) continue;
    const Sides sides = schedule_.sides();
    const bool is_by_partner = std::ranges::any_of(chairs_, [&](const Chair& chair) {
      const auto other = static_cast<Seat>(&chair - chairs_.data());
      return other != seat && chair.is_present() && equal_ignoring_case(chair.team, team) &&
             sides.of(other) == sides.of(seat);
    });
    if (is_by_partner) return seat;
    if (!found) found = seat;
  }
  return found;
}

bool SeatedSession::all_are_present() const {
  return std::ranges::count_if(chairs_, &Chair::is_present) == clients_wanted_;
}

/// The players of the command line take the seats that no client has.
void SeatedSession::fill_seats() {
  auto next = fixed_.begin();
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    // A client may have gone just now.
    chairs_[seat].is_clients = chairs_[seat].is_present() || next == fixed_.end();
    if (!chairs_[seat].is_clients) {
      players_.push_back(*next++);
      continue;
    }
    Entrant entrant;
    entrant.name = chairs_[seat].team;
    entrant.kind = std::make_shared<ConnectedEntrant>([this, seat] { return hand_over(seat); });
    entrant.time = time_of(checked_.defaults.limits, protocol_);
    entrant.time.clock = ClockKind::wall;  // its processor time is not measurable here
    entrant.protocol = protocol_.name;
    entrant.lifetime = protocol_.lifetime;
    entrant.max_refusals = checked_.defaults.refusals_for(protocol_);
    players_.push_back(std::move(entrant));
  }
  make_names_unique(players_);
}

asio::awaitable<std::unique_ptr<Peer>> SeatedSession::hand_over(std::size_t seat) {
  Chair& chair = chairs_[seat];
  std::unique_ptr<Peer> peer;
  if (chair.arrived) {
    chair.connection = chair.arrived.get();
    peer = paced(std::move(chair.arrived), loop_, options_.line_delay);
  } else {
    peer = std::make_unique<ScriptedPeer>(std::vector<std::string>(),
                                          Fault{FaultKind::disconnect, "closed the connection"});
  }
  co_return peer;
}

asio::awaitable<void> SeatedSession::play() {
  while (!broken_off_ && !all_are_present())
    co_await changed_.wait_until(Clock::now() + std::chrono::seconds(1));
  if (!broken_off_) {
    fill_seats();
    const TimePoint begin = Clock::now();
    co_await play_games();
    results_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  close();
  for (Chair& chair : chairs_) chair.connection = nullptr;
  co_await pool_.close();
}

void SeatedSession::close() {
  is_closed_ = true;
  listener_->close();
  for (TcpPeer* const peer : meeting_) peer->interrupt();
}

asio::awaitable<void> SeatedSession::play_games() {
  bool complete = co_await gather();
  int restarts = 0;  // of this game
  for (int number = 0; number < schedule_.matches() && complete;) {
    const PlayedMatch played = co_await play_one(number);
    if (broken_off_) co_return;
    const bool has_lost_one = lost_a_client(played.record);
    if (has_lost_one) {
      say(fmt::format("Game {} waits for a client that lost its connection.", number + 1));
      complete = co_await gather();
      if (complete && ++restarts <= most_restarts) {
        pool_.forget_deals();
        continue;
      }
    }
    tell(played);
    restarts = 0;
    if (++number < schedule_.matches() && !has_lost_one) complete = co_await gather();
  }
  cut_short_ = !complete && !broken_off_ && finished_ < schedule_.matches();
  if (cut_short_)
    fmt::print(stderr, "The session ends after {} of {}: a client did not come back.\n", finished_,
               counted(schedule_.matches(), "game"));
}

asio::awaitable<PlayedMatch> SeatedSession::play_one(int number) {
  table_ = std::make_unique<Table>(
      Room{checked_.settings, loop_, spawner_, pool_, std::nullopt, NoStart::forfeit});
  if (broken_off_) table_->interrupt();
  const ScheduledMatch match = schedule_.at(number);
  PlayedMatch played = co_await table_->play(match, players_);
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    if (!pool_.keeps(players_[seat])) chairs_[seat].connection = nullptr;
  }
  co_return played;
}

bool SeatedSession::lost_a_client(const Record& record) const {
  return std::ranges::any_of(record.forfeits, [this](const RecordedForfeit& forfeit) {
    return chairs_[static_cast<std::size_t>(forfeit.seat)].is_clients &&
           forfeit.reason == to_text(FaultKind::disconnect);
  });
}

asio::awaitable<bool> SeatedSession::gather() {
  for (std::size_t seat = 0; seat < chairs_.size(); ++seat) {
    Chair& chair = chairs_[seat];
    const bool is_lost = chair.connection != nullptr && !chair.connection->connected();
    if (!is_lost && !(chair.connection != nullptr && chair.arrived)) continue;
    chair.connection = nullptr;
    co_await pool_.remove(players_[seat]);
  }
  const TimePoint until = Clock::now() + wait_;
  while (!broken_off_ && !all_are_present() && Clock::now() < until)
    co_await changed_.wait_until(until);
  co_return !broken_off_ && all_are_present();
}

void SeatedSession::count(const PlayedMatch& played) {
  ++finished_;
  const MatchResult result = result_of(played.record, schedule_.sides().count());
  results_.played.add(played.number);
  results_.moves = std::accumulate(result.moves.begin(), result.moves.end(), results_.moves);
  results_.statistics.add(schedule_.deal_of(played.number),
                          teams_at(played.player_at, schedule_.sides()), result);
}

void SeatedSession::print_standing() const {
  SeriesPlan plan;
  plan.settings = checked_.settings;
  plan.entrants = players_;
  plan.schedule = schedule_;
  plan.matches = MatchNumbers::up_to(schedule_.matches());
  StandingHead head = standing_head(plan, results_, checked_.seed);
  head.interrupted = interrupt_->came() && !head.complete;
  SeriesStatistics statistics = results_.statistics;
  statistics.finish();
  fmt::print("{}", standing_text(head, statistics));
}

void SeatedSession::tell(const PlayedMatch& played) {
  count(played);
  if (records_) records_->write(to_line(played.record));
  for (const std::string& line : MatchReport(*checked_.settings.game, players_).lines(played))
    fmt::print(stderr, "{}\n", line);
  std::string line;
  for (std::size_t seat = 0; seat < players_.size(); ++seat) {
    line += fmt::format("{}{} {}{}", seat == 0 ? "" : ", ", players_[seat].name,
                        played.record.scores->at(seat),
                        played.record.places->at(seat) == 1 ? " *" : "");
  }
  fmt::print("Game {}: {}\n", played.number + 1, line);
  std::fflush(stdout);
}

}  // namespace arena::cli
