#include "arena/report/report_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::report {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view marker_heading =
    "A report of arena. `arena report` may replace this folder if it has no other files than "
    "these:";

[[noreturn]] void refuse(const fs::path& path, std::string_view why) {
  throw Error(fmt::format("cannot write a report to {}: {}", in_quotes(path.string()), why));
}

/// What the marker lists, and the marker. Empty if there is no report.
std::set<std::string> listed_files(const fs::path& folder) {
  std::set<std::string> names;
  std::ifstream marker(folder / report_marker);
  std::string line;
  if (!std::getline(marker, line) || line != marker_heading) return names;
  names.insert(std::string(report_marker));
  while (std::getline(marker, line)) names.insert(line);
  return names;
}

/// Nothing that a person put into a report is lost.
void check_is_report(const fs::path& folder) {
  const std::set<std::string> known = listed_files(folder);
  if (known.empty()) refuse(folder, "it is not empty, and not an earlier report");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (!fs::is_directory(entry.symlink_status()) && !known.contains(name))
      refuse(folder,
             fmt::format("{} is not of the earlier report: move it away first", in_quotes(name)));
  }
}

fs::path place_of(const std::string& path) {
  if (path.empty()) refuse(path, "it has no name");
  fs::path place = fs::weakly_canonical(path);
  if (!place.has_filename()) place = place.parent_path();
  return place;
}

/// A new name beside the folder.
fs::path make_draft(const fs::path& place) {
  std::string draft = place.string() + ".XXXXXX";
  if (::mkdtemp(draft.data()) == nullptr) refuse(place, std::strerror(errno));
  fs::permissions(draft,
                  fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                      fs::perms::others_exec,
                  fs::perm_options::add);
  return draft;
}

}  // namespace

ReportFolder::ReportFolder(const std::string& path) : path_(place_of(path)) {
  try {
    if (fs::exists(path_)) {
      if (!fs::is_directory(path_)) refuse(path_, "it is no folder");
      if (!fs::is_empty(path_)) check_is_report(path_);
    }
    draft_ = make_draft(path_);
  } catch (const fs::filesystem_error& error) {
    refuse(path_, error.code().message());
  }
}

ReportFolder::~ReportFolder() {
  if (draft_.empty()) return;
  std::error_code error;  // ignored: a destructor cannot report it
  fs::remove_all(draft_, error);
}

void ReportFolder::add(const std::string& name, std::string_view bytes) {
  const fs::path file = draft_ / name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) refuse(path_, fmt::format("cannot write {}: {}", name, std::strerror(errno)));
  names_.insert(name);
  bytes_ += bytes.size();
}

void ReportFolder::finish() {
  std::string marker = fmt::format("{}\n", marker_heading);
  for (const std::string& name : names_) marker += name + '\n';
  add(std::string(report_marker), marker);
  try {
    if (fs::exists(path_)) {
      // Two renames: at any moment the old report or the new one is there, and whole.
      const fs::path old = make_draft(path_);
      fs::rename(path_, old);
      fs::rename(draft_, path_);
      fs::remove_all(old);
    } else {
      fs::rename(draft_, path_);
    }
  } catch (const fs::filesystem_error& error) {
    refuse(path_, error.code().message());
  }
  draft_.clear();
}

}  // namespace arena::report
