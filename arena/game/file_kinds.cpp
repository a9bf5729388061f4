#include "arena/game/file_kinds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

using namespace std::string_view_literals;

/// What files of these kinds begin with, in lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> common_kinds = {
    {{"\xff\xfe"sv, "UTF-16 text (save it as UTF-8)"},
     {"\xfe\xff"sv, "UTF-16 text (save it as UTF-8)"},
     {"sqlite format 3\0"sv, "an SQLite database"},
     {"pk\x03\x04"sv, "a ZIP archive"},
     {"\x1f\x8b"sv, "a gzip file"},
     {"\x28\xb5\x2f\xfd"sv, "a zstd file"},
     {"%pdf-"sv, "a PDF document"},
     {"<!doctype html"sv, "an HTML page"},
     {"<html"sv, "an HTML page"},
     {"<?xml"sv, "an XML document"},
     {"\x7f"
      "elf"sv,
      "a program"}}};

/// A record is a JSON object on a line, which may be cut off.
bool is_record(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('{')) return false;
  line = trim(line.substr(1));
  return line.empty() || line.starts_with('"');
}

}  // namespace

std::string_view kind_of_file(std::string_view begin, std::span<const FileKind> kinds) {
  constexpr std::size_t most = std::size_t{1} << 16U;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  begin = begin.substr(0, most);
  if (begin.starts_with(byte_order_mark)) begin.remove_prefix(byte_order_mark.size());
  for (const auto& [start, name] : common_kinds) {
    if (equal_ignoring_case(begin.substr(0, start.size()), start)) return name;
  }
  const auto lines = lines_of(begin);
  // A record may have texts that look like other kinds.
  if (!lines.empty() && is_record(lines[0]) && lines[0].find("\":") != std::string_view::npos)
    return kind_of_records;
  const auto kind =
      std::ranges::find_if(kinds, [begin](const FileKind& one) { return one.begins_as(begin); });
  if (kind != kinds.end()) return kind->name;
  return std::ranges::any_of(lines, is_record) ? kind_of_records : std::string_view();
}

std::vector<FileKind> file_kinds(const Games& games) {
  std::vector<FileKind> all;
  for (const auto& game : games) {
    if (game->files == nullptr) continue;
    const auto own = game->files->kinds();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::string names_of(std::span<const FileKind> kinds) {
  return joined(kinds, " or ", [](const FileKind& kind) { return kind.name; });
}

std::string wrong_kind_text(const std::string& file, std::string_view kind,
                            std::string_view wanted) {
  return kind.empty() ? fmt::format("{} is no {}", in_quotes(file), wanted)
                      : fmt::format("{} is {}, and no {}", in_quotes(file), kind, wanted);
}

}  // namespace arena
