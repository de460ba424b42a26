#include "engine/data/datahash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace motley {

void DataHash::add(std::span<const std::byte> bytes)
{
    m_value = XXH3_64bits_withSeed(bytes.data(), bytes.size(), m_value);
}

} // namespace motley
