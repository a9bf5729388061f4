#include "arena/site/api/api_json.hpp"

#include <boost/describe/enum_to_string.hpp>

namespace arena::site {

namespace json = boost::json;

namespace {

json::value moment(const std::optional<contest::Moment>& at) {
  return at ? json::value(contest::moment_text(*at)) : json::value();
}

json::value or_null(const Mean& mean) {
  return mean.count() == 0 ? json::value() : json::value(mean.value());
}

json::object results(const contest::StandingRow& row) {
  const Sums& sums = row.sums;
  return {{"deals", sums.deals},
          {"matches", sums.matches},
          {"won", sums.wins},
          {"drawn", sums.draws},
          {"lost", sums.losses},
          {"points", sums.points},
          {"forfeits", sums.forfeits},
          {"measured", row.is_measured()},
          {"mean_score", or_null(row.score)},
          {"mean_margin", or_null(row.margin)}};
}

/// JSON that is stored as a text; null if none exists.
json::value parsed(const std::string& text) {
  boost::system::error_code error;
  json::value value = json::parse(text, error);
  return error ? json::value() : value;
}

}  // namespace

json::object contest_json(const contest::Host& host, const contest::Contest& contest) {
  json::array phases;
  for (const contest::PhaseSpec& phase : contest.spec.phases) {
    const auto snapshot = host.standings({contest.spec.id, phase.name});
    phases.push_back(
        json::object{{"name", phase.name},
                     {"title", phase.title},
                     {"state", boost::describe::enum_to_string(
                                   snapshot ? snapshot->state : contest::PhaseState::waiting, "")},
                     {"from", moment(phase.from)},
                     {"until", moment(phase.until)},
                     {"final", phase.is_final},
                     {"matches", snapshot ? snapshot->matches : 0}});
  }
  json::array house;
  for (const contest::HouseBot& bot : contest.spec.house) house.emplace_back(bot.name);
  return {{"id", contest.spec.id},
          {"title", contest.spec.title},
          {"description", contest.spec.description},
          {"game", contest.game().info.name},
          {"options", contest.checked.settings.options},
          {"seats", contest.seats},
          {"house", std::move(house)},
          {"phases", std::move(phases)}};
}

json::object phase_standings_json(const contest::PhaseKey& phase,
                                  const contest::PhaseSnapshot& snapshot) {
  json::array rows;
  for (const contest::StandingRow& row : snapshot.rows) {
    json::object one = results(row);
    one["place"] = row.place;
    one["bot"] = row.name;
    one["version"] = row.version;
    one["active"] = row.is_active;
    one["rating"] = row.rating;
    one["rating_95"] = row.reach();
    one["ranks"] = json::array{row.ranks.best, row.ranks.worst};
    rows.push_back(std::move(one));
  }
  json::array put_aside;
  for (const contest::PutAside& store : snapshot.put_aside)
    put_aside.push_back(json::object{
        {"commitment", store.commitment}, {"head", store.head}, {"matches", store.matches}});
  return {{"contest", phase.contest},
          {"phase", phase.phase},
          {"state", boost::describe::enum_to_string(snapshot.state, "")},
          {"hidden", snapshot.is_hidden},
          {"matches", snapshot.matches},
          {"planned", snapshot.extent ? json::value_from(snapshot.extent->planned) : json::value()},
          {"all_played", snapshot.extent && snapshot.extent->is_whole},
          {"at", moment(snapshot.at)},
          {"problem", snapshot.problem},
          {"commitment", snapshot.commitment},
          {"head", snapshot.head},
          {"put_aside", std::move(put_aside)},
          {"seed", snapshot.seed ? json::value(*snapshot.seed) : json::value()},
          {"result", format_result_json(snapshot.result)},
          {"standings", std::move(rows)}};
}

json::object match_json(const contest::MatchRow& match) {
  json::array seats;
  for (const contest::MatchSeat& seat : match.seats)
    seats.push_back(json::object{{"bot", seat.name},
                                 {"version", seat.version},
                                 {"score", seat.score},
                                 {"place", seat.place},
                                 {"forfeit", seat.fault},
                                 {"questions", seat.questions},
                                 {"thinking_us", seat.thinking_us},
                                 {"slowest_us", seat.slowest_us}});
  return {{"number", match.number},
          {"stored_at", match.stored_at},
          {"label", match.label},
          {"seats", std::move(seats)}};
}

json::object bot_json(const contest::Bot& bot) {
  return {{"contest", bot.contest}, {"name", bot.name},
          {"author", bot.author},   {"active", bot.active_number},
          {"open", bot.is_open},    {"made_at", contest::moment_text(bot.made_at)}};
}

json::object version_json(const contest::Version& version, bool with_report) {
  json::object object{{"number", version.number},
                      {"state", boost::describe::enum_to_string(version.state, "")},
                      {"active", version.is_active},
                      {"has_source", version.has_source},
                      {"can_play", version.can_play},
                      {"file_name", version.file_name},
                      {"sha256", version.file},
                      {"language", version.language},
                      {"protocol", version.protocol},
                      {"reason", version.reason},
                      {"handed_in_at", contest::moment_text(version.handed_in_at)},
                      {"checked_at", moment(version.checked_at)}};
  if (with_report) {
    object["build_log"] = version.build_log;
    object["report"] = parsed(version.report);
  }
  return object;
}

}  // namespace arena::site
