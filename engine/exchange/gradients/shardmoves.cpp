#include "engine/exchange/gradients/shardmoves.h"

#include <algorithm>

namespace motley {

namespace {

const HeldRange *holderOf(const std::vector<HeldRange> &held, std::int64_t number, int preferred)
{
    const HeldRange *found = nullptr;
    for (const HeldRange &some : held) {
        if (number < some.range.begin || number >= some.range.end)
            continue;
        if (some.rank == preferred)
            return &some;
        if (!found)
            found = &some;
    }
    return found;
}

// Up to where that holder is the one to take from: the end of its range, or where the rank's own begins.
std::int64_t endFrom(const std::vector<HeldRange> &held, const HeldRange &holder, std::int64_t begin, int to)
{
    std::int64_t end = holder.range.end;
    for (const HeldRange &own : held)
        if (own.rank == to && own.range.begin > begin && own.range.begin < own.range.end)
            end = std::min(end, own.range.begin);
    return end;
}

} // namespace

std::optional<std::vector<ShardMove>> movesBetween(
    const std::vector<HeldRange> &held, const std::vector<HeldRange> &wanted)
{
    std::vector<ShardMove> moves;
    for (const HeldRange &target : wanted)
        for (std::int64_t begin = target.range.begin; begin < target.range.end;) {
            const HeldRange *holder = holderOf(held, begin, target.rank);
            if (!holder)
                return std::nullopt;
            const std::int64_t end = std::min(target.range.end, endFrom(held, *holder, begin, target.rank));
            moves.push_back({holder->rank, target.rank, {begin, end}});
            begin = end;
        }
    return moves;
}

} // namespace motley
