// Which parts of the host's disk a bot in a sandbox can read: the system folders that programs
// need, the same for all bots, and the bot's own files. Nothing else exists inside. Not for:
// devices, /proc, and where bots may write (sandbox.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arena {

/// Adds arguments for Bubblewrap.
void append(std::vector<std::string>& words, const std::vector<std::string>& more);

/// Immutable, so any thread may use it.
class SandboxPaths {
 public:
  /// Looks up this host's system folders and homes. `root`: where bubblewrap finds the host's root,
  /// empty for "/".
  explicit SandboxPaths(std::string root = "");

  /// Bubblewrap's arguments that show a file or folder at its own path.
  [[nodiscard]] std::vector<std::string> showing(const std::string& path) const;
  /// Bubblewrap's arguments for what all bots see.
  [[nodiscard]] const std::vector<std::string>& system_words() const { return words_; }
  /// Bubblewrap's arguments that make these folders read-only, for after the bot's own files.
  [[nodiscard]] const std::vector<std::string>& sealing_words() const { return sealing_words_; }
  /// The additional paths that a bot with this command sees, canonical. For each word that is a
  /// file: the file's folder, or only the file if the folder contains more than the bot.
  [[nodiscard]] std::vector<std::string> of(const std::vector<std::string>& command) const;
  /// The system folder, readable by all bots, that contains `path`. Empty if none exists.
  [[nodiscard]] std::string common_folder(const std::string& path) const;

 private:
  void show(const std::string& path);
  void show_system();
  void cover_what_no_program_needs();
  void cover(const std::string& path, bool is_folder);
  [[nodiscard]] bool is_shared(const std::string& folder) const;
  [[nodiscard]] std::string shown_for(const std::string& word,
                                      const std::filesystem::path& start) const;

  std::string root_;
  std::vector<std::string> words_;
  std::vector<std::string> sealing_words_;
  std::vector<std::string> common_;   // visible to all bots
  std::vector<std::string> covered_;  // hidden parts of the system's folders
  std::vector<std::string> homes_;
};

/// Whether `path` is `folder` or is below it. REQUIRES: both are canonical.
bool lies_in(const std::string& path, const std::string& folder);

/// Returns a named pipe, socket or device that is `path` or below it, empty if none exists. Bots
/// could communicate by it, although they cannot write to files there.
std::string channel_in(const std::string& path);

}  // namespace arena
