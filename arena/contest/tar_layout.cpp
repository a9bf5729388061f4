#include "arena/contest/tar_layout.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/contest/archive_stream.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

using Bytes = std::span<const std::byte>;
using Words = std::string_view;

constexpr std::size_t block_size = 512;
constexpr std::uint64_t most_special = 64 * 1024;  // a path has at most a few thousand bytes

bool is_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

/// The text up to the first NUL.
Words field(Words header, std::size_t at, std::size_t size) {
  const Words text = header.substr(at, size);
  return text.substr(0, text.find('\0'));
}

std::string name_in(Words header) {
  const bool is_posix = header.substr(257, 6) == Words("ustar\0", 6);  // GNU puts other data there
  const Words before = is_posix ? field(header, 345, 155) : Words();
  const Words name = field(header, 0, 100);
  return before.empty() ? std::string(name) : fmt::format("{}/{}", before, name);
}

/// The size in a header. No value unless it is a plain octal number.
std::optional<std::uint64_t> size_in(Words header) {
  Words text = header.substr(124, 12);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t size = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '7'; text.remove_prefix(1))
    size = size * 8 + static_cast<unsigned>(text.front() - '0');
  if (text.find_first_not_of(Words("\0 ", 2)) != Words::npos) return std::nullopt;
  return size;
}

std::uint64_t padded(std::uint64_t size) {
  return (size + block_size - 1) / block_size * block_size;
}

/// Why an entry of this type is refused. Empty for files and folders.
Words objection_to(char type) {
  switch (type) {
    case '0':
    case '\0':
    case '5':
    case '7':  // a contiguous file
      return "";
    case '1':
      return "is a hard link";
    case '2':
      return "is a symbolic link";
    case '3':
    case '4':
      return "is a device";
    case '6':
      return "is a named pipe";
    case 'S':
      return "has holes in it";
    default:
      return "is neither a file nor a folder";
  }
}

/// Headers about the next entry: records for it (x) or for all entries (g), its name (L), its link
/// target (K).
bool is_special(char type) { return type == 'x' || type == 'g' || type == 'L' || type == 'K'; }

}  // namespace

void TarLayout::take(Bytes piece) {
  size_ += piece.size();
  while (!piece.empty() && !has_ended_) {
    const std::uint64_t wanted = passed_ > 0 ? passed_ : wanted_ - block_.size();
    const Bytes part = piece.first(std::min<std::uint64_t>(wanted, piece.size()));
    piece = piece.subspan(part.size());
    if (passed_ > 0) {
      passed_ -= part.size();
      continue;
    }
    block_.append(reinterpret_cast<const char*>(part.data()), part.size());  // NOLINT: text
    if (block_.size() == wanted_) take_block();
  }
  if (!is_zero(piece)) refuse_archive("it has something after its end");
  check_size();
}

void TarLayout::finish() const {
  if (name_.empty() && !has_ended_) refuse_archive("it cannot be read: it contains no tar");
  if (passed_ > 0) refuse_entry(name_, "is cut off");
  if (!has_ended_) refuse_archive("it is cut off: it has no end");
}

void TarLayout::check_size() const {
  if (!has_ended_) return check_unpacked(name_, size_, packed_, limits_);
  if (is_too_much(size_, packed_, limits_)) refuse_archive("it unpacks to too much after its end");
}

void TarLayout::take_block() {
  if (body_type_) {
    take_body();
  } else {
    take_header();
  }
  if (!body_type_) {
    wanted_ = block_size;
    block_.clear();
  }
}

void TarLayout::take_header() {
  if (is_zero(std::as_bytes(std::span(block_)))) {
    if (!specials_.empty()) refuse_archive("it is cut off: its last header has no entry");
    has_ended_ = true;
    return;
  }
  if (block_.compare(257, 5, "ustar") != 0)
    refuse_archive("it cannot be read: where a tar's header should be is none");
  name_ = name_in(block_);
  const char type = block_[156];
  const auto size = size_in(block_);
  if (!size) refuse_entry(name_, "has a size that is no number");
  if (is_special(type)) {
    take_special(type, *size);
  } else {
    take_entry(type, *size);
  }
}

void TarLayout::take_special(char type, std::uint64_t size) {
  if (size > most_special)
    refuse_entry(name_, fmt::format("is a header of {}, allowed are {}", counted(size, "byte"),
                                    most_special));
  if (!specials_.insert(type).second) object("has two headers of one kind before it");
  if (specials_.contains('x') && specials_.contains('L'))
    object("has two headers before it that may name it");
  if (size == 0) return;
  body_type_ = type;
  body_ = size;
  wanted_ = padded(size);
  block_.clear();
}

void TarLayout::take_entry(char type, std::uint64_t size) {
  if (long_name_) name_ = *long_name_;
  if (const Words objection = objection_to(type); !objection.empty())
    refuse_entry(name_, objection);
  if (!objection_.empty()) refuse_entry(name_, objection_);
  if (long_name_ && long_name_->find('\0') != std::string::npos)
    refuse_entry(name_, "has control characters in it");
  if (specials_.contains('K')) refuse_entry(name_, "leads elsewhere, and is no link");
  if (long_size_ && to_number<std::uint64_t>(*long_size_) != size)
    refuse_entry(name_,
                 fmt::format("has {}, and says {}", counted(size, "byte"), escaped(*long_size_)));
  if (type == '5' && size > 0) refuse_entry(name_, "is a folder that has data");
  const bool is_top = name_ == "." || name_ == "./";
  if (++entries_ > limits_.entries && !is_top)
    refuse_entry(name_,
                 fmt::format("is one too many: more than {} files and folders", limits_.entries));
  in_files_ += size;
  passed_ = padded(size);
  specials_.clear();
  long_name_.reset();
  long_size_.reset();
}

void TarLayout::take_body() {
  block_.resize(body_);
  if (body_type_ == 'L') {
    block_.resize(block_.find_last_not_of('\0') + 1);  // npos + 1 is 0
    long_name_ = block_;
  } else if (body_type_ != 'K') {
    take_records();
  }
  body_type_.reset();
}

/// Reads records of the form "LENGTH KEY=VALUE\n". LENGTH counts the whole record.
void TarLayout::take_records() {
  keys_.clear();
  Words left = block_;
  while (!left.empty()) {
    const std::size_t space = left.find(' ');
    const auto length = to_number<std::uint64_t>(left.substr(0, space));
    if (space == Words::npos || !length || *length > left.size() || *length < space + 2 ||
        left[*length - 1] != '\n')
      return object("has damaged records");
    const Words record = left.substr(space + 1, *length - space - 2);
    left.remove_prefix(*length);
    const std::size_t equals = record.find('=');
    if (equals == 0 || equals == Words::npos) return object("has damaged records");
    take_record(record.substr(0, equals), record.substr(equals + 1));
  }
}

void TarLayout::take_record(Words key, Words value) {
  if (!keys_.emplace(key).second) object(fmt::format("has two records {}", in_quotes(key)));
  if (body_type_ == 'g') {  // git stores a commit here; other records would change later entries
    if (key != "comment")
      object(fmt::format("has a record {} for all that follow", in_quotes(key)));
    return;
  }
  if (key.starts_with("GNU.sparse") || key == "SUN.holesdata" || key == "SCHILY.realsize")
    object("has holes in it");
  if (key == "path") long_name_ = value;
  if (key == "size") long_size_ = value;
}

void TarLayout::object(std::string why) {
  if (objection_.empty()) objection_ = std::move(why);
}

}  // namespace arena
