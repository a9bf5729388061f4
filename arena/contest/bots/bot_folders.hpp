// The folders of what plays, made from the database where they are missing, and removed when the
// database has let their files go. Thread-safe.
#pragma once

#include <mutex>
#include <string>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/contest.hpp"
#include "arena/util/error.hpp"

namespace arena::contest {

/// What a bot is started from is gone for good: to try again is no use.
class Gone : public Error {
 public:
  using Error::Error;
};

class BotFolders {
 public:
  /// What it refers to outlives it.
  BotFolders(const StateFolder& folder, Bots& bots) : folder_(folder), bots_(bots) {}

  /// The folder in which a version plays. `built`: as in Version. Throws Gone if its files
  /// are, and Error if it cannot make the folder.
  std::string folder(VersionId version, const std::string& built);
  /// Removes the folders that no version needs, and what a crash has left of others.
  void sweep();

 private:
  const StateFolder& folder_;
  Bots& bots_;
  std::mutex mutex_;
};

}  // namespace arena::contest
