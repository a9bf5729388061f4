#include "arena/archive/packed_folder.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

namespace fs = std::filesystem;

using Archive = std::unique_ptr<archive, decltype(&archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;

bool is_left_out(const fs::path& path) {
  const std::string name = path.filename();
  return name.starts_with('.') || name == "__pycache__";
}

/// In the order of their names.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
    if (is_left_out(entry->path()))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file())
      files.push_back(entry->path());
    else if (!entry->is_directory())
      throw Error(in_quotes(entry->path().string()) + " is no ordinary file");
  }
  if (files.empty()) throw Error("there are no files in " + in_quotes(folder.string()));
  std::ranges::sort(files);
  return files;
}

void check(archive* writer, int status) {
  if (status != ARCHIVE_OK)
    throw std::runtime_error(fmt::format("cannot pack: {}", archive_error_string(writer)));
}

void add(archive* writer, const fs::path& file, const fs::path& name) {
  const std::string content = read_text_file(file);
  const bool is_program =
      (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), is_program ? 0755 : 0644);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
  check(writer, archive_write_header(writer, entry.get()));
  if (archive_write_data(writer, content.data(), content.size()) < 0) check(writer, ARCHIVE_FATAL);
}

la_ssize_t append(archive* /*writer*/, void* packed, const void* bytes, std::size_t size) {
  static_cast<std::string*>(packed)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

}  // namespace

std::string packed_folder(const fs::path& folder) {
  std::string packed;
  const Archive writer(archive_write_new(), archive_write_free);
  check(writer.get(), archive_write_set_format_pax_restricted(writer.get()));
  check(writer.get(), archive_write_add_filter_gzip(writer.get()));
  // Without the time, the same folder is the same bytes, which a server recognises.
  check(writer.get(), archive_write_set_filter_option(writer.get(), "gzip", "timestamp", nullptr));
  check(writer.get(), archive_write_set_bytes_in_last_block(writer.get(), 1));  // no zeros after it
  check(writer.get(), archive_write_open(writer.get(), &packed, nullptr, append, nullptr));
  for (const fs::path& file : files_of(folder))
    add(writer.get(), file, file.lexically_relative(folder));
  check(writer.get(), archive_write_close(writer.get()));
  return packed;
}

}  // namespace arena
