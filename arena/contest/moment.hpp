// A moment of the calendar, in milliseconds, and the clock of a host. Tests give a host a clock of
// their own, so that a contest of weeks runs in seconds. Not for: deadlines of bots
// (util/time.hpp).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena::contest {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;
/// Any thread may call it.
using Now = std::function<Moment()>;

/// The clock of the computer.
Moment system_now();

/// The time since the computer was started, also while it slept.
TimePoint since_boot();

/// A clock that goes on as before for ten minutes after `wall` has jumped by more than an hour, in
/// case that is put right: otherwise a phase would end for good within a second. `jumped` is called
/// once for each jump, with a sentence. `steady`: a clock that does not jump, and goes on while the
/// computer sleeps.
Now patient(Now wall, std::function<void(const std::string&)> jumped,
            std::function<TimePoint()> steady = since_boot);

/// "2026-11-22T18:30:05Z", without the milliseconds.
std::string moment_text(Moment moment);
/// The same with the milliseconds: texts of this form sort like the moments.
std::string stored_moment(Moment moment);
/// Reads "2026-11-22T18:30:05Z", with or without milliseconds.
std::optional<Moment> read_moment(std::string_view text);

}  // namespace arena::contest
