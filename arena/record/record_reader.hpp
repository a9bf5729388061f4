// Reads a file of records line by line, with only as much memory as the longest line needs. From a
// truncated or damaged file it reads what it can, and reports the problem at the end. `read_record`
// understands the lines.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/util/file_io.hpp"

namespace arena {

class Decompressor;

class RecordReader {
 public:
  struct Line {
    std::size_t number = 0;  // from 1, including blank lines
    std::string_view text;   // valid until the next call
  };

  /// Makes a system call that may wait for a long time, as on a pipe. Returns its result with its
  /// errno, also if a signal interrupts it; then it is made again. May throw, which ends the wait.
  using Wait = std::function<ssize_t(const std::function<ssize_t()>& call)>;

  /// Throws Error that names the file if it cannot be read, or is a store.
  explicit RecordReader(
      std::string path, Wait wait = [](const auto& call) { return call(); });
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;
  ~RecordReader();

  /// Some text of the next lines, as much as one read gives; empty at the end. Throws as `next`
  /// does.
  std::string_view ahead();
  /// All the text that `next` has not given. Throws as `next` does.
  std::string rest();
  /// The next line that is not blank. Throws Error if reading fails, or if the file is not zstd.
  std::optional<Line> next();
  /// After the last line: why the file ends too early, such as "it is cut off after line 3"; empty
  /// if it is complete. In a plain file, an incomplete last line is still a line.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  bool read_block(std::string& text);
  bool read_more();
  bool decompress_more();

  std::string path_;
  Wait wait_;
  FileDescriptor file_;
  std::unique_ptr<Decompressor> decompressor_;  // null if the file is plain
  std::string input_;                           // compressed input for the decompressor
  bool any_text_ = false;
  std::string text_;          // lines not yet returned, then a part of one
  std::size_t begin_ = 0;     // of these lines in `text_`
  std::size_t searched_ = 0;  // there is no newline from `begin_` to here
  std::size_t lines_ = 0;
  std::string trouble_;
};

}  // namespace arena
