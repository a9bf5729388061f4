# Run by the build (`cmake -P`): writes OUT, a source with the commit of the checkout in FROM, if that has changed. Without
# git, as in an archive of the sources, the commit is that of cmake/commit.txt, into which `git archive` writes it.
set(commit "")
if(EXISTS "${FROM}/.git")
  foreach(variable GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE)  # of another repository, as in a hook
    unset(ENV{${variable}})
  endforeach()
  set(git git --no-optional-locks -c "safe.directory=${FROM}" -C "${FROM}")
  set(read_answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET OUTPUT_VARIABLE)
  execute_process(COMMAND ${git} rev-parse --short=12 HEAD ${read_answer} commit)
  execute_process(COMMAND ${git} status --porcelain -- CMakeLists.txt arena cmake games protocols python
                  ${read_answer} changes)
  if(commit AND changes)
    string(APPEND commit "+changes")
  endif()
elseif(EXISTS "${FROM}/cmake/commit.txt")
  file(STRINGS "${FROM}/cmake/commit.txt" commit REGEX "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT [[
#include "arena/util/commit.hpp"

std::string_view arena::commit() { return "@commit@"; }
]] @ONLY)
