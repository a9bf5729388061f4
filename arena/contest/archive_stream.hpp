// The entries of an archive in memory, one after the other, by libarchive.
// One format and at most one compression, known beforehand: libarchive guesses nothing. Whatever
// it warns of is an Error here. Not for: what an entry may be; archive.cpp judges that.
#pragma once

#include <clocale>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arena/contest/archive.hpp"

struct archive;
struct archive_entry;

namespace arena {

/// Ends every refusal: why no archive, or not this entry of it.
[[noreturn]] void refuse_archive(std::string_view why);
[[noreturn]] void refuse_entry(std::string_view name, std::string_view why);

/// Whether an archive of `packed` bytes that unpacks to `unpacked` and more is beyond the limits.
bool is_too_much(std::uint64_t unpacked, std::uint64_t packed, const ArchiveLimits& limits);
/// Throws Error, naming the entry at which it is, if so.
void check_unpacked(std::string_view name, std::uint64_t unpacked, std::uint64_t packed,
                    const ArchiveLimits& limits);

enum class ArchiveFormat { zip, tar, tar_gz, tar_xz, tar_zst };

/// By the first bytes. Throws Error if they begin nothing that is read here.
ArchiveFormat archive_format(std::span<const std::byte> archive);

/// While it lives, its thread takes text for UTF-8, as libarchive goes by the locale.
class Utf8Locale {
 public:
  Utf8Locale();
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;
  ~Utf8Locale();

 private:
  locale_t own_;
  locale_t before_;
};

class ArchiveStream {
 public:
  /// `content`: what lies in the compression; `bytes` gives that as one entry, as it is.
  enum class Content { entries, bytes };
  ArchiveStream(std::span<const std::byte> archive, ArchiveFormat format, Content content);

  /// The next entry, until the next call; none: the archive has no more. Throws Error.
  archive_entry* next();
  /// The next piece of the entry's data; empty: there is no more. Throws Error, also for a hole.
  std::span<const std::byte> data();

  /// How many bytes of the archive were used.
  [[nodiscard]] std::uint64_t packed() const;
  /// How many bytes were taken out of the compression.
  [[nodiscard]] std::uint64_t unpacked() const;

 private:
  struct Close {
    void operator()(archive* handle) const;
  };

  [[noreturn]] void fail() const;
  void open(std::span<const std::byte> archive, ArchiveFormat format, Content content);

  std::unique_ptr<archive, Close> handle_;
  Content content_;
  std::string name_;               // of the entry, for messages
  std::uint64_t next_offset_ = 0;  // in the entry's data
};

}  // namespace arena
