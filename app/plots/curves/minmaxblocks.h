// The least and the greatest value of each block of a long column, so that a picture of millions of points reads a few
// thousand. Pure data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace motley {

class MinMaxBlocks {
public:
    static constexpr std::size_t size = 256; // values

    struct Block {
        double least = 0;
        double greatest = 0;
        std::uint8_t leastAt = 0; // within the block: of the first one that is the least
        std::uint8_t greatestAt = 0;
        bool allFinite = true; // else least and greatest say nothing
        std::array<double, 3> samples{}; // its first, middle and last value
    };

    // Follows a column that has grown or become another one. A block counts as unchanged where its samples are.
    void update(std::span<const double> column);

    // nullptr: no block of finite values begins at `index` and ends before `end`.
    const Block *from(std::size_t index, std::size_t end) const;

private:
    std::vector<Block> m_blocks; // of all whole blocks
};

MinMaxBlocks::Block blockOf(std::span<const double> values); // of as many as a block has at most

// Part of a column, with its blocks where it is so long that it has some.
struct ColumnPart {
    std::span<const double> column;
    std::size_t begin = 0;
    std::size_t end = 0;
    const MinMaxBlocks *blocks = nullptr;
};

inline ColumnPart wholeOf(std::span<const double> column)
{
    return {column, 0, column.size()};
}

// Shows all of it in order: `onBlock(block, index)` a block, which it may refuse by false, else `onValue(index)` a
// value.
template <typename OnBlock, typename OnValue>
void visit(const ColumnPart &part, OnBlock &&onBlock, OnValue &&onValue)
{
    for (std::size_t i = part.begin; i < part.end;) {
        const auto *block = part.blocks ? part.blocks->from(i, part.end) : nullptr;
        if (block && onBlock(*block, i))
            i += MinMaxBlocks::size;
        else
            onValue(i++);
    }
}

} // namespace motley
