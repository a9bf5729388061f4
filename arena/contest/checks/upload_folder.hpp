// An upload becomes a folder of sources: an archive is unpacked, a single file gets its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/contest/bots/bots.hpp"
#include "arena/contest/bots/runner.hpp"
#include "arena/contest/checks/languages.hpp"

namespace arena::contest {

/// Makes `folder` with the upload's files, at most `most` bytes in all. Returns the folder with the
/// main files: `folder`, or the only folder in it. Throws Error that says why an upload is refused.
std::filesystem::path make_upload_folder(const Upload& upload, const std::filesystem::path& folder,
                                         const std::vector<Language>& languages,
                                         std::uint64_t most);

/// Throws Error if the upload is one file or a text in no language that is installed.
void check_language(const Upload& upload, const std::vector<Language>& languages);

/// Makes `folder`: a copy of the runner's, with the upload as one more file. The upload is a text,
/// a file of any name, or an archive with one file of at most `most` bytes. Throws Error that says
/// why it is refused.
void make_runner_folder(const Upload& upload, const Runner& runner,
                        const std::filesystem::path& folder, std::uint64_t most);

/// Writes what a build made: the folder appears complete and readable by bots, and is on the disk
/// when this returns. Does nothing if it is there. Throws Error if it is no such tar.
void make_bot_folder(const std::string& built, const std::filesystem::path& folder);

/// A tar of what plays has at most so many bytes.
inline constexpr std::uint64_t most_built = 64'000'000;

}  // namespace arena::contest
