#include "arena/contest/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <boost/crc.hpp>
#include <fmt/format.h>

#include "arena/contest/archive_names.hpp"
#include "arena/contest/archive_stream.hpp"
#include "arena/contest/new_folder.hpp"
#include "arena/contest/tar_layout.hpp"
#include "arena/contest/zip_layout.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_descriptor.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

using Bytes = std::span<const std::byte>;

/// One pass over an archive: checks every entry, and writes it if there is a folder.
class Pass {
 public:
  Pass(Bytes archive, ArchiveFormat format, const ArchiveLimits& limits, NewFolder* folder)
      : archive_(archive),
        format_(format),
        limits_(limits),
        names_(limits),
        stream_(archive, format, ArchiveStream::Content::entries),
        folder_(folder) {}

  std::vector<ArchiveEntry> run() {
    while (archive_entry* const header = stream_.next()) {
      ++seen_;
      take(header);
    }
    const bool any = std::any_of(entries_.begin(), entries_.end(),
                                 [](const ArchiveEntry& entry) { return !entry.is_folder; });
    if (!any) refuse_archive("it has no files");
    return std::move(entries_);
  }

  /// The number of entries, including those left out, and the bytes in all files.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  [[nodiscard]] std::uint64_t in_files() const { return in_files_; }

 private:
  void take(archive_entry* header);
  void take_data(std::string_view name, ArchiveEntry& entry, bool is_written);
  void count(std::string_view name) const;

  Bytes archive_;
  ArchiveFormat format_;
  ArchiveLimits limits_;
  ArchiveNames names_;
  ArchiveStream stream_;
  NewFolder* folder_;
  std::vector<ArchiveEntry> entries_;
  std::uint64_t in_files_ = 0;  // bytes
  std::uint64_t seen_ = 0;
};

/// A second check, of libarchive's view: the layout checks let through only files and folders.
void check_kind(std::string_view name, archive_entry* header) {
  const mode_t type = archive_entry_filetype(header);
  if (archive_entry_hardlink(header) != nullptr) refuse_entry(name, "is a hard link");
  if (type != AE_IFREG && type != AE_IFDIR) refuse_entry(name, "is neither a file nor a folder");
  // On folders such bits are common and mean little. There they are only dropped.
  if (type == AE_IFREG && (archive_entry_perm(header) & (S_ISUID | S_ISGID | S_ISVTX)) != 0)
    refuse_entry(name, "has a set-uid, set-gid or sticky bit");
  if (archive_entry_sparse_count(header) > 0) refuse_entry(name, "has holes in it");
}

void Pass::take(archive_entry* header) {
  const char* const text = archive_entry_pathname(header);
  const std::string name = text == nullptr ? "" : text;
  ArchiveEntry entry;
  entry.is_folder = archive_entry_filetype(header) == AE_IFDIR;
  entry.path = names_.add(name, entry.is_folder);
  check_kind(name, header);
  entry.is_executable = !entry.is_folder && (archive_entry_perm(header) & S_IXUSR) != 0;
  const bool is_written = !entry.path.empty() && !is_left_out(entry.path);
  if (is_written && folder_ != nullptr) {
    if (entry.is_folder) {
      folder_->add_folder(entry.path);
    } else {
      folder_->add_file(entry.path, entry.is_executable);
    }
  }
  take_data(name, entry, is_written);
  if (archive_entry_size_is_set(header) != 0 &&
      static_cast<std::uint64_t>(archive_entry_size(header)) != entry.size)
    refuse_entry(name, fmt::format("has {}, and says {}", counted(entry.size, "byte"),
                                   archive_entry_size(header)));
  if (is_written) entries_.push_back(std::move(entry));
}

void Pass::take_data(std::string_view name, ArchiveEntry& entry, bool is_written) {
  count(name);
  for (Bytes data = stream_.data(); !data.empty(); data = stream_.data()) {
    if (entry.is_folder) refuse_entry(name, "is a folder that has data");
    entry.size += data.size();
    in_files_ += data.size();
    if (entry.size > limits_.file)
      refuse_entry(name, fmt::format("has more than {}", counted(limits_.file, "byte")));
    count(name);
    if (is_written && folder_ != nullptr) folder_->write(data);
  }
}

