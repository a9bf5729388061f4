#include "arena/game/steps.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// The fields of `now` that `before` does not have, or has with another value.
json::object changes(const json::object& before, const json::object& now) {
  json::object changed;
  for (const auto& [key, value] : now) {
    const json::value* old = before.if_contains(key);
    if (old == nullptr || *old != value) changed[key] = value;
  }
  return changed;
}

/// Adds the fields that only this seat may know, and removes those that differ from seat to seat,
/// such as the hand of a deal: the views show them.
void merge(json::object& event, const json::object& seen) {
  for (const auto& [key, value] : seen) {
    const json::value* known = event.if_contains(key);
    if (known == nullptr) {
      event[key] = value;
    } else if (*known != value) {
      event.erase(key);
    }
  }
}

/// The events from index `from` on, as complete as the seats together know them.
std::vector<json::object> all_events(const AnyState& state, std::size_t from) {
  std::vector<json::object> all = state.events(0, from);
  for (Seat seat = 1; seat < state.seats(); ++seat) {
    std::vector<json::object> seen = state.events(seat, from);
    if (seen.size() > all.size()) {
      all = std::move(seen);
    } else if (seen.size() == all.size()) {
      for (std::size_t i = 0; i < all.size(); ++i) merge(all[i], seen[i]);
    }
  }
  return all;
}

/// The move in canonical text, if an event shows it, else as the bot wrote it.
std::string move_text(const std::vector<json::object>& events, const RecordedMove& answer) {
  for (const json::object& event : events) {
    const json::value* seat = event.if_contains("seat");
    const json::value* move = event.if_contains("move");
    if (seat != nullptr && move != nullptr && *seat == answer.seat && move->is_string())
      return std::string(move->get_string());
  }
  return std::string(trim(answer.text));
}

/// Where and why the record breaks the rules; empty if it does not.
std::string break_of(const AnyGame& game, const Record& record) {
  try {
    const Replayed replayed = game.matches.replay(record, {});
    if (!replayed.broken) return "";
    if (replayed.broken->move == 0) return replayed.broken->reason;
    return fmt::format("move {}: {}", replayed.broken->move, replayed.broken->reason);
  } catch (const Error& error) {
    return error.what();
  }
}

StateSetup setup_of(const Record& record) {
  StateSetup setup;
  setup.options = record.options;
  setup.seats = static_cast<int>(record.players.size());
  if (record.seed) setup.seed.seed = *record.seed;
  setup.deal = record.deal;
  return setup;
}

/// Adds steps to `all` as far as the record goes. Throws Error where it breaks the rules.
void add_steps(const AnyGame& game, const Record& record, json::object& all) {
  StepMaker maker(game, setup_of(record));
  json::array& steps = all["steps"].emplace_array();
  steps.push_back(maker.first());
  while (auto step = maker.next_of(record)) steps.push_back(std::move(*step));
  if (!maker.over())
    throw Error(fmt::format("the record ends where seat {} is to move", maker.next()));
  all["result"] = maker.result();
}

}  // namespace

StepMaker::StepMaker(const AnyGame& game, StateSetup setup) {
  setup.keeps_events = true;
  state_ = game.states.start(setup);
  round_ = state_->actors();
  views_.resize(static_cast<std::size_t>(setup.seats));
}

json::object StepMaker::first() { return step({}); }

json::object StepMaker::answer(const RecordedMove& answer) {
  require_turn(answer.seat);
  json::object fields{{"seat", answer.seat}, {"text", trim(answer.text)}};
  if (answer.rejected) {
    fields["refused"] = *answer.rejected;
  } else {
    // Of seats that move at once, an earlier one may have ended the match by its forfeit.
    if (state_->actors().contains(answer.seat)) apply(answer);
    end_turn(answer.seat);
    fields["text"] = move_text(all_events(*state_, events_), answer);
    if (answer.by_arbiter) fields["by"] = "arbiter";
  }
  const json::value* note = answer.rest.if_contains("note");
  if (note != nullptr && note->is_string()) fields["note"] = *note;
  if (answer.milliseconds) fields["ms"] = *answer.milliseconds;
  ++answers_;
  return step(std::move(fields));
}

json::object StepMaker::forfeit(const RecordedForfeit& forfeit, bool ends) {
  require_turn(forfeit.seat);
  if (state_->actors().contains(forfeit.seat)) state_->forfeit(forfeit.seat, ends);
  end_turn(forfeit.seat);
  return step({{"seat", forfeit.seat}, {"forfeit", forfeit.reason}, {"detail", forfeit.detail}});
}

std::optional<json::object> StepMaker::next_of(const Record& record) {
  if (over()) return std::nullopt;
  const RecordedForfeit* given =
      gone().contains(next()) ? nullptr : forfeit_of(record, next(), answers_);
  if (given != nullptr) return forfeit(*given, forfeit_ended(record));
  if (answers_ == record.moves.size()) return std::nullopt;
  return answer(record.moves[answers_]);
}

json::object StepMaker::result() const {
  const Result result = state_->result();
  json::object fields{{"end", result.end}};
  fields["scores"] = json::array(result.scores.begin(), result.scores.end());
  fields["places"] = json::array(result.places.begin(), result.places.end());
  return fields;
}

void StepMaker::require_turn(Seat seat) const {
  if (seat < 0 || seat >= state_->seats() || !round_.contains(seat))
    throw Error(fmt::format("seat {} is not to move", seat));
}

void StepMaker::apply(const RecordedMove& answer) {
  if (const Refusal refusal = state_->apply(answer.seat, answer.text)) {
    throw Error(
        fmt::format("\"{}\" of seat {} is refused: {}", answer.text, answer.seat, refusal.text()));
  }
}

void StepMaker::end_turn(Seat seat) {
  round_.erase(seat);
  if (round_.empty()) round_ = state_->actors();
}

json::object StepMaker::step(json::object fields) {
  fields["move"] = answers_;
  const std::vector<json::object> events = all_events(*state_, events_);
  events_ = state_->event_count();
  fields["events"] = json::array(events.begin(), events.end());
  json::array actors;
  for (const Seat seat : round_) actors.emplace_back(seat);
  fields["actors"] = std::move(actors);
  json::array views;
  for (Seat seat = 0; seat < state_->seats(); ++seat) {
    json::object now = state_->view(seat)->fields();
    now.erase("possible");  // only for the seat that moves, and long
    json::object& before = views_[static_cast<std::size_t>(seat)];
    views.emplace_back(changes(before, now));
    before = std::move(now);
  }
  fields["views"] = std::move(views);
  return fields;
}

json::object no_steps(const GameInfo& game, const json::object& options,
                      const std::vector<std::string>& names) {
  json::array players;
  for (const std::string& name : names) players.push_back(json::object{{"name", name}});
  return {{"game", game.name},
          {"title", game.title},
          {"options", options},
          {"sides", game.sides_of(static_cast<int>(names.size())).count()},
          {"players", std::move(players)},
          {"steps", json::array()},
          {"result", nullptr},
          {"broken", ""}};
}

json::object steps_of(const AnyGame& game, const Record& record) {
  std::vector<std::string> names;
  std::ranges::transform(record.players, std::back_inserter(names), &RecordedPlayer::name);
  json::object all = no_steps(game.info, record.options, names);
  std::string broken = break_of(game, record);
  try {
    add_steps(game, record, all);
  } catch (const Error& error) {
    if (broken.empty()) broken = error.what();
  }
  all["broken"] = broken;
  return all;
}

}  // namespace arena
