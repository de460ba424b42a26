#include "engine/base/randomhex.h"

#include <sys/random.h>

namespace motley {

std::string randomHex(std::size_t bytes)
{
    std::string random(bytes, '\0');
    if (getrandom(random.data(), random.size(), 0) != ssize_t(random.size()))
        return {};
    std::string hex;
    for (const unsigned char byte : random) {
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15];
    }
    return hex;
}

} // namespace motley
