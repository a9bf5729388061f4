// The layout of a tar: its headers, read before libarchive sees any of them.
// libarchive takes what stands before an entry's data, such as the map of a file with holes, into
// memory at once, however long it is, so a limit would come too late. Here the blocks are walked
// as they come out of the compression: only plain files and folders and the headers that name them
// are let through, each of few bytes and to be read in one way. Not for: the names; archive.cpp.
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
  /// `packed`: the size of the archive, compressed as it is.
  TarLayout(const ArchiveLimits& limits, std::uint64_t packed) : limits_(limits), packed_(packed) {}

  /// The next bytes of the tar. Throws Error, naming the entry where there is one.
  void take(std::span<const std::byte> piece);
  /// There are no more. Throws Error if the tar is cut off.
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
  std::uint64_t size_ = 0;    // of all until now
  std::uint64_t passed_ = 0;  // bytes of data, with their padding, that are still to come
  std::string block_;         // a header, or the body of a special one, as far as it has come
  std::size_t wanted_ = 512;  // the size of the block when it is whole
  std::uint64_t body_ = 0;    // of it, without the padding
  std::optional<char> body_type_;
  bool has_ended_ = false;
  std::string name_;  // of the entry, for messages

  // Of the special headers before an entry.
  std::set<char> specials_;
  std::set<std::string, std::less<>> keys_;  // of the records
  std::optional<std::string> long_name_;
  std::optional<std::string> long_size_;
  std::string objection_;  // why the entry is refused, told when its name is known

  std::uint64_t entries_ = 0;
  std::uint64_t in_files_ = 0;
};

}  // namespace arena
