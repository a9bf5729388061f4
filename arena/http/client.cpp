#include "arena/http/client.hpp"

#include <memory>

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>
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

/// libcurl, loaded only for a request: with its thirty libraries, every start of arena would take
/// three times as long.
struct Curl {
  boost::dll::shared_library library{"libcurl.so.4", boost::dll::load_mode::search_system_folders};
  decltype(curl_easy_init)& init = function<decltype(curl_easy_init)>("curl_easy_init");
  decltype(curl_easy_setopt)& set = function<decltype(curl_easy_setopt)>("curl_easy_setopt");
  decltype(curl_easy_perform)& perform = function<decltype(curl_easy_perform)>("curl_easy_perform");
  decltype(curl_easy_getinfo)& info = function<decltype(curl_easy_getinfo)>("curl_easy_getinfo");
  decltype(curl_easy_strerror)& text = function<decltype(curl_easy_strerror)>("curl_easy_strerror");
  decltype(curl_easy_cleanup)& end = function<decltype(curl_easy_cleanup)>("curl_easy_cleanup");
  decltype(curl_slist_append)& append = function<decltype(curl_slist_append)>("curl_slist_append");
  decltype(curl_slist_free_all)& free =
      function<decltype(curl_slist_free_all)>("curl_slist_free_all");

 private:
  template <class F>
  F& function(const char* name) {
    return library.get<F>(name);
  }
};

}  // namespace

Response fetch(const ClientRequest& request) {
  Curl curl;
  const std::unique_ptr<CURL, decltype(&curl.end)> transfer(curl.init(), &curl.end);
  if (!transfer) throw Error("cannot start a request");
  std::unique_ptr<curl_slist, decltype(&curl.free)> headers(nullptr, &curl.free);
  for (const Field& field : request.headers) {
    const std::string line = field.name + ": " + field.value;
    headers.reset(curl.append(headers.release(), line.c_str()));
  }
  Response response;
  const auto set = [&](CURLoption option, auto value) { curl.set(transfer.get(), option, value); };
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
  if (const CURLcode code = curl.perform(transfer.get()); code != CURLE_OK)
    throw Error(fmt::format("no answer from {}: {}", request.url, curl.text(code)));
  long status = 0;
  curl.info(transfer.get(), CURLINFO_RESPONSE_CODE, &status);
  response.status = static_cast<int>(status);
  return response;
}

}  // namespace arena::http
