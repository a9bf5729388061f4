// The folder of a report. It appears complete or not at all: it is filled under another name beside
// its final place, and then renamed. It replaces an earlier report, but nothing else.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace arena::report {

/// The file by which a report is known. It lists the report's files.
inline constexpr std::string_view report_marker = "arena-report.txt";

class ReportFolder {
 public:
  /// Throws Error if something other than an empty folder or an earlier report is at `path`, or if
  /// arena cannot write beside it.
  explicit ReportFolder(const std::string& path);
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;
  /// Removes what is not finished.
  ~ReportFolder();

  /// Throws Error if the file cannot be written, here and below. REQUIRES: `name` is relative.
  void add(const std::string& name, std::string_view bytes);
  /// Adds the marker, and puts the folder into its place.
  void finish();

  [[nodiscard]] std::size_t files() const { return names_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path draft_;  // empty when finished
  std::set<std::string> names_;
  std::size_t bytes_ = 0;
};

}  // namespace arena::report
