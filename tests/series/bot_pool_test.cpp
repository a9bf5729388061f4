// BotPool: what becomes of a kept bot that ends by itself between two matches, or after the last.
#include "arena/series/bot_pool.hpp"

#include <utility>

#include <catch2/catch.hpp>

#include "tests/process/on_loop.hpp"

namespace arena::test {

namespace {

/// A bot that is a shell script, kept for several matches.
class KeptBot {
 public:
  explicit KeptBot(std::string script) : script_(std::move(script)) {
    bot_.name = "bot";
    bot_.lifetime = Lifetime::series;
  }

  /// One match with one question.
  Reply play(int match) {
    PeerMaker make = [this]() -> boost::asio::awaitable<std::unique_ptr<Peer>> {
      ProcessSettings settings;
      settings.command = {"/bin/sh", "-c", script_};
      auto started = co_await ProcessPeer::start(house_.loop, house_.spawner, std::move(settings));
      ++starts_;
      co_return std::move(std::get<std::unique_ptr<ProcessPeer>>(started));
    };
    const auto peer = wait_for(house_.loop, pool_.take(bot_, match, std::nullopt, std::move(make)));
    Reply reply = house_.ask(*peer);
    house_.end(*peer, std::holds_alternative<Line>(reply) ? Ending::finished : Ending::faulted);
    return reply;
  }
  /// What there was to say after the last match.
  std::string close() {
    wait_for(house_.loop, pool_.close());
    std::string text;
    for (const LateFault& fault : pool_.take_late_faults()) text += late_fault_text(fault);
    return text;
  }
  [[nodiscard]] int starts() const { return starts_; }

 private:
  std::string script_;
  Entrant bot_;
  House house_;
  BotPool pool_;
  int starts_ = 0;
};

const std::string one_answer = "read q; echo 1; ";

}  // namespace

TEST_CASE("a kept bot that leaves with status 0 is started again for the next match",
          "[bot_pool]") {
  for (const char* leaving : {"exit 0", "read q; exit 0", "exec >&-; sleep 0.1; exit 0"}) {
    KeptBot bot(one_answer + leaving);
    CHECK(text_of(bot.play(0)) == "1");
    CHECK(text_of(bot.play(1)) == "1");
    CHECK(bot.starts() == 2);
    CHECK(bot.close().empty());
  }
}

TEST_CASE("a kept bot that ends otherwise forfeits the match whose first question it left",
          "[bot_pool]") {
  const std::string place = "fault: crashed at the first question of game 2: ";
  for (const auto& [crash, words] :
       {std::pair("exit 3", "exited with status 3"),
        std::pair("read q; exit 1", "exited with status 1"),
        std::pair("kill -SEGV $$", "was killed by signal 11 (SIGSEGV)"),
        std::pair("exec >&-; read q; read q", "closed its output")}) {
    KeptBot bot(one_answer + crash);
    CHECK(text_of(bot.play(0)) == "1");
    CHECK(text_of(bot.play(1)) == place + words);
    CHECK(bot.starts() == 1);
    CHECK(text_of(bot.play(2)) == "1");
    CHECK(bot.starts() == 2);
    bot.close();
  }
}

TEST_CASE("a kept bot that ends badly after its last match is told of", "[bot_pool]") {
  for (const char* crash : {"exit 3", "read q; exit 3"}) {
    KeptBot bot(one_answer + crash);
    bot.play(4);
    CHECK(bot.close() == "bot exited with status 3 after the end of game 5, which still counts.");
  }
  KeptBot bot(one_answer + "read q; exit 0");
  bot.play(4);
  CHECK(bot.close().empty());
}

}  // namespace arena::test
