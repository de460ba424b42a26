#include "engine/agent/rootcause.h"

#include <algorithm>
#include <cassert>

namespace motley {

bool isConsequence(const RankFailed &failure)
{
    return failure.kind == RankFailed::Kind::PeerLost;
}

const RankFailed &rootCauseOf(const std::vector<RankFailed> &failures)
{
    assert(!failures.empty());
    const auto root = std::find_if_not(failures.begin(), failures.end(), isConsequence);
    return root != failures.end() ? *root : failures.front();
}

} // namespace motley
