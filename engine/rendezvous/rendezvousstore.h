// Where machines that were started by hand, each by itself, find each other: texts under names that all of them can
// read.
#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace motley {

class RendezvousStore {
public:
    virtual ~RendezvousStore() = default;

    virtual int number() const = 0; // of this machine, in the order of arriving; 0 coordinates
    virtual std::chrono::seconds heartbeatLimit() const = 0; // how long a machine's heartbeat may stay unchanged

    // May be called from any thread.
    virtual Result<void> post(const std::string &name, const std::string &text) = 0;
    virtual Result<std::optional<std::string>> read(const std::string &name) = 0;

    virtual void leave() = 0; // called by number 0, when no machine needs the store any more
};

struct MeetingPlace {
    // tcp://ADDRESS:PORT is served, over TLS, by the machine with that address or host name, which becomes number 0;
    // another process on it may join. file:///FOLDER is a folder that all machines see and that does not exist yet, or
    // that they have made just now.
    std::string url;
    std::string secret = {}; // which machines that meet over tcp:// know each other by
};

Result<void> checkPlace(const MeetingPlace &place); // errors: no such kind, a secret is missing or too many

// For at most `machines`. Waits up to `limit` for number 0. Errors name the endpoint and the remedy.
Result<std::unique_ptr<RendezvousStore>> openRendezvousStore(
    const MeetingPlace &place, int machines, std::chrono::seconds limit);

// For rendezvousstore.cpp.
Result<std::unique_ptr<RendezvousStore>> openTlsRendezvousStore(
    const std::string &endpoint, const std::string &secret, std::chrono::seconds limit);
Result<std::unique_ptr<RendezvousStore>> openFolderRendezvousStore(const std::string &folder, int machines);

} // namespace motley
