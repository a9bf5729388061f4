#include "arena/check/bot_trial.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "arena/check/last_words.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/scripted_peer.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/wrapped_peer.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

namespace asio = boost::asio;

constexpr std::string_view illegal_answer = "?!";  // not a move in any game

std::string last_line(std::string_view text) {
  text = trim(text);
  const std::size_t newline = text.rfind('\n');
  return std::string(newline == std::string_view::npos ? text : text.substr(newline + 1));
}

/// False if the bot was still starting or never reads. REQUIRES: it was late.
bool was_read(const TrialForfeit& forfeit) {
  return forfeit.detail.find("not read") == std::string::npos;
}

/// A bot's process, observed: how long it starts and thinks, its extra lines, how it exits and
/// which processes it leaves. Does not change its behaviour.
class WatchedProcess final : public WrappedPeer, private Dialogue {
 public:
  /// REQUIRES: `seen` outlives this.
  WatchedProcess(std::unique_ptr<ProcessPeer> process, ProcessSeen& seen)
      : WrappedPeer(std::move(process)),
        process_(static_cast<ProcessPeer&>(*wrapped())),
        seen_(seen) {
    process_.record_transcript(this);
  }

  asio::awaitable<Reply> ask(Duration allowance) override {
    Reply reply = co_await process_.ask(allowance);
    note_dropped_lines();
    seen_.crlf_lines = process_.crlf_lines();
    const auto* line = std::get_if<Line>(&reply);
    if (line == nullptr) co_return reply;
    if (seen_.first_answer) {
      seen_.thoughts.push_back(line->thought);
    } else {
      seen_.first_answer = line->text;
      seen_.startup = line->asked - started_;
      seen_.first_thought = line->thought;
    }
    co_return reply;
  }
  asio::awaitable<void> end(Ending ending) override {
    if (ending == Ending::finished) weigh();
    co_await process_.end(ending);
    seen_.finished = ending == Ending::finished;
    seen_.left_after = process_.left_after();
    const PeerReport report = process_.report();
    seen_.failure = report.failure;
    if (!seen_.failure.empty()) seen_.stderr_tail = report.stderr_tail;
    seen_.left_behind = process_.left_behind();
  }
  void record_transcript(Dialogue* /*dialogue*/) override {}  // already in use

  /// Measures its memory now.
  void weigh() { seen_.memory = memory_use(process_.processes()); }

 private:
  void sent(std::string_view /*text*/) override {}
  void received(std::string_view /*line*/) override {}
  void dropped(std::string_view bytes) override {
    std::string& first = seen_.first_answer ? seen_.extra : seen_.greeting;
    if (first.empty()) first = bytes.substr(0, bytes.find('\n'));
  }
  /// Does not count lines from after the last match, because they do no harm.
  void note_dropped_lines() {
    const int lines = process_.report().early_lines - dropped_lines_;
    dropped_lines_ += lines;
    (seen_.first_answer ? seen_.extra_lines : seen_.greetings) += lines;
  }

  ProcessPeer& process_;  // the wrapped process
  ProcessSeen& seen_;
  TimePoint started_ = Clock::now();
  int dropped_lines_ = 0;  // those counted so far
};

/// What an observing peer saw of one game.
struct Observation {
  std::string question;  // the last question that was sent
  bool late = false;
  int answers = 0;
};

/// Sits between a match and a bot and observes what they send.
class ObservingPeer final : public WrappedPeer {
 public:
  ObservingPeer(std::unique_ptr<Peer> peer, Observation& observation, bool spoils)
      : WrappedPeer(std::move(peer)), observation_(observation), spoils_(spoils) {}

  asio::awaitable<Reply> ask(Duration allowance) override {
    if (!outbox().empty()) observation_.question = outbox();
    Reply reply = co_await WrappedPeer::ask(allowance);
    if (auto* line = std::get_if<Line>(&reply)) {
      if (observation_.answers++ == 0 && spoils_) line->text = illegal_answer;
    } else {
      observation_.late = std::get<Fault>(reply).kind == FaultKind::time;
    }
    co_return reply;
  }

 private:
  Observation& observation_;
  bool spoils_;
};

/// A running trial.
class Trial {
 public:
  Trial(const SeriesSettings& settings, const Entrant& bot, const std::vector<Entrant>& opponents,
        TrialPlan plan, const SeedKey& key)
      : settings_(settings),
        bot_(bot),
        plan_(plan),
        schedule_(static_cast<int>(opponents.size()) + 1, 1'000'000, false, key),
        players_(opponents) {
    players_.insert(players_.begin(), bot);
    players_.front().kind = std::make_shared<TriedEntrant>(*this);
  }

  TrialResult run() {
    prove(settings_.sandbox, spawner_);
    for (int game = 0; game < plan_.games; ++game) {
      observation_ = Observation();
      take(game, play(game, players_));
      if (pool_.keeps(players_.front())) weigh();
      result_.games = game + 1;
      if (observation_.late && observation_.answers == 0) {
        if (!result_.has_answered() && was_read(result_.forfeits.back()))
          listen_to_last_words(game, observation_.question);
        break;  // the next game would only wait as long
      }
    }
    result_.left_out = plan_.games - result_.games;
    run_task(loop_, pool_.close());
    return std::move(result_);
  }

