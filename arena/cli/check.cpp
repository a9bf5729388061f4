#include "arena/cli/shell.hpp"
namespace arena::cli { void add_check(CLI::App&, Shell&) {} }
