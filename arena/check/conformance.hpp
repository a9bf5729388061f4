// The whole of `arena check`: plays the games, and judges what they showed.
#pragma once

#include <vector>

#include <boost/json.hpp>

#include "arena/check/report.hpp"
#include "arena/config/root_seed.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

/// REQUIRES: the bot is a process, and its settings count time if it needs that (count_time).
CheckReport check_conformance(const SeriesSettings& settings, const Entrant& bot,
                              const std::vector<Entrant>& opponents, int games, const SeedKey& key);

/// The report with what was checked, as `arena check --json` prints it.
boost::json::object report_json(const CheckReport& report, const Entrant& bot,
                                const SeriesSettings& settings, int games, const RootSeed& seed);

}  // namespace arena
