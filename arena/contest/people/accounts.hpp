// Who may hand in bots: accounts with passwords, and the invitations by which they come. Not for:
// who is logged in (sessions.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe/enum.hpp>

#include "arena/contest/database.hpp"
#include "arena/contest/moment.hpp"
#include "arena/contest/people/names.hpp"
#include "arena/contest/people/secrets.hpp"

namespace arena::contest {

using AccountId = std::int64_t;

/// Who may sign up: everybody, those with an invitation, or those of a class list, each by an
/// invitation for that name.
enum class AccountPolicy { open, invitation, list };
BOOST_DESCRIBE_ENUM(AccountPolicy, open, invitation, list)

enum class Role { author, admin };
BOOST_DESCRIBE_ENUM(Role, author, admin)

struct Account {
  AccountId id = 0;
  std::string name;
  Role role = Role::author;
  bool is_disabled = false;
  Moment made_at;
  std::string password_hash;  // another one after each change of the password

  [[nodiscard]] bool is_admin() const { return role == Role::admin; }
};

/// Throws Error if the account has had a new password since it was read, or was disabled: then
/// whoever gave the earlier password gets no session and no token. Call it in the transaction that
/// makes them.
void need_unchanged(Statements& sql, const Account& account);

/// Thread-safe. Hashing passwords takes a good part of a second on purpose: call from a pool.
class Accounts {
 public:
  /// `names`: the class list. The database outlives this.
  Accounts(Database& database, Now now, PasswordCost cost, AccountPolicy policy,
           std::vector<std::string> names = {});

  [[nodiscard]] AccountPolicy policy() const { return policy_; }

  /// Makes an account. Throws Error for a bad or taken name, a password of less than 8 or more than
  /// 1024 bytes, and if the policy needs another invitation. An invitation gives its own role, and
  /// is used up.
  Account sign_up(const std::string& name, std::string_view password,
                  std::string_view invitation = {});
  /// For the command line: without an invitation, whatever the policy is.
  Account add(const std::string& name, std::string_view password, Role role);
  /// Who has this name and password. None for a wrong password, an unknown name, which takes as
  /// long, and a disabled account.
  [[nodiscard]] std::optional<Account> log_in(const std::string& name, std::string_view password);

  [[nodiscard]] std::optional<Account> find(AccountId id);
  [[nodiscard]] std::optional<Account> find(const std::string& name);
  /// By name.
  [[nodiscard]] std::vector<Account> all();

  /// For its owner, who gave the earlier password. Ends its sessions and revokes its API tokens:
  /// whoever knew the earlier password may have made some. Returns the changed account. Throws
  /// Error as `sign_up` does for a bad password, and as `need_unchanged`.
  Account change_password(const Account& account, std::string_view password);
  /// The same for an admin: whatever the password is, and of disabled accounts too.
  void reset_password(AccountId account, std::string_view password);
  /// Throws Error if no admin would be left.
  void set_role(AccountId account, Role role);
  /// A disabled account cannot log in. Ends its sessions and revokes its API tokens. Throws Error
  /// if no admin would be left.
  void set_disabled(AccountId account, bool is_disabled);

  /// Returns the invitation's code, which is shown once: only its hash is stored. Everybody who has
  /// it may use it, once; with a name, only for an account of that name. That for an admin ends
  /// earlier ones for admins. Throws Error if an account has the name.
  std::string invite(Role role, const std::string& name = {});
  struct ClassInvitation {
    std::string name;
    std::string code;
  };
  /// A new code for each name of the class list that has no account. Earlier codes for these names
  /// become invalid. Throws Error without a class list.
  std::vector<ClassInvitation> invite_class();
  /// The number of unused invitations.
  [[nodiscard]] int open_invitations();

 private:
  Account insert(Statements& sql, const std::string& name, const std::string& hash, Role role);
  static void keep_an_admin(Statements& sql);
  static void store_password(Statements& sql, AccountId account, const std::string& hash);
  /// Ends its sessions and revokes its API tokens.
  static void end_access(Statements& sql, AccountId account);

  Database& database_;
  Now now_;
  PasswordCost cost_;
  AccountPolicy policy_;
  std::vector<std::string> names_;
  std::string nobody_;  // the hash of a password that no one knows
};

}  // namespace arena::contest
