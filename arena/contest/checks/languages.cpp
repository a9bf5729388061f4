#include "arena/contest/checks/languages.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Names = std::vector<std::string>;

/// What arena knows of a language. In the words, @program is its program, @name the name of that,
/// @main the main file, @class the class in it, and @all all files of the language.
struct KnownLanguage {
  std::string_view name;
  std::string_view title;
  std::string_view file;
  std::string_view programs;  // the first that is installed
  std::string_view build;
  std::string_view command;
};

constexpr std::array<KnownLanguage, 9> known_languages = {{
    {"c", "C", "bot.c", "cc gcc clang", "@program -O2 -o bot @all -lm", "./bot"},
    {"c++", "C++", "bot.cpp", "c++ g++ clang++", "@program -std=c++20 -O2 -o bot @all", "./bot"},
    {"go", "Go", "bot.go", "go", "@program build -o bot @all", "./bot"},
    {"java", "Java", "Bot.java", "javac", "@program -encoding UTF-8 -d classes @all",
     "java -Xshare:auto -XX:+UseSerialGC -cp ./classes @class"},
    {"javascript", "JavaScript", "bot.js", "node nodejs", "", "@name @main"},
    {"python", "Python", "bot.py", "python3", "", "@name @main"},
    {"ruby", "Ruby", "bot.rb", "ruby", "", "@name @main"},
    {"rust", "Rust", "bot.rs", "rustc", "@program -O --edition 2021 -o bot @main", "./bot"},
    {"shell", "Shell", "bot.sh", "bash", "", "@name @main"},
}};

/// The path of a program of the system; empty if it is not installed.
std::string find_in_system(std::string_view name) {
  for (std::string_view rest = system_path; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const std::string path = fmt::format("{}/{}", folder, name);
    std::error_code error;
    if (fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

std::string installed_program(std::string_view names) {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    if (std::string path = find_in_system(name); !path.empty()) return path;
  }
  return "";
}

const KnownLanguage& known(std::string_view name) {
  return *std::ranges::find(known_languages, name, &KnownLanguage::name);
}

std::string extension(const Language& language) { return fs::path(language.file).extension(); }

/// "bot.cc" is C++ as well.
bool is_file_of(const Language& language, const std::string& file) {
  const std::string ending = fs::path(file).extension();
  const bool is_cpp = language.name == "c++" && (ending == ".cc" || ending == ".cxx");
  return is_cpp || ending == extension(language);
}

/// Those directly in the folder, by name.
Names files_in(const fs::path& folder) {
  Names names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

/// The main file of a language; no value if it is missing, or if it is not clear which one it is.
std::optional<std::string> main_file(const Names& files) {
  for (const std::string_view stem : {"bot", "main"}) {
    for (const std::string& file : files) {
      if (equal_ignoring_case(fs::path(file).stem().string(), stem)) return file;
    }
  }
  return files.size() == 1 ? std::optional(files.front()) : std::nullopt;
}

/// The class of a Java file, with its package: "cards.Bot".
std::string class_in(const fs::path& file) {
  const std::string name = file.stem();
  std::ifstream source(file);
  for (std::string line; std::getline(source, line);) {
    std::string_view rest = trim(line);
    if (!rest.starts_with("package ")) continue;
    rest.remove_prefix(std::string_view("package ").size());
    return fmt::format("{}.{}", trim(rest.substr(0, rest.find(';'))), name);
  }
  return name;
}

Words filled(std::string_view text, const Language& language, const fs::path& main,
             const Names& all) {
  Words words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word == "@program") {
      words.push_back(language.program);
    } else if (word == "@name") {
      words.push_back(fs::path(language.program).filename());
    } else if (word == "@main") {
      words.push_back("./" + main.filename().string());
    } else if (word == "@class") {
      words.push_back(class_in(main));
    } else if (word == "@all") {
      for (const std::string& file : all) words.push_back("./" + file);
    } else {
      words.emplace_back(word);
    }
  }
  return words;
}

[[noreturn]] void fail_unknown(const std::vector<Language>& languages, const std::string& what) {
  throw Error(fmt::format(
      "{}: give a file named {}, or a folder with a program `bot`, or with a script `build` that "
      "makes one",
      what, joined(languages, ", ", [](const Language& one) { return one.file; })));
}

}  // namespace

std::vector<Language> installed_languages() {
  std::vector<Language> languages;
  for (const KnownLanguage& one : known_languages) {
    const std::string program = installed_program(one.programs);
    if (program.empty()) continue;
    languages.push_back(
        {std::string(one.name), std::string(one.title), std::string(one.file), program});
  }
  return languages;
}

BuildPlan plan_build(const fs::path& folder, const std::vector<Language>& languages,
                     std::string_view wanted) {
  const Names files = files_in(folder);
  const auto has = [&files](std::string_view name) {
    return std::ranges::find(files, name) != files.end();
  };
  if (wanted.empty() || wanted == "folder") {
    if (has("build")) return {"folder", {"./build"}, {"./bot"}};
    if (has("bot")) return {"folder", {}, {"./bot"}};
  }
  std::optional<BuildPlan> plan;
  for (const Language& language : languages) {
    if (!wanted.empty() && wanted != language.name) continue;
    Names own;
    std::ranges::copy_if(files, std::back_inserter(own),
                         [&](const std::string& file) { return is_file_of(language, file); });
    const auto main = main_file(own);
    if (!main) continue;
    if (plan) fail_unknown(languages, "there are main files in several languages");
    const KnownLanguage& one = known(language.name);
    plan = {language.name, filled(one.build, language, folder / *main, own),
            filled(one.command, language, folder / *main, own)};
  }
  if (!plan) fail_unknown(languages, "there is no main file in a language that is installed here");
  return *std::move(plan);
}

std::string single_file_name(std::string_view file_name, std::string_view bytes,
                             std::string_view language, const std::vector<Language>& languages) {
  const std::string name = fs::path(file_name).filename();
  for (const Language& one : languages) {
    if (!language.empty() ? one.name == language : is_file_of(one, name)) {
      // A Java file must have the name of its class; other names are the author's own business.
      return one.name == "java" && is_file_of(one, name) ? name : one.file;
    }
  }
  if (language.empty() && (name == "bot" || bytes.starts_with("#!"))) return "bot";
  if (language.empty() && name.empty())
    throw Error("choose the language of the text, or begin it with a line such as #!/bin/bash");
  fail_unknown(languages,
               language.empty()
                   ? fmt::format("the language of {} is not known", in_quotes(name))
                   : fmt::format("the language {} is not installed here", in_quotes(language)));
}

}  // namespace arena::contest
