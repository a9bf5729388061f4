// Reads a file of records line by line, in as little memory as its longest line takes.
// A file that is cut off, or damaged, gives what can be read of it, and says so at the end.
// Not for: what the lines mean; that is read_record's.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/util/file_descriptor.hpp"

namespace arena {

class Decompressor;

class RecordReader {
 public:
  struct Line {
    std::size_t number = 0;  // from 1, blank ones included
    std::string_view text;   // until the next call
  };

  /// Throws Error naming the file if it cannot be read.
  explicit RecordReader(std::string path);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;
  ~RecordReader();

  /// The next line that is not blank. Throws Error if reading fails, or the file is no zstd.
  std::optional<Line> next();
  /// After the last line: why the file ends here before its time, such as "it is cut off after
  /// line 3"; empty if it is whole. A plain file whose last line is cut off gives it as a line.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  bool read_more();
  bool decompress_more();

  std::string path_;
  FileDescriptor file_;
  std::unique_ptr<Decompressor> decompressor_;  // none: the file is plain
  std::string input_;                           // compressed, of which the decompressor takes
  bool any_text_ = false;
  std::string text_;          // lines that are not given out, then a part of one
  std::size_t begin_ = 0;     // of them in `text_`
  std::size_t searched_ = 0;  // there is no newline from `begin_` to here
  std::size_t lines_ = 0;
  std::string trouble_;
};

}  // namespace arena
