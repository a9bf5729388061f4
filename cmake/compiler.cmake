# Compiler settings: C++20, warnings as errors; sanitizers are optional.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

# The program and Python's extension module share the same objects. Hidden symbols let the compiler
# inline calls in both.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Without fused multiply-adds, doubles give the same results on every processor.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of g++ 12 in inlined library code.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
                      -Wno-array-bounds -Wno-mismatched-new-delete)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Relative paths, so that one checkout's compiled files serve all others. The inode cache, so that ccache does not read
  # 200 MB of precompiled headers again for each file.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_INODECACHE=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# Otherwise every unit compiles Asio's reactor, scheduler and timers again. cmake/asio.cpp and arena/http/beast.cpp have them.
add_compile_definitions(BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)

if(ARENA_NATIVE)
  add_compile_options(-march=native -Wno-uninitialized)  # g++ 12's own AVX-512 headers
endif()

if(ARENA_SANITIZE STREQUAL "thread")
  add_compile_options(-Wno-tsan)  # Asio's fences, which the thread sanitizer does not support
endif()
if(ARENA_SANITIZE)
  if(ARENA_FUZZ)
    add_compile_options(-O1)  # runs for minutes
  else()
    add_compile_options(-O0)  # a third less of the compiler's time
  endif()
  add_compile_options(-fsanitize=${ARENA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -UNDEBUG -g1)
  add_link_options(-fsanitize=${ARENA_SANITIZE})
  # At a place of its own a program has half a million addresses to put right at each start, which takes 10 ms.
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(ARENA_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Checks of each pointer that is followed: a third of the compiler's time. The address sanitizer finds what comes of a
  # wrong one, and the fuzz targets, which clang compiles, have these checks.
  add_compile_options(-fno-sanitize=vptr,null,object-size,alignment)
  # Arena has few arrays that are global, and thousands of literals, which make a program a third larger.
  add_compile_options(--param=asan-globals=0)
endif()
if(ARENA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "ARENA_FUZZ needs clang, whose libFuzzer it is (Debian: clang, libclang-rt-dev)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)  # count the code that inputs reach
endif()

# arena_optimise(TARGET LEVEL): in builds for users, where all else has 2. The rules of games get 3, because they are played
# millions of times; what runs once for each command or match gets 1, which takes three quarters of the compiler's time.
# Under the sanitizers, where all else has 0, what computes (2 and 3) gets 1.
if(ARENA_LEVELS)
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
endif()
function(arena_optimise target level)
  if(ARENA_LEVELS)
    target_compile_options(${target} PRIVATE -O${level})
  elseif(ARENA_SANITIZE AND level GREATER 1)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()
