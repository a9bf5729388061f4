// The reader of uploaded archives: what it accepts, its limits, and that a refusal or a failure
// leaves no file. tests/cli/rows_archive.py tests each reason for a refusal.
#include "arena/archive/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <system_error>

#include <catch2/catch.hpp>

#include "arena/archive/archive_stream.hpp"
#include "arena/util/error.hpp"
#include "tests/files.hpp"

using namespace arena;
using Catch::Matchers::Contains;
namespace files = std::filesystem;

namespace {

using Bytes = std::vector<std::byte>;

struct Item {
  std::string name;
  std::string data;
  mode_t mode = AE_IFREG | 0644;
};

/// libarchive's own writer. `format` is one of its numbers, `filter` too.
Bytes packed(const std::vector<Item>& items, int format = ARCHIVE_FORMAT_ZIP,
             int filter = ARCHIVE_FILTER_NONE) {
  const Utf8Locale locale;
  Bytes bytes(1U << 20U);
  std::size_t used = 0;
  archive* const out = archive_write_new();
  REQUIRE(archive_write_set_format(out, format) == ARCHIVE_OK);
  REQUIRE(archive_write_add_filter(out, filter) == ARCHIVE_OK);
  archive_write_set_options(out, "hdrcharset=UTF-8");
  archive_write_set_bytes_in_last_block(out, 1);
  REQUIRE(archive_write_open_memory(out, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
  for (const Item& item : items) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, item.name.c_str());
    archive_entry_set_mode(entry, item.mode);
    archive_entry_set_size(entry, static_cast<la_int64_t>(item.data.size()));
    REQUIRE(archive_write_header(out, entry) == ARCHIVE_OK);
    archive_write_data(out, item.data.data(), item.data.size());
    archive_entry_free(entry);
  }
  REQUIRE(archive_write_free(out) == ARCHIVE_OK);
  bytes.resize(used);
  return bytes;
}

struct Kind {
  int format;
  int filter;
};
const std::vector<Kind> kinds = {
    {ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE},
    {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE},
    {ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FILTER_NONE},
    {ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_GZIP},
    {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_XZ},
    {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_ZSTD},
};

/// All entries below a folder, by path: the bytes of a file or "/", and the mode.
std::map<std::string, std::pair<std::string, unsigned>> contents(const std::string& folder) {
  std::map<std::string, std::pair<std::string, unsigned>> found;
  for (const auto& entry : files::recursive_directory_iterator(folder)) {
    std::string text = entry.is_directory() ? "/" : test::content_of(entry.path());
    const auto mode = static_cast<unsigned>(entry.status().permissions());
    found[files::relative(entry.path(), folder)] = {std::move(text), mode};
  }
  return found;
}

void require_refused(const Bytes& archive, const std::string& text,
                     const ArchiveLimits& limits = {}) {
  const test::TestFolder folder;
  REQUIRE_THROWS_WITH(unpack_archive(archive, folder.at("bot"), limits), Contains(text));
  REQUIRE(files::is_empty(folder.path()));
}

}  // namespace

