// Stands between libssh and the user's ssh-agent: libssh offers every key that an agent lists, in the agent's order,
// and waits for it without limit. Through this filter, keys named in the configuration come first or alone, and a hung
// agent times out.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace motley {

class SshAgentFilter {
public:
    // Fails if there is no agent at this socket.
    static Result<SshAgentFilter> open(const std::string &socketPath, std::vector<std::string> preferredBlobs,
        bool onlyPreferred, std::stop_token stop);

    int releaseClientEnd() { return m_clientEnd.release(); } // to be used, and closed, like an agent's socket

private:
    SshAgentFilter(Descriptor clientEnd, std::jthread server)
        : m_clientEnd(std::move(clientEnd)), m_server(std::move(server))
    {
    }

    Descriptor m_clientEnd;
    std::jthread m_server; // stopped and joined on destruction
};

// The answer to a request for identities, reordered and, if only the preferred ones are wanted, shortened.
// A malformed answer becomes an empty list.
std::string filteredIdentities(
    const std::string &answer, const std::vector<std::string> &preferredBlobs, bool onlyPreferred);

} // namespace motley
