// `arena-contests`: all of arena, with tournaments, contests on the web, and tables in the browser.
#include <memory>

#include "arena/cli/program.hpp"
#include "arena/cli/shell.hpp"
#include "arena/web/home_table.hpp"

int main(int argc, char** argv) {
  using namespace arena::cli;
  return run_program(
      {{add_tournament, add_entrants, add_standings, add_report, add_export, add_verify, add_worker,
        add_checker, add_serve, add_submit, add_admin, add_completion},
       {},
       [](const arena::SeriesPlan& plan) -> std::unique_ptr<arena::BrowserTable> {
         return std::make_unique<arena::web::HomeTable>(plan);
       }},
      argc, argv);
}
