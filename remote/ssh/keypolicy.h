// Which public keys, as blobs, the SSH configuration lets take part.
#pragma once

#include "remote/ssh/config/sshconfig.h"

#include <cstdint>
#include <string_view>

namespace motley {

// Of a key or a certificate. An RSA key has several, whose names differ from its type (RFC 8332).
bool isAlgorithmOf(std::string_view type, std::string_view algorithm);

std::int64_t rsaBits(std::string_view blob); // of a key or a certificate; 0: of another kind
bool isShorterThan(std::int64_t bits, std::string_view blob); // false: it is no RSA key

// The keyword that keeps a key or certificate of the user from being used; empty: it may be.
std::string_view keywordAgainst(std::string_view blob, const SshSettings &settings);

} // namespace motley
