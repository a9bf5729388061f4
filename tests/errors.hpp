// What a call complains of.
#pragma once

#include <string>

#include "arena/util/error.hpp"

namespace arena::test {

/// The text of the Error that the call throws; empty if it throws none.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace arena::test
