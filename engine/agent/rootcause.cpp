#include "engine/agent/rootcause.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>

namespace motley {

namespace {

// What Gloo, NCCL and c10d's store say when the other end is gone.
constexpr std::array<const char *, 9> wordsOfLoss{"Connection closed by peer", "Connection reset by peer",
    "Broken pipe", "Connection refused", "Timed out waiting", "timed out", "remote process exited",
    "NCCL communicator was aborted", "lost the other ranks"};

bool wasKilled(const RankFailed &failure)
{
    return failure.cause.find("signal ") != std::string::npos;
}

} // namespace

bool isConsequence(const RankFailed &failure)
{
    if (wasKilled(failure))
        return false;
    return std::any_of(wordsOfLoss.begin(), wordsOfLoss.end(),
        [&](const char *words) { return failure.cause.find(words) != std::string::npos; });
}

const RankFailed &rootCauseOf(const std::vector<RankFailed> &failures)
{
    assert(!failures.empty());
    const auto root = std::find_if_not(failures.begin(), failures.end(), isConsequence);
    return root != failures.end() ? *root : failures.front();
}

} // namespace motley
