#include "arena/contest/people/sessions.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::contest {

namespace {

constexpr std::size_t most_agent = 200;
constexpr int most_tokens = 20;
constexpr int most_sessions = 50;
/// A request writes the time of use only if the last one is older.
constexpr std::chrono::hours use_step{1};

/// A session that is so far in the future was made while the clock was ahead. It would last until
/// then.
constexpr std::chrono::hours most_ahead{24};

Moment moment_in(const SQLite::Statement& row, int column) {
  return read_moment(row.getColumn(column).getString()).value_or(Moment());
}

/// REQUIRES: the columns id, name, role, made_at, password of an account from `first` on.
Account account_in(const SQLite::Statement& row, int first) {
  Account account;
  account.id = row.getColumn(first).getInt64();
  account.name = row.getColumn(first + 1).getString();
  boost::describe::enum_from_string(row.getColumn(first + 2).getText(), account.role);
  account.made_at = moment_in(row, first + 3);
  account.password_hash = row.getColumn(first + 4).getString();
  return account;
}

}  // namespace

std::string Sessions::begin(const Account& account, std::string_view earlier,
                            std::string_view agent) {
  std::string token = random_token();
  const std::string now = stored_moment(now_());
  database_.note([&](Statements& sql) {
    need_unchanged(sql, account);
    sql.run("DELETE FROM session WHERE hash = ?", token_hash(earlier));
    sql.run("INSERT INTO session (hash, account, made_at, used_at, agent) VALUES (?, ?, ?, ?, ?)",
            token_hash(token), account.id, now, now,
            repaired_utf8(std::string(agent.substr(0, most_agent))));
    sql.run(
        "DELETE FROM session WHERE account = ?1 AND hash IN (SELECT hash FROM session WHERE "
        "account = ?1 ORDER BY hash = ?2 DESC, made_at < ?4 DESC, made_at DESC LIMIT -1 "
        "OFFSET ?3)",
        account.id, token_hash(token), most_sessions, stored_moment(now_() + most_ahead));
  });
  return token;
}

std::optional<Session> Sessions::find(std::string_view token) {
  const std::string hash = token_hash(token);
  const Moment now = now_();
  Moment used_at;
  auto session = database_.read([&](Statements& sql) -> std::optional<Session> {
    SQLite::Statement& row = sql.query(
        "SELECT a.id, a.name, a.role, a.made_at, a.password, s.used_at FROM session s JOIN account "
        "a ON "
        "a.id = s.account WHERE s.hash = ? AND s.made_at > ? AND s.used_at > ? AND s.made_at < ? "
        "AND a.disabled = 0",
        hash, stored_moment(now - limits_.longest), stored_moment(now - limits_.idle),
        stored_moment(now + most_ahead));
    if (!row.executeStep()) return std::nullopt;
    used_at = moment_in(row, 5);
    return Session{account_in(row, 0), csrf_token(token)};
  });
  if (session && now - used_at > use_step) {
    database_.note([&](Statements& sql) {
      sql.run("UPDATE session SET used_at = ? WHERE hash = ?", stored_moment(now), hash);
    });
  }
  return session;
}

void Sessions::end(std::string_view token) {
  database_.note(
      [&](Statements& sql) { sql.run("DELETE FROM session WHERE hash = ?", token_hash(token)); });
}

void Sessions::end_all(AccountId account, std::string_view except) {
  database_.note([&](Statements& sql) {
    sql.run("DELETE FROM session WHERE account = ? AND hash <> ?", account, token_hash(except));
  });
}

std::vector<SessionInfo> Sessions::of(AccountId account, std::string_view token) {
  return database_.read([&](Statements& sql) {
    std::vector<SessionInfo> sessions;
    SQLite::Statement& row = sql.query(
        "SELECT made_at, used_at, agent, hash = ? FROM session WHERE account = ? ORDER BY used_at "
        "DESC",
        token_hash(token), account);
    while (row.executeStep())
      sessions.push_back({moment_in(row, 0), moment_in(row, 1), row.getColumn(2).getString(),
                          row.getColumn(3).getInt() != 0});
    return sessions;
  });
}

void Sessions::forget_expired() {
  const Moment now = now_();
  database_.note([&](Statements& sql) {
    sql.run("DELETE FROM session WHERE made_at <= ? OR used_at <= ?",
            stored_moment(now - limits_.longest), stored_moment(now - limits_.idle));
  });
}

std::string ApiTokens::make(const Account& account, const std::string& name) {
  check_name("token", name);
  std::string token = "arena_" + random_token();
  database_.write([&](Statements& sql) {
    need_unchanged(sql, account);
    SQLite::Statement& row =
        sql.query("SELECT count(*), coalesce(sum(name = ?), 0) FROM api_token WHERE account = ?",
                  name, account.id);
    row.executeStep();
    if (row.getColumn(1).getInt() > 0)
      throw Error(fmt::format("there is a token named \"{}\" already", name));
    if (row.getColumn(0).getInt() >= most_tokens)
      throw Error(fmt::format("an account has at most {} tokens: revoke one", most_tokens));
    sql.run("INSERT INTO api_token (account, name, hash, made_at) VALUES (?, ?, ?, ?)", account.id,
            name, token_hash(token), stored_moment(now_()));
  });
  return token;
}

std::optional<Account> ApiTokens::find(std::string_view token) {
  const std::string hash = token_hash(token);
  const Moment now = now_();
  std::string used_at;
  auto account = database_.read([&](Statements& sql) -> std::optional<Account> {
    SQLite::Statement& row = sql.query(
        "SELECT a.id, a.name, a.role, a.made_at, a.password, coalesce(t.used_at, '') FROM "
        "api_token t JOIN "
        "account a ON a.id = t.account WHERE t.hash = ? AND a.disabled = 0",
        hash);
    if (!row.executeStep()) return std::nullopt;
    used_at = row.getColumn(5).getString();
    return account_in(row, 0);
  });
  if (account && used_at < stored_moment(now - use_step)) {
    database_.note([&](Statements& sql) {
      sql.run("UPDATE api_token SET used_at = ? WHERE hash = ?", stored_moment(now), hash);
    });
  }
  return account;
}

std::vector<ApiToken> ApiTokens::of(AccountId account) {
  return database_.read([&](Statements& sql) {
    std::vector<ApiToken> tokens;
    SQLite::Statement& row = sql.query(
        "SELECT id, name, made_at, used_at FROM api_token WHERE account = ? ORDER BY name",
        account);
    while (row.executeStep()) {
      tokens.push_back({row.getColumn(0).getInt64(), row.getColumn(1).getString(),
                        moment_in(row, 2), std::nullopt});
      if (!row.getColumn(3).isNull()) tokens.back().used_at = moment_in(row, 3);
    }
    return tokens;
  });
}

void ApiTokens::revoke(AccountId account, std::int64_t id) {
  database_.write([&](Statements& sql) {
    if (sql.run("DELETE FROM api_token WHERE account = ? AND id = ?", account, id) == 0)
      throw Error("there is no such token");
  });
}

}  // namespace arena::contest