TEST_CASE("a good archive is unpacked byte for byte, in every format", "[archive]") {
  const std::string large = [] {
    std::string text;
    for (int i = 0; i < 40'000; ++i) text += static_cast<char>(i * i % 251);
    return text;
  }();
  const std::string deep = std::string(120, 'd') + "/" + std::string(80, 'n') + "/x";
  for (const Kind& kind : kinds) {
    const test::TestFolder folder;
    auto entries = unpack_archive(packed({{"top/", "", AE_IFDIR | 0700},
                                          {"top/bot.py", "print()", AE_IFREG | 0700},
                                          {"top/data", large, AE_IFREG | 0666},
                                          {"top/größe", ""},
                                          {deep, "deep"}},
                                         kind.format, kind.filter),
                                  folder.at("bot"));
    auto found = contents(folder.at("bot"));
    REQUIRE(found.size() == 7);
    REQUIRE(found["top"] == std::pair(std::string("/"), 0755U));
    REQUIRE(found["top/bot.py"] == std::pair(std::string("print()"), 0755U));
    REQUIRE(found["top/data"] == std::pair(large, 0644U));
    REQUIRE(found["top/größe"] == std::pair(std::string(), 0644U));
    REQUIRE(found[deep] == std::pair(std::string("deep"), 0644U));
    REQUIRE(entries.size() == 5);
    REQUIRE((entries[1].path == "top/bot.py" && entries[1].is_executable && entries[1].size == 7));
  }
}

TEST_CASE("what macOS adds by itself is left out, but still checked", "[archive]") {
  const test::TestFolder folder;
  unpack_archive(
      packed({{"bot.py", "1"}, {"__MACOSX/._bot.py", "2"}, {"a/.DS_Store", "3"}, {"a/x", "4"}}),
      folder.at("bot"));
  REQUIRE(contents(folder.at("bot")).size() == 3);
  require_refused(packed({{"bot.py", "1"}, {"__MACOSX/../../x", "2"}}), "leads out of the archive");
  require_refused(packed({{"__MACOSX/x", "1"}}), "it has no files");
}

TEST_CASE("a tar's headers are looked at before libarchive reads them", "[archive]") {
  Bytes tar = packed({{"strange", "1"}}, ARCHIVE_FORMAT_TAR_USTAR);
  tar[124] = std::byte{0x80};  // begins a size that is no octal number
  REQUIRE_THROWS_WITH(check_archive(tar), Contains("\"strange\" has a size that is no"));
}

TEST_CASE("what programs take as it is, is no archive in the archive", "[archive]") {
  const std::vector<Item> items = {
      {"bot.jar", "1"}, {"x.whl", "2"}, {"w.npz", "3"}, {"w.gz", "4"}, {"a.b/tar", "5"}};
  REQUIRE(check_archive(packed(items)).size() == items.size());
}

TEST_CASE("every limit holds, and the message shows it", "[archive]") {
  ArchiveLimits limits;
  limits.file = 10;
  require_refused(packed({{"large", "12345678901"}}), "\"large\" has more than 10 bytes", limits);
  limits = {};
  limits.unpacked = 15;
  require_refused(packed({{"a", "1234567890"}, {"b", "1234567890"}}),
                  "\"b\" is too much: the archive unpacks to more than 15 bytes", limits);
  limits = {};
  limits.entries = 2;
  require_refused(packed({{"a/b/c", ""}}), "\"a/b/c\" is over the limit", limits);
  limits = {};
  limits.packed = 100;
  require_refused(packed({{"a", std::string(1000, 'x')}}), "it has more than 100 bytes", limits);
  limits = {};
  limits.ratio_from = 1000;
  const Bytes zeros = packed({{"zeros", std::string(200'000, '\0')}}, ARCHIVE_FORMAT_TAR_USTAR,
                             ARCHIVE_FILTER_GZIP);
  require_refused(zeros, "\"zeros\" is too much: the archive unpacks to more than 100 times",
                  limits);
}

TEST_CASE("no archive that is cut off is taken for whole, and none that is changed does harm",
          "[archive]") {
  for (const Kind& kind : kinds) {
    const Bytes good =
        packed({{"bot.py", "print(1)"}, {"data", std::string(700, 'x')}}, kind.format, kind.filter);
    // Of the kilobyte of zeros that ends a plain tar, half will do.
    const bool is_plain = kind.filter == ARCHIVE_FILTER_NONE && kind.format != ARCHIVE_FORMAT_ZIP;
    const std::size_t end = good.size() - (is_plain ? 512 : 0);
    for (std::size_t size = 0; size < end; ++size) {
      INFO("format " << kind.format << " filter " << kind.filter << " size " << size);
      REQUIRE_THROWS_AS(check_archive(std::span(good).first(size)), Error);
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
      Bytes bad = good;
      bad[at] ^= std::byte{1};
      try {
        check_archive(bad);
      } catch (const Error&) {
      }
    }
  }
}

TEST_CASE("the folder of an archive is new or empty", "[archive]") {
  const test::TestFolder folder;
  const Bytes good = packed({{"x", "1"}});
  files::create_directory(folder.at("empty"));
  unpack_archive(good, folder.at("empty/"));
  REQUIRE(contents(folder.at("empty")).size() == 1);
  REQUIRE_THROWS_WITH(unpack_archive(good, folder.at("empty")), Contains("it is not empty"));
  REQUIRE_THROWS_WITH(unpack_archive(good, folder.at("empty/x")),
                      Contains("it is there and no folder"));
  files::create_directory_symlink(folder.at("nowhere"), folder.at("link"));
  REQUIRE_THROWS_WITH(unpack_archive(good, folder.at("link")),
                      Contains("it is there and no folder"));
  REQUIRE_THROWS_AS(unpack_archive(good, folder.at("no/such")), std::system_error);
  REQUIRE_THROWS_WITH(unpack_archive(good, folder.at("no/such")), Contains("No such file"));
  REQUIRE(contents(folder.at("")).size() == 3);
}

TEST_CASE("a disk that is full in the middle leaves nothing", "[archive]") {
  const test::TestFolder folder;
  const Bytes good = packed({{"a", "1"}, {"b/c", std::string(300'000, 'x')}});
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit tight{100'000, before.rlim_max};
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);  // NOLINT: a test's, and put back
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &tight) == 0);
  REQUIRE_THROWS_AS(unpack_archive(good, folder.at("bot")), std::system_error);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  REQUIRE(files::is_empty(folder.path()));
}
