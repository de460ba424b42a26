#include "engine/plan/joining.h"

#include <algorithm>

namespace motley {

// Whatever is under way, a step, a test or a checkpoint, comes to its end before the next generation begins.
Joining joining(const JoinCase &now)
{
    if (now.isEnding)
        return Joining::RefuseAtEnd;
    if (now.isWelcome && now.asks)
        return Joining::RefuseTwice;
    const auto trains = [&](int rank) { return now.training.count(rank) > 0; };
    if (std::any_of(now.ranks.begin(), now.ranks.end(), trains)) // that they are lost may not be known yet
        return Joining::Wait;
    if (!now.isWelcome)
        return Joining::Prepare;
    const bool areReady
        = std::all_of(now.ranks.begin(), now.ranks.end(), [&](int rank) { return now.ready.count(rank) > 0; });
    return areReady && !now.isChanging ? Joining::TakeIn : Joining::Wait;
}

} // namespace motley
