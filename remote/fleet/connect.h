// From a machine to a session: resolve, connect, verify the host key, log in; or a shell here for "this computer".
// MOTLEY_SSH_CONFIG in the environment names an ssh configuration to use instead of the user's own, as `ssh -F` does:
// for resolving and for the list of aliases alike. The lab's machines are reached this way.
#pragma once

#include "remote/fleet/machine.h"
#include "remote/session/prompter.h"
#include "remote/session/session.h"

#include <memory>
#include <stop_token>

namespace motley {

// Why there is no session.
struct ConnectError : Error {
    // The cause is that of the machine, or of a jump host on the way.
    enum class Cause {
        Unreachable, // or anything else
        NoCommonAlgorithm, // the server has none that the configuration allows
        HostKeyChanged, // known_hosts has another one
        HostKeyRefused, // it is revoked, too short, or not known and not accepted
        LoginRefused, // no key or password was accepted
    };

    explicit ConnectError(Error error, Cause reason = Cause::Unreachable) : Error(std::move(error)), cause(reason) { }

    bool isRefusal() const { return cause != Cause::Unreachable; } // which lasts until a user has put it right

    Cause cause;
};

// Errors carry a whole sentence naming the machine, the cause and one thing to do. A changed or revoked host key is
// refused here, before anything is sent, and cannot be overridden by a prompter or by the configuration.
tl::expected<std::unique_ptr<Session>, ConnectError> connectTo(
    const Machine &machine, Prompter &prompter, std::stop_token stop = {});

} // namespace motley
