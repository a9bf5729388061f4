// Answers each line with the same line, at once.
#include "bench/bots/lines.hpp"

int main() {
  bots::Messages messages(STDIN_FILENO);
  for (auto text = messages.next("\n"); !text.empty(); text = messages.next("\n")) {
    bots::write_all(STDOUT_FILENO, text);
  }
}
