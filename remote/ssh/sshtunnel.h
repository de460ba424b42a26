// A connection through a jump host: a thread owns the connection to the jump host and carries bytes between a channel
// there and a socket on this computer.
#pragma once

#include "engine/base/descriptor.h"
#include "remote/ssh/sshtransport.h"

#include <memory>
#include <stop_token>
#include <string>
#include <thread>

namespace motley {

class SshTunnel final : public SshProxy {
public:
    // Fails with the jump host's words if it cannot reach the target.
    static Result<std::unique_ptr<SshTunnel>> open(std::unique_ptr<SshTransport> jump, const std::string &host,
        int port, std::chrono::milliseconds limit, std::stop_token stop);

    Descriptor releaseNearEnd() { return std::move(m_nearEnd); }

private:
    SshTunnel(std::unique_ptr<SshTransport> jump, SshChannelHandle channel, Descriptor nearEnd, Descriptor farEnd);

    Descriptor m_nearEnd;
    std::jthread m_relay; // stopped and joined on destruction
};

} // namespace motley
