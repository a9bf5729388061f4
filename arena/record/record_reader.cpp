#include "arena/record/record_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "arena/record/record_file.hpp"
#include "arena/record/zstd.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 16U;
constexpr std::size_t longest_line = std::size_t{1} << 28U;  // a longer line is not a record

[[noreturn]] void fail(std::string_view path, int error) {
  throw Error(fmt::format("cannot read \"{}\": {}", path, std::strerror(error)));
}

/// Makes the call until no signal interrupts it.
ssize_t uninterrupted(const RecordReader::Wait& wait, const std::function<ssize_t()>& call) {
  ssize_t got = 0;
  do {
    got = wait(call);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

RecordReader::RecordReader(std::string path, Wait wait)
    : path_(std::move(path)),
      wait_(std::move(wait)),
      file_(static_cast<int>(uninterrupted(
          wait_, [this] { return ssize_t{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)}; }))) {
  struct stat status {};
  if (!file_ || ::fstat(file_.number(), &status) != 0) fail(path_, errno);
  if (S_ISDIR(status.st_mode)) fail(path_, EISDIR);
  if (is_database(path_)) {
    throw Error(fmt::format(
        "\"{}\" is a store: `arena export {} --records FILE` writes its records", path_, path_));
  }
  if (is_compressed(path_)) decompressor_ = std::make_unique<Decompressor>();
}

RecordReader::~RecordReader() = default;

std::string_view RecordReader::ahead() {
  while (begin_ == text_.size() && trouble_.empty() && read_more()) {
  }
  return std::string_view(text_).substr(begin_);
}

std::string RecordReader::rest() {
  std::string text;
  do {
    const std::string_view read = std::string_view(text_).substr(begin_);
    lines_ += static_cast<std::size_t>(std::ranges::count(read, '\n'));
    text += read;
    begin_ = searched_ = text_.size();
  } while (trouble_.empty() && read_more());
  return text;
}

std::optional<RecordReader::Line> RecordReader::next() {
  while (true) {
    std::size_t end = text_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = text_.size();
      if (trouble_.empty() && read_more()) continue;
      // The incomplete end of a truncated compressed file is not a line.
      if (begin_ == text_.size() || !trouble_.empty()) return std::nullopt;
      end = text_.size();
    }
    const auto line = std::string_view(text_).substr(begin_, end - begin_);
    begin_ = searched_ = std::min(end + 1, text_.size());
    ++lines_;
    if (!trim(line).empty()) return Line{lines_, line};
  }
}

/// Appends up to a block to `text`. Returns false at the end of the file.
bool RecordReader::read_block(std::string& text) {
  std::string block(block_size, '\0');
  const ssize_t got =
      uninterrupted(wait_, [&] { return ::read(file_.number(), block.data(), block.size()); });
  if (got < 0) fail(path_, errno);
  text.append(block, 0, static_cast<std::size_t>(got));
  return got > 0;
}

/// Returns false if nothing more can be read.
bool RecordReader::read_more() {
  text_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  if (text_.size() > longest_line)
    throw Error(fmt::format("\"{}\": line {} is too long for a record", path_, lines_ + 1));
  return decompressor_ ? decompress_more() : read_block(text_);
}

bool RecordReader::decompress_more() {
  if (decompressor_->used_up()) {
    input_.clear();
    if (!read_block(input_)) {
      if (decompressor_->inside_frame())
        trouble_ = fmt::format("it is cut off after line {}", lines_);
      return false;
    }
    decompressor_->feed(input_);
  }
  if (decompressor_->decompress(text_)) {
    any_text_ = any_text_ || !text_.empty();
    return true;
  }
  if (!any_text_)
    throw Error(fmt::format("\"{}\" is not a zstd file: {}", path_, decompressor_->error()));
  trouble_ = fmt::format("it is damaged after line {}: {}", lines_, decompressor_->error());
  return false;
}

}  // namespace arena
