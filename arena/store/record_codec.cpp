#include "arena/store/record_codec.hpp"

#include <zdict.h>

#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

namespace arena {

namespace {

constexpr int level = 3;
constexpr std::size_t dictionary_size = std::size_t{16} << 10U;
/// No record is longer: 512 KiB of refused answers and 128 KiB of notes a game, and the moves.
constexpr std::size_t longest_record = std::size_t{64} << 20U;

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0U)
    throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(result)));
  return result;
}

}  // namespace

std::string make_dictionary(const std::vector<std::string>& records) {
  const std::string all = std::accumulate(records.begin(), records.end(), std::string());
  std::vector<std::size_t> sizes;
  for (const std::string& record : records) sizes.push_back(record.size());
  std::string dictionary(dictionary_size, '\0');
  const std::size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(),
                                                 sizes.data(), static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(size) != 0U) return {};
  dictionary.resize(size);
  return dictionary;
}

RecordCodec::RecordCodec(const std::string& dictionary) {
  checked(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, level));
  checked(ZSTD_CCtx_loadDictionary(compressor_.get(), dictionary.data(), dictionary.size()));
  checked(ZSTD_DCtx_loadDictionary(decompressor_.get(), dictionary.data(), dictionary.size()));
}

std::string RecordCodec::compress(std::string_view record) {
  std::string data(ZSTD_compressBound(record.size()), '\0');
  data.resize(checked(
      ZSTD_compress2(compressor_.get(), data.data(), data.size(), record.data(), record.size())));
  return data;
}

std::string RecordCodec::decompress(std::string_view data) {
  const unsigned long long size = ZSTD_getFrameContentSize(data.data(), data.size());
  if (size > longest_record) throw std::runtime_error("zstd: the record is damaged");
  std::string record(static_cast<std::size_t>(size), '\0');
  record.resize(checked(ZSTD_decompressDCtx(decompressor_.get(), record.data(), record.size(),
                                            data.data(), data.size())));
  return record;
}

}  // namespace arena
