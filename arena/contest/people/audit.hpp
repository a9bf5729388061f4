// Who did what, and when: for admins, and for whoever must find out later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/contest/people/accounts.hpp"

namespace arena::contest {

struct AuditEntry {
  std::int64_t id = 0;
  Moment at;
  std::string account;  // its name; empty: the server itself
  std::string action;   // one word with dashes: "hand-in", "disqualify"
  std::string subject;  // what it was done to: "streams/mybot version 3"
  std::string detail;
};

/// Thread-safe.
class Audit {
 public:
  Audit(Database& database, Now now) : database_(database), now_(std::move(now)) {}

  /// `account`: none for the server itself.
  void add(std::optional<AccountId> account, const std::string& action, const std::string& subject,
           const std::string& detail = {});
  /// The newest first; `before`: only entries with smaller ids, 0 for the newest.
  [[nodiscard]] std::vector<AuditEntry> latest(int count, std::int64_t before = 0);

  /// In a transaction that does the thing, too.
  static void add(Statements& sql, Moment at, std::optional<AccountId> account,
                  const std::string& action, const std::string& subject,
                  const std::string& detail = {});

 private:
  Database& database_;
  Now now_;
};

}  // namespace arena::contest
