// A cluster that a user describes for the command `simulate`, and the step times that were published for it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct ClusterNode {
    std::string name;
    int count = 1; // number of equal nodes
    int ranks = 1; // on each node
    double fixedSeconds = 0; // part of a rank's step time that does not depend on its share
    double secondsPerUnit = 0; // time of a rank for each unit of its share
    std::int64_t mostUnits = 0; // largest share of one rank; 0: no limit
    double noise = 0; // standard deviation of step times, relative to the step time
    double bytesPerSecond = 0; // bandwidth of the node's link to other nodes; 0: the time for the bytes is neglected
    double latencySeconds = 0; // latency of the node's link to other nodes
    double insideBytesPerSecond = 0; // bandwidth between ranks of the node; 0: the time for the bytes is neglected
    double insideLatencySeconds = 0; // latency between ranks of the node
    double watts = 0; // of one rank while it computes
    double idleWatts = 0; // of the node when no rank computes
    double pricePerHour = 0;

    bool operator==(const ClusterNode &) const = default;
};

struct ClusterJob {
    std::int64_t samples = 0; // of the whole job, over all epochs
    std::int64_t batch = 0; // global batch of a step; 0: batchPerRank times the ranks
    std::int64_t batchPerRank = 0; // used if batch is 0
    double gradientBytes = 0;
    int sums = 0; // all-reduces of small tensors in each step
    double sumBytes = 0; // of each small all-reduce
    double hidingPart = 0; // part of the computing time that can hide the exchange of gradients

    bool operator==(const ClusterJob &) const = default;
};

// The bandwidth that is fitted so that the forecast agrees with a published row.
enum class FittedLink { None, Nodes, Shared };

struct PublishedRow {
    int nodes = 1;
    double stepSeconds = 0;
    double days = 0; // duration of the whole job; 0: not published

    bool operator==(const PublishedRow &) const = default;
};

struct ClusterSpec {
    static constexpr int currentVersion = 1;

    std::string name;
    std::string source; // publication that the numbers come from
    ClusterJob job;
    std::vector<ClusterNode> nodes;
    double sharedBytesPerSecond = 0; // of a link that all traffic between nodes crosses; 0: there is none
    double sharedLatencySeconds = 0;
    FittedLink fittedLink = FittedLink::None;
    std::vector<PublishedRow> published;

    bool operator==(const ClusterSpec &) const = default;
};

std::string toJson(const ClusterSpec &spec);
Result<ClusterSpec> parseClusterSpec(std::string_view json); // errors name the field

} // namespace motley
