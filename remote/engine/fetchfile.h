// One file of a run's folder on a machine, copied to this computer and verified by its SHA-256.
#pragma once

#include "remote/session/session.h"

#include <QString>

#include <cstdint>
#include <stop_token>
#include <string>

namespace motley {

struct RemoteFile {
    std::string sha256;
    std::int64_t bytes = 0;
    std::string name; // relative to the folder; slashes are allowed
};

struct FetchOptions {
    std::int64_t bytesPerSecond = 0; // at most; 0: as fast as it goes
    std::stop_token stop = {};
};

enum class Fetched { Whole, Damaged }; // damaged: what the machine has now has another size or SHA-256, or is gone

// A file that is here already is left as it is. Errors: the connection, this computer's disk.
Result<Fetched> fetchFile(Session &session, const std::string &folder, const RemoteFile &file, const QString &path,
    const FetchOptions &options);

} // namespace motley
