// Fills in what the SSH configuration leaves open in paths and destinations, as ssh does. Errors name what has no
// value.
#pragma once

#include "remote/ssh/config/sshconfig.h"

namespace motley {

// ~ and ~user
Result<std::string> withHomes(const std::string &path);

// ~, %-tokens and ${VARIABLES}, as in IdentityFile, CertificateFile and UserKnownHostsFile.
Result<std::string> expandedSshPath(const std::string &path, const SshSettings &settings);

// The %-tokens of ProxyJump, which stand for parts of the destination behind the jump.
Result<std::string> expandedSshJump(const std::string &jump, const SshSettings &settings);

} // namespace motley