/// Compares what came out of the archive so far with the limits.
void Pass::count(std::string_view name) const {
  const bool is_zip = format_ == ArchiveFormat::zip;
  const std::uint64_t unpacked = is_zip ? in_files_ : std::max(in_files_, stream_.unpacked());
  check_unpacked(name, unpacked, archive_.size(), limits_);
}

/// Checks the checksum and size at the end of a gzip, which libarchive does not read.
void check_gzip_end(Bytes archive, std::uint32_t checksum, std::uint64_t size) {
  std::uint64_t end = 0;
  for (const std::byte byte : archive.last(8))
    end = end >> 8U | std::to_integer<std::uint64_t>(byte) << 56U;
  if ((end & 0xffffffffU) != checksum || end >> 32U != (size & 0xffffffffU))
    refuse_archive("it is damaged, or several gzip files in one: its checksum is wrong");
}

/// Checks what libarchive does not check, or checks too late: the tar's layout up to its final
/// zeros, and that the compressed data is complete with nothing after it.
TarLayout check_tar_layout(Bytes archive, ArchiveFormat format, const ArchiveLimits& limits) {
  ArchiveStream stream(archive, format, ArchiveStream::Content::bytes);
  TarLayout layout(limits, archive.size());
  boost::crc_32_type checksum;
  std::uint64_t size = 0;
  if (stream.next() != nullptr) {
    for (Bytes data = stream.data(); !data.empty(); data = stream.data()) {
      checksum.process_bytes(data.data(), data.size());
      size += data.size();
      layout.take(data);
    }
  }
  layout.finish();
  if (stream.packed() != archive.size())
    refuse_archive("it has something after its compressed data");
  if (format == ArchiveFormat::tar_gz) check_gzip_end(archive, checksum.checksum(), size);
  return layout;
}

std::vector<ArchiveEntry> check_tar(Bytes archive, ArchiveFormat format,
                                    const ArchiveLimits& limits) {
  const TarLayout layout = check_tar_layout(archive, format, limits);
  Pass pass(archive, format, limits, nullptr);
  std::vector<ArchiveEntry> entries = pass.run();
  if (pass.seen() != layout.entries() || pass.in_files() != layout.in_files())
    refuse_archive("its headers can be read in two ways");
  return entries;
}

}  // namespace

std::vector<std::byte> read_archive_file(const std::string& path, const ArchiveLimits& limits) {
  const auto fail = [&path](std::string_view why) {
    throw Error(fmt::format("cannot read the archive {}: {}", in_quotes(path), why));
  };
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.number(), &status) != 0) fail(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail("it is no file");
  std::vector<std::byte> bytes(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(status.st_size), limits.packed) + 1);
  const auto size = read_into(file.number(), bytes);
  if (!size) fail(std::strerror(errno));
  if (*size > limits.packed)
    fail(fmt::format("it has more than {}", counted(limits.packed, "byte")));
  bytes.resize(*size);
  return bytes;
}

std::vector<ArchiveEntry> check_archive(Bytes archive, const ArchiveLimits& limits) {
  if (archive.size() > limits.packed)
    refuse_archive(fmt::format("it has more than {}", counted(limits.packed, "byte")));
  const ArchiveFormat format = archive_format(archive);
  const Utf8Locale locale;
  if (format != ArchiveFormat::zip) return check_tar(archive, format, limits);
  check_zip_layout(archive, limits.entries);
  return Pass(archive, format, limits, nullptr).run();
}

std::vector<ArchiveEntry> unpack_archive(Bytes archive, const std::string& folder,
                                         const ArchiveLimits& limits) {
  check_archive(archive, limits);
  const Utf8Locale locale;
  NewFolder made(folder);
  std::vector<ArchiveEntry> entries = Pass(archive, archive_format(archive), limits, &made).run();
  made.finish();
  return entries;
}

}  // namespace arena
