// From a connected socket to a connection whose other end is proven to be the machine that the user means.
#pragma once

#include "engine/base/descriptor.h"
#include "remote/session/prompter.h"
#include "remote/session/sentence.h"
#include "remote/ssh/config/sshconfig.h"
#include "remote/ssh/sshtransport.h"

#include <memory>
#include <stop_token>

namespace motley {

// Why there is no connection.
struct HandshakeError : Error {
    enum class Cause {
        Other,
        NoCommonAlgorithm,
        HostKeyChanged, // known_hosts has another one
        HostKeyRefused, // it is revoked, too short, or not known and not accepted
    };

    HandshakeError(Error error, Cause reason = Cause::Other) : Error(std::move(error)), cause(reason) { }

    Cause cause;
};

// A changed or revoked host key is refused here. A new one is shown to the user and, when accepted, added to
// known_hosts.
tl::expected<std::unique_ptr<SshTransport>, HandshakeError> shakeHands(Descriptor socket,
    std::unique_ptr<SshProxy> proxy, const SshSettings &settings, const Sentence &machine, Prompter &prompter,
    std::stop_token stop);

} // namespace motley
