// The replays of a page of games, as a script that the viewer loads. A page that was opened from a
// disk may load scripts, but may not read other files.
#pragma once

#include <string>

#include "arena/report/report_data.hpp"

namespace arena::report {

/// The script calls `replaysLoaded(number of the first game, [replay, ...])`. A replay is JSON,
/// compressed by zlib, in base64: {"players": [{"name": "", "score": 0, "won": true, "fault": ""},
/// ...], "frames": [{"move": 0, "caption": "", "board": ""}, ...], "broken": "why the record is
/// wrong"}. `page` counts from 1.
std::string replays_script(const ReportData& data, const Store& store, int page);

}  // namespace arena::report
