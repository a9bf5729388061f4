#include "arena/record/zstd.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace arena {

namespace {

/// One more than zstd's default: a single record in its frame gets a sixth smaller.
constexpr int level = 4;

}  // namespace

std::string_view Compressor::compress(std::string_view text) {
  out_.resize(ZSTD_compressBound(text.size()));
  const std::size_t size =
      ZSTD_compressCCtx(context_.get(), out_.data(), out_.size(), text.data(), text.size(), level);
  if (ZSTD_isError(size) != 0U)
    throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  return {out_.data(), size};
}

bool Decompressor::decompress(std::string& text) {
  ZSTD_inBuffer input{input_.data(), input_.size(), 0};
  ZSTD_outBuffer output{out_.data(), out_.size(), 0};
  const std::size_t wanted = ZSTD_decompressStream(context_.get(), &output, &input);
  if (ZSTD_isError(wanted) != 0U) {
    error_ = ZSTD_getErrorName(wanted);
    return false;
  }
  text.append(out_.data(), output.pos);
  input_.remove_prefix(input.pos);
  has_more_ = wanted != 0 && output.pos == output.size;
  inside_frame_ = wanted != 0;
  return true;
}

}  // namespace arena
