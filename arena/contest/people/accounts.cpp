#include "arena/contest/people/accounts.hpp"

#include <utility>

#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

constexpr std::size_t shortest_password = 8;
constexpr std::size_t longest_password = 1024;

void check_password_size(std::string_view password) {
  if (password.size() < shortest_password || password.size() > longest_password)
    throw Error(fmt::format("a password has {} to {} bytes", shortest_password, longest_password));
}

std::string role_text(Role role) { return boost::describe::enum_to_string(role, ""); }

/// REQUIRES: the columns id, name, role, disabled, made_at, password.
Account account_of(const SQLite::Statement& row) {
  Account account;
  account.id = row.getColumn(0).getInt64();
  account.name = row.getColumn(1).getString();
  boost::describe::enum_from_string(row.getColumn(2).getText(), account.role);
  account.is_disabled = row.getColumn(3).getInt() != 0;
  account.made_at = read_moment(row.getColumn(4).getString()).value_or(Moment());
  account.password_hash = row.getColumn(5).getString();
  return account;
}

std::optional<Account> first_of(SQLite::Statement& query) {
  return query.executeStep() ? std::optional(account_of(query)) : std::nullopt;
}

}  // namespace

void need_unchanged(Statements& sql, const Account& account) {
  if (!sql.query("SELECT 1 FROM account WHERE id = ? AND password = ? AND disabled = 0", account.id,
                 account.password_hash)
           .executeStep())
    throw Error("the password of this account has changed: log in again");
}

Accounts::Accounts(Database& database, Now now, PasswordCost cost, AccountPolicy policy,
                   std::vector<std::string> names)
    : database_(database),
      now_(std::move(now)),
      cost_(cost),
      policy_(policy),
      names_(std::move(names)),
      nobody_(password_hash(random_token(), cost)) {}

Account Accounts::insert(Statements& sql, const std::string& name, const std::string& hash,
                         Role role) {
  if (sql.query("SELECT 1 FROM account WHERE name = ?", name).executeStep())
    throw Error(fmt::format("the name \"{}\" is taken", name));
  const Moment now = now_();
  sql.run("INSERT INTO account (name, password, role, made_at) VALUES (?, ?, ?, ?)", name, hash,
          role_text(role), stored_moment(now));
  return {sql.last_id(), name, role, false, now, hash};
}

Account Accounts::sign_up(const std::string& name, std::string_view password,
                          std::string_view invitation) {
  check_name("account", name);
  check_password_size(password);
  if (invitation.empty() && policy_ != AccountPolicy::open)
    throw Error("this server needs an invitation: ask whoever runs it for a code");
  const std::string hash = password_hash(password, cost_);
  return database_.write([&](Statements& sql) {
    Role role = Role::author;
    const std::string code = token_hash(trim(invitation));
    if (!invitation.empty()) {
      SQLite::Statement& row = sql.query(
          "SELECT role FROM invitation WHERE hash = ? AND account IS NULL AND (name IS NULL OR "
          "name = ?)",
          code, name);
      if (!row.executeStep()) throw Error("this invitation is used, unknown, or for another name");
      boost::describe::enum_from_string(row.getColumn(0).getText(), role);
    }
    const Account account = insert(sql, name, hash, role);
    sql.run("UPDATE invitation SET account = ? WHERE hash = ? AND account IS NULL", account.id,
            code);
    return account;
  });
}

Account Accounts::add(const std::string& name, std::string_view password, Role role) {
  check_name("account", name);
  check_password_size(password);
  const std::string hash = password_hash(password, cost_);
  return database_.write([&](Statements& sql) { return insert(sql, name, hash, role); });
}

std::optional<Account> Accounts::log_in(const std::string& name, std::string_view password) {
  const auto account = database_.read([&](Statements& sql) -> std::optional<Account> {
    SQLite::Statement& row = sql.query(
        "SELECT id, name, role, disabled, made_at, password FROM account WHERE name = ?", name);
    return first_of(row);
  });
  const std::string& hash = account ? account->password_hash : nobody_;
  const bool is_right = password.size() <= longest_password && is_password(hash, password);
  return is_right && account && !account->is_disabled ? account : std::nullopt;
}

std::optional<Account> Accounts::find(AccountId id) {
  return database_.read([&](Statements& sql) {
    return first_of(sql.query(
        "SELECT id, name, role, disabled, made_at, password FROM account WHERE id = ?", id));
  });
}

