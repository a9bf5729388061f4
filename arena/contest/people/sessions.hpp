// Who is logged in with a browser, and the tokens of scripts. Only hashes of tokens are stored, so
// a stolen back-up is of no use to log in. Thread-safe.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contest/people/accounts.hpp"

namespace arena::contest {

struct SessionLimits {
  std::chrono::hours idle{24 * 14};     // without a request
  std::chrono::hours longest{24 * 60};  // in all
};

struct Session {
  Account account;
  std::string csrf;  // what each form of the session sends back
};

/// A session as its owner sees it in a list. No list contains tokens.
struct SessionInfo {
  Moment made_at;
  Moment used_at;  // to the hour
  std::string agent;
  bool is_this = false;
};

class Sessions {
 public:
  Sessions(Database& database, Now now, SessionLimits limits = {})
      : database_(database), now_(std::move(now)), limits_(limits) {}

  /// Begins a session and returns its token. Always a new one, so that an attacker cannot fix
  /// it beforehand. `earlier`: the browser's token before the log-in, whose session ends. `agent`:
  /// at most 200 bytes of it are kept. Throws Error as `need_unchanged`.
  std::string begin(const Account& account, std::string_view earlier = {},
                    std::string_view agent = {});
  /// None if the token is unknown or has expired, or if the account is disabled.
  [[nodiscard]] std::optional<Session> find(std::string_view token);
  void end(std::string_view token);
  /// Ends all sessions of an account, except for the one of this token.
  void end_all(AccountId account, std::string_view except = {});
  [[nodiscard]] std::vector<SessionInfo> of(AccountId account, std::string_view token);
  /// Deletes expired sessions; call it now and then.
  void forget_expired();

 private:
  Database& database_;
  Now now_;
  SessionLimits limits_;
};

struct ApiToken {
  std::int64_t id = 0;
  std::string name;
  Moment made_at;
  std::optional<Moment> used_at;  // to the hour
};

class ApiTokens {
 public:
  ApiTokens(Database& database, Now now) : database_(database), now_(std::move(now)) {}

  /// Returns the token, which is shown once. Throws Error if the account has a token of that name,
  /// or 20 tokens, and as `need_unchanged`.
  std::string make(const Account& account, const std::string& name);
  /// The account of a token. None if it is unknown or revoked, or if the account is disabled.
  [[nodiscard]] std::optional<Account> find(std::string_view token);
  [[nodiscard]] std::vector<ApiToken> of(AccountId account);
  /// Throws Error if the account has no such token.
  void revoke(AccountId account, std::int64_t id);

 private:
  Database& database_;
  Now now_;
};

}  // namespace arena::contest
