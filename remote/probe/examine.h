// Asks a machine about itself, with a constant script whose output is bounded and checked.
#pragma once

#include "remote/probe/probeoutput.h"
#include "remote/session/session.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace motley {

using OnOutput = std::function<void(const std::string &soFar)>; // each time that more has come

Result<ProbeOutput> examine(
    Session &session, std::string_view script, std::stop_token stop, const OnOutput &onOutput = {});

} // namespace motley
