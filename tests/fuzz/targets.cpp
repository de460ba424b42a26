#include "tests/fuzz/targets.h"

namespace motley {

std::vector<FuzzTarget> allTargets()
{
    std::vector<FuzzTarget> all;
    for (const auto &targets :
        {protocolTargets(), dataTargets(), modelTargets(), textTargets(), chatTargets(), remoteTargets()})
        all.insert(all.end(), targets.begin(), targets.end());
    return all;
}

} // namespace motley
