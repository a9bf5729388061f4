#include "arena/archive/archive_stream.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <boost/crc.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// Whether the archive has `text` at byte `at`.
bool has(std::span<const std::byte> archive, std::size_t at, std::string_view text) {
  return archive.size() >= at + text.size() &&
         std::equal(text.begin(), text.end(), archive.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

constexpr std::size_t tar_magic_at = 257;

/// The filter's number in libarchive. No value for archives that are not compressed as a whole.
std::optional<int> filter_of(ArchiveFormat format) {
  switch (format) {
    case ArchiveFormat::tar_gz:
      return ARCHIVE_FILTER_GZIP;
    case ArchiveFormat::tar_xz:
      return ARCHIVE_FILTER_XZ;
    case ArchiveFormat::tar_zst:
      return ARCHIVE_FILTER_ZSTD;
    default:
      return std::nullopt;
  }
}

}  // namespace

void refuse_archive(std::string_view why) {
  throw Error(fmt::format("the archive is refused: {}", why));
}

void refuse_entry(std::string_view name, std::string_view why) {
  refuse_archive(fmt::format("{} {}", in_quotes(name), why));
}

void refuse_too_many(std::string_view name, const ArchiveLimits& limits) {
  refuse_entry(name, fmt::format("is over the limit of {} files and folders", limits.entries));
}

bool is_too_much(std::uint64_t unpacked, std::uint64_t packed, const ArchiveLimits& limits) {
  return unpacked > limits.unpacked ||
         (unpacked > limits.ratio_from && unpacked / limits.ratio > packed);
}

void check_unpacked(std::string_view name, std::uint64_t unpacked, std::uint64_t packed,
                    const ArchiveLimits& limits) {
  if (!is_too_much(unpacked, packed, limits)) return;
  const std::string most = unpacked > limits.unpacked ? counted(limits.unpacked, "byte")
                                                      : fmt::format("{} times its {}", limits.ratio,
                                                                    counted(packed, "byte"));
  refuse_entry(name, fmt::format("is too much: the archive unpacks to more than {}", most));
}

ArchiveFormat archive_format(std::span<const std::byte> archive) {
  using namespace std::string_view_literals;
  if (archive.empty()) refuse_archive("it is empty");
  if (has(archive, 0, "PK\3\4"sv) || has(archive, 0, "PK\5\6"sv)) return ArchiveFormat::zip;
  if (has(archive, 0, "\x1f\x8b"sv)) return ArchiveFormat::tar_gz;
  if (has(archive, 0, "\xfd\x37zXZ\0"sv)) return ArchiveFormat::tar_xz;
  if (has(archive, 0, "\x28\xb5\x2f\xfd"sv)) return ArchiveFormat::tar_zst;
  if (has(archive, tar_magic_at, "ustar"sv)) return ArchiveFormat::tar;
  refuse_archive("it is neither a zip nor a tar, plain or compressed by gzip, xz or zstd");
}

Utf8Locale::Utf8Locale()
    : own_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", static_cast<locale_t>(nullptr))) {
  if (own_ == nullptr) throw std::system_error(errno, std::generic_category(), "locale C.UTF-8");
  before_ = ::uselocale(own_);
}

Utf8Locale::~Utf8Locale() {
  ::uselocale(before_);
  ::freelocale(own_);
}

void ArchiveStream::Close::operator()(archive* handle) const { archive_read_free(handle); }

ArchiveStream::ArchiveStream(std::span<const std::byte> archive, ArchiveFormat format,
                             Content content)
    : handle_(archive_read_new()), content_(content) {
  if (!handle_) throw std::bad_alloc();
  open(archive, format, content);
}

void ArchiveStream::open(std::span<const std::byte> archive, ArchiveFormat format,
                         Content content) {
  // Allows only this filter, so an archive that is compressed twice is not a tar.
  const auto filter = filter_of(format);
  int status = filter ? archive_read_append_filter(handle_.get(), *filter)
                      : archive_read_support_filter_none(handle_.get());
  if (status == ARCHIVE_OK) {
    if (content == Content::bytes) {
      status = archive_read_support_format_raw(handle_.get());
      archive_read_support_format_empty(handle_.get());
    } else if (format == ArchiveFormat::zip) {
      status = archive_read_support_format_zip_seekable(handle_.get());
    } else {
      status = archive_read_support_format_tar(handle_.get());
    }
  }
  if (status == ARCHIVE_OK)
    status = archive_read_open_memory(handle_.get(), archive.data(), archive.size());
  if (status != ARCHIVE_OK) fail();
}

/// Throws Error with libarchive's message.
void ArchiveStream::fail() const {
  const char* const said = archive_error_string(handle_.get());
  const std::string why = said == nullptr ? "it is damaged" : escaped(said);
  if (name_.empty()) refuse_archive(fmt::format("it cannot be read: {}", why));
  refuse_entry(name_, fmt::format("cannot be read: {}", why));
}

archive_entry* ArchiveStream::next() {
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(handle_.get(), &entry);
  if (status == ARCHIVE_EOF) return nullptr;
  if (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
    const char* const name = archive_entry_pathname(entry);
    name_ = name == nullptr || content_ == Content::bytes ? "" : name;
    next_offset_ = 0;
  }
  if (status != ARCHIVE_OK) fail();
  return entry;
}

std::span<const std::byte> ArchiveStream::data() {
  while (true) {
    const void* piece = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(handle_.get(), &piece, &size, &offset);
    if (status == ARCHIVE_EOF) return {};
    if (status != ARCHIVE_OK) fail();
    if (size == 0) continue;
    if (static_cast<std::uint64_t>(offset) != next_offset_) refuse_entry(name_, "has holes in it");
    next_offset_ += size;
    return {static_cast<const std::byte*>(piece), size};
  }
}

std::string_view ArchiveStream::format_name() const { return archive_format_name(handle_.get()); }

std::uint64_t ArchiveStream::packed() const {
  return static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), -1));
}

std::uint64_t ArchiveStream::unpacked() const {
  return static_cast<std::uint64_t>(archive_filter_bytes(handle_.get(), 0));
}

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
