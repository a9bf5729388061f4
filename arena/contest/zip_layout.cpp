#include "arena/contest/zip_layout.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/contest/archive_names.hpp"
#include "arena/contest/archive_stream.hpp"

namespace arena {

namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t local_mark = 0x04034b50;
constexpr std::uint32_t central_mark = 0x02014b50;
constexpr std::uint32_t descriptor_mark = 0x08074b50;
constexpr std::uint32_t end_mark = 0x06054b50;
constexpr std::size_t end_size = 22;
constexpr std::uint32_t locator_mark = 0x07064b50;  // of zip64's directory, before the end
constexpr std::size_t locator_size = 20;
constexpr std::size_t longest_comment = 0xffff;
constexpr std::uint32_t in_zip64 = 0xffffffff;  // the number is in an extra field

// Extra fields.
constexpr unsigned zip64_field = 1;
constexpr unsigned name_field = 0x7075;  // the name in UTF-8, after a version and a checksum
constexpr unsigned mode_field = 0x6c78;  // libarchive's own: the mode in the local header

constexpr unsigned unix_system = 3;
constexpr unsigned encrypted_flag = 1U;
constexpr unsigned descriptor_flag = 8U;  // the sizes follow the data
/// Both headers must agree in these flags: encryption (three kinds), descriptor, UTF-8.
constexpr unsigned checked_flags = 0x2849;

/// Reads numbers and texts in turn. REQUIRES, before each: `has` returns true for its size.
class Fields {
 public:
  explicit Fields(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] bool has(std::size_t size) const { return bytes_.size() >= size; }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8U | std::to_integer<unsigned>(bytes_[i]);
    skip(size);
    return value;
  }
  unsigned u16() { return static_cast<unsigned>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  Bytes take(std::size_t size) {
    const Bytes taken = bytes_.first(size);
    skip(size);
    return taken;
  }
  std::string text(std::size_t size) {
    const Bytes taken = take(size);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};  // NOLINT: bytes are text
  }
  void skip(std::size_t size) { bytes_ = bytes_.subspan(size); }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  Bytes bytes_;
};

/// The data about an entry that both headers contain.
struct Header {
  std::string name;
  unsigned flags = 0;
  unsigned method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0;
  std::uint64_t unpacked = 0;
  std::uint64_t offset = 0;  // of the local header
  bool is_link = false;      // symbolic
  bool is_special = false;   // a pipe or device, which libarchive would unpack as a file
};

/// The position of the directory, and its number of entries.
struct Directory {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t count = 0;
};

[[noreturn]] void refuse_damaged() { refuse_archive("its directory is damaged or cut off"); }

/// Finds the end of the directory: a mark whose distance from the end fits the comment's length.
std::size_t find_end(Bytes archive) {
  const std::size_t furthest = end_size + longest_comment;
  for (std::size_t back = end_size; back <= std::min(furthest, archive.size()); ++back) {
    Fields end(archive.last(back));
    if (end.u32() != end_mark) continue;
    end.skip(16);
    if (end.u16() == end.left()) return archive.size() - back;
    refuse_archive("it has something after its end");
  }
  refuse_damaged();
}

Directory find_directory(Bytes archive) {
  const std::size_t at = find_end(archive);
  if (at >= locator_size && Fields(archive.subspan(at - locator_size)).u32() == locator_mark)
    refuse_archive("it needs zip64: it has too many entries, or too large ones");
  Fields end(archive.subspan(at));
  end.skip(4);
  const unsigned disk = end.u16();
  const unsigned first_disk = end.u16();
  const std::size_t here = end.u16();
  Directory directory;
  directory.count = end.u16();
  const std::size_t size = end.u32();
  directory.begin = end.u32();
  directory.end = at;
  if (disk != 0 || first_disk != 0 || here != directory.count)
    refuse_archive("it is one of several parts");
  if (directory.begin + size != at) refuse_archive("it has something hidden before its end");
  return directory;
}

/// Reads the extra fields, which may change the entry's name and mode. `sizes`: also zip64's sizes.
void read_extra(Fields extra, Header& header, bool sizes) {
  while (extra.has(4)) {
    const unsigned kind = extra.u16();
    const std::size_t size = extra.u16();
    if (!extra.has(size)) refuse_entry(header.name, "has damaged fields");
    Fields field(extra.take(size));
    if (kind == mode_field) refuse_entry(header.name, "has a second mode");
    if (kind == name_field && (!field.has(5) || field.text(size).substr(5) != header.name))
      refuse_entry(header.name, "has another name beside it");
    if (kind != zip64_field || !sizes) continue;
    if (header.unpacked == in_zip64 && field.has(8)) header.unpacked = field.number(8);
    if (header.packed == in_zip64 && field.has(8)) header.packed = field.number(8);
  }
}

/// Reads what both headers have in common, from the flags to the sizes.
void read_common(Fields& fields, Header& header) {
  header.flags = fields.u16();
  header.method = fields.u16();
  fields.skip(4);
  header.crc = fields.u32();
  header.packed = fields.u32();
  header.unpacked = fields.u32();
}

