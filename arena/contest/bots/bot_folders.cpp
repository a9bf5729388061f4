#include "arena/contest/bots/bot_folders.hpp"

#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "arena/contest/checks/upload_folder.hpp"
#include "arena/util/error.hpp"

namespace arena::contest {

namespace fs = std::filesystem;

namespace {

/// No folder of a version has such a name: a half-removed folder must not pass for a whole one.
constexpr const char* removed = "removed";

}  // namespace

std::string BotFolders::folder(VersionId version, const std::string& built) {
  const std::lock_guard lock(mutex_);
  std::string folder = folder_.version(built);
  if (fs::exists(folder)) return folder;
  const std::string tar = bots_.built(version);
  if (tar.empty()) throw Gone("the server has removed the files of this version");
  make_bot_folder(tar, folder);
  return folder;
}

void BotFolders::sweep() {
  const std::lock_guard lock(mutex_);
  const std::set<std::string> kept = bots_.kept_builds();
  const fs::path bin = folder_.version(removed);
  fs::remove_all(bin);
  std::vector<fs::path> unneeded;
  for (const auto& entry : fs::directory_iterator(bin.parent_path())) {
    if (!kept.contains(entry.path().filename())) unneeded.push_back(entry.path());
  }
  for (const fs::path& folder : unneeded) {
    fs::rename(folder, bin);
    fs::remove_all(bin);
  }
}

}  // namespace arena::contest
