// What `arena worker` does, as a program for the tests that also runs under the sanitizers.
#include <unistd.h>

#include "arena/worker/serve_plans.hpp"

int main() {
  arena::TableCache table_cache;
  return arena::serve_plans(arena::all_games(), table_cache, STDIN_FILENO, STDOUT_FILENO);
}
