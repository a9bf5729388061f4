# Compiles slow headers once for all targets, and several sources as one unit where they use Asio or pybind11, or are
# many, so that templates are instantiated once for all of them: a third of the time. Sources still include what they
# use: `./dev lint` builds without both and finds missing includes.

option(ARENA_UNITY "Compile several sources of a target as one unit, where that saves time" ON)

set(arena_headers_values <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional>
  <span> <string> <string_view> <utility> <variant> <vector> <boost/describe.hpp> <boost/json.hpp> <fmt/format.h>)
set(arena_headers_waits ${arena_headers_values} <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp>
  <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp> <boost/asio/posix/stream_descriptor.hpp>
  <boost/asio/steady_timer.hpp> <boost/asio/use_awaitable.hpp>)
set(arena_headers_tests ${arena_headers_waits} <catch2/catch.hpp>)

# arena_precompile(TARGET KIND): the kind is `values`, `waits` (with Asio), or `tests` (with Catch2). Programs are compiled
# as libraries are (-fPIC), because a program cannot use precompiled headers that were made with other flags.
function(arena_precompile target kind)
  set(owner arena_precompiled_${kind})
  if(NOT TARGET ${owner})
    add_library(${owner} OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
    target_precompile_headers(${owner} PRIVATE ${arena_headers_${kind}})
    target_link_libraries(${owner} PRIVATE Boost::headers Boost::json fmt::fmt Threads::Threads)
    if(kind STREQUAL "tests")
      target_compile_options(${owner} PRIVATE -fno-sanitize=undefined)
    endif()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  if(NOT kind STREQUAL "values")
    target_link_libraries(${target} PRIVATE arena_asio)  # the headers need it, also where a source does not
  endif()
  if(kind STREQUAL "waits")
    arena_few_units(${target})
  endif()
endfunction()

# Compiles up to 18 sources of a target as one; a property of a target whose sources share too many names says less.
# Half of the time of a unit is for templates that each of them instantiates again.
function(arena_few_units target)
  if(ARENA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 18)
    # For the compiler, all but the first are headers, whose names others may shadow.
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
