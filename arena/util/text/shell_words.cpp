#include "arena/util/text/shell_words.hpp"

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

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

}  // namespace arena
