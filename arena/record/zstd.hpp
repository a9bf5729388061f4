// zstd as record files use it: whole frames out, a stream of any frames in.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

class Compressor {
 public:
  /// `text` as a frame of its own; valid until the next call.
  std::string_view compress(std::string_view text);

 private:
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_{ZSTD_createCCtx(),
                                                                   ZSTD_freeCCtx};
  std::string out_;
};

class Decompressor {
 public:
  /// What is decompressed next. REQUIRES: the last input was used up.
  void feed(std::string_view input) { input_ = input; }
  [[nodiscard]] bool used_up() const { return input_.empty() && !has_more_; }
  /// Adds a piece of text, at most a few hundred KiB; maybe none. False if the input is damaged.
  bool decompress(std::string& text);
  /// What is wrong with the input, in zstd's words.
  [[nodiscard]] std::string_view error() const { return error_; }
  /// Whether the input so far ends in the middle of a frame.
  [[nodiscard]] bool inside_frame() const { return inside_frame_; }

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_{ZSTD_createDCtx(),
                                                                   ZSTD_freeDCtx};
  std::vector<char> out_ = std::vector<char>(ZSTD_DStreamOutSize());
  std::string_view input_;
  bool has_more_ = false;
  bool inside_frame_ = false;
  std::string_view error_;
};

}  // namespace arena
