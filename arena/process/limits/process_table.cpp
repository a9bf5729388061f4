#include "arena/process/limits/process_table.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include <fmt/format.h>

#include "arena/util/file_io.hpp"

namespace arena {

std::string small_file(const char* path) {
  const FileDescriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> bytes{};
  const ssize_t size = file ? ::read(file.number(), bytes.data(), bytes.size()) : 0;
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

std::string_view take_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \n"), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(" \n"));
  line.remove_prefix(field.size());
  return field;
}

/// Reads the fields after the command's name. The name may contain blanks and brackets.
std::optional<Process> process_in(const std::string& folder) {
  const std::string stat = small_file((folder + "/stat").c_str());
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::string_view fields = std::string_view(stat).substr(name_end + 1);
  Process found;
  found.pid = to_number<pid_t>(std::string_view(stat).substr(0, stat.find(' '))).value_or(0);
  found.state = take_field(fields).front();
  found.parent = to_number<pid_t>(take_field(fields)).value_or(0);
  take_field(fields);  // process group
  found.session = to_number<pid_t>(take_field(fields)).value_or(0);
  constexpr int before_children = 9;  // fields: from the terminal to its own time
  for (int i = 0; i < before_children; ++i) take_field(fields);
  found.children_ran = to_number<std::int64_t>(take_field(fields)).value_or(0);
  found.children_ran += to_number<std::int64_t>(take_field(fields)).value_or(0);
  constexpr int before_start = 4;  // fields
  for (int i = 0; i < before_start; ++i) take_field(fields);
  found.started = to_number<std::uint64_t>(take_field(fields)).value_or(0);
  return found;
}

std::optional<Process> process(pid_t pid) { return process_in(fmt::format("/proc/{}", pid)); }

/// getsid is much faster than reading a process's stat file, so it comes first.
std::vector<Process> possible_members() {
  const pid_t own_session = ::getsid(0);
  std::vector<Process> possible;
  each_number_in("/proc", [&](pid_t pid) {
    const pid_t session = ::getsid(pid);
    if (session <= 0 || session == own_session) return;
    if (auto found = process(pid)) possible.push_back(*found);
  });
  return possible;
}

std::string environment(pid_t pid) {
  return '\0' + contents(fmt::format("/proc/{}/environ", pid)).value_or("");
}

}  // namespace arena
