// What hostile bots do to the machine they are on. Each of them ends at once, with status 43,
// unless it runs in a sandbox with process numbers of its own.
#pragma once

#include <functional>
#include <map>
#include <string>

using Mode = std::function<void(long)>;

std::map<std::string, Mode> attacks();
