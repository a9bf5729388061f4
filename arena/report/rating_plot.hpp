// The plot of ratings over deals: a line with a band for each entrant.
#pragma once

#include <optional>

#include "arena/report/html.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

/// So many entrants have colours; further ones are grey.
inline constexpr std::size_t coloured_entrants = 8;

/// A wide drawing and a narrow one for phones; style.css shows one of them. With `only`, that
/// entrant alone has a colour, a band and a label.
Html rating_plot(const ReportData& data, std::optional<std::size_t> only = {});

}  // namespace arena::report
