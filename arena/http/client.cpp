#include "arena/http/client.hpp"

#include <memory>

#include <curl/curl.h>
#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena::http {

namespace {

constexpr std::size_t largest_answer = 64'000'000;
constexpr long seconds_to_connect = 15;
constexpr long seconds_in_all = 300;

std::size_t add_to_body(const char* data, std::size_t /*one*/, std::size_t size, void* to) {
  auto& body = *static_cast<std::string*>(to);
  if (body.size() + size > largest_answer) return 0;  // ends the transfer
  body.append(data, size);
  return size;
}

struct CurlEnd {
  void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

Response fetch(const ClientRequest& request) {
  const std::unique_ptr<CURL, CurlEnd> curl(curl_easy_init());
  if (!curl) throw Error("cannot start a request");
  std::unique_ptr<curl_slist, CurlEnd> headers;
  for (const Field& field : request.headers) {
    const std::string line = field.name + ": " + field.value;
    headers.reset(curl_slist_append(headers.release(), line.c_str()));
  }
  Response response;
  const auto set = [&](CURLoption option, auto value) {
    curl_easy_setopt(curl.get(), option, value);
  };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_CONNECTTIMEOUT, seconds_to_connect);
  set(CURLOPT_TIMEOUT, seconds_in_all);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_WRITEFUNCTION, add_to_body);
  set(CURLOPT_WRITEDATA, &response.body);
  if (request.method != "GET") {
    set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
    set(CURLOPT_POSTFIELDS, request.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
  if (const CURLcode code = curl_easy_perform(curl.get()); code != CURLE_OK)
    throw Error(fmt::format("no answer from {}: {}", request.url, curl_easy_strerror(code)));
  long status = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  response.status = static_cast<int>(status);
  return response;
}

}  // namespace arena::http
