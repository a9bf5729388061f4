#include "arena/cli/bot_trial.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "arena/core/error.hpp"
#include "arena/core/text.hpp"
#include "arena/players/loop.hpp"
#include "arena/players/process.hpp"
#include "arena/players/process_tree.hpp"
#include "arena/players/sandbox_proof.hpp"
#include "arena/players/spawner.hpp"
#include "arena/players/task.hpp"
#include "arena/tournament/schedule.hpp"
#include "arena/tournament/stable.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;
using asio::redirect_error;
using asio::use_awaitable;

constexpr std::chrono::milliseconds left_late{900};  // of the second that a bot has for leaving
constexpr std::chrono::seconds last_words{2};
constexpr std::size_t most_words = 64 * 1024;

std::string last_line(std::string_view text) {
  text = trim(text);
  const std::size_t newline = text.rfind('\n');
  return std::string(newline == std::string_view::npos ? text : text.substr(newline + 1));
}

/// What a witness saw of one game.
struct Testimony {
  TimePoint started = Clock::now();
  std::string question;  // the last text that was sent as one
  bool late = false;
  int answers = 0;
  Duration slowest{0};
  std::optional<std::string> first_answer;
  Duration first_answer_after{0};
  bool killed = false;
};

/// Stands between a match and a bot's process, and notes what passes.
class Witness final : public Peer {
 public:
  Witness(std::unique_ptr<Peer> peer, Testimony& testimony)
      : peer_(std::move(peer)), testimony_(testimony) {}

  std::string& outbox() override { return peer_->outbox(); }
  void flush_soon() override { peer_->flush_soon(); }
  void interrupt() override { peer_->interrupt(); }
  asio::awaitable<void> deliver() override { return peer_->deliver(); }
  std::int64_t& question_number() override { return peer_->question_number(); }
  void overhear(Dialogue* dialogue) override { peer_->overhear(dialogue); }
  int early_lines() const override { return peer_->early_lines(); }
  std::string stderr_tail() const override { return peer_->stderr_tail(); }
  std::string stderr_file() const override { return peer_->stderr_file(); }

  asio::awaitable<Reply> ask(TimePoint deadline) override {
    if (!peer_->outbox().empty()) testimony_.question = peer_->outbox();
    Reply reply = co_await peer_->ask(deadline);
    const TimePoint now = Clock::now();
    if (const auto* line = std::get_if<Line>(&reply)) {
      note_answer(*line, now);
    } else {
      testimony_.late = std::get<Fault>(reply).kind == FaultKind::time;
    }
    co_return reply;
  }

  asio::awaitable<void> end(Ending ending) override {
    const TimePoint begin = Clock::now();
    co_await peer_->end(ending);
    testimony_.killed = ending == Ending::finished && Clock::now() - begin > left_late;
  }

 private:
  void note_answer(const Line& line, TimePoint now) {
    if (testimony_.answers++ == 0) {
      testimony_.first_answer = line.text;
      testimony_.first_answer_after = now - testimony_.started;
    } else {
      testimony_.slowest = std::max(testimony_.slowest, line.thought);
    }
  }

  std::unique_ptr<Peer> peer_;
  Testimony& testimony_;
};

/// The trial while it runs.
class Trial {
 public:
  Trial(const House& house, const Entrant& bot, const std::vector<Entrant>& opponents,
        std::uint64_t seed)
      : house_(house),
        bot_(bot),
        opponents_(opponents),
        schedule_(seats(), 1'000'000, false, seed) {}

  TrialResult run(int games) {
    result_.games = games;
    prove(house_.sandbox, spawner_);
    for (int game = 0; game < games; ++game) {
      Testimony testimony;
      PlayedMatch played;
      run_task(loop_, play(game, testimony, played));
      take(game, testimony, played);
      if (testimony.late && testimony.answers == 0) {
        if (!result_.first_answer) run_task(loop_, listen_to_last_words(testimony.question));
        break;  // the next game would only wait as long
      }
    }
    run_task(loop_, close_stable());
    return std::move(result_);
  }

 private:
  int seats() const { return static_cast<int>(opponents_.size()) + 1; }
  Seat seat_of(int game) const { return game % seats(); }

