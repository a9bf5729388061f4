// Checks the layout of a tar before libarchive sees it. libarchive reads the data before an entry,
// such as the map of a sparse file, into memory at once, whatever its size, so a limit there would
// come too late. This class checks the blocks as they are decompressed. It allows only plain files,
// folders, and small headers that name them in one possible way. Not for: the names
// (archive_names.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "arena/contest/archive.hpp"

namespace arena {

class TarLayout {
 public:
  /// `packed`: the compressed size of the archive.
  TarLayout(const ArchiveLimits& limits, std::uint64_t packed) : limits_(limits), packed_(packed) {}

  /// Reads the next bytes of the tar. Throws Error, which names the entry if there is one.
  void take(std::span<const std::byte> piece);
  /// Call it after the last byte. Throws Error if the tar is incomplete.
  void finish() const;

  [[nodiscard]] std::uint64_t entries() const { return entries_; }
  [[nodiscard]] std::uint64_t in_files() const { return in_files_; }  // bytes

 private:
  void take_block();
  void take_header();
  void take_special(char type, std::uint64_t size);
  void take_entry(char type, std::uint64_t size);
  void take_body();
  void take_records();
  void take_record(std::string_view key, std::string_view value);
  void object(std::string why);
  void check_size() const;

  ArchiveLimits limits_;
  std::uint64_t packed_;
  std::uint64_t size_ = 0;    // bytes so far
  std::uint64_t passed_ = 0;  // bytes of data and padding still to come
  std::string block_;         // the part so far of a header or of a special header's body
  std::size_t wanted_ = 512;  // the complete size of the block
  std::uint64_t body_ = 0;    // its size without padding
  std::optional<char> body_type_;
  bool has_ended_ = false;
  std::string name_;  // of the current entry, for messages

  // The special headers before an entry.
  std::set<char> specials_;
  std::set<std::string, std::less<>> keys_;  // the keys of its records
  std::optional<std::string> long_name_;
  std::optional<std::string> long_size_;
  std::string objection_;  // why the entry is refused; reported when its name is known

  std::uint64_t entries_ = 0;
  std::uint64_t in_files_ = 0;
};

}  // namespace arena
