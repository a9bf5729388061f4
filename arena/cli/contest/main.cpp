// `arena-contests`: all of arena, with tournaments, contests on the web, and tables in the browser.
#include <memory>

#include "arena/cli/contest/summaries.hpp"
#include "arena/cli/program.hpp"
#include "arena/cli/shell.hpp"
#include "arena/site/play/home_table.hpp"

int main(int argc, char** argv) {
  using namespace arena::cli;
  return run_program({{{tournament_summary, add_tournament},
                       {entrants_summary, add_entrants},
                       {standings_summary, add_standings},
                       {report_summary, add_report},
                       {export_summary, add_export},
                       {verify_summary, add_verify},
                       {worker_summary, add_worker},
                       {checker_summary, add_checker},
                       {serve_summary, add_serve},
                       {submit_summary, add_submit},
                       {admin_summary, add_admin},
                       {completion_summary, add_completion}},
                      {},
                      [](const arena::SeriesPlan& plan) -> std::unique_ptr<arena::BrowserTable> {
                        return std::make_unique<arena::site::HomeTable>(plan);
                      }},
                     argc, argv);
}
