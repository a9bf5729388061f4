// What stands between the site and other sites: form tokens, hosts and origins.
#include <catch2/catch.hpp>

#include "arena/site/api/metrics.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/util/error.hpp"

namespace arena::site {
namespace {

TEST_CASE("a form's token belongs to one browser, and looks different each time") {
  const std::string secret = random_secret();
  const std::string token = form_token(secret);
  CHECK(is_form_token(token, secret));
  CHECK(form_token(secret) != token);
  CHECK_FALSE(is_form_token(token, random_secret()));
  std::string changed = token;
  changed.back() = changed.back() == '0' ? '1' : '0';
  CHECK_FALSE(is_form_token(changed, secret));
  for (const std::string& wrong :
       {std::string(), token.substr(2), token + "00", std::string(128, 'g'), std::string(128, '0'),
        token.substr(0, 64)})
    CHECK_FALSE(is_form_token(wrong, secret));
}

TEST_CASE("a site with an address answers only to it, and to this machine") {
  const Origin origin("https://contest.example");
  CHECK(origin.is_secure());
  CHECK(origin.is_own_host("contest.example"));
  CHECK(origin.is_own_host("Contest.Example"));
  CHECK(origin.is_own_host("localhost:8080"));
  for (const char* host : {"evil.example", "contest.example.evil.example", "", "192.168.1.5:8080",
                           "contest.example:81", "localhost.evil.example", "localhost@evil.example",
                           "localhost:8080@evil.example", "127.0.0.1:8080/evil", "localhost:8080 ",
                           "[::1]@evil.example", "[::1]evil.example", "contest.example@evil"})
    CHECK_FALSE(origin.is_own_host(host));
  CHECK(origin.is_own_origin("https://contest.example", "contest.example"));
  CHECK(origin.is_own_origin("http://localhost:8080", "localhost:8080"));
  for (const char* other : {"http://contest.example", "https://evil.example", "null", "",
                            "https://contest.example.evil.example", "http://localhost:8080"})
    CHECK_FALSE(origin.is_own_origin(other, "contest.example"));
}

TEST_CASE("a site without an address answers to IP addresses, but to no other name") {
  const Origin origin("");
  CHECK_FALSE(origin.is_secure());
  CHECK(origin.is_own_host("192.168.1.5:8080"));
  CHECK(origin.is_own_host("[::1]:8080"));
  CHECK(origin.is_own_host("[::1]"));
  CHECK(origin.is_own_host("localhost"));
  for (const char* host :
       {"rebound.evil.example:8080", "192.168.1.5:8080@evil.example", "192.168.1.5@evil.example",
        "[::1]:8080@evil.example", "[::1", "[]:1", "[::1%@evil.example/]",
        "[::1%25evil.example]:80", "[localhost]", "[127.0.0.1]", "::1", "192.168.1.5/evil"})
    CHECK_FALSE(origin.is_own_host(host));
  CHECK(origin.is_own_origin("http://192.168.1.5:8080", "192.168.1.5:8080"));
  CHECK_FALSE(origin.is_own_origin("http://192.168.1.6:8080", "192.168.1.5:8080"));
}

TEST_CASE("an address of a site is only scheme and host") {
  for (const char* url :
       {"contest.example", "ftp://contest.example", "https://contest.example/path", "https://",
        "https://user@contest.example"})
    CHECK_THROWS_AS(Origin(url), Error);
}

TEST_CASE("metrics count requests by route and status") {
  Metrics metrics;
  metrics.answered("/c/{contest}", 200, std::chrono::milliseconds(3));
  metrics.answered("/c/{contest}", 200, std::chrono::milliseconds(30));
  metrics.answered("/c/{contest}", 404, std::chrono::milliseconds(1));
  const std::string text = metrics.text({{"arena_connections", 5},
                                         {"arena_matches{phase=\"a\"}", 1},
                                         {"arena_matches{phase=\"b\"}", 2}});
  const auto has = [&](std::string_view line) { return text.find(line) != std::string::npos; };
  CHECK(has("# TYPE arena_connections gauge\narena_connections 5\n"));
  CHECK(has(
      "# TYPE arena_matches gauge\narena_matches{phase=\"a\"} 1\narena_matches{phase=\"b\"} 2\n"));
  CHECK(has("arena_requests_total{route=\"/c/{contest}\",status=\"200\"} 2\n"));
  CHECK(has("arena_requests_total{route=\"/c/{contest}\",status=\"404\"} 1\n"));
  CHECK(has("arena_request_seconds_bucket{route=\"/c/{contest}\",le=\"0.005\"} 2\n"));
  CHECK(has("arena_request_seconds_bucket{route=\"/c/{contest}\",le=\"+Inf\"} 3\n"));
}

}  // namespace
}  // namespace arena::site
