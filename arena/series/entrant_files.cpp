#include "arena/series/entrant_files.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/sha256.hpp"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// `use(word, path)` for each word that names a file or a folder, seen from `folder`.
void for_each_file(std::vector<std::string>& words, const fs::path& folder,
                   const std::function<void(std::string&, const fs::path&)>& use) {
  for (std::string& word : words) {
    const bool by_path =
        &word == &words.front() && words.size() > 1 && word.find('/') == std::string::npos;
    const fs::path path = folder / word;
    std::error_code none;
    if (!word.empty() && !by_path && fs::exists(path, none)) use(word, path);
  }
}

fs::path folder_of(const std::string& store) { return fs::path(store).parent_path(); }

constexpr std::size_t most_files = 10'000;
constexpr std::uintmax_t most_bytes = 1'000'000'000;

/// A file without a size is not read: those of /proc may have no end.
std::string content_of(const fs::path& path) {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(path, none);
  if (!none && size == 0) return "";
  if (size > most_bytes)
    throw Error(fmt::format("\"{}\" is too large for a bot's file: {} bytes", path.string(), size));
  if (auto content = contents(path)) return *std::move(content);
  throw Error(fmt::format("cannot read \"{}\"", path.string()));
}

/// Throws filesystem_error for what may not be looked at.
std::vector<fs::path> files_below(const fs::path& path) {
  if (fs::is_regular_file(path)) return {path};
  std::vector<fs::path> files;
  if (!fs::is_directory(path)) return files;  // such as /dev/null
  constexpr auto skip = fs::directory_options::skip_permission_denied;
  for (auto entry = fs::recursive_directory_iterator(path, skip); entry != fs::end(entry);
       ++entry) {
    if (entry->path().filename() == "__pycache__") entry.disable_recursion_pending();
    if (entry->is_regular_file()) files.push_back(entry->path());
    if (files.size() > most_files)
      throw Error(fmt::format("the folder \"{}\" has more than {} files: it cannot be a bot's",
                              path.string(), most_files));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<std::string> kept_words(std::vector<std::string> words, const std::string& store) {
  const fs::path folder = folder_of(fs::absolute(store).lexically_normal());
  for_each_file(words, {}, [&](std::string& word, const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path below = whole.lexically_relative(folder);
    const bool is_below = !below.empty() && *below.begin() != "..";
    const bool wants_slash = &word == &words.front() && words.size() > 1 && is_below;
    word = is_below ? below : whole;
    if (wants_slash && word.find('/') == std::string::npos) word.insert(0, "./");
  });
  return words;
}

std::vector<std::string> found_words(std::vector<std::string> kept, const std::string& store) {
  for_each_file(kept, folder_of(store),
                [](std::string& word, const fs::path& path) { word = path; });
  return kept;
}

std::string files_hash(std::vector<std::vector<std::string>> commands, const std::string& store) {
  std::string all;
  const auto add = [&all](const std::string&, const fs::path& path) {
    for (const fs::path& file : files_below(path)) {
      const std::string name = file == path ? file.filename() : file.lexically_relative(path);
      all += fmt::format("{} {}\n", sha256(content_of(file)), name);
    }
  };
  try {
    for (std::vector<std::string>& words : commands) for_each_file(words, folder_of(store), add);
  } catch (const fs::filesystem_error& error) {
    throw Error(error.what());
  }
  return all.empty() ? "" : sha256(all);
}

}  // namespace arena
