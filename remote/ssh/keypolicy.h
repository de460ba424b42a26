// Which public keys, as blobs, the SSH configuration lets take part.
#pragma once

#include <cstdint>
#include <string_view>

namespace motley {

// Of a key or a certificate. An RSA key has several, whose names differ from its type (RFC 8332).
bool isAlgorithmOf(std::string_view type, std::string_view algorithm);

std::int64_t rsaBits(std::string_view blob); // of a key or a certificate; 0: of another kind
bool isShorterThan(std::int64_t bits, std::string_view blob); // false: it is no RSA key

} // namespace motley
