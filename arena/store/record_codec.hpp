// Records as a store keeps them: compressed by zstd, with a dictionary that is made of the first
// ones, as short records have little in themselves to be compressed by.
#pragma once

#include <zstd.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// So many records make a dictionary.
inline constexpr int records_for_dictionary = 200;
/// A dictionary for records like these; empty if zstd can make none of them.
std::string make_dictionary(const std::vector<std::string>& records);

class RecordCodec {
 public:
  /// Without a dictionary if it is empty.
  explicit RecordCodec(const std::string& dictionary = {});

  [[nodiscard]] std::string compress(std::string_view record);
  /// Throws std::runtime_error if the data are damaged.
  [[nodiscard]] std::string decompress(std::string_view data);

 private:
  template <class T>
  using Owned = std::unique_ptr<T, std::size_t (*)(T*)>;
  Owned<ZSTD_CCtx> compressor_{ZSTD_createCCtx(), ZSTD_freeCCtx};
  Owned<ZSTD_DCtx> decompressor_{ZSTD_createDCtx(), ZSTD_freeDCtx};
};

}  // namespace arena