  asio::awaitable<std::unique_ptr<Peer>> start_process() {
    ++result_.starts;
    ProcessSettings settings;
    const auto& process = std::get<ProcessEntrant>(bot_.who);
    settings.command = process.program;
    settings.declared = process.declared;
    settings.sandbox = house_.sandbox;
    settings.start_time = bot_.time.start_time;
    auto started = co_await ProcessPeer::start(loop_, spawner_, std::move(settings));
    if (const auto* fault = std::get_if<Fault>(&started))
      throw Error(bot_.name + " " + fault->detail);
    co_return std::move(std::get<std::unique_ptr<ProcessPeer>>(started));
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
    std::vector<Guest> guests(static_cast<std::size_t>(seats()));
    auto opponent = opponents_.begin();
    for (Seat seat = 0; seat < seats(); ++seat) {
      Guest& guest = guests[static_cast<std::size_t>(seat)];
      if (seat == seat_of(game)) {
        guest.entrant = &bot_;
        guest.peer = std::make_unique<Witness>(std::move(peer), testimony);
      } else {
        guest.entrant = &*opponent++;
        guest.seed = schedule_.bot_seed(game, seat);
      }
    }
    Table table(house_, loop_, spawner_, stable_, std::nullopt);
    played = co_await table.play(game, schedule_.deal_seed(game), std::move(guests));
  }

  asio::awaitable<void> close_stable() {
    const bool kept = stable_.keeps(bot_);
    const TimePoint begin = Clock::now();
    co_await stable_.close();
    if (kept && Clock::now() - begin > left_late) ++result_.killed;
  }

  void take(int game, const Testimony& testimony, const PlayedMatch& played) {
    const Seat seat = seat_of(game);
    const SeatReport& report = played.reports[static_cast<std::size_t>(seat)];
    for (const RecordedMove& move : played.record.moves) {
      if (move.seat != seat) continue;
      ++result_.answers;
      if (!move.rejected) continue;
      ++result_.refused;
      result_.last_refused = move.text;
      result_.last_reason = *move.rejected;
    }
    result_.early_lines += report.early_lines;
    result_.slowest = std::max(result_.slowest, testimony.slowest);
    result_.killed += testimony.killed ? 1 : 0;
    if (!result_.first_answer && testimony.first_answer) {
      result_.first_answer = testimony.first_answer;
      result_.first_answer_after = testimony.first_answer_after;
    }
    for (const RecordedForfeit& forfeit : played.record.forfeits) {
      if (forfeit.seat != seat) continue;
      result_.forfeits.push_back({game, testimony.answers, forfeit.reason, forfeit.detail,
                                  last_line(testimony.question), report.stderr_tail});
    }
  }

  /// Starts the bot anew, asks it the question that it did not answer, and ends its input: a bot
  /// that does not flush writes its answer now.
  asio::awaitable<void> listen_to_last_words(const std::string& question) {
    SpawnRequest request(std::get<ProcessEntrant>(bot_.who).program, std::nullopt);
    request.declared = std::get<ProcessEntrant>(bot_.who).declared;
    request.sandbox = house_.sandbox.get();
    auto spawned = co_await spawner_.spawn(std::move(request));
    auto* process = std::get_if<Spawned>(&spawned);
    if (process == nullptr) co_return;
    ProcessTree tree(process->pid, process->marker, spawner_.leaders());
    Loop::Timer patience(loop_.executor(), last_words);
    std::string words;
    co_await (say_and_hear(question, *process, words) || patience.async_wait(use_awaitable));
    while (!tree.remove()) {
      Loop::Timer pause(loop_.executor(), std::chrono::milliseconds(1));
      co_await pause.async_wait(use_awaitable);
    }
    result_.answers_at_end_of_input = !trim(words).empty();
  }

  asio::awaitable<void> say_and_hear(const std::string& question, Spawned& process,
                                     std::string& words) {
    using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;
    boost::system::error_code error;
    {
      Descriptor in(loop_.executor(), process.in.release());
      co_await asio::async_write(in, asio::buffer(question), redirect_error(use_awaitable, error));
    }
    Descriptor out(loop_.executor(), process.out.release());
    std::array<char, 4096> buffer{};
    while (!error && words.size() < most_words) {
      const std::size_t size =
          co_await out.async_read_some(asio::buffer(buffer), redirect_error(use_awaitable, error));
      words.append(buffer.data(), size);
    }
  }

  const House& house_;
  const Entrant& bot_;
  const std::vector<Entrant>& opponents_;
  Schedule schedule_;
  Spawner spawner_;
  Loop loop_;
  Stable stable_;
  TrialResult result_;
};

}  // namespace

TrialResult try_bot(const House& house, const Entrant& bot, const std::vector<Entrant>& opponents,
                    int games, std::uint64_t seed) {
  return Trial(house, bot, opponents, seed).run(games);
}

}  // namespace arena::cli