 private:
  /// Starts the bot's process, watched and observed.
  class TriedEntrant final : public EntrantKind {
   public:
    explicit TriedEntrant(Trial& trial) : trial_(trial) {}

    asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                       const SeatInMatch& seat) const override {
      PeerMaker make = [this] { return trial_.start_process(); };
      std::unique_ptr<Peer> peer = co_await room.pool.take(entrant, seat, std::move(make));
      const bool spoils = trial_.plan_.spoilt && seat.match == 0;
      auto witness = std::make_unique<ObservingPeer>(std::move(peer), trial_.observation_, spoils);
      Occupant occupant = line_occupant(std::move(witness), entrant, room.settings);
      co_return occupant;
    }

   private:
    Trial& trial_;
  };

  Seat seat_of(int game) const { return game % schedule_.sides().seats(); }

  void listen_to_last_words(int game, const std::string& question) {
    result_.input_was_ended = true;
    const std::vector<std::string> words = last_words(loop_, spawner_, settings_, bot_, question);
    result_.answers_at_end_of_input = has_legal_answer(game, words);
    if (!words.empty() && !result_.answers_at_end_of_input) result_.last_words = words.front();
  }

  /// At the end of its input a bot may also write other lines. So its last words are tried as
  /// answers in the game in which it was silent. Refused ones cost nothing there.
  bool has_legal_answer(int game, const std::vector<std::string>& words) {
    std::vector<Entrant> players = players_;
    Entrant& speaker = players.front();
    speaker.kind = std::make_shared<ConnectedEntrant>([&words] { return scripted(words); });
    speaker.lifetime = Lifetime::match;
    speaker.max_refusals = static_cast<int>(words.size());
    speaker.time = TimeControl{};
    const PlayedMatch played = play(game, players);
    return std::ranges::any_of(played.record.moves, [&](const RecordedMove& move) {
      return move.seat == seat_of(game) && !move.rejected && !move.by_arbiter;
    });
  }

  static asio::awaitable<std::unique_ptr<Peer>> scripted(const std::vector<std::string>& words) {
    std::unique_ptr<Peer> peer =
        std::make_unique<ScriptedPeer>(words, Fault{FaultKind::exit, "has said all"});
    co_return peer;
  }

  asio::awaitable<std::unique_ptr<Peer>> start_process() {
    ProcessSettings settings = process_settings(bot_, settings_);
    settings.note_left_behind = true;
    auto started = co_await ProcessPeer::start(loop_, spawner_, std::move(settings));
    if (const auto* fault = std::get_if<Fault>(&started))
      throw Error(bot_.name + " " + fault->detail);
    auto watched =
        std::make_unique<WatchedProcess>(std::move(std::get<std::unique_ptr<ProcessPeer>>(started)),
                                         result_.processes.emplace_back());
    process_ = watched.get();
    co_return std::move(watched);
  }

  void weigh() {
    process_->weigh();
    result_.memory.push_back(result_.processes.back().memory);
  }

  /// Puts the bot first among the players.
  PlayedMatch play(int game, const std::vector<Entrant>& players) {
    ScheduledMatch match = schedule_.at(game);
    int opponent = 0;
    for (Seat seat = 0; seat < schedule_.sides().seats(); ++seat)
      match.player_at[static_cast<std::size_t>(seat)] = seat == seat_of(game) ? 0 : ++opponent;
    PlayedMatch played;
    run_task(loop_, play(match, players, played));
    return played;
  }
  asio::awaitable<void> play(const ScheduledMatch& match, const std::vector<Entrant>& players,
                             PlayedMatch& played) {
    Table table(Room{settings_, loop_, spawner_, pool_});
    played = co_await table.play(match, players);
  }

  void take(int game, const PlayedMatch& played) {
    const Seat seat = seat_of(game);
    for (const RecordedMove& move : played.record.moves) {
      if (move.seat != seat) continue;
      if (game == 0) result_.first_game.push_back(move.text);
      ++result_.answers;
      if (!move.rejected) continue;
      ++result_.refused;
      result_.last_refused = move.text;
      result_.last_reason = *move.rejected;
    }
    for (const RecordedForfeit& forfeit : played.record.forfeits) {
      if (forfeit.seat != seat) continue;
      result_.forfeits.push_back({game, observation_.answers, forfeit.reason, forfeit.detail,
                                  last_line(observation_.question),
                                  played.reports[static_cast<std::size_t>(seat)].stderr_tail});
    }
  }

  const SeriesSettings& settings_;
  const Entrant& bot_;
  TrialPlan plan_;
  Schedule schedule_;
  std::vector<Entrant> players_;
  Observation observation_;  // of the current game
  TrialResult result_;       // outlives the watched processes
  Spawner spawner_;
  Loop loop_;
  BotPool pool_;
  WatchedProcess* process_ = nullptr;  // the latest one
};

}  // namespace

TrialResult try_bot(const SeriesSettings& settings, const Entrant& bot,
                    const std::vector<Entrant>& opponents, TrialPlan plan, const SeedKey& key) {
  return Trial(settings, bot, opponents, plan, key).run();
}

}  // namespace arena
