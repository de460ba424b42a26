// The algorithms of a connection: those that the user's SSH configuration allows and libssh has, in the user's order.
#pragma once

#include "remote/session/sentence.h"
#include "remote/ssh/config/sshconfig.h"
#include "remote/ssh/sshhandles.h"

#include <optional>

namespace motley {

// `knownTypes` are the types of the host's known keys. Errors name the keyword that allows nothing of what libssh has.
Result<void> allowAlgorithms(ssh_session_struct *session, const SshSettings &settings,
    const std::vector<std::string> &knownTypes, const Sentence &machine);

// What to say of libssh's error where client and server have no algorithm in common; nullopt: it is another error.
std::optional<Sentence> nothingInCommon(const std::string &libsshError, const Sentence &machine);

} // namespace motley
