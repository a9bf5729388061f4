#include "games/bridge/files/board_file.hpp"

#include <array>
#include <string>

#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"
#include "games/bridge/files/lin.hpp"
#include "games/bridge/files/pbn.hpp"

namespace arena::bridge {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// ISO 8859-1 as UTF-8.
std::string utf8_of_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0U | byte >> 6U);
      utf8 += static_cast<char>(0x80U | (byte & 0x3fU));
    }
  }
  return utf8;
}

}  // namespace

std::span<const FileKind> board_file_kinds() {
  static constexpr std::array<FileKind, 2> kinds = {{{"LIN", is_lin}, {"PBN", is_pbn}}};
  return kinds;
}

BoardFile read_boards(std::string_view file, std::uint64_t seed) {
  if (file.starts_with(byte_order_mark)) file.remove_prefix(byte_order_mark.size());
  const std::string text = repaired_utf8(file) == file ? std::string(file) : utf8_of_latin1(file);
  return is_lin(text) ? read_lin(text, seed) : read_pbn(text, seed);
}

}  // namespace arena::bridge
