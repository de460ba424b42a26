// Lets one machine fetch files from another, with commands of the deployed engine.
#pragma once

#include "engine/protocol/copies/filecopy.h"
#include "remote/session/session.h"

#include <functional>
#include <stop_token>
#include <string>

namespace motley {

// Starts a program on the machine that gives the files to fetchFromMachine() of others. It ends by itself once nobody
// has asked for a while. Returns its port.
Result<int> startGivingFiles(
    Session &session, const std::string &engine, const GiveRequest &request, std::stop_token stop = {});

// Errors: the connection to the machine is lost, or stopped. What goes wrong between the two machines is in the report.
Result<FetchReport> fetchFromMachine(Session &session, const std::string &engine, const FetchRequest &request,
    const std::function<void(std::int64_t bytes)> &onProgress, std::stop_token stop = {});

} // namespace motley
