// A cluster that a person describes for `simulate`, and what was published about it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct ClusterNode {
    std::string name;
    int count = 1; // of equal ones
    int ranks = 1; // of each
    double fixedSeconds = 0; // of a step of one rank, whatever its share
    double secondsPerUnit = 0; // and for each unit of the share more
    std::int64_t mostUnits = 0; // of one rank; 0: any number fits
    double noise = 0; // standard deviation of a step over its time
    double bytesPerSecond = 0; // of its link to the others; 0: it does not count
    double latencySeconds = 0;
    double insideBytesPerSecond = 0; // between its ranks; 0: it does not count
    double insideLatencySeconds = 0;
    double watts = 0; // of one rank while it computes
    double idleWatts = 0; // of the machine
    double pricePerHour = 0;

    bool operator==(const ClusterNode &) const = default;
};

struct ClusterJob {
    std::int64_t samples = 0; // in all
    std::int64_t batch = 0; // of a step, or:
    std::int64_t batchPerRank = 0;
    double gradientBytes = 0;
    int sums = 0; // of small tensors in each step
    double sumBytes = 0;
    double hidingPart = 0; // of computing, the part behind which the exchange of gradients hides

    bool operator==(const ClusterJob &) const = default;
};

// Which bandwidth is chosen so that a published row comes out.
enum class FittedLink { None, Nodes, Shared };

struct PublishedRow {
    int nodes = 1;
    double stepSeconds = 0;
    double days = 0; // of the whole job; 0: not published

    bool operator==(const PublishedRow &) const = default;
};

struct ClusterSpec {
    static constexpr int currentVersion = 1;

    std::string name;
    std::string source; // of these numbers
    ClusterJob job;
    std::vector<ClusterNode> nodes;
    double sharedBytesPerSecond = 0; // crossed by all traffic between nodes; 0: there is no such thing
    double sharedLatencySeconds = 0;
    FittedLink fittedLink = FittedLink::None;
    std::vector<PublishedRow> published;

    bool operator==(const ClusterSpec &) const = default;
};

std::string toJson(const ClusterSpec &spec);
Result<ClusterSpec> parseClusterSpec(std::string_view json); // errors name the field

} // namespace motley
