#include "arena/contest/people/audit.hpp"

#include <limits>

namespace arena::contest {

void Audit::add(Statements& sql, Moment at, std::optional<AccountId> account,
                const std::string& action, const std::string& subject, const std::string& detail) {
  sql.run(
      "INSERT INTO audit (at, account, action, subject, detail) VALUES (?, nullif(?, 0), ?, ?, ?)",
      stored_moment(at), account.value_or(0), action, subject, detail);
}

void Audit::add(std::optional<AccountId> account, const std::string& action,
                const std::string& subject, const std::string& detail) {
  database_.note([&](Statements& sql) { add(sql, now_(), account, action, subject, detail); });
}

std::vector<AuditEntry> Audit::latest(int count, std::int64_t before) {
  if (before == 0) before = std::numeric_limits<std::int64_t>::max();
  return database_.read([&](Statements& sql) {
    std::vector<AuditEntry> entries;
    SQLite::Statement& row = sql.query(
        "SELECT e.id, e.at, coalesce(a.name, ''), e.action, e.subject, e.detail FROM audit e LEFT "
        "JOIN account a ON a.id = e.account WHERE e.id < ? ORDER BY e.id DESC LIMIT ?",
        before, count);
    while (row.executeStep())
      entries.push_back({row.getColumn(0).getInt64(),
                         read_moment(row.getColumn(1).getString()).value_or(Moment()),
                         row.getColumn(2).getString(), row.getColumn(3).getString(),
                         row.getColumn(4).getString(), row.getColumn(5).getString()});
    return entries;
  });
}

}  // namespace arena::contest
