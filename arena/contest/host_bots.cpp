// What authors do with their bots.
#include <algorithm>

#include <fmt/format.h>

#include "arena/contest/bots/runner.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "arena/contest/host_parts.hpp"
#include "arena/util/error.hpp"

namespace arena::contest {

namespace {

/// The upload as it is kept. Throws Error if no version can come of it. A runner has its language.
Upload playable(const Upload& given, const ContestSpec& contest,
                const std::vector<Language>& languages) {
  Upload upload = checked(given, contest.quotas);
  if (!contest.runner) check_language(upload, languages);
  return upload;
}

}  // namespace

bool Host::Impl::may_see(const Account& viewer, BotId id) {
  const auto bot = bots->find(id);
  return bot && (viewer.is_admin() || bot->account == viewer.id);
}

std::string Host::Impl::subject(VersionId id) {
  const auto version = bots->version(id);
  const auto bot = version ? bots->find(version->bot) : std::nullopt;
  if (!bot) throw Error("there is no such version");
  return fmt::format("{}/{} version {}", bot->contest, bot->name, version->number);
}

Version Host::hand_in(const Account& account, const std::string& contest, const std::string& bot,
                      const Upload& upload) {
  const Contest* const found = this->contest(contest);
  if (found == nullptr) throw Error(fmt::format("there is no contest \"{}\"", contest));
  if (!upload.protocol.empty()) static_cast<void>(found->game().terms(upload.protocol));
  const bool has_own = found->spec.runner && !found->spec.runner->protocol.empty();
  if (has_own && !upload.protocol.empty() && upload.protocol != found->spec.runner->protocol)
    throw Error("the protocol of this contest's bots cannot be chosen");
  Version version = impl_->bots->hand_in(account.id, found->spec, bot,
                                         playable(upload, found->spec, languages()));
  impl_->audit->add(account.id, "hand-in", impl_->subject(version.id), version.file);
  impl_->checker->wake();
  impl_->bots_changed(contest);
  return version;
}

void Host::try_out(const Account& account, const std::string& contest, const std::string& bot,
                   const Upload& upload) {
  const Contest* const found = this->contest(contest);
  if (found == nullptr) throw Error(fmt::format("there is no contest \"{}\"", contest));
  impl_->database->write([](Statements&) {});  // refuses in read-only mode
  impl_->tryouts.add(account.id, contest, bot, playable(upload, found->spec, languages()));
  impl_->checker->wake();
}

std::shared_ptr<const Tryout> Host::tryout(AccountId account, const std::string& contest) {
  return impl_->tryouts.find(account, contest);
}

std::vector<EqualUploads> Host::equal_uploads() { return impl_->bots->equal_uploads(); }
std::vector<Bot> Host::bots(const std::string& contest) { return impl_->bots->all(contest); }
std::vector<Bot> Host::bots_of(AccountId account) { return impl_->bots->all({}, account); }

std::optional<Bot> Host::bot(const std::string& contest, const std::string& name) {
  return impl_->bots->find(contest, name);
}

std::vector<Version> Host::versions(const Account& viewer, const Bot& bot) {
  if (!impl_->may_see(viewer, bot.id)) return {};
  return impl_->bots->versions(bot.id);
}

std::optional<Version> Host::version(const Account& viewer, VersionId id) {
  auto version = impl_->bots->version(id);
  return version && impl_->may_see(viewer, version->bot) ? std::move(version) : std::nullopt;
}

std::optional<std::string> Host::source(const Account& viewer, VersionId id) {
  const auto version = this->version(viewer, id);
  if (!version || !version->has_source) return std::nullopt;
  return impl_->bots->file(version->file);
}

void Host::activate(const Account& account, VersionId id) {
  const auto found = version(account, id);
  const auto bot = found ? impl_->bots->find(found->bot) : std::nullopt;
  if (!bot) throw Error("there is no such version");
  const Contest* const contest = this->contest(bot->contest);
  if (contest == nullptr) throw Error(fmt::format("there is no contest \"{}\"", bot->contest));
  impl_->bots->activate(id, contest->spec.quotas);
  impl_->audit->add(account.id, "activate", impl_->subject(id));
  impl_->bots_changed(bot->contest);
}

void Host::set_open(const Account& account, BotId bot, bool is_open) {
  if (!impl_->may_see(account, bot)) throw Error("there is no such bot");
  impl_->bots->set_open(bot, is_open);
}

int Host::waiting() { return impl_->bots->waiting(); }

bool Host::Impl::is_free(const Bot& bot) {
  if (!bot.is_open || !bot.active) return false;
  if (const auto author = accounts->find(bot.account); !author || author->is_disabled) return false;
  const auto plays = [](const Bot& one) { return one.active.has_value(); };
  return std::ranges::none_of(phases, [&](const auto& one) {
    return one.second->runner.state() == PhaseState::running &&
           std::ranges::any_of(bots->all(one.first.contest, bot.account), plays);
  });
}

std::vector<std::string> Host::opponents(const std::string& contest) {
  std::vector<std::string> names;
  for (const Bot& bot : impl_->bots->all(contest)) {
    if (impl_->is_free(bot)) names.push_back(bot.name);
  }
  return names;
}

std::optional<PlayerSpec> Host::opponent(const std::string& contest, const std::string& name) {
  const Contest* const found = this->contest(contest);
  if (found == nullptr) return std::nullopt;
  if (const HouseBot* const house = found->spec.house_bot(name)) return house->player;
  const auto bot = impl_->bots->find(contest, name);
  if (!bot || !impl_->is_free(*bot)) return std::nullopt;
  const auto version = impl_->bots->version(*bot->active);
  const std::string folder = impl_->bot_folders->folder(version->id, version->built);
  return bot_player(bot->name, version->protocol, folder, version->command);
}

}  // namespace arena::contest
