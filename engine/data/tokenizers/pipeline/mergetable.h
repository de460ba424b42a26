// The merges of byte pairs, by the ids of both tokens: a hash table without lists, as looking up is most of the work.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

class MergeTable {
public:
    struct Merge {
        std::int32_t rank = 0; // lower ones come first
        std::int32_t id = 0; // of the merged token
    };

    MergeTable() = default;
    explicit MergeTable(std::size_t merges); // that may be put

    void put(std::int32_t left, std::int32_t right, Merge merge); // replaces one of the same pair
    const Merge *find(std::int32_t left, std::int32_t right) const; // nullptr: the pair is not merged

private:
    struct Slot {
        std::uint64_t key = empty;
        Merge merge;
    };
    static constexpr std::uint64_t empty = ~std::uint64_t(0); // ids are not negative

    std::size_t slotOf(std::uint64_t key) const; // the key's, or the free one that would be

    std::vector<Slot> m_slots; // a power of two, half of them free
    int m_shift = 64;
};

} // namespace motley
