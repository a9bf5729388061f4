#include "arena/tournament/commitment.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot read \"{}\"", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_below(const fs::path& path) {
  if (fs::is_regular_file(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  std::string text;
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text;
}

std::string files_hash(const std::vector<std::string>& command) {
  const bool is_line = command.size() == 1 && !fs::exists(command.front());
  const std::vector<std::string> words = is_line ? split_words(command.front()) : command;
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool by_path =
        i == 0 && (words.size() > 1 || is_line) && word.find('/') == std::string::npos;
    std::error_code none;
    if (by_path || !fs::exists(word, none)) continue;
    for (const fs::path& file : files_below(word)) {
      const std::string name = file == word ? file.filename() : file.lexically_relative(word);
      all += fmt::format("{} {}\n", sha256(contents(file)), name);
    }
  }
  return all.empty() ? "" : sha256(all);
}

std::string commitment(std::string_view seed, const StoredTournament& tournament,
                       const std::vector<StoredEntrant>& entrants) {
  std::string text = fmt::format("{}{}\n{}\n{}\n", seed, tournament.seed_from ? " and a text" : "",
                                 tournament.file, json::serialize(tournament.settings));
  for (const StoredEntrant& entrant : entrants) {
    if (entrant.at_start) text += fmt::format("{} {}\n", entrant.name, entrant.files_hash);
  }
  return sha256(text);
}

}  // namespace arena
