#include "arena/match/record_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/core/error.hpp"
#include "arena/core/text.hpp"

namespace arena {

namespace {

bool is_compressed(std::string_view path) { return path.ends_with(".zst"); }

[[noreturn]] void fail(std::string_view what, std::string_view path, int error) {
  throw Error(fmt::format("{} \"{}\": {}", what, path, std::strerror(error)));
}

/// Cuts text that comes in blocks into lines.
class LineCutter {
 public:
  explicit LineCutter(const std::function<void(std::size_t, std::string_view)>& visit)
      : visit_(visit) {}

  void add(std::string_view block) {
    pending_ += block;
    std::size_t begin = 0;
    for (std::size_t end = pending_.find('\n'); end != std::string::npos;
         end = pending_.find('\n', begin)) {
      take(std::string_view(pending_).substr(begin, end - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
  }
  void finish() {
    if (!pending_.empty()) take(pending_);
  }

 private:
  void take(std::string_view line) {
    ++number_;
    if (!trim(line).empty()) visit_(number_, line);
  }

  const std::function<void(std::size_t, std::string_view)>& visit_;
  std::string pending_;
  std::size_t number_ = 0;
};

void decompress(std::ifstream& file, const std::string& path, LineCutter& lines) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                             ZSTD_freeDStream);
  std::vector<char> in(ZSTD_DStreamInSize());
  std::vector<char> out(ZSTD_DStreamOutSize());
  while (file) {
    file.read(in.data(), static_cast<std::streamsize>(in.size()));
    ZSTD_inBuffer input{in.data(), static_cast<std::size_t>(file.gcount()), 0};
    while (input.pos < input.size) {
      ZSTD_outBuffer output{out.data(), out.size(), 0};
      const std::size_t result = ZSTD_decompressStream(stream.get(), &output, &input);
      if (ZSTD_isError(result) != 0U) {
        throw Error(fmt::format("\"{}\" is no zstd file: {}", path, ZSTD_getErrorName(result)));
      }
      lines.add({out.data(), output.pos});
    }
  }
}

}  // namespace

class RecordWriter::Compressor {
 public:
  /// Appends the compressed form of `text` to the result; all of it can be read back from there.
  std::string_view compress(std::string_view text, ZSTD_EndDirective directive) {
    out_.clear();
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    std::size_t left = 1;
    while (left != 0) {
      const std::size_t used = out_.size();
      out_.resize(used + ZSTD_CStreamOutSize());
      ZSTD_outBuffer output{out_.data() + used, ZSTD_CStreamOutSize(), 0};
      left = ZSTD_compressStream2(stream_.get(), &output, &input, directive);
      if (ZSTD_isError(left) != 0U) throw Error(fmt::format("zstd: {}", ZSTD_getErrorName(left)));
      out_.resize(used + output.pos);
    }
    return out_;
  }

 private:
  std::unique_ptr<ZSTD_CStream, std::size_t (*)(ZSTD_CStream*)> stream_{ZSTD_createCStream(),
                                                                        ZSTD_freeCStream};
  std::string out_;
};

RecordWriter::RecordWriter(const std::string& path)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail("cannot write the record file", path, errno);
  struct stat status {};
  added_to_ = ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  if (is_compressed(path)) compressor_ = std::make_unique<Compressor>();
}

RecordWriter::~RecordWriter() {
  if (file_ >= 0) ::close(file_);
}

void RecordWriter::write(std::string_view line) {
  std::string text(line);
  text += '\n';
  put(compressor_ ? compressor_->compress(text, ZSTD_e_flush) : std::string_view(text));
}

void RecordWriter::close() {
  if (file_ < 0) return;
  if (compressor_) put(compressor_->compress({}, ZSTD_e_end));
  const int file = std::exchange(file_, -1);
  if (::close(file) != 0) fail("cannot write the record file", path_, errno);
}

void RecordWriter::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write the record file", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void for_each_line(const std::string& path,
                   const std::function<void(std::size_t, std::string_view)>& visit) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail("cannot read", path, errno);
  if (S_ISDIR(status.st_mode)) fail("cannot read", path, EISDIR);
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("cannot read", path, errno);
  LineCutter lines(visit);
  if (is_compressed(path)) {
    decompress(file, path, lines);
  } else {
    std::vector<char> block(std::size_t{1} << 16U);
    while (file) {
      file.read(block.data(), static_cast<std::streamsize>(block.size()));
      lines.add({block.data(), static_cast<std::size_t>(file.gcount())});
    }
  }
  lines.finish();
}

}  // namespace arena
