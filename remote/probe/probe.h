// Finds out what a machine is before anything is deployed there, with one constant POSIX-sh script.
#pragma once

#include "engine/protocol/probereport.h"
#include "remote/session/session.h"

#include <stop_token>
#include <string_view>

namespace motley {

Result<ProbeReport> probe(Session &session, std::stop_token stop = {});

std::string_view probeScript();
// The script's output, bounded and checked: it comes from another machine.
Result<ProbeReport> parseProbeOutput(std::string_view output);

} // namespace motley