std::optional<Account> Accounts::find(const std::string& name) {
  return database_.read([&](Statements& sql) {
    return first_of(sql.query(
        "SELECT id, name, role, disabled, made_at, password FROM account WHERE name = ?", name));
  });
}

std::vector<Account> Accounts::all() {
  return database_.read([](Statements& sql) {
    std::vector<Account> accounts;
    SQLite::Statement& row =
        sql.query("SELECT id, name, role, disabled, made_at, password FROM account ORDER BY name");
    while (row.executeStep()) accounts.push_back(account_of(row));
    return accounts;
  });
}

Account Accounts::change_password(const Account& account, std::string_view password) {
  check_password_size(password);
  Account changed = account;
  changed.password_hash = password_hash(password, cost_);
  database_.write([&](Statements& sql) {
    need_unchanged(sql, account);
    store_password(sql, account.id, changed.password_hash);
  });
  return changed;
}

void Accounts::reset_password(AccountId account, std::string_view password) {
  check_password_size(password);
  const std::string hash = password_hash(password, cost_);
  database_.write([&](Statements& sql) { store_password(sql, account, hash); });
}

void Accounts::store_password(Statements& sql, AccountId account, const std::string& hash) {
  sql.run("UPDATE account SET password = ? WHERE id = ?", hash, account);
  end_access(sql, account);
}

void Accounts::end_access(Statements& sql, AccountId account) {
  sql.run("DELETE FROM session WHERE account = ?", account);
  sql.run("DELETE FROM api_token WHERE account = ?", account);
}

void Accounts::keep_an_admin(Statements& sql) {
  if (!sql.query("SELECT 1 FROM account WHERE role = 'admin' AND disabled = 0").executeStep())
    throw Error("this is the last admin: make another account an admin first");
}

void Accounts::set_role(AccountId account, Role role) {
  database_.write([&](Statements& sql) {
    sql.run("UPDATE account SET role = ? WHERE id = ?", role_text(role), account);
    if (role != Role::admin) keep_an_admin(sql);
  });
}

void Accounts::set_disabled(AccountId account, bool is_disabled) {
  database_.write([&](Statements& sql) {
    sql.run("UPDATE account SET disabled = ? WHERE id = ?", is_disabled ? 1 : 0, account);
    if (!is_disabled) return;
    keep_an_admin(sql);
    end_access(sql, account);
  });
}

std::string Accounts::invite(Role role, const std::string& name) {
  if (!name.empty()) check_name("account", name);
  std::string code = random_token();
  database_.write([&](Statements& sql) {
    if (sql.query("SELECT 1 FROM account WHERE name = ?", name).executeStep())
      throw Error(fmt::format(
          "there is an account \"{}\" already: whoever forgot its password needs a new one, and no "
          "invitation",
          name));
    if (role == Role::admin)
      sql.run("DELETE FROM invitation WHERE role = 'admin' AND account IS NULL");
    sql.run("INSERT INTO invitation (hash, name, role, made_at) VALUES (?, nullif(?, ''), ?, ?)",
            token_hash(code), name, role_text(role), stored_moment(now_()));
  });
  return code;
}

std::vector<Accounts::ClassInvitation> Accounts::invite_class() {
  if (policy_ != AccountPolicy::list)
    throw Error(
        "this server has no class list: its file needs accounts = \"list\" and a class_list");
  return database_.write([&](Statements& sql) {
    std::vector<ClassInvitation> made;
    for (const std::string& name : names_) {
      if (sql.query("SELECT 1 FROM account WHERE name = ?", name).executeStep()) continue;
      made.push_back({name, random_token()});
      sql.run("DELETE FROM invitation WHERE name = ? AND account IS NULL", name);
      sql.run("INSERT INTO invitation (hash, name, role, made_at) VALUES (?, ?, 'author', ?)",
              token_hash(made.back().code), name, stored_moment(now_()));
    }
    return made;
  });
}

int Accounts::open_invitations() {
  return database_.read([](Statements& sql) {
    SQLite::Statement& row = sql.query("SELECT count(*) FROM invitation WHERE account IS NULL");
    row.executeStep();
    return row.getColumn(0).getInt();
  });
}

}  // namespace arena::contest
