// From a machine to a session: resolve, connect, verify the host key, log in; or a shell here for "this computer".
#pragma once

#include "remote/machine.h"
#include "remote/prompter.h"
#include "remote/session.h"

#include <memory>
#include <stop_token>

namespace motley {

// Errors carry a whole sentence naming the machine, the cause and one thing to do. A changed or revoked host key is
// refused here, before anything is sent, and cannot be overridden by a prompter or by the configuration.
Result<std::unique_ptr<Session>> connectTo(const Machine &machine, Prompter &prompter, std::stop_token stop = {});

} // namespace motley
