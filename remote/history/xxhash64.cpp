#include "remote/history/xxhash64.h"

#include <array>
#include <bit>
#include <cstring>

namespace motley {

namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5;

template <typename Word>
Word wordAt(const char *bytes) // of a computer that has its low byte first, as all that Motley runs on
{
    static_assert(std::endian::native == std::endian::little);
    Word word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint64_t mixed(std::uint64_t lane, std::uint64_t word)
{
    return std::rotl(lane + word * prime2, 31) * prime1;
}

std::uint64_t ofLanes(std::string_view &bytes)
{
    std::array<std::uint64_t, 4> lanes{prime1 + prime2, prime2, 0, 0 - prime1};
    for (; bytes.size() >= 32; bytes.remove_prefix(32))
        for (std::size_t i = 0; i < lanes.size(); ++i)
            lanes[i] = mixed(lanes[i], wordAt<std::uint64_t>(bytes.data() + 8 * i));
    std::uint64_t hash
        = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes)
        hash = (hash ^ mixed(0, lane)) * prime1 + prime4;
    return hash;
}

} // namespace

std::uint64_t xxHash64(std::string_view bytes)
{
    const std::uint64_t size = bytes.size();
    std::uint64_t hash = (size >= 32 ? ofLanes(bytes) : prime5) + size;
    for (; bytes.size() >= 8; bytes.remove_prefix(8))
        hash = std::rotl(hash ^ mixed(0, wordAt<std::uint64_t>(bytes.data())), 27) * prime1 + prime4;
    if (bytes.size() >= 4) {
        hash = std::rotl(hash ^ wordAt<std::uint32_t>(bytes.data()) * prime1, 23) * prime2 + prime3;
        bytes.remove_prefix(4);
    }
    for (const char byte : bytes)
        hash = std::rotl(hash ^ std::uint8_t(byte) * prime5, 11) * prime1;
    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
}

} // namespace motley
