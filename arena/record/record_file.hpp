// Files of records: JSON Lines, plain or, if the name ends in .zst, compressed with zstd. Records
// are added to an existing file, which is never replaced. When `write` returns, the operating
// system has the record; if compressed, it is a frame of its own. So if arena is killed, no
// finished match is lost, and other programs can still read the file.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "arena/util/file_io.hpp"

namespace arena {

/// True if files with this name are compressed.
bool is_compressed(std::string_view path);
/// True if the file is a database, such as a tournament's store. It has records of its own, but is
/// no file of records.
bool is_database(const std::string& path);

class Compressor;

class RecordWriter {
 public:
  /// Repairs a file that ends in the middle of a record, as a full disk or a kill leaves it. Throws
  /// Error if the file cannot be opened, or if its name ends in .zst and it is not zstd.
  explicit RecordWriter(const std::string& path);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  ~RecordWriter();

  /// True if the file was not empty before.
  [[nodiscard]] bool added_to() const { return added_to_; }
  /// What was repaired, as a sentence for the user; empty if nothing.
  [[nodiscard]] const std::string& repaired() const { return repaired_; }
  /// `line` is one record without a newline. Throws std::runtime_error if the disk is full. Then
  /// the file contains no part of the record.
  void write(std::string_view line);
  /// Throws std::runtime_error as `write` does.
  void close();

  /// A write that waits for the reader of a pipe then waits at most one more second, and throws.
  /// Any thread may call this.
  void give_up();
  /// True if a write threw because of `give_up`.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  void repair_tail();
  void put(std::string_view bytes);
  void wait_for_reader();
  void take_back(std::size_t bytes) const;

  std::string path_;
  FileDescriptor file_;
  FileDescriptor stop_;  // becomes readable in `give_up`
  std::atomic<bool> gave_up_ = false;
  bool added_to_ = false;
  std::string repaired_;
  std::unique_ptr<Compressor> compressor_;
};

}  // namespace arena
