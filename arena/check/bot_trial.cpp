#include "arena/check/bot_trial.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "arena/check/last_words.hpp"
#include "arena/check/scripted_peer.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/wrapped_peer.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawner.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/stable.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

namespace asio = boost::asio;

constexpr std::string_view no_answer = "?!";  // in no game a move

std::string last_line(std::string_view text) {
  text = trim(text);
  const std::size_t newline = text.rfind('\n');
  return std::string(newline == std::string_view::npos ? text : text.substr(newline + 1));
}

/// False: the bot was still starting, or never reads. REQUIRES: it was late.
bool was_read(const TrialForfeit& forfeit) {
  return forfeit.detail.find("not read") == std::string::npos;
}

/// What a witness saw of one game.
struct Testimony {
  std::string question;  // the last text that was sent as one
  bool late = false;
  int answers = 0;
};

/// Sits between a match and a bot, and notes what passes.
class Witness final : public WrappedPeer {
 public:
  Witness(std::unique_ptr<Peer> peer, Testimony& testimony, bool spoils)
      : WrappedPeer(std::move(peer)), testimony_(testimony), spoils_(spoils) {}

  asio::awaitable<Reply> ask(Duration allowance) override {
    if (!outbox().empty()) testimony_.question = outbox();
    Reply reply = co_await WrappedPeer::ask(allowance);
    if (auto* line = std::get_if<Line>(&reply)) {
      if (testimony_.answers++ == 0 && spoils_) line->text = no_answer;
    } else {
      testimony_.late = std::get<Fault>(reply).kind == FaultKind::time;
    }
    co_return reply;
  }

 private:
  Testimony& testimony_;
  bool spoils_;
};

/// The trial while it runs.
class Trial {
 public:
  Trial(const House& house, const Entrant& bot, const std::vector<Entrant>& opponents,
        TrialPlan plan, const SeedKey& key)
      : house_(house),
        bot_(bot),
        opponents_(opponents),
        plan_(plan),
        schedule_(seats(), 1'000'000, false, key) {}

  TrialResult run() {
    prove(house_.sandbox, spawner_);
    for (int game = 0; game < plan_.games; ++game) {
      Testimony testimony;
      PlayedMatch played;
      run_task(loop_, play(game, testimony, played));
      take(game, testimony, played);
      result_.games = game + 1;
      if (testimony.late && testimony.answers == 0) {
        if (!result_.has_answered() && was_read(result_.forfeits.back()))
          listen_to_last_words(game, testimony.question);
        break;  // the next game would only wait as long
      }
    }
    result_.left_out = plan_.games - result_.games;
    run_task(loop_, stable_.close());
    return std::move(result_);
  }

 private:
  int seats() const { return static_cast<int>(opponents_.size()) + 1; }
  Seat seat_of(int game) const { return game % seats(); }

  void listen_to_last_words(int game, const std::string& question) {
    result_.input_was_ended = true;
    const std::vector<std::string> words = last_words(loop_, spawner_, house_, bot_, question);
    result_.answers_at_end_of_input = has_legal_answer(game, words);
    if (!words.empty() && !result_.answers_at_end_of_input) result_.last_words = words.front();
  }

  /// A bot may say other things as its input ends: its words are put to the game in which it was
  /// silent. Nothing is lost by refusals there.
  bool has_legal_answer(int game, const std::vector<std::string>& words) {
    Entrant speaker = bot_;
    speaker.max_refusals = static_cast<int>(words.size());
    speaker.time = TimeControl{};
    PlayedMatch played;
    run_task(loop_, sit_down(game, speaker, std::make_unique<ScriptedPeer>(words), played));
    return std::ranges::any_of(played.record.moves, [&](const RecordedMove& move) {
      return move.seat == seat_of(game) && !move.rejected && !move.by_arbiter;
    });
  }

  asio::awaitable<std::unique_ptr<Peer>> start_process() {
    ProcessSettings settings = process_settings(bot_, house_);
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

  asio::awaitable<std::unique_ptr<Peer>> fetch(int game) {
    std::unique_ptr<Peer> peer;
    if (bot_.lifetime == Lifetime::match) {
      peer = co_await start_process();
    } else {
      PeerMaker make = [this] { return start_process(); };
      peer = co_await stable_.visit(bot_, game, std::move(make));
    }
    co_return peer;
  }

  asio::awaitable<void> play(int game, Testimony& testimony, PlayedMatch& played) {
    std::unique_ptr<Peer> peer = co_await fetch(game);
    auto witness = std::make_unique<Witness>(std::move(peer), testimony, plan_.spoilt && game == 0);
    co_await sit_down(game, bot_, std::move(witness), played);
    if (!stable_.keeps(bot_)) co_return;
    process_->weigh();
    result_.memory.push_back(result_.processes.back().memory);
  }

  asio::awaitable<void> sit_down(int game, const Entrant& bot, std::unique_ptr<Peer> peer,
                                 PlayedMatch& played) {
    std::vector<Guest> guests(static_cast<std::size_t>(seats()));
    auto opponent = opponents_.begin();
    for (Seat seat = 0; seat < seats(); ++seat) {
      Guest& guest = guests[static_cast<std::size_t>(seat)];
      if (seat == seat_of(game)) {
        guest.entrant = &bot;
        guest.peer = std::move(peer);
      } else {
        guest.entrant = &*opponent++;
        guest.seed = schedule_.bot_seed(game, seat);
      }
    }
    Table table(house_, loop_, spawner_, stable_, std::nullopt);
    played = co_await table.play(game, schedule_.deal_seed(game), std::move(guests));
  }

  void take(int game, const Testimony& testimony, const PlayedMatch& played) {
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
      result_.forfeits.push_back({game, testimony.answers, forfeit.reason, forfeit.detail,
                                  last_line(testimony.question),
                                  played.reports[static_cast<std::size_t>(seat)].stderr_tail});
    }
  }

  const House& house_;
  const Entrant& bot_;
  const std::vector<Entrant>& opponents_;
  TrialPlan plan_;
  Schedule schedule_;
  TrialResult result_;  // outlives the processes that are watched
  Spawner spawner_;
  Loop loop_;
  Stable stable_;
  WatchedProcess* process_ = nullptr;  // the last that was started
};

}  // namespace

TrialResult try_bot(const House& house, const Entrant& bot, const std::vector<Entrant>& opponents,
                    TrialPlan plan, const SeedKey& key) {
  return Trial(house, bot, opponents, plan, key).run();
}

}  // namespace arena
