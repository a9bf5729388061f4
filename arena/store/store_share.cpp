// A copy of a store that everybody may have.
#include <algorithm>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/store/store_parts.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// What the record says of a seat's fault.
std::string recorded_detail(const Record& record, int seat) {
  if (std::string left_out = left_out_text(record); !left_out.empty()) return left_out;
  const auto found =
      std::ranges::find(record.forfeits, static_cast<Seat>(seat), &RecordedForfeit::seat);
  return found == record.forfeits.end() ? "" : found->detail;
}

void cut_details(SQLite::Database& copy, const Store& records) {
  SQLite::Transaction transaction(copy);
  SQLite::Statement change(copy, "UPDATE result SET detail = ? WHERE match = ? AND seat = ?");
  SQLite::Statement row(copy, "SELECT match, seat FROM result WHERE detail <> ''");
  while (row.executeStep()) {
    const int match = row.getColumn(0).getInt();
    const int seat = row.getColumn(1).getInt();
    execute(change, recorded_detail(read_record(records.record(match)), seat), match, seat);
    change.reset();
  }
  transaction.commit();
}

}  // namespace

void Store::share(const std::string& path) const {
  back_up(path);
  try {
    SQLite::Database copy(path, SQLite::OPEN_READWRITE);
    copy.exec("PRAGMA journal_mode = DELETE");  // so that it is one file
    cut_details(copy, *this);
    copy.exec("VACUUM");  // pages that are free now still have what was cut
  } catch (const SQLite::Exception& error) {
    throw Error(fmt::format("cannot write \"{}\": {}", path, error.what()));
  }
}

}  // namespace arena
