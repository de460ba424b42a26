#include "engine/data/tokenizers/pipeline/mergetable.h"

namespace motley {

namespace {

std::uint64_t pairOf(std::int32_t left, std::int32_t right)
{
    return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

} // namespace

MergeTable::MergeTable(std::size_t merges)
{
    std::size_t slots = 2;
    int bits = 1;
    for (; slots < 2 * merges; slots *= 2)
        ++bits;
    m_slots.resize(slots);
    m_shift = 64 - bits;
}

std::size_t MergeTable::slotOf(std::uint64_t key) const
{
    std::size_t slot = std::size_t(key * 0x9e3779b97f4a7c15 >> m_shift);
    while (m_slots[slot].key != empty && m_slots[slot].key != key)
        slot = (slot + 1) & (m_slots.size() - 1);
    return slot;
}

void MergeTable::put(std::int32_t left, std::int32_t right, Merge merge)
{
    const std::uint64_t key = pairOf(left, right);
    m_slots[slotOf(key)] = {key, merge};
}

const MergeTable::Merge *MergeTable::find(std::int32_t left, std::int32_t right) const
{
    if (m_slots.empty())
        return nullptr;
    const Slot &slot = m_slots[slotOf(pairOf(left, right))];
    return slot.key == empty ? nullptr : &slot.merge;
}

} // namespace motley
