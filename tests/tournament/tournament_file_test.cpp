// Tournament files: the plans that they are, and each refusal with its place.
#include "arena/tournament/described/tournament_file.hpp"

#include <catch2/catch.hpp>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "tests/files.hpp"

using namespace arena;
using Words = std::vector<std::string>;

namespace {

const std::string head = "game = \"streams\"\nformat = \"round_robin\"\n";
const std::string two =
    "[[entrant]]\nname = \"ann\"\nbuiltin = \"spread\"\n"
    "[[entrant]]\nname = \"bob\"\nbuiltin = \"spread\"\n";

std::string refusal_of(const std::string& text) {
  try {
    static_cast<void>(read_tournament(text, "cup.toml"));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Refused at this place, with these words in the message.
void check_refused(const std::string& text, const std::string& place, const std::string& words) {
  const std::string refusal = refusal_of(text);
  INFO(text);
  CHECK(refusal.substr(0, refusal.find(": ")) == "cup.toml:" + place);
  CHECK_THAT(refusal, Catch::Matchers::Contains(words));
}

TournamentSpec spec_of(const std::string& text) { return read_tournament(text, "cup.toml").spec; }

/// Makes the first comment that begins so a line of the file. False if no comment does.
bool uncomment(std::string& text, const std::string& line) {
  const std::size_t at = text.find("\n# " + line);
  if (at == std::string::npos) return false;
  text.erase(at + 1, 2);
  return true;
}

}  // namespace

TEST_CASE("tournament file: the example says what its comments say", "[tournament]") {
  const TournamentFile file = read_tournament(example_tournament_file(), "cup.toml");
  CHECK(file.spec.match.game == "streams");
  CHECK(file.spec.format.kind == FormatKind::round_robin);
  CHECK(file.spec.format.deals == 200);
  CHECK(to_json(file.spec.match.limits) == json::object{{"move_time", "1s"}});
  REQUIRE(file.spec.entrants.size() == 3);
  CHECK(player_text(file.spec.entrants[0].player) == "-b name=spread spread");

  // Every key that it shows in a comment is one; the tables of other formats left out.
  std::string all(example_tournament_file());
  for (const char* const line : {"[[entrant]]", "name = "}) {
    while (uncomment(all, line)) continue;
  }
  for (const char* const key :
       {"command",   "module",    "seats",        "seed",       "jobs",   "deck",
        "game_time", "increment", "start_time",   "clock",      "pause",  "sandbox",
        "memory",    "processes", "max_refusals", "protocol",   "python", "env",
        "move_time", "rating",    "bots",         "same_deals", "quantum"}) {
    INFO(key);
    REQUIRE(uncomment(all, std::string(key) + " = "));
  }
  const TournamentFile full = read_tournament(all, "cup.toml");
  CHECK(full.spec.match.seats == 2);
  CHECK(full.spec.format.same_deals);
  CHECK_FALSE(file.spec.format.same_deals);
  CHECK(full.jobs == 2);
  CHECK(full.spec.match.seed);
  CHECK(full.spec.match.options.size() == 1);
  CHECK(to_json(full.spec.match.limits).size() == 14);
  const std::vector<EntrantSpec>& entrants = full.spec.entrants;
  REQUIRE(entrants.size() == 6);
  CHECK(entrants[0].seed_rating == 1500);
  CHECK(player_text(entrants[3].player) == "-p name=ann move-time=2s python3 ann.py");
  CHECK(player_text(entrants[4].player) == "-m name=bob bob.py");
  CHECK(entrants[5].player.kind == PlayerKind::team);
  CHECK(player_text(entrants[5].player) == "-p ./ann -b move-time=2s random");
}

TEST_CASE("tournament file: a team of two bots", "[tournament]") {
  const std::string pair = head + two + "[[entrant]]\nname = \"pair\"\n";
  const TournamentSpec spec =
      spec_of(pair +
              "[[entrant.bots]]\nbuiltin = \"spread\"\n[[entrant.bots]]\nname = "
              "\"x\"\ncommand = \"y\"\n");
  CHECK(spec.entrants[2].player.name == "pair");
  CHECK(player_text(spec.entrants[2].player) == "-b spread -p name=x y");
  CHECK(spec.entrants[1].player.kind == PlayerKind::builtin);
  check_refused(pair + "bots = \"ann\"\n", "11:8", "each [[bots]]");
  check_refused(pair + "bots = [{ name = \"x\" }]\n", "11:18", "needs one of command");
  check_refused(pair + "bots = [{ called = true }]\n", "11:9", "needs one of command");
  check_refused(pair + "bots = [{ builtin = \"spread\", speed = 1 }]\n", "11:31",
                "unknown key \"speed\" in a bot of [[entrant]]");
  check_refused(pair + "builtin = \"spread\"\nbots = [{ builtin = \"spread\" }]\n", "11:1",
                "unknown key \"builtin\"");
}

TEST_CASE("tournament file: options and limits", "[tournament]") {
  const MatchSettings match =
      spec_of(head +
              "seed = 7\n[options]\ndeck = \"readme\"\nrounds = 3\nopen = true\n"
              "list = [1, \"b\"]\n[limits]\nmove_time = 2\nsandbox = true\npause = false\n"
              "env = [\"A=1\", \"B\"]\n" +
              two)
          .match;
  CHECK(match.seed == RootSeed{0, 7});
  CHECK(match.options == json::parse(R"({"deck":"readme","list":[1,"b"],"open":true,"rounds":3})"));
  CHECK(to_json(match.limits) ==
        json::parse(R"({"move_time":"2s","env":["A=1","B"],"pause":false,"sandbox":"shared"})"));
  CHECK(spec_of(head + "[limits]\nsandbox = \"apart\"\n" + two).match.limits.sandbox ==
        SandboxKind::apart);
  check_refused(head + "[limits]\nsandbox = \"on\"\n" + two, "4:11",
                "sandbox must be true, false, \"shared\" or \"apart\", not \"on\"");
}

TEST_CASE("tournament file: settings of the formats", "[tournament]") {
  const auto format_of = [](const std::string& name, const std::string& table) {
    return spec_of("game = \"streams\"\nformat = \"" + name + "\"\n" + table + two).format;
  };
  CHECK(format_of("swiss", "[swiss]\nrounds = 7\n").rounds == 7);
  CHECK(format_of("knockout", "[knockout]\nmax_blocks = 2\n").max_blocks == 2);
  CHECK(format_of("double_knockout", "[double_knockout]\nseeding = \"lot\"\n").seeding ==
        Seeding::lot);
  CHECK(format_of("knockout", "[knockout]\nratings_from = \"a.db\"\n").seeding == Seeding::ratings);
  CHECK(format_of("league", "[league]\nstop_when = \"order known at 99%\"\n").stop_at == 0.99);
  CHECK(format_of("league", "[league]\nstop_when = \"order known at 50%\"\n").stop_at == 0.5);
  CHECK_FALSE(format_of("league", "").stop_at);
  CHECK(format_of("gauntlet", "").kind == FormatKind::gauntlet);
}

TEST_CASE("tournament file: paths are relative to the file", "[tournament]") {
  const test::TestFolder folder;
  test::put(folder.at("ann.py"), "");
  test::put(folder.at("my bot"), "");
  const std::string path = folder.at("cup.toml");
  test::put(path, head + R"(
[[entrant]]
name = "list"
command = ["python3", "ann.py", "-v"]
[[entrant]]
name = "text"
command = "python3 ann.py 'a b' ''"
[[entrant]]
name = "program"
command = "my bot"
[[entrant]]
name = "module"
module = "ann.py"
clock = "cpu"
)");
  const TournamentSpec spec = read_tournament(read_text_file(path), path).spec;
  const std::string ann = folder.at("ann.py");
  CHECK(spec.entrants[0].player.words == Words{"python3", ann, "-v"});
  CHECK(spec.entrants[1].player.words == Words{"python3", ann, "a b", ""});
  CHECK(spec.entrants[2].player.words == Words{folder.at("my bot")});
  CHECK(player_text(spec.entrants[3].player) == "-m name=module clock=cpu " + ann);
  CHECK_THROWS_WITH(read_text_file(folder.at("none.toml")), Catch::Matchers::Contains("none.toml"));
}

TEST_CASE("tournament file: an entrant that a program calls", "[tournament]") {
  const std::string called = "[[entrant]]\nname = \"-x y\"\ncalled = true\nmax_refusals = 3\n";
  const PlayerSpec player = spec_of(head + two + called).entrants[2].player;
  CHECK(player.kind == PlayerKind::called);
  CHECK(player.words == Words{"-x y"});
  CHECK(player.name == "-x y");
  CHECK(player.settings.max_refusals == Refusals{3});
  check_refused(head + called + "builtin = \"a\"\n", "7:11", "has nothing else that plays");
}

TEST_CASE("tournament file: what is refused, and where", "[tournament]") {
  // Syntax, and unknown keys.
  check_refused("game = \n", "1:8", "");
  check_refused(head + "gmae = 1\n" + two, "3:1",
                "unknown key \"gmae\" in the file; known keys: game");
  check_refused(head + "[limits]\nmovetime = 1\n" + two, "4:1", "move_time");
  check_refused(head + "[round_robin]\nrounds = 1\n" + two, "4:1", "unknown key \"rounds\"");
  check_refused(head + two + "colour = 1\n", "9:1", "unknown key \"colour\" in [[entrant]]");
  check_refused("game = 1\ngame = 2\n", "2:8", "");
  // What is missing.
  check_refused("format = \"swiss\"\n", "1:1", "the file needs a game");
  check_refused("game = \"streams\"\n", "1:1", "the file needs a format");
  check_refused(head + "[[entrant]]\nbuiltin = \"a\"\n", "3:1", "[[entrant]] needs a name");
  check_refused(head, "1:1", "two entrants");
  check_refused(head + "[[entrant]]\nname = \"a\"\n", "4:8", "one of command, module and builtin");
  check_refused(head + "[[entrant]]\nname = \"a\"\nbuiltin = \"b\"\nmodule = \"c\"\n", "4:8",
                "one of command, module and builtin");
  // Types.
  check_refused("game = 1\n", "1:8", "a text in quotation marks");
  check_refused(head + "deals = 1.5\n", "3:9", "a whole number");
  check_refused(head + "limits = 1\n", "3:10", "[limits]");
  check_refused(head + "entrant = 1\n", "3:11", "[[entrant]]");
  check_refused(head + "seed = true\n", "3:8", "seed must be a number from 0");
  check_refused(head + "[limits]\nsandbox = 1\n" + two, "4:11", "sandbox must be true, false");
  check_refused(head + "[limits]\nenv = \"A\"\n" + two, "4:7", "env must be a list of texts");
  check_refused(head + "[options]\nx = 1979-05-27\n" + two, "4:5", "option x");
  check_refused(head + "[[entrant]]\nname = \"a\"\ncommand = 1\n", "5:11", "a list of texts");
  check_refused(head + "[[entrant]]\nname = \"a\"\nrating = \"b\"\n", "5:10", "a number");
  // Values.
  check_refused("game = \"\"\n", "1:8", "game is empty");
  check_refused("game = \"streams\"\nformat = \"cup\"\n", "2:10", "round_robin, gauntlet");
  check_refused(head + "deals = 0\n", "3:9", "from 1 to 1000000, not 0");
  check_refused(head + "seats = 0\n", "3:9", "seats must be from 1");
  check_refused(head + "jobs = -1\n", "3:8", "jobs must be from 1");
  check_refused(head + "[swiss]\nrounds = 7\n" + two, "3:1", "the format is round_robin");
  check_refused("game = \"a\"\nformat = \"swiss\"\n[swiss]\nrounds = 0\n", "4:10", "rounds");
  check_refused("game = \"a\"\nformat = \"knockout\"\n[knockout]\nseeding = \"x\"\n", "4:11",
                "order, ratings or lot");
  check_refused(
      "game = \"a\"\nformat = \"knockout\"\n[knockout]\nseeding = \"lot\"\nratings_from = \"b\"\n",
      "5:16", "needs seeding = \"ratings\"");
  for (const char* const stop :
       {"never", "order known at 95", "order known at 49%", "order known at 100%"})
    check_refused(
        "game = \"a\"\nformat = \"league\"\n[league]\nstop_when = \"" + std::string(stop) + "\"\n",
        "4:13", "order known at 95%");
  check_refused(head + "[limits]\nclock = \"sun\"\n" + two, "4:9", "wall or cpu");
  check_refused(head + "[limits]\nprocesses = 0\n" + two, "4:13",
                "processes must be a whole number from 1");
  check_refused(head + two + "[[entrant]]\nname = \"ann\"\n", "10:8",
                "the name \"ann\" is taken: see cup.toml:4:8");
  check_refused(head + "[[entrant]]\nname = \"a\\n\"\n", "4:8", "control characters");
  check_refused(head + "[[entrant]]\nname = \"a\"\nchallenger = true\n", "5:14", "gauntlet");
  check_refused(head + "[[entrant]]\nname = \"a\"\ncommand = \"a 'b\"\n", "5:11", "");
  check_refused(head + "[[entrant]]\nname = \"a\"\ncommand = []\n", "5:11", "a list of texts");
}
