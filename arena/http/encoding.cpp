#include "arena/http/encoding.hpp"

#include <sodium.h>
#include <zlib.h>

#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace arena::http {

namespace {

constexpr std::size_t worth_gzip = 1'000;

bool is_text(std::string_view type) {
  return type.starts_with("text/") || type.find("json") != std::string_view::npos ||
         type.find("javascript") != std::string_view::npos || type.starts_with("image/svg");
}

std::string etag(std::string_view body) {
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(body.data()),
                     body.size(), nullptr, 0);
  std::string text = "W/\"";  // weak: the same for both encodings
  for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
  return text + '"';
}

std::string_view cache_control(Caching caching) {
  switch (caching) {
    case Caching::none:
      return "no-store";
    case Caching::validate:
      return "no-cache";
    case Caching::forever:
      return "public, max-age=31536000, immutable";
  }
  return "no-store";
}

}  // namespace

std::string gzip(std::string_view plain) {
  z_stream stream{};
  constexpr int gzip_window = MAX_WBITS + 16;
  if (deflateInit2(&stream, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("cannot compress");
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("cannot compress");
  return packed;
}

void encode(const Request& request, Response& response) {
  response.headers.push_back({"Cache-Control", std::string(cache_control(response.caching))});
  if (response.status == 200 && response.caching == Caching::validate) {
    std::string tag = etag(response.body);
    if (request.header("if-none-match") == tag) {
      response.status = 304;
      response.body.clear();
    }
    response.headers.push_back({"ETag", std::move(tag)});
  }
  if (!is_text(response.type)) return;
  response.headers.push_back({"Vary", "Accept-Encoding, Accept-Language, Cookie"});
  const bool reads = request.header("accept-encoding").find("gzip") != std::string_view::npos;
  if (!reads || response.body.size() < worth_gzip) return;
  response.body = gzip(response.body);
  response.headers.push_back({"Content-Encoding", "gzip"});
}

}  // namespace arena::http
