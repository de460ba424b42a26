// Stands between libssh and the user's ssh-agent: libssh offers every key that an agent lists, in the agent's order,
// and waits for it without limit. Through this filter, keys named in the configuration come first or alone, those
// that it rules out do not come, and a hung agent times out.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace motley {

struct AgentKeyChoice {
    std::vector<std::string> preferred; // blobs, in this order
    bool onlyPreferred = false;
    std::function<bool(std::string_view blob)> isAllowed; // unset: all are
};

class SshAgentFilter {
public:
    // Fails if there is no agent at this socket.
    static Result<SshAgentFilter> open(const std::string &socketPath, AgentKeyChoice choice, std::stop_token stop);

    int releaseClientEnd() { return m_clientEnd.release(); } // to be used, and closed, like an agent's socket

private:
    SshAgentFilter(Descriptor clientEnd, std::jthread server)
        : m_clientEnd(std::move(clientEnd)), m_server(std::move(server))
    {
    }

    Descriptor m_clientEnd;
    std::jthread m_server; // stopped and joined on destruction
};

// The answer to a request for identities, reordered and without those that are not wanted. A malformed answer becomes
// an empty list.
std::string filteredIdentities(const std::string &answer, const AgentKeyChoice &choice);

} // namespace motley
