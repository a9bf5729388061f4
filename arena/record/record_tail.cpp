#include "arena/record/record_tail.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/interprocess/file_mapping.hpp>
#include <boost/interprocess/mapped_region.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/record/record_file.hpp"
#include "arena/record/zstd.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

namespace ipc = boost::interprocess;

[[noreturn]] void fail(std::string_view path) {
  throw Error(fmt::format("cannot repair the record file \"{}\": {}", path, std::strerror(errno)));
}

/// True if the text is the beginning of a JSON object, and not a whole one.
bool is_unfinished(std::string_view line) {
  if (!trim(line).starts_with('{')) return false;
  boost::json::stream_parser parser;
  boost::json::error_code error;
  parser.write(line, error);
  return !error && !parser.done();
}

/// The last line of a text, if it has no newline.
std::string_view open_line(std::string_view text) {
  return text.substr(text.rfind('\n') + 1);  // npos + 1 is 0
}

/// The start of the last whole frame, and of an incomplete one (the file's end if no frame is
/// incomplete).
struct Frames {
  std::size_t last = 0;
  std::size_t cut_off = 0;
};

Frames find_frames(std::string_view bytes, const std::string& path) {
  Frames frames;
  while (frames.cut_off < bytes.size()) {
    const std::size_t left = bytes.size() - frames.cut_off;
    const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data() + frames.cut_off, left);
    if (ZSTD_isError(size) != 0U) {
      if (ZSTD_getErrorCode(size) == ZSTD_error_srcSize_wrong) break;
      throw Error(fmt::format("cannot add to \"{}\": it is not a zstd file from byte {} on", path,
                              frames.cut_off));
    }
    frames.last = std::exchange(frames.cut_off, frames.cut_off + size);
  }
  return frames;
}

/// Calls `take` after each decompressed piece; `take` removes from `text` what it has used. Returns
/// false if the bytes are damaged.
template <class Take>
bool decompress(std::string_view bytes, std::string& text, Take take) {
  Decompressor decompressor;
  decompressor.feed(bytes);
  while (!decompressor.used_up()) {
    if (!decompressor.decompress(text)) return false;
    take();
  }
  return true;
}

/// The whole lines of an incomplete frame, each as its own frame.
struct Rescued {
  std::string frames;
  int records = 0;
};

Rescued rescue(std::string_view cut_off) {
  Rescued rescued;
  Compressor compressor;
  std::string text;
  decompress(cut_off, text, [&] {
    take_lines(text, [&](std::string_view line) {
      rescued.frames += compressor.compress(std::string(line) + '\n');
      rescued.records += trim(line).empty() ? 0 : 1;
    });
  });
  return rescued;
}

std::string cut_off_text(std::string_view path, std::size_t bytes) {
  const std::string last = bytes == 1 ? "last byte is" : fmt::format("last {} bytes are", bytes);
  return fmt::format("{} ended in the middle of a record: its {} cut off.", path, last);
}

MendedTail repair_plain(const FileDescriptor& file, std::string_view bytes,
                        const std::string& path) {
  const std::string_view line = open_line(bytes);
  if (!is_unfinished(line)) return {"", !line.empty()};
  if (::ftruncate(file.number(), static_cast<off_t>(bytes.size() - line.size())) != 0) fail(path);
  return {cut_off_text(path, line.size()), false};
}

/// Allocates the space before it overwrites anything, so a full disk leaves the file unchanged.
void replace_end(const FileDescriptor& file, std::size_t from, const std::string& bytes,
                 std::string_view path) {
  const auto begin = static_cast<off_t>(from);
  const auto size = static_cast<off_t>(bytes.size());
  if (size > 0) errno = ::posix_fallocate(file.number(), begin, size);
  if ((size > 0 && errno != 0) ||
      ::pwrite(file.number(), bytes.data(), bytes.size(), begin) != size ||
      ::ftruncate(file.number(), begin + size) != 0)
    fail(path);
}

MendedTail repair_compressed(const FileDescriptor& file, std::string_view bytes,
                             const std::string& path) {
  const Frames frames = find_frames(bytes, path);
  std::string text;
  bool open = false;
  const auto last = bytes.substr(frames.last, frames.cut_off - frames.last);
  const bool whole = decompress(last, text, [&] {
    if (!text.empty()) open = text.back() != '\n';
    text.clear();
  });
  // No program could read records after the damaged frame.
  if (!whole)
    throw Error(
        fmt::format("cannot add to \"{}\": it is damaged after byte {}", path, frames.last));
  if (frames.cut_off == bytes.size()) return {"", open};
  Rescued rescued = rescue(bytes.substr(frames.cut_off));
  if (open) rescued.frames.insert(0, Compressor().compress("\n"));
  replace_end(file, frames.cut_off, rescued.frames, path);
  if (rescued.records == 0) return {cut_off_text(path, bytes.size() - frames.cut_off), false};
  return {fmt::format("{} ended in the middle of a compressed frame: kept {}, "
                      "cut off the rest.",
                      path, counted(rescued.records, "whole record")),
          false};
}

}  // namespace

bool begins_like_records(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> bytes{};
  const ssize_t size = file ? ::read(file.number(), bytes.data(), bytes.size()) : -1;
  if (size < 0) fail(path);
  const std::string_view text = trim({bytes.data(), static_cast<std::size_t>(size)});
  constexpr std::string_view key = "\"arena\"";
  constexpr std::string_view usual = "{\"arena\":";
  return text.empty() || usual.starts_with(text) ||
         (text.front() == '{' && text.find(key) != std::string_view::npos);
}

MendedTail mend_tail(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status {};
  if (!file && errno == EACCES) return {};  // write-only for arena
  if (!file || ::fstat(file.number(), &status) != 0) fail(path);
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return {};
  const ipc::mapped_region region(ipc::file_mapping(path.c_str(), ipc::read_only), ipc::read_only);
  const std::string_view bytes(static_cast<const char*>(region.get_address()), region.get_size());
  return is_compressed(path) ? repair_compressed(file, bytes, path)
                             : repair_plain(file, bytes, path);
}

namespace {

/// What was to be played. If a match has several deals, the later ones follow from seed and moves.
Record before_the_moves(const Record& record) {
  Record match;
  match.game = record.game;
  match.options = record.options;
  if (!record.deal.contains("deals")) match.deal = record.deal;
  for (const RecordedPlayer& player : record.players)
    match.players.push_back({player.name, player.command, {}, {}});
  return match;
}

}  // namespace

bool SeenMatches::add(const Record& record) {
  if (!record.seed) return false;
  const std::string match = to_line(before_the_moves(record));
  return !matches_.emplace(*record.seed, std::hash<std::string>()(match)).second;
}

}  // namespace arena