Header read_central(Fields& fields) {
  if (!fields.has(46) || fields.u32() != central_mark) refuse_damaged();
  Header header;
  const unsigned made_by = fields.u16() >> 8U;
  fields.skip(2);
  read_common(fields, header);
  const std::size_t name = fields.u16();
  const std::size_t extra = fields.u16();
  const std::size_t comment = fields.u16();
  fields.skip(4);
  const unsigned type = fields.u32() >> 28U;  // file type as in Unix
  header.is_link = S_ISLNK(type << 12U);      // by any system: some readers look only at these bits
  header.is_special =
      made_by == unix_system && type != 0 && !S_ISREG(type << 12U) && !S_ISDIR(type << 12U);
  header.offset = fields.u32();
  if (!fields.has(name + extra + comment)) refuse_damaged();
  header.name = fields.text(name);
  read_extra(Fields(fields.take(extra)), header, false);
  fields.skip(comment);
  return header;
}

void check_central(const Header& header) {
  check_name_text(header.name);  // before libarchive turns backslashes into slashes
  if (header.is_link) refuse_entry(header.name, "is a symbolic link");
  if (header.is_special) refuse_entry(header.name, "is neither a file nor a folder");
  if ((header.flags & encrypted_flag) != 0) refuse_entry(header.name, "is encrypted");
  if (header.method != 0 && header.method != 8)
    refuse_entry(header.name,
                 fmt::format("is compressed by method {}; only deflate is read", header.method));
  if (header.packed == in_zip64 || header.unpacked == in_zip64 || header.offset == in_zip64)
    refuse_entry(header.name, "needs zip64");
  if (header.method == 0 && header.packed != header.unpacked)
    refuse_entry(header.name, "differs from its declared size");
}

Header read_local(Fields& fields, const Header& central) {
  if (!fields.has(30) || fields.u32() != local_mark)
    refuse_entry(central.name, "is not where the directory says");
  Header header;
  fields.skip(2);
  read_common(fields, header);
  const std::size_t name = fields.u16();
  const std::size_t extra = fields.u16();
  if (!fields.has(name + extra)) refuse_entry(central.name, "is cut off");
  header.name = fields.text(name);
  read_extra(Fields(fields.take(extra)), header, true);
  return header;
}

void check_same(const Header& local, const Header& central) {
  if (local.name != central.name)
    refuse_entry(central.name, "has another name in front of its data");
  // With a descriptor, the local header's sizes may be zero. Then the directory's count.
  const bool later = (central.flags & descriptor_flag) != 0;
  const auto same = [later](std::uint64_t one, std::uint64_t other) {
    return one == other || (later && (one == 0 || one == in_zip64));
  };
  if (((local.flags ^ central.flags) & checked_flags) != 0 || local.method != central.method ||
      !same(local.crc, central.crc) || !same(local.packed, central.packed) ||
      !same(local.unpacked, central.unpacked))
    refuse_entry(central.name, "differs from what the directory says of it");
}

/// Checks what is between the data and the next entry: nothing, or the descriptor.
void check_descriptor(Fields fields, const Header& central) {
  const bool expected = (central.flags & descriptor_flag) != 0;
  if (!expected && fields.left() == 0) return;
  const bool marked = fields.left() == 16 || fields.left() == 24;
  const std::size_t number = fields.left() >= 20 ? 8 : 4;
  if (!expected || fields.left() != 4 + 2 * number + (marked ? 4 : 0))
    refuse_entry(central.name, "has something hidden after it");
  if ((marked && fields.u32() != descriptor_mark) || fields.u32() != central.crc ||
      fields.number(number) != central.packed || fields.number(number) != central.unpacked)
    refuse_entry(central.name, "differs from what the directory says of it");
}

/// Checks the entry's bytes, from its local header to the next entry's.
void check_place(Bytes place, const Header& central) {
  Fields fields(place);
  check_same(read_local(fields, central), central);
  if (!fields.has(central.packed)) refuse_entry(central.name, "shares its data with another");
  fields.skip(central.packed);
  check_descriptor(fields, central);
}

}  // namespace

void check_zip_layout(Bytes archive, std::uint64_t most) {
  const Directory directory = find_directory(archive);
  if (directory.count > most)
    refuse_archive(fmt::format("it has {} entries, allowed are {}", directory.count, most));
  std::vector<Header> entries;
  Fields fields(archive.subspan(directory.begin, directory.end - directory.begin));
  for (std::size_t i = 0; i < directory.count; ++i) {
    entries.push_back(read_central(fields));
    check_central(entries.back());
  }
  if (fields.left() != 0) refuse_archive("its directory has something hidden after it");
  std::sort(entries.begin(), entries.end(),
            [](const Header& a, const Header& b) { return a.offset < b.offset; });
  if (!entries.empty() && entries.front().offset != 0)
    refuse_archive("it has something hidden before its first entry");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t begin = entries[i].offset;
    const std::size_t end = i + 1 < entries.size() ? entries[i + 1].offset : directory.begin;
    if (begin >= end || end > directory.begin)
      refuse_entry(entries[i].name, "shares its data with another");
    check_place(archive.subspan(begin, end - begin), entries[i]);
  }
}

}  // namespace arena
