#include <catch2/catch.hpp>

#include "arena/http/client_address.hpp"
#include "arena/http/encoding.hpp"
#include "arena/http/forms.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/http/route_pattern.hpp"
#include "arena/util/error.hpp"

namespace arena::http {
namespace {

Form multipart(std::string_view body) {
  return multipart_form("multipart/form-data; boundary=\"x-y\"", body);
}

TEST_CASE("cookies are found by their whole name") {
  Request request;
  request.headers = {{"cookie", "longer=1; a=first;b=; a=second; c"}};
  CHECK(cookie(request, "a") == "first");
  CHECK(cookie(request, "b").empty());
  CHECK(cookie(request, "longer") == "1");
  CHECK(cookie(request, "long").empty());
  CHECK(cookie(request, "c").empty());
}

TEST_CASE("a redirect never leads to another site") {
  CHECK(local_path("/c/demo?page=2") == "/c/demo?page=2");
  for (const char* path :
       {"", "//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example",
        "\\\\evil.example", "javascript:alert(1)", "/a\r\nSet-Cookie: a=b"}) {
    CHECK(local_path(path) == "/");
  }
}

TEST_CASE("route patterns match whole paths, and decode their parameters") {
  const RoutePattern pattern("/c/{contest}/bots/{bot}");
  const auto found = pattern.match("/c/demo/bots/my%20bot");
  REQUIRE(found);
  CHECK(found->at("contest") == "demo");
  CHECK(found->at("bot") == "my bot");
  for (const char* path : {"/c/demo/bots", "/c/demo/bots/", "/c/demo/bots/a/b", "/c//bots/a",
                           "/c/demo/bots/a%2Fb", "/c/demo/bots/%00", "c/demo/bots/a", ""}) {
    CHECK_FALSE(pattern.match(path));
  }
  CHECK(RoutePattern("/").match("/"));
  CHECK(RoutePattern("/login").match("/login"));
  CHECK_FALSE(RoutePattern("/login").match("/login/"));
}

TEST_CASE("forms of a query") {
  const Form form = url_form("a=1&b=x+y%26&a=2&&empty=&bare");
  CHECK(form.value("a") == "1");
  CHECK(form.value("b") == "x y&");
  CHECK(form.value("empty").empty());
  CHECK(form.fields().size() == 5);
  std::string many;
  for (std::size_t i = 0; i <= most_form_fields; ++i) many += "a=1&";
  CHECK_THROWS_AS(url_form(many), Error);
}

TEST_CASE("forms with files") {
  const Form form = multipart(
      "--x-y\r\nContent-Disposition: form-data; name=\"language\"\r\n\r\npython\r\n"
      "--x-y\r\nContent-Disposition: form-data; name=\"bot\"; filename=\"a%22;b.py\"\r\n"
      "Content-Type: text/plain\r\n\r\nline\r\n--x-\r\n\r\n--x-y--\r\n");
  CHECK(form.value("language") == "python");
  const FormField* file = form.file("bot");
  REQUIRE(file != nullptr);
  CHECK(file->value == "line\r\n--x-\r\n");
  CHECK(*file->file_name == "a\";b.py");
  CHECK(form.file("language") == nullptr);
}

TEST_CASE("damaged forms are errors") {
  const std::string whole =
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n--x-y--\r\n";
  CHECK(multipart(whole).value("a") == "value");
  for (std::size_t size = 0; size + 4 < whole.size(); ++size)
    CHECK_THROWS_AS(multipart(whole.substr(0, size)), Error);
  CHECK_THROWS_AS(multipart_form("multipart/form-data", whole), Error);
  CHECK_THROWS_AS(multipart("--x-y\r\n\r\nno name\r\n--x-y--\r\n"), Error);
  Request request;
  request.headers = {{"content-type", "text/plain"}};
  CHECK_THROWS_AS(form_of(request), Error);
}

TEST_CASE("a rate limit allows a burst, and then what its rate allows") {
  RateLimit limit(3, 2);
  const TimePoint start = Clock::now();
  for (int i = 0; i < 3; ++i) CHECK(limit.allow("a", start));
  CHECK_FALSE(limit.allow("a", start));
  CHECK(limit.allow("b", start));
  CHECK(limit.allow("a", start + std::chrono::milliseconds(500)));
  CHECK_FALSE(limit.allow("a", start + std::chrono::milliseconds(600)));
}

TEST_CASE("a rate limit keeps a bounded number of keys") {
  RateLimit limit(2, 1, 100);
  const TimePoint start = Clock::now();
  for (int i = 0; i < 1'000; ++i) static_cast<void>(limit.allow(std::to_string(i), start));
  CHECK(limit.keys() <= 101);
  CHECK(limit.allow("0", start));  // its own bucket, though the new keys have used theirs up
  CHECK_FALSE(limit.allow("new", start));
  CHECK(limit.allow("new", start + std::chrono::seconds(10)));
}

TEST_CASE("several fields of one name are one list") {
  const Fields fields = {
      {"X-Forwarded-For", "6.6.6.6"}, {"Host", "a"}, {"x-forwarded-for", "1.2.3.4"}};
  CHECK(all_values(fields, "X-Forwarded-For") == "6.6.6.6,1.2.3.4");
  CHECK(all_values(fields, "Cookie").empty());
}

TEST_CASE("only trusted proxies say whose request it is") {
  const std::vector<std::string> proxies = {"127.0.0.1", "10.0.0.1"};
  CHECK(client_address("1.2.3.4", "5.6.7.8", proxies) == "1.2.3.4");
  CHECK(client_address("127.0.0.1", "6.6.6.6, 5.6.7.8", proxies) == "5.6.7.8");
  CHECK(client_address("127.0.0.1", "6.6.6.6, 5.6.7.8, 10.0.0.1", proxies) == "5.6.7.8");
  CHECK(client_address("127.0.0.1", "", proxies) == "127.0.0.1");
  CHECK(client_address("127.0.0.1", "nonsense", proxies) == "127.0.0.1");
  CHECK(address_group("2001:db8:1:2:3:4:5:6") == address_group("2001:db8:1:2::9"));
  CHECK(address_group("2001:db8:1:2::9") != address_group("2001:db8:1:3::9"));
  CHECK(address_group("::ffff:1.2.3.4") == "1.2.3.4");
}

TEST_CASE("answers are packed for browsers that unpack, and not sent twice") {
  Request request;
  request.headers = {{"accept-encoding", "br, gzip"}};
  Response response;
  response.body = std::string(5'000, 'a');
  response.caching = Caching::validate;
  Response packed = response;
  encode(request, packed);
  CHECK(find(packed.headers, "content-encoding") == "gzip");
  CHECK(packed.body.size() < 200);
  request.headers.push_back({"if-none-match", std::string(find(packed.headers, "etag"))});
  Response again = response;
  encode(request, again);
  CHECK(again.status == 304);
  CHECK(again.body.empty());
  Response personal = response;
  personal.caching = Caching::none;
  encode(request, personal);
  CHECK(personal.status == 200);
  CHECK(find(personal.headers, "cache-control") == "no-store");
}

}  // namespace
}  // namespace arena::http
