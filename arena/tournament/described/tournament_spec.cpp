#include "arena/tournament/described/tournament_spec.hpp"

#include <fmt/format.h>

#include "arena/record/json_fields.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

json::object entrant_json(const EntrantSpec& entrant) {
  json::object object{{"player", to_json(entrant.player)}};
  if (entrant.challenger) object["challenger"] = true;
  if (entrant.seed_rating != 0) object["rating"] = entrant.seed_rating;
  return object;
}

EntrantSpec read_entrant(const json::value& value) {
  const JsonFields fields(as_object(value, "an entrant"), "an entrant");
  EntrantSpec entrant;
  entrant.player = read_player(fields.object("player"));
  entrant.challenger = fields.find("challenger") != nullptr && fields.flag("challenger");
  const json::value* const rating = fields.find("rating");
  if (rating == nullptr) return entrant;
  json::error_code error;
  entrant.seed_rating = rating->to_number<double>(error);
  if (error) throw Error("an entrant: \"rating\" is no number");
  return entrant;
}

}  // namespace

json::object to_json(const TournamentSpec& spec) {
  json::array entrants;
  for (const EntrantSpec& entrant : spec.entrants) entrants.push_back(entrant_json(entrant));
  json::object object{{"match", to_json(spec.match)},
                      {"format", to_json(spec.format)},
                      {"deals", spec.deals},
                      {"ratings_from", spec.ratings_from},
                      {"entrants", std::move(entrants)},
                      {"folder", spec.folder},
                      {"challengers", spec.challengers},
                      {"may_have_more", spec.may_have_more}};
  check_utf8(object);
  return object;
}

TournamentSpec read_tournament_spec(std::string_view text) {
  json::error_code error;
  const json::value value = json::parse(text, error);
  if (error) throw Error("the plan is not JSON");
  const JsonFields fields(as_object(value, "the plan"), "the plan");
  TournamentSpec spec;
  from_json(fields.need("match"), spec.match, "the plan's match");
  spec.format = read_format(fields.object("format"));
  spec.deals = fields.text("deals");
  spec.ratings_from = fields.text("ratings_from");
  for (const json::value& entrant : fields.list("entrants"))
    spec.entrants.push_back(read_entrant(entrant));
  spec.folder = fields.text("folder");
  spec.challengers = static_cast<int>(fields.number("challengers", 0, most_entrants));
  spec.may_have_more = fields.flag("may_have_more");
  return spec;
}

std::vector<std::string> parts_of(const TournamentSpec& spec) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view key, const json::value& value) {
    const std::string text = word_of(value);
    if (!text.empty() && text != "null" && text != "0" && text != "false")
      parts.push_back(fmt::format("{} {}", key, text));
  };
  const auto add_all = [&add](const json::value& object) {
    for (const auto& [key, value] : object.as_object()) {
      if (!value.is_object()) add(key, value);
    }
  };
  const json::object written = to_json(spec);
  const json::object& match = written.at("match").as_object();
  for (const json::value* const one :
       {&written.at("match"), &match.at("options"), &match.at("limits"), &written.at("format")})
    add_all(*one);
  for (const char* const key : {"deals", "ratings_from", "folder", "challengers"})
    add(key, written.at(key));
  for (const EntrantSpec& entrant : spec.entrants) {
    std::string text = player_text(entrant.player);
    if (entrant.player.kind == PlayerKind::team) text = entrant.player.name + ": " + text;
    if (entrant.challenger) text += ", a challenger";
    parts.push_back(text);
  }
  return parts;
}

double read_stop_when(std::string_view text) {
  constexpr std::string_view begin = "order known at ";
  int percent = 0;
  if (text.starts_with(begin) && text.ends_with('%'))
    percent = to_number<int>(text.substr(begin.size(), text.size() - begin.size() - 1)).value_or(0);
  if (percent < 50 || percent > 99)
    throw Error(fmt::format(
        "must be \"order known at 95%\", with a number from 50 to 99, not \"{}\"", text));
  return percent / 100.0;
}

}  // namespace arena
