// The user's web browser.
#pragma once

#include <string>

namespace arena::cli {

/// Opens an address or a file in the browser that $BROWSER names, or that of the desktop
/// (xdg-open). The browser outlives arena. If no browser is found, a message on stderr says so.
/// REQUIRES: no Spawner exists, which would take the browser for what a bot left behind.
void show_in_browser(const std::string& address);

}  // namespace arena::cli
