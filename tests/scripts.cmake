# Tests that run the whole program, as users and bad bots do.

# How the sanitizers run in programs that scripts start. They look for no leaks there, because LeakSanitizer itself crashed
# in some that ended early. And tests load libraries of theirs into arena before the sanitizer's own.
set(script_environment "ARENA_PROGRAM=$<TARGET_FILE:arena>;ARENA_TEST_BOTS=${CMAKE_RUNTIME_OUTPUT_DIRECTORY};ARENA_ROOT=${PROJECT_SOURCE_DIR}")
if(ARENA_SANITIZE)
  list(APPEND script_environment "ARENA_SANITIZED=1" "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:${asan_options}")
  # Python loads arena's module, and with it the sanitizer, which has to be there before all else.
  foreach(library asan stdc++)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${library}.so OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND preloaded ${file})
  endforeach()
  list(JOIN preloaded ":" preloaded)
  set(python_environment "LD_PRELOAD=${preloaded}")
endif()

add_executable(example_cpp ${PROJECT_SOURCE_DIR}/examples/cpp/lost_cities_bot.cpp)
add_executable(example_json_cpp ${PROJECT_SOURCE_DIR}/examples/json/random_bot.cpp)
target_link_libraries(example_json_cpp PRIVATE Boost::json)

add_executable(print_ratings rating/print_ratings.cpp)
target_link_libraries(print_ratings PRIVATE arena_rating)
add_test(NAME ratings_against_r COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/rating/against_r.py)
set_tests_properties(ratings_against_r PROPERTIES TIMEOUT ${patience} SKIP_RETURN_CODE 77
  ENVIRONMENT "ARENA_PRINT_RATINGS=$<TARGET_FILE:print_ratings>")

# The pages' scripts in a real browser; skipped without Node.js, its packages or Chromium.
find_program(NODE_PROGRAM node)
if(NODE_PROGRAM)
  add_test(NAME web_texts_test COMMAND ${NODE_PROGRAM} ${PROJECT_SOURCE_DIR}/arena/site/frontend/test/texts_test.mjs)
  foreach(test replays_test fit_test pages_test home_test contest_test tables_test source_contest_test)
    add_test(NAME web_${test} COMMAND ${NODE_PROGRAM} ${PROJECT_SOURCE_DIR}/arena/site/frontend/test/run.mjs ${test}.mjs)
    set_tests_properties(web_${test} PROPERTIES TIMEOUT ${patience} SKIP_RETURN_CODE 77
      ENVIRONMENT "${script_environment}")
  endforeach()
endif()

# One script of cli/: the name of its test, the file, and its arguments. Status 77 reports a script
# as skipped, if a language is not installed.
function(arena_cli_script test script)
  add_test(NAME cli_${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/cli/${script} ${ARGN})
  set_tests_properties(cli_${test} PROPERTIES TIMEOUT ${patience} SKIP_RETURN_CODE 77 ENVIRONMENT
                       "${script_environment}")
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/cli cli/*_test.py)
list(REMOVE_ITEM scripts starter_test.py)  # one test for each language, below
# In ./dev proof: they need a machine of their own, or build arena again.
list(REMOVE_ITEM scripts foul_play_test.py foul_soak_test.py soak_test.py new_game_test.py)
if(NOT TARGET arena_package)
  list(REMOVE_ITEM scripts in_process_test.py)
endif()
foreach(script ${scripts})
  string(REPLACE ".py" "" name ${script})
  arena_cli_script(${name} ${script})
endforeach()
set_property(TEST cli_catalogue_test APPEND PROPERTY
  ENVIRONMENT "ARENA_CATALOGUE=${PROJECT_BINARY_DIR}/catalogue.txt")
arena_cli_script(catalogue_as_nobody catalogue_test.py --as-nobody)

# The bots of `arena new`, one test for each language that there is a starter for.
file(GLOB starters CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}/examples/starters
     ${PROJECT_SOURCE_DIR}/examples/starters/*)
list(FILTER starters EXCLUDE REGEX "[.]")
foreach(starter ${starters})
  arena_cli_script(starter_${starter} starter_test.py ${starter})
endforeach()

# The Python package, if it is built.
if(TARGET arena_package)
  file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/python python/*_test.py)
  foreach(script ${scripts})
    string(REPLACE ".py" "" name ${script})
    add_test(NAME python_${name}
             COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/python/${script})
    set_tests_properties(python_${name} PROPERTIES TIMEOUT ${patience} ENVIRONMENT
      "${script_environment};${python_environment};ARENA_BUILD_DIR=${PROJECT_BINARY_DIR};PYTHONPATH=${PROJECT_BINARY_DIR}/python:${CMAKE_CURRENT_SOURCE_DIR}/cli")
  endforeach()
endif()

# The longest first, so that none is left over at the end. Some run several tests of theirs at a time.
foreach(long cli_catalogue_test web_contest_test web_replays_test cli_serve_security_test
        cli_catalogue_as_nobody cli_tournament_test cli_verify_test cli_stops_test cli_check_test games_test contest_test
        worker_test web_pages_test cli_starter_bash cli_starter_java cli_fair_test cli_power_loss_test cli_serve_authors_test
        python_tournament_test python_values_test)
  if(TEST ${long})
    set_tests_properties(${long} PROPERTIES COST 100)
  endif()
endforeach()
set_tests_properties(cli_catalogue_test cli_catalogue_as_nobody cli_check_test cli_stops_test cli_tournament_test
                     PROPERTIES PROCESSORS 2)
