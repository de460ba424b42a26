// One line of a known_hosts file: [marker] patterns keytype base64 [comment].
#pragma once

#include "remote/ssh/hostkeys.h"

#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct KnownHostsLine {
    enum class Marker { None, CertAuthority, Revoked };
    Marker marker = Marker::None;
    std::string hosts; // comma-separated patterns, or one hashed name
    HostKey key;
};

// nullopt: empty, a comment, or nothing that is understood (a line of SSH 1, an unknown marker).
std::optional<KnownHostsLine> parseKnownHostsLine(std::string_view line);

// '*', '?' and '!' work as in ssh: a negated pattern that matches outweighs the others.
bool matchesHost(const KnownHostsLine &line, const std::string &name);

} // namespace motley
