#include "arena/contest/tar_headers.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <boost/crc.hpp>
#include <fmt/format.h>

#include "arena/util/text.hpp"

namespace arena {

namespace {

using Bytes = std::span<const std::byte>;
using Words = std::string_view;

constexpr std::uint64_t block_size = 512;
constexpr std::uint64_t most_in_header = 64 * 1024;  // a path has at most a few thousand bytes

/// The tar inside the compression.
class TarBytes {
 public:
  TarBytes(Bytes archive, ArchiveFormat format, const ArchiveLimits& limits)
      : archive_(archive),
        format_(format),
        limits_(limits),
        stream_(archive, format, ArchiveStream::Content::bytes) {
    if (stream_.next() == nullptr) refuse_archive("it cannot be read: it contains no tar");
  }

  /// The next bytes. `name`: the entry that they belong to, for messages.
  std::string read(std::uint64_t size, Words name) {
    std::string text;
    pass(size, name, [&text](Bytes part) {
      text.append(reinterpret_cast<const char*>(part.data()), part.size());  // NOLINT: text
    });
    return text;
  }
  void skip(std::uint64_t size, Words name) {
    pass(size, name, [](Bytes) {});
  }

  /// Checks the rest, after the tar's first block of zeros.
  void finish() {
    while (!piece_.empty() || next_piece()) {
      if (std::any_of(piece_.begin(), piece_.end(), [](std::byte b) { return b != std::byte{0}; }))
        refuse_archive("it has something after its end");
      if (is_too_much(size_, archive_.size(), limits_))
        refuse_archive("it unpacks to too much after its end");
      piece_ = {};
    }
    if (stream_.packed() != archive_.size())
      refuse_archive("it has something after its compressed data");
    if (format_ == ArchiveFormat::tar_gz) check_gzip_end();
  }

 private:
  template <class Take>
  void pass(std::uint64_t size, Words name, Take take) {
    while (size > 0) {
      if (piece_.empty() && !next_piece()) {
        if (name.empty()) refuse_archive("it is cut off: it has no end");
        refuse_entry(name, "is cut off");
      }
      if (!name.empty()) check_unpacked(name, size_, archive_.size(), limits_);
      const Bytes part = piece_.first(std::min<std::uint64_t>(size, piece_.size()));
      take(part);
      size -= part.size();
      piece_ = piece_.subspan(part.size());
    }
  }

  bool next_piece() {
    piece_ = stream_.data();
    size_ += piece_.size();
    checksum_.process_bytes(piece_.data(), piece_.size());
    return !piece_.empty();
  }

  /// Checks the checksum and size at the end of a gzip, which libarchive does not read.
  void check_gzip_end() const {
    std::uint64_t end = 0;
    for (const std::byte byte : archive_.last(8))
      end = end >> 8U | std::to_integer<std::uint64_t>(byte) << 56U;
    if ((end & 0xffffffffU) != checksum_.checksum() || end >> 32U != (size_ & 0xffffffffU))
      refuse_archive("it is damaged, or several gzip files in one: its checksum is wrong");
  }

  Bytes archive_;
  ArchiveFormat format_;
  ArchiveLimits limits_;
  ArchiveStream stream_;
  Bytes piece_;  // the part that is not read yet
  std::uint64_t size_ = 0;
  boost::crc_32_type checksum_;
};

/// The size in a header. No value unless it is a plain octal number.
std::optional<std::uint64_t> size_in(Words header) {
  Words text = header.substr(124, 12);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t size = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '7'; text.remove_prefix(1))
    size = size * 8 + static_cast<unsigned>(text.front() - '0');
  if (text.find_first_not_of(Words("\0 ", 2)) != Words::npos) return std::nullopt;
  return size;
}

/// Why an entry of this type is refused. Empty for files and folders.
Words objection_to(char type) {
  constexpr std::array<Words, 8> objections = {"",
                                               "is a hard link",
                                               "is a symbolic link",
                                               "is a device",
                                               "is a device",
                                               "",
                                               "is a named pipe",
                                               ""};
  if (type == '\0') return "";
  if (type >= '0' && type <= '7') return objections[static_cast<std::size_t>(type - '0')];
  return type == 'S' ? "has holes in it" : "is neither a file nor a folder";
}

/// Whether the header is about the next entry or, if `g`, about all entries.
bool is_about_entry(char type) { return type == 'x' || type == 'g' || type == 'L' || type == 'K'; }

/// Whether it describes a file with holes, or gives an entry another size than its header does.
bool changes_size(Words records) {
  constexpr std::array<Words, 4> keys = {"GNU.sparse", "SUN.holesdata", ".realsize=", " size="};
  return std::any_of(keys.begin(), keys.end(),
                     [records](Words key) { return records.find(key) != Words::npos; });
}

}  // namespace

TarContents check_tar_headers(Bytes archive, ArchiveFormat format, const ArchiveLimits& limits) {
  TarBytes tar(archive, format, limits);
  TarContents found;
  std::string name;
  bool size_is_changed = false;
  while (true) {
    const std::string header = tar.read(block_size, name);
    if (header.find_first_not_of('\0') == std::string::npos) break;
    if (header.compare(257, 5, "ustar") != 0)
      refuse_archive("it cannot be read: a tar header is missing");
    name = header.substr(0, std::min<std::size_t>(header.find('\0'), 100));
    const char type = header[156];
    const auto size = size_in(header);
    if (!size) refuse_entry(name, "has a size that is no number");
    const std::uint64_t padded = (*size + block_size - 1) / block_size * block_size;
    if (is_about_entry(type)) {
      if (*size > most_in_header)
        refuse_entry(name, fmt::format("is a header of {}, allowed are {}", counted(*size, "byte"),
                                       most_in_header));
      size_is_changed |= changes_size(tar.read(padded, name));
      continue;
    }
    if (const Words objection = objection_to(type); !objection.empty())
      refuse_entry(name, objection);
    if (size_is_changed) refuse_entry(name, "has holes in it, or a second size");
    if (type == '5' && *size > 0) refuse_entry(name, "is a folder that has data");
    if (++found.entries > limits.entries + 1)  // the archive's top may be an entry
      refuse_too_many(name, limits);
    found.in_files += *size;
    tar.skip(padded, name);
  }
  tar.finish();
  return found;
}

}  // namespace arena
