# Makes the table of games from the folders: games/<name>/ has the rules, `arena rules <name>`
# prints docs/<name>.md or, in Russian, docs/ru/<name>.md, protocols/<name>/ has the game's own texts,
# if any, and games/<name>/helpers/ its helper programs, if any. No list of games is written by hand.

# A helper program of a game, which games/<name>/helpers/CMakeLists.txt adds: arena starts it with HelperProcess
# (arena/util/helper_process.hpp), so that neither arena nor Python load its libraries. Python's wheel includes it.
function(arena_add_helper name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/arena)
  install(TARGETS ${name} RUNTIME DESTINATION lib/arena)
  add_dependencies(arena_helpers ${name})
endfunction()

set(ARENA_ONLY_GAMES "" CACHE STRING "Build these games alone, as bidding;streams; empty: all")

# Sets ARENA_GAMES to the names of the games in games/ that are built.
function(arena_list_games)
  if(ARENA_ONLY_GAMES)
    set(ARENA_GAMES ${ARENA_ONLY_GAMES} PARENT_SCOPE)
    return()
  endif()
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}/games
       ${PROJECT_SOURCE_DIR}/games/*)
  list(REMOVE_ITEM folders common)
  list(SORT folders)
  set(ARENA_GAMES ${folders} PARENT_SCOPE)
endfunction()

# A library of these sources, or of headers only if no sources are given.
function(arena_add_layer name below)
  if(ARGN)
    add_library(${name} STATIC ${ARGN})
    arena_precompile(${name} values)
    list(LENGTH ARGN sources)
    if(sources GREATER 4)  # fewer gain little
      arena_few_units(${name})
    endif()
    target_link_libraries(${name} PUBLIC ${below})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${below})
  endif()
endfunction()

# The header and type of a game's module: its own, or the generic one made from the rules.
macro(arena_find_module game)
  if(EXISTS ${PROJECT_SOURCE_DIR}/protocols/${game}/${game}.hpp)
    set(ARENA_MODULE_HEADERS "#include \"protocols/${game}/${game}.hpp\"")
    set(ARENA_MODULE "${game}::GameModule")
  else()
    set(ARENA_MODULE_HEADERS "#include \"games/${game}/${game}.hpp\"\n#include \"protocols/generic/generic.hpp\"")
    set(ARENA_MODULE "GenericModule<${game}::Rules>")
  endif()
endmacro()

# Writes the unit of a game, whose rules are explained in <docs>/<game>.md, and in Russian, if there is a
# translation, in <docs>/ru/<game>.md.
function(arena_write_game folder game docs)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${docs}/${game}.md)
  file(READ ${docs}/${game}.md ARENA_RULES)
  set(ARENA_RULES_RU "")
  file(GLOB translation CONFIGURE_DEPENDS ${docs}/ru/${game}.md)
  if(translation)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${translation})
    file(READ ${translation} ARENA_RULES_RU)
  endif()
  set(ARENA_GAME ${game})
  arena_find_module(${game})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/game.cpp.in ${folder}/${game}.cpp @ONLY)
endfunction()

# Writes all_games.cpp, the table of these games.
function(arena_write_table folder)
  set(ARENA_DECLARATIONS "")
  set(ARENA_CALLS "")
  foreach(game ${ARGN})
    string(APPEND ARENA_DECLARATIONS "std::unique_ptr<const AnyGame> make_${game}();\n")
    string(APPEND ARENA_CALLS "  games.push_back(make_${game}());\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/all_games.cpp.in ${folder}/all_games.cpp @ONLY)
endfunction()

function(arena_add_game game)
  file(GLOB_RECURSE rules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/games/${game}/*.cpp)
  list(FILTER rules EXCLUDE REGEX "/helpers/")
  file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/protocols/${game}/*.cpp)
  arena_write_game(${PROJECT_BINARY_DIR}/games ${game} ${PROJECT_SOURCE_DIR}/docs)

  arena_add_layer(arena_game_${game} arena_search ${rules})
  if(rules)
    # All in one, so that rules inline into what plays with them: play-outs and built-in bots.
    # Without precompiled headers: with those of another level, g++ 12 makes play-outs a tenth slower.
    arena_few_units(arena_game_${game})
    set_target_properties(arena_game_${game} PROPERTIES UNITY_BUILD_BATCH_SIZE 0 DISABLE_PRECOMPILE_HEADERS ON)
    arena_optimise(arena_game_${game} 3)
  endif()
  arena_add_layer(arena_protocol_${game} arena_game_${game} ${texts})
  if(EXISTS ${PROJECT_SOURCE_DIR}/games/${game}/helpers/CMakeLists.txt)
    add_subdirectory(${PROJECT_SOURCE_DIR}/games/${game}/helpers ${PROJECT_BINARY_DIR}/helpers/${game})
  endif()
endfunction()

# Makes the library arena_games, with all games.
function(arena_add_games)
  arena_list_games()
  add_custom_target(arena_helpers)
  set(sources)
  foreach(game ${ARENA_GAMES})
    arena_add_game(${game})
    list(APPEND sources ${PROJECT_BINARY_DIR}/games/${game}.cpp)
  endforeach()
  arena_write_table(${PROJECT_BINARY_DIR}/games ${ARENA_GAMES})
  add_library(arena_games STATIC ${sources} ${PROJECT_BINARY_DIR}/games/all_games.cpp)
  arena_precompile(arena_games waits)
  # A third of the time of one game alone is for what all of them include.
  set_target_properties(arena_games PROPERTIES UNITY_BUILD_BATCH_SIZE 3)
  target_link_libraries(arena_games PUBLIC arena_game)
  add_dependencies(arena_games arena_helpers)
  foreach(game ${ARENA_GAMES})
    target_link_libraries(arena_games PUBLIC arena_protocol_${game})
  endforeach()
  set(ARENA_GAMES ${ARENA_GAMES} PARENT_SCOPE)
endfunction()
