# Compiles slow headers once for all targets. Sources still include what they use: `./dev lint`
# builds without this (CMAKE_DISABLE_PRECOMPILE_HEADERS) and finds missing includes.

set(arena_headers_values <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional>
  <span> <string> <string_view> <utility> <variant> <vector> <boost/describe.hpp> <boost/json.hpp> <fmt/format.h>)
set(arena_headers_waits ${arena_headers_values} <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp>
  <boost/asio/deferred.hpp> <boost/asio/experimental/parallel_group.hpp> <boost/asio/io_context.hpp>
  <boost/asio/ip/tcp.hpp> <boost/asio/posix/stream_descriptor.hpp> <boost/asio/steady_timer.hpp>
  <boost/asio/use_awaitable.hpp>)
set(arena_headers_tests ${arena_headers_waits} <catch2/catch.hpp>)
set(arena_headers_plain_tests ${arena_headers_tests})

# arena_precompile(TARGET KIND): the kind is `values`, `waits` (with Asio), `tests` (with Catch2), or
# `plain_tests`: the same without optimisation, which compiles in half the time. Libraries and
# programs need separate precompiled headers, because their position-independent code differs.
function(arena_precompile target kind)
  get_target_property(type ${target} TYPE)
  set(owner arena_precompiled_${kind})
  if(type STREQUAL "EXECUTABLE")
    string(APPEND owner "_program")
  endif()
  if(NOT TARGET ${owner})
    add_library(${owner} OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
    target_precompile_headers(${owner} PRIVATE ${arena_headers_${kind}})
    target_link_libraries(${owner} PRIVATE Boost::headers Boost::json fmt::fmt Threads::Threads)
    if(kind STREQUAL "plain_tests")
      target_compile_options(${owner} PRIVATE -O0)
    endif()
    if(type STREQUAL "EXECUTABLE")
      set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${owner} PRIVATE -fPIE)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
