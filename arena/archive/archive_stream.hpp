// Reads the entries of an archive in memory by libarchive. The caller knows the format and the
// compression (at most one), so that libarchive guesses nothing. Every warning of libarchive is an
// Error here. Not for: judging entries (archive.cpp).
#pragma once

#include <clocale>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "arena/archive/archive.hpp"

struct archive;
struct archive_entry;

namespace arena {

/// Throw Error: the archive is refused, or one entry of it is.
[[noreturn]] void refuse_archive(std::string_view why);
[[noreturn]] void refuse_entry(std::string_view name, std::string_view why);
[[noreturn]] void refuse_too_many(std::string_view name, const ArchiveLimits& limits);

/// Whether an archive of `packed` bytes with at least `unpacked` bytes inside exceeds the limits.
bool is_too_much(std::uint64_t unpacked, std::uint64_t packed, const ArchiveLimits& limits);
/// Throws Error, which names the entry, if `is_too_much`.
void check_unpacked(std::string_view name, std::uint64_t unpacked, std::uint64_t packed,
                    const ArchiveLimits& limits);

enum class ArchiveFormat { zip, tar, tar_gz, tar_xz, tar_zst };

/// Detects the format by the first bytes. Throws Error for other formats.
ArchiveFormat archive_format(std::span<const std::byte> archive);

/// While it exists, its thread interprets text as UTF-8. libarchive uses the locale for this.
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
  /// `content`: the entries, or all `bytes` inside the compression as one entry.
  enum class Content { entries, bytes };
  ArchiveStream(std::span<const std::byte> archive, ArchiveFormat format, Content content);

  /// The next entry, valid until the next call. Null at the end. Throws Error.
  archive_entry* next();
  /// The next piece of the entry's data, empty at the end. Throws Error, also for a hole.
  std::span<const std::byte> data();

  /// libarchive's name of the format. For a zip it ends with the entry's compression, "(NAME)".
  [[nodiscard]] std::string_view format_name() const;
  /// The bytes of the archive that were read.
  [[nodiscard]] std::uint64_t packed() const;
  /// The bytes that were decompressed.
  [[nodiscard]] std::uint64_t unpacked() const;

 private:
  struct Close {
    void operator()(archive* handle) const;
  };

  [[noreturn]] void fail() const;
  void open(std::span<const std::byte> archive, ArchiveFormat format, Content content);

  std::unique_ptr<archive, Close> handle_;
  Content content_;
  std::string name_;               // of the current entry, for messages
  std::uint64_t next_offset_ = 0;  // within the entry's data
};

// Reads the headers of a tar before libarchive does. libarchive reads what a header says about an
// entry, such as the map of a sparse file, into memory at once, whatever its size, so a limit there
// would come too late. Here only plain files and folders pass, and short headers about them. Not
// for: names (archive_names.hpp).

/// What libarchive must find, too: else an entry hides in what one of the two takes for data.
struct TarContents {
  std::uint64_t entries = 0;
  std::uint64_t in_files = 0;  // bytes
  bool operator==(const TarContents&) const = default;
};

/// Throws Error, which names the entry if there is one, if a header is refused, if the tar is
/// incomplete, or if it or its compression has something after its end.
TarContents check_tar_headers(std::span<const std::byte> archive, ArchiveFormat format,
                              const ArchiveLimits& limits);

}  // namespace arena
