// An entrant that is a process of arena's: a program, or the worker of a Python module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/series/entrant.hpp"

namespace arena {

std::shared_ptr<const EntrantKind> process_entrant(BotProcess process);

/// The worker of a Python module. It looks for modules where Python is told to look here.
BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared = {});

}  // namespace arena
