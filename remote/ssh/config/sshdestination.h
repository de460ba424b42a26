// What a user types to name a machine: user@host, user@host:port, user@[address]:port, or these after ssh://.
#pragma once

#include <optional>
#include <string>

namespace motley {

struct SshDestination {
    std::string user; // empty: not named
    std::string host; // an alias, a name or an address, in the user's own spelling
    int port = 0; // 0: not named
};

// nullopt: not a destination. What passes is safe as an argument of ssh and, by Match exec, within a shell's words.
std::optional<SshDestination> parseSshDestination(std::string text);

} // namespace motley
