// zstd for record files: writes whole frames, reads a stream of any frames.
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
  /// `text` as its own frame, valid until the next call.
  std::string_view compress(std::string_view text);

 private:
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_{ZSTD_createCCtx(),
                                                                   ZSTD_freeCCtx};
  std::string out_;
};

class Decompressor {
 public:
  /// Sets the next input. REQUIRES: used_up().
  void feed(std::string_view input) { input_ = input; }
  [[nodiscard]] bool used_up() const { return input_.empty() && !has_more_; }
  /// Appends up to a few hundred KiB of text, perhaps none. False if the input is damaged.
  bool decompress(std::string& text);
  /// What is wrong with the input, in zstd's words.
  [[nodiscard]] std::string_view error() const { return error_; }
  /// True if the input so far ends in the middle of a frame.
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
