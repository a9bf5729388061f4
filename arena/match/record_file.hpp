// Files of records: JSON Lines, plain or compressed with zstd if the name ends in .zst.
// A file that is there already is added to, never replaced. Every record is with the operating
// system before `write` returns, so that a killed arena loses no finished match.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace arena {

class RecordWriter {
 public:
  /// Throws Error if the file cannot be opened.
  explicit RecordWriter(const std::string& path);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  ~RecordWriter();

  /// Whether records stood in the file before.
  [[nodiscard]] bool added_to() const { return added_to_; }
  /// `line` is one record without a newline. Throws Error when the disk is full.
  void write(std::string_view line);
  /// Ends the compressed frame and closes. Throws Error as `write` does.
  void close();

 private:
  class Compressor;
  void put(std::string_view bytes);

  std::string path_;
  int file_ = -1;
  bool added_to_ = false;
  std::unique_ptr<Compressor> compressor_;
};

/// Calls `visit(line number from 1, line)` for each line of a file that is not blank.
/// Throws Error naming the file if it cannot be read or is no zstd.
void for_each_line(const std::string& path,
                   const std::function<void(std::size_t, std::string_view)>& visit);

}  // namespace arena
