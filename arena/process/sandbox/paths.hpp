// What of this host's disk a bot in a sandbox can read: the folders of the system that programs
// need, the same for all bots, and the bot's own files. Everything else is absent inside.
// Not for: devices, /proc and what bots may write to (sandbox.hpp).
#pragma once

#include <string>
#include <vector>

namespace arena {

/// Immutable, so that any thread may use it.
class SandboxPaths {
 public:
  /// Looks at this host: what the system consists of, and where homes are.
  SandboxPaths();

  /// Bubblewrap's words for what all bots see.
  [[nodiscard]] const std::vector<std::string>& system_words() const { return words_; }
  /// And those that come after a bot's own files are there: nothing more is to be written.
  [[nodiscard]] const std::vector<std::string>& sealing_words() const { return sealing_words_; }
  /// What a bot with this command sees beside that, as canonical paths: for each of its words that
  /// is a file the folder of that, or the file alone where the folder holds more than a bot.
  [[nodiscard]] std::vector<std::string> of(const std::vector<std::string>& command) const;
  /// What of the system `path` lies in, for all bots to read; empty: in nothing of that.
  [[nodiscard]] std::string common_folder(const std::string& path) const;

 private:
  void show(const std::string& path);
  void show_system();
  void cover_what_no_program_needs();
  void cover(const std::string& path, bool is_folder);
  [[nodiscard]] bool is_shared(const std::string& folder) const;
  [[nodiscard]] std::string shown_for(const std::string& word) const;

  std::vector<std::string> words_;
  std::vector<std::string> sealing_words_;
  std::vector<std::string> common_;   // what all bots see
  std::vector<std::string> covered_;  // in the system's folders, and not shown
  std::vector<std::string> homes_;
};

/// True if `path` is `folder` or lies below it. Both are canonical.
bool lies_in(const std::string& path, const std::string& folder);

/// A named pipe, a socket or a device in `path` or below it, by which bots could talk to each other
/// or to the outside, though they can write to no file there. Empty: there is none.
std::string channel_in(const std::string& path);

}  // namespace arena
