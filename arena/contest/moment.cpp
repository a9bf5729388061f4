#include "arena/contest/moment.hpp"

#include <ctime>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace chrono = std::chrono;

namespace {

constexpr std::size_t without_fraction = std::string_view("2026-11-22T18:30:05Z").size();
constexpr std::size_t with_fraction = without_fraction + 4;

/// The number in the characters from `begin` on.
std::optional<int> number_at(std::string_view text, std::size_t begin, std::size_t size) {
  const auto number = to_number<unsigned>(text.substr(begin, size));
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

class PatientClock {
 public:
  PatientClock(Now wall, std::function<void(const std::string&)> jumped,
               std::function<TimePoint()> steady)
      : wall_(std::move(wall)), jumped_(std::move(jumped)), steady_(std::move(steady)) {}

  Moment now() {
    const std::lock_guard lock(mutex_);
    const Moment seen = wall_();
    const TimePoint at = steady_();
    const Moment expected =
        last_ ? *last_ + chrono::floor<chrono::milliseconds>(at - last_at_) : seen;
    const bool is_odd = chrono::abs(seen - expected) > least_jump;
    if (is_odd && !odd_since_) {
      odd_since_ = at;
      jumped_(
          fmt::format("the clock of this computer jumped from {} to {}; arena waits for {}, "
                      "and then goes on with that time",
                      moment_text(expected), moment_text(seen), duration_text(patience)));
    }
    if (is_odd && at - *odd_since_ < patience) return expected;
    odd_since_.reset();
    last_ = seen;
    last_at_ = at;
    return seen;
  }

 private:
  static constexpr chrono::hours least_jump{1};
  static constexpr chrono::minutes patience{10};

  const Now wall_;
  const std::function<void(const std::string&)> jumped_;
  const std::function<TimePoint()> steady_;
  std::mutex mutex_;
  std::optional<Moment> last_;  // that was believed
  TimePoint last_at_;
  std::optional<TimePoint> odd_since_;
};

}  // namespace

Moment system_now() {
  return chrono::time_point_cast<chrono::milliseconds>(chrono::system_clock::now());
}

TimePoint since_boot() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return TimePoint(chrono::seconds(time.tv_sec) + chrono::nanoseconds(time.tv_nsec));
}

Now patient(Now wall, std::function<void(const std::string&)> jumped,
            std::function<TimePoint()> steady) {
  auto clock =
      std::make_shared<PatientClock>(std::move(wall), std::move(jumped), std::move(steady));
  return [clock] { return clock->now(); };
}

std::string moment_text(Moment moment) {
  const std::string text = stored_moment(moment);
  return text.substr(0, text.size() - 5) + "Z";
}

std::string stored_moment(Moment moment) {
  const auto day = chrono::floor<chrono::days>(moment);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

std::optional<Moment> read_moment(std::string_view text) {
  if (text.size() != without_fraction && text.size() != with_fraction) return std::nullopt;
  const auto year = number_at(text, 0, 4);
  const auto month = number_at(text, 5, 2);
  const auto day = number_at(text, 8, 2);
  const auto hour = number_at(text, 11, 2);
  const auto minute = number_at(text, 14, 2);
  const auto second = number_at(text, 17, 2);
  const auto fraction = text.size() == with_fraction ? number_at(text, 20, 3) : 0;
  if (!year || !month || !day || !hour || !minute || !second || !fraction) return std::nullopt;
  const chrono::year_month_day date{chrono::year(*year),
                                    chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  const Moment moment = chrono::sys_days(date) + chrono::hours(*hour) + chrono::minutes(*minute) +
                        chrono::seconds(*second) + chrono::milliseconds(*fraction);
  const std::string same =
      text.size() == with_fraction ? stored_moment(moment) : moment_text(moment);
  return same == text ? std::optional(moment) : std::nullopt;
}

}  // namespace arena::contest
