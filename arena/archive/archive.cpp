#include "arena/archive/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/archive/archive_names.hpp"
#include "arena/archive/archive_stream.hpp"
#include "arena/archive/new_folder.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

using Bytes = std::span<const std::byte>;

void check_kind(std::string_view name, archive_entry* header) {
  const mode_t type = archive_entry_filetype(header);
  if (archive_entry_hardlink(header) != nullptr) refuse_entry(name, "is a hard link");
  if (type == AE_IFLNK) refuse_entry(name, "is a symbolic link");
  if (type != AE_IFREG && type != AE_IFDIR) refuse_entry(name, "is neither a file nor a folder");
  if (archive_entry_is_encrypted(header) != 0) refuse_entry(name, "is encrypted");
  // On folders such bits are common and mean little. There they are only dropped.
  if (type == AE_IFREG && (archive_entry_perm(header) & (S_ISUID | S_ISGID | S_ISVTX)) != 0)
    refuse_entry(name, "has a set-uid, set-gid or sticky bit");
  if (archive_entry_sparse_count(header) > 0) refuse_entry(name, "has holes in it");
}

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
      ++contents_.entries;
      take(header);
    }
    const bool any = std::any_of(entries_.begin(), entries_.end(),
                                 [](const ArchiveEntry& entry) { return !entry.is_folder; });
    if (!any) refuse_archive("it has no files");
    return std::move(entries_);
  }

  /// Includes the entries that are left out.
  [[nodiscard]] const TarContents& contents() const { return contents_; }

 private:
  void take(archive_entry* header) {
    const char* const text = archive_entry_pathname(header);
    const std::string name = text == nullptr ? "" : text;
    ArchiveEntry entry;
    entry.is_folder = archive_entry_filetype(header) == AE_IFDIR;
    entry.path = names_.add(name, entry.is_folder);
    check_kind(name, header);
    if (format_ == ArchiveFormat::zip && !stream_.format_name().ends_with("(deflation)") &&
        !stream_.format_name().ends_with("(uncompressed)"))
      refuse_entry(name, "is not compressed by deflate");
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
  void take_data(std::string_view name, ArchiveEntry& entry, bool is_written) {
    count(name);
    for (Bytes data = stream_.data(); !data.empty(); data = stream_.data()) {
      if (entry.is_folder) refuse_entry(name, "is a folder that has data");
      entry.size += data.size();
      contents_.in_files += data.size();
      if (entry.size > limits_.file)
        refuse_entry(name, fmt::format("has more than {}", counted(limits_.file, "byte")));
      count(name);
      if (is_written && folder_ != nullptr) folder_->write(data);
    }
  }
  /// Compares what came out of the archive so far with the limits.
  void count(std::string_view name) const {
    const bool is_zip = format_ == ArchiveFormat::zip;
    const std::uint64_t in_files = contents_.in_files;
    const std::uint64_t unpacked = is_zip ? in_files : std::max(in_files, stream_.unpacked());
    check_unpacked(name, unpacked, archive_.size(), limits_);
  }

  Bytes archive_;
  ArchiveFormat format_;
  ArchiveLimits limits_;
  ArchiveNames names_;
  ArchiveStream stream_;
  NewFolder* folder_;
  std::vector<ArchiveEntry> entries_;
  TarContents contents_;
};

}  // namespace

std::vector<ArchiveEntry> check_archive(Bytes archive, const ArchiveLimits& limits) {
  if (archive.size() > limits.packed)
    refuse_archive(fmt::format("it has more than {}", counted(limits.packed, "byte")));
  const ArchiveFormat format = archive_format(archive);
  const Utf8Locale locale;
  std::optional<TarContents> expected;
  if (format != ArchiveFormat::zip) expected = check_tar_headers(archive, format, limits);
  Pass pass(archive, format, limits, nullptr);
  std::vector<ArchiveEntry> entries = pass.run();
  if (expected && *expected != pass.contents())
    refuse_archive("its headers can be read in two ways");
  return entries;
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
