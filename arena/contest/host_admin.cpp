// What admins do; all of it is in the audit log.
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/contest/host_parts.hpp"
#include "arena/util/error.hpp"

namespace arena::contest {

namespace fs = std::filesystem;

void Host::Impl::need_admin(const Account& account) {
  if (!account.is_admin()) throw Error("only an admin may do this");
}

void Host::Impl::change_phase(const Account& admin, const PhaseKey& key, const std::string& action,
                              const std::function<void(PhaseParts&)>& change) {
  need_admin(admin);
  PhaseParts* const parts = phase(key);
  if (parts == nullptr) throw Error("there is no such phase");
  {
    const std::lock_guard lock(conducting);
    change(*parts);
  }
  audit->add(admin.id, action, key.contest + "/" + key.phase);
}

void Host::disqualify(const Account& admin, VersionId id, const std::string& reason) {
  Impl::need_admin(admin);
  const std::string subject = impl_->subject(id);
  impl_->bots->disqualify(id, reason);
  impl_->audit->add(admin.id, "disqualify", subject, reason);
  impl_->bots_changed(impl_->bots->find(impl_->bots->version(id)->bot)->contest);
}

void Host::set_disabled(const Account& admin, const Account& account, bool is_disabled) {
  Impl::need_admin(admin);
  impl_->accounts->set_disabled(account.id, is_disabled);
  impl_->audit->add(admin.id, is_disabled ? "disable" : "enable", account.name);
  for (const auto& [id, contest] : impl_->contests) impl_->bots_changed(id);
}

void Host::begin_phase(const Account& admin, const PhaseKey& key) {
  impl_->change_phase(admin, key, "begin", [](auto& parts) { parts.runner.begin_early(); });
}

void Host::end_phase(const Account& admin, const PhaseKey& key) {
  impl_->change_phase(admin, key, "end", [](auto& parts) { parts.runner.end_early(); });
}

void Host::replay(const Account& admin, const PhaseKey& key) {
  impl_->change_phase(admin, key, "replay", [this](auto& parts) {
    parts.runner.start_again(impl_->settings.now());
    parts.reader.forget();
  });
  impl_->database->note([&](Statements& sql) {
    sql.run("DELETE FROM rating_point WHERE contest = ? AND phase = ?", key.contest, key.phase);
  });
}

/// The stores first: their entrants are versions of the database, which is copied later and so has
/// them all.
void Host::back_up(const Account& admin, const std::string& folder) {
  Impl::need_admin(admin);
  if (fs::exists(folder)) throw Error(fmt::format("\"{}\" is there already", folder));
  const StateFolder draft{folder + ".part"};
  std::error_code error;
  fs::remove_all(draft.path, error);
  fs::create_directories(draft.path, error);
  if (error) throw Error(fmt::format("cannot make \"{}\": {}", draft.path, error.message()));
  fs::permissions(draft.path, fs::perms::owner_all);
  for (const auto& [key, parts] : impl_->phases) {
    const std::string store = impl_->folder.store(key);
    if (!fs::exists(store)) continue;
    fs::create_directories(fs::path(draft.store(key)).parent_path());
    Store(store, Access::read).back_up(draft.store(key));
  }
  impl_->database->back_up(draft.database());
  fs::rename(draft.path, folder, error);
  if (error) throw Error(fmt::format("cannot make \"{}\": {}", folder, error.message()));
  impl_->audit->add(admin.id, "back-up", folder);
}

void Host::set_read_only(const Account& admin, bool is_read_only) {
  Impl::need_admin(admin);
  impl_->database->note([&](Statements& sql) {
    if (is_read_only)
      sql.run("INSERT OR IGNORE INTO setting VALUES ('read_only', '')");
    else
      sql.run("DELETE FROM setting WHERE name = 'read_only'");
  });
  impl_->database->set_read_only(is_read_only);
  impl_->audit->add(admin.id, is_read_only ? "read-only" : "read-write", "server");
}

bool Host::is_read_only() { return impl_->database->is_read_only(); }

}  // namespace arena::contest
