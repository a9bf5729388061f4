#include "arena/process/command_line.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/process/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> words() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (is_space(c)) {
        finish_word();
      } else if (c == '\'' || c == '"') {
        quotation(c);
      } else if (c == '\\') {
        add(next("ends with a backslash"));
      } else {
        add(c);
      }
    }
    finish_word();
    return std::move(words_);
  }

 private:
  void quotation(char quote) {
    in_word_ = true;  // '' is an empty word
    for (char c = next("has an open quote"); c != quote; c = next("has an open quote")) {
      if (quote == '"' && c == '\\') {
        c = next("has an open quote");
        if (c != '"' && c != '\\' && c != '$' && c != '`') add('\\');
      }
      add(c);
    }
  }
  char next(const char* otherwise) {
    if (at_ == text_.size()) {
      throw Error(fmt::format("the bot's command {} {}", in_quotes(text_), otherwise));
    }
    return text_[at_++];
  }
  void add(char c) {
    word_ += c;
    in_word_ = true;
  }
  void finish_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  std::vector<std::string> words_;
};

bool is_blank(const std::string& word) { return trim(word).empty(); }

/// The user gave one word, and it is a file: the program, perhaps with spaces in its name.
bool is_program_alone(std::span<const std::string> words) {
  return words.size() == 1 && is_file(words.front());
}

/// Splits the command into words. Does not look for the program.
std::vector<std::string> command_words(std::span<const std::string> words) {
  if (std::all_of(words.begin(), words.end(), is_blank)) {
    throw Error(words.empty()
                    ? "a bot's command is missing"
                    : fmt::format("the bot's command {} is empty", in_quotes(words.front())));
  }
  if (is_program_alone(words)) return {words.front()};
  std::vector<std::string> command = words.size() == 1
                                         ? split_words(words.front())
                                         : std::vector<std::string>(words.begin(), words.end());
  if (is_blank(command.front())) {
    throw Error(fmt::format("the bot's command {} names no program", in_quotes(words.front())));
  }
  return command;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) { return Splitter(text).words(); }

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./,:@%") == std::string::npos;
  std::string quotable;
  for (char c : word) quotable += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return plain ? word : "'" + quotable + "'";
}

std::string join_words(std::span<const std::string> words) {
  return joined(words, " ", shell_word);
}

std::vector<std::string> bot_command(std::span<const std::string> words) {
  std::vector<std::string> command = command_words(words);
  std::string& program = command.front();
  const bool here = is_program_alone(words) && program.find('/') == std::string::npos;
  program = find_program(here ? "./" + program : program);
  return command;
}

std::string bot_name(std::span<const std::string> words) {
  const std::vector<std::string> command = command_words(words);
  const auto names_file = [](const std::string& word) {
    std::error_code error;
    return std::filesystem::is_regular_file(word, error);
  };
  const auto script = std::find_if(command.begin() + 1, command.end(), names_file);
  const std::filesystem::path file = script == command.end() ? command.front() : *script;
  return file.stem().string();
}

}  // namespace arena
