// Files of records: JSON Lines, plain or compressed with zstd if the name ends in .zst.
// A file that is there already is added to, never replaced. Every record is with the operating
// system before `write` returns, compressed as a frame of its own, so that an arena that is killed
// loses no finished match and leaves nothing that others cannot read.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "arena/util/file_descriptor.hpp"

namespace arena {

/// Whether files of this name are compressed.
bool is_compressed(std::string_view path);

class Compressor;

class RecordWriter {
 public:
  /// A file that ends in the middle of a record, as a full disk or a kill leaves it, is mended.
  /// Throws Error if the file cannot be opened, or if its name ends in .zst and it is no zstd.
  explicit RecordWriter(const std::string& path);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  ~RecordWriter();

  /// Whether something stood in the file before.
  [[nodiscard]] bool added_to() const { return added_to_; }
  /// What was mended, as a sentence for the user; empty if nothing.
  [[nodiscard]] const std::string& mended() const { return mended_; }
  /// `line` is one record without a newline. Throws std::runtime_error when the disk is full; then
  /// nothing of the record stands in the file.
  void write(std::string_view line);
  /// Throws std::runtime_error as `write` does.
  void close();

  /// From any thread: a write that waits for the reader of a pipe waits for one more second at
  /// most, and then throws.
  void give_up();
  /// Whether a write has thrown for that.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  void mend();
  void put(std::string_view bytes);
  void wait_for_reader();
  void take_back(std::size_t bytes) const;

  std::string path_;
  FileDescriptor file_;
  FileDescriptor stop_;  // readable from `give_up` on
  std::atomic<bool> gave_up_ = false;
  bool added_to_ = false;
  std::string mended_;
  std::unique_ptr<Compressor> compressor_;
};

}  // namespace arena
