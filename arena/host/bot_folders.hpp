// The folders of what plays, made from the database where they are missing, and removed when the
// database has let their files go. Thread-safe.
#pragma once

#include <mutex>
#include <string>

#include "arena/host/bots.hpp"
#include "arena/host/contest.hpp"

namespace arena::host {

class BotFolders {
 public:
  /// What it refers to outlives it.
  BotFolders(const StateFolder& folder, Bots& bots) : folder_(folder), bots_(bots) {}

  /// The folder in which a version plays. `built`: as in Version. Throws Error if its files are
  /// gone.
  std::string folder(VersionId version, const std::string& built);
  /// Removes the folders that no version needs, and what a crash has left of others.
  void sweep();

 private:
  const StateFolder& folder_;
  Bots& bots_;
  std::mutex mutex_;
};

}  // namespace arena::host
