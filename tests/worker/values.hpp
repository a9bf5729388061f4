// Values for the tests of workers: messages with chance in every field.
#pragma once

#include <string>
#include <vector>

#include "arena/core/rng.hpp"
#include "arena/worker/messages.hpp"

namespace arena::test {

class Values {
 public:
  explicit Values(std::uint64_t seed) : rng_(seed) {}

  int number(int limit = 1000) {
    return static_cast<int>(rng_.below(static_cast<unsigned>(limit)));
  }
  std::string text() {
    constexpr std::string_view characters = "ab\"\\/ {}[]\t:,\x01\x7f";
    std::string text = number(4) == 0 ? "\xc3\xa9" : "";
    for (int left = number(12); left > 0; --left)
      text += characters[static_cast<std::size_t>(number(std::ssize(characters)))];
    return text;
  }
  RecordedMove move(int seats) {
    RecordedMove move;
    move.seat = number(seats);
    move.text = text();
    if (number(3) == 0) move.rejected = text();
    move.by_arbiter = number(5) == 0;
    if (number(2) == 0) move.milliseconds = number();
    if (number(3) == 0) move.rest["note"] = text();
    return move;
  }
  RecordedForfeit forfeit(int seats) {
    return {number(seats), text(), text(), static_cast<std::size_t>(number()), {}};
  }
  PeerReport report() {
    return {
        number(), {Duration(number()), Duration(number())}, text(), text(), text(), number(2) == 0,
        text()};
  }
  LateFault late() { return {text(), number(), text(), text()}; }
  PlayedMatch played(int seats = 3) {
    PlayedMatch played{number(), {}, {}, {}, {late(), late()}};
    Record& record = played.record;
    record.game = "streams";
    record.options["max_refusals"] = number();
    record.seed = rng_.next();
    record.scores.emplace();
    record.places.emplace();
    for (int seat = 0; seat < seats; ++seat) {
      played.player_at.push_back(number());
      played.reports.push_back(report());
      record.players.push_back({text(), {text(), text()}, {}, {{"protocol", text()}}});
      if (number(2) == 0) record.players.back().builtin = {text(), 1 + number()};
      record.scores->push_back(number() - 500);
      record.places->push_back(1 + number(seats));
    }
    for (int left = number(20); left > 0; --left) record.moves.push_back(move(seats));
    if (number(2) == 0) record.forfeits.push_back(forfeit(seats));
    if (number(2) == 0) record.counted.push_back({number(seats), {number(), number()}});
    record.end = text();
    if (number(2) == 0) record.rules_version = 1 + number();
    record.rest["derivation"] = number();
    return played;
  }
  PlanDone done() {
    PlanDone done;
    for (int left = number(9); left > 0; --left)
      done.host.overhead.add(Duration(number() * number() * 1000L));
    done.late_faults = {late()};
    return done;
  }
  /// One of each kind.
  std::vector<FromWorker> messages() {
    return {MatchBegun{number()},
            LiveMove{number(), move(8)},
            LiveForfeit{number(), forfeit(8)},
            SeatLine{text(), number(), number(8)},
            StillPlaying(),
            played(),
            done(),
            WorkerError{text()},
            WorkerFailure{text()}};
  }

  Rng& rng() { return rng_; }

 private:
  Rng rng_;
};

}  // namespace arena::test
