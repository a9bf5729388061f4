// What each user may see of a phase.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "arena/contest/host_parts.hpp"

namespace arena::contest {

namespace {

/// At most 200 moments, which is what a plot can show; always the latest one.
constexpr const char* thinned_points = R"sql(
WITH point AS (
  SELECT at, entrant, rating, reach, dense_rank() OVER (ORDER BY at DESC) - 1 AS age
  FROM rating_point WHERE contest = ? AND phase = ?
)
SELECT at, entrant, rating, reach FROM point
WHERE age % ((SELECT max(age) FROM point) / 200 + 1) = 0
ORDER BY at, entrant
)sql";

}  // namespace

std::shared_ptr<const PhaseSnapshot> Host::standings(const PhaseKey& phase, bool is_admin) const {
  const Impl::PhaseParts* const parts = impl_->phase(phase);
  if (parts == nullptr) return nullptr;
  auto snapshot = parts->reader.snapshot();
  if (!snapshot->is_hidden || is_admin) return snapshot;
  auto without_rows = std::make_shared<PhaseSnapshot>(*snapshot);
  without_rows->rows.clear();
  without_rows->result.reset();
  return without_rows;
}

std::vector<MatchRow> Host::matches(const PhaseKey& phase, const MatchFilter& filter,
                                    bool is_admin) {
  PhaseReader* const reader = impl_->shown(phase, is_admin);
  return reader == nullptr ? std::vector<MatchRow>() : reader->matches(filter);
}

std::optional<MatchRow> Host::match(const PhaseKey& phase, int number, bool is_admin) {
  PhaseReader* const reader = impl_->shown(phase, is_admin);
  return reader == nullptr ? std::nullopt : reader->match(number);
}

std::vector<MatchRow> Host::matches_since(const PhaseKey& phase, int first, int count,
                                          bool is_admin) {
  PhaseReader* const reader = impl_->shown(phase, is_admin);
  return reader == nullptr ? std::vector<MatchRow>() : reader->matches_since(first, count);
}

std::optional<std::string> Host::record(const PhaseKey& phase, int match, bool is_admin) {
  PhaseReader* const reader = impl_->shown(phase, is_admin);
  return reader == nullptr ? std::nullopt : reader->record(match);
}

std::vector<RatingPoint> Host::history(const PhaseKey& phase, bool is_admin) {
  if (impl_->shown(phase, is_admin) == nullptr) return {};
  return impl_->database->read([&](Statements& sql) {
    std::vector<RatingPoint> points;
    SQLite::Statement& row = sql.query(thinned_points, phase.contest, phase.phase);
    while (row.executeStep())
      points.push_back({read_moment(row.getColumn(0).getString()).value_or(Moment()),
                        row.getColumn(1).getString(), row.getColumn(2).getDouble(),
                        row.getColumn(3).getDouble()});
    return points;
  });
}

std::vector<FaultRow> Host::faults(const Account& viewer, const PhaseKey& phase, const Bot& bot,
                                   int count) {
  PhaseReader* const reader = impl_->shown(phase, viewer.is_admin());
  if (reader == nullptr || bot.contest != phase.contest || !impl_->may_see(viewer, bot.id))
    return {};
  return reader->faults(bot.name, count);
}

bool Host::may_read_log(const Account& viewer, const PhaseKey& phase, int match, int seat) {
  return impl_->seen_bot(viewer, phase, match, seat).has_value();
}

std::optional<Bot> Host::Impl::seen_bot(const Account& viewer, const PhaseKey& phase, int match,
                                        int seat) {
  PhaseReader* const reader = shown(phase, viewer.is_admin());
  if (reader == nullptr) return std::nullopt;
  const VersionId id = reader->version_at(match, seat);
  const auto version = id == 0 ? std::nullopt : bots->version(id);
  if (!version || !may_see(viewer, version->bot)) return std::nullopt;
  return bots->find(version->bot);
}

/// The file's name is made by Table (series/play/table.cpp).
std::optional<std::string> Host::log(const Account& viewer, const PhaseKey& phase, int match,
                                     int seat) {
  const auto bot = impl_->seen_bot(viewer, phase, match, seat);
  if (!bot) return std::nullopt;
  const std::string path =
      fmt::format("{}/{:06}-{}-{}.stderr", impl_->folder.logs(phase), match + 1, seat, bot->name);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

std::optional<std::string> Host::download(const PhaseKey& phase) const {
  const Impl::PhaseParts* const parts = impl_->phase(phase);
  const bool is_over = parts != nullptr && parts->runner.state() == PhaseState::over;
  std::string path = impl_->folder.download(phase);
  return is_over && std::filesystem::exists(path) ? std::optional(std::move(path)) : std::nullopt;
}

}  // namespace arena::contest
