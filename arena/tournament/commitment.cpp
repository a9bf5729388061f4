#include "arena/tournament/commitment.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

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

std::string files_hash(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) {
    const bool by_path = &word == &words.front() && word.find('/') == std::string::npos;
    std::error_code none;
    if (by_path || !fs::exists(word, none)) continue;
    for (const fs::path& file : files_below(word)) {
      const std::string name = file == word ? file.filename() : file.lexically_relative(word);
      all += fmt::format("{} {}\n", sha256(contents(file)), name);
    }
  }
  return all.empty() ? "" : sha256(all);
}

std::string commitment(std::string_view seed, std::string_view file,
                       const std::vector<StoredEntrant>& entrants) {
  std::string text = fmt::format("{}\n{}\n", seed, file);
  for (const StoredEntrant& entrant : entrants)
    text += fmt::format("{} {}\n", entrant.name, entrant.files_hash);
  return sha256(text);
}

}  // namespace arena
