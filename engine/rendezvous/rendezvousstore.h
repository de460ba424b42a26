// Where machines that were started by hand, each by itself, find each other: texts under names that all of them see.
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
    virtual std::chrono::seconds heartbeatLimit() const = 0; // with a machine whose texts do not change

    // From any thread.
    virtual Result<void> post(const std::string &name, const std::string &text) = 0;
    virtual Result<std::optional<std::string>> read(const std::string &name) = 0;

    virtual void leave() = 0; // number 0, when nobody needs anything here any more
};

// tcp://ADDRESS:PORT: on the machine with that address (or name of such), which comes to be number 0; another process
// there may join it. file:///FOLDER: a folder that all machines see and that is not there yet, or was made by them just
// now. For at most `machines`. Errors name the place and the remedy. It waits up to `limit` for number 0.
Result<std::unique_ptr<RendezvousStore>> openRendezvousStore(
    const std::string &url, int machines, std::chrono::seconds limit);

// For rendezvousstore.cpp.
Result<std::unique_ptr<RendezvousStore>> openTcpRendezvousStore(const std::string &place, std::chrono::seconds limit);
Result<std::unique_ptr<RendezvousStore>> openFolderRendezvousStore(const std::string &folder, int machines);

} // namespace motley
