#include "arena/contest/archive_stream.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

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

}  // namespace arena
