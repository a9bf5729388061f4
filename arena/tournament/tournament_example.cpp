#include "arena/tournament/tournament_file.hpp"

namespace arena {

std::string_view example_tournament_file() {
  return R"(# A tournament, for: arena tournament FILE.toml
# Lines that begin with # are comments: remove the # to use a setting.
# Paths are relative to the folder of this file.

game = "streams"            # `arena games` lists the games
format = "round_robin"      # or gauntlet, swiss, knockout, double_knockout, league
deals = 200                 # of a pairing; knockouts: of a block of a tie; league: of an entrant in a batch
                            # "boards.pbn": each pairing plays the deals of this file, in games that read such files
# same_deals = true         # the pairings of a batch play the same deals
# seats = 2                 # at a table, for games that leave it open
# seed = "0x1234"           # else arena draws one, and publishes it at the end
# jobs = 2                  # games at a time

# Options of the game, as `arena games` lists them.
[options]
# deck = "readme"

# Limits of the bots: the options of `arena run`, with underscores.
[limits]
move_time = "1s"
# game_time = "30s"
# increment = "100ms"
# start_time = "10s"
# clock = "cpu"             # count processor time, not the time on the wall
# pause = true              # stop the bots that are not asked
# quantum = 100             # pass answers on at multiples of so many milliseconds
# sandbox = true            # for bots that you do not trust
# memory = "512M"           # with sandbox
# processes = 64            # with sandbox
# max_refusals = 20
# protocol = "json"
# python = "python3"        # plays modules
# env = ["MODE=fast"]       # variables for the bots

# Each format has a table of its own settings. Only the table of the chosen format may be there.
# [swiss]
# rounds = 7

# [knockout]                # [double_knockout] has the same
# max_blocks = 5            # a drawn tie goes on for so many blocks of deals
# seeding = "order"         # or ratings, or lot
# ratings_from = "league.db"    # seeded by the ratings in this store

# [league]                  # without stop_when, a league goes on until you stop it
# stop_when = "order known at 95%"

# The entrants. Each has a name, and one of builtin, command and module. These are built-in bots:
# add your own, as below.
[[entrant]]
name = "spread"
builtin = "spread"
# challenger = true                   # gauntlet: plays against all others; else the first one does
# rating = 1500                       # knockouts with seeding = "ratings"

[[entrant]]
name = "halves"
builtin = "halves"

[[entrant]]
name = "random"
builtin = "random"

# [[entrant]]
# name = "ann"
# command = ["python3", "ann.py"]     # or a text, split as after -p
# move_time = "2s"                    # limits of this entrant alone; protocol and env too

# [[entrant]]
# name = "bob"
# module = "bob.py"                   # a Python module with a function move(game_state)

# Games with partners: a team of two bots, one for each seat of a side.
# [[entrant]]
# name = "pair"
# bots = [{ command = "./ann" }, { builtin = "random", move_time = "2s" }]
)";
}

}  // namespace arena
