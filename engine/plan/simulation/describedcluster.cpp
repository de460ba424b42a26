#include "engine/plan/simulation/describedcluster.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int halvings = 200;
constexpr double slowestLink = 1; // bytes per second
constexpr double fastestLink = 1e15;
constexpr double closeEnough = 1e-3;

Result<double> stepSeconds(const ClusterSpec &spec, int nodes)
{
    const ClusterModel cluster = modelOf(spec, nodes);
    return forecast(jobFor(spec, cluster), cluster, allOf(cluster)).map([](const Forecast &found) {
        return found.stepSeconds();
    });
}

ClusterSpec withSpeed(ClusterSpec spec, double factor)
{
    for (ClusterNode &node : spec.nodes) {
        node.fixedSeconds *= factor;
        node.secondsPerUnit *= factor;
    }
    return spec;
}

ClusterSpec withBandwidth(ClusterSpec spec, double bytesPerSecond)
{
    if (spec.fittedLink == FittedLink::Shared)
        spec.sharedBytesPerSecond = bytesPerSecond;
    else
        for (ClusterNode &node : spec.nodes)
            node.bytesPerSecond = bytesPerSecond;
    return spec;
}

// Bisects the number that is given to `change` until the described cluster has the step time of the published row. The
// step time must rise with the number, from `least` to `most`.
template <typename Change>
Result<ClusterSpec> matching(const PublishedRow &row, double least, double most, const Change &change)
{
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(least * most);
        const auto seconds = stepSeconds(change(middle), row.nodes);
        if (!seconds)
            return tl::unexpected(seconds.error());
        (*seconds < row.stepSeconds ? least : most) = middle;
    }
    ClusterSpec found = change(most);
    if (std::abs(*stepSeconds(found, row.nodes) / row.stepSeconds - 1) > closeEnough)
        return fail("The published step of " + std::to_string(row.nodes)
            + " node(s) is not explained by any speed or bandwidth of this description.");
    return found;
}

} // namespace

ClusterModel modelOf(const ClusterSpec &spec, int nodes)
{
    std::vector<NodeModel> described;
    for (const ClusterNode &node : spec.nodes) {
        RankModel rank;
        rank.time = {node.fixedSeconds, node.secondsPerUnit};
        rank.most = node.mostUnits > 0 ? node.mostUnits : unlimited;
        rank.noise = node.noise;
        rank.watts = node.watts;
        const NodeModel machine{node.name, std::vector<RankModel>(std::size_t(node.ranks), rank),
            {node.insideBytesPerSecond, node.insideLatencySeconds}, {node.bytesPerSecond, node.latencySeconds},
            node.idleWatts, node.pricePerHour};
        described.insert(described.end(), std::size_t(node.count), machine);
    }
    ClusterModel cluster;
    cluster.shared = {spec.sharedBytesPerSecond, spec.sharedLatencySeconds};
    for (std::size_t i = 0; i < std::size_t(nodes); ++i)
        cluster.machines.push_back(described[i % described.size()]);
    return cluster;
}

JobModel jobFor(const ClusterSpec &spec, const ClusterModel &cluster)
{
    std::int64_t ranks = 0;
    for (const NodeModel &machine : cluster.machines)
        ranks += std::int64_t(machine.ranks.size());
    JobModel job;
    job.batch = std::max<std::int64_t>(1, spec.job.batch > 0 ? spec.job.batch : spec.job.batchPerRank * ranks);
    job.steps = (spec.job.samples + job.batch - 1) / job.batch;
    job.gradientBytes = spec.job.gradientBytes;
    job.sums = spec.job.sums;
    job.sumBytes = spec.job.sumBytes;
    job.hidingPart = spec.job.hidingPart;
    return job;
}

Result<ClusterSpec> fitted(const ClusterSpec &spec)
{
    const PublishedRow *one = nullptr;
    const PublishedRow *next = nullptr;
    for (const PublishedRow &row : spec.published) {
        if (row.nodes == 1)
            one = &row;
        else if (!next || row.nodes < next->nodes)
            next = &row;
    }
    Result<ClusterSpec> found = spec;
    if (one)
        found = matching(*one, 1e-6, 1e6, [&](double factor) { return withSpeed(spec, factor); });
    if (!found || spec.fittedLink == FittedLink::None)
        return found;
    if (!next)
        return fail("A bandwidth can be fitted only to a published row of several nodes, and there is none.");
    const ClusterSpec fast = *found;
    return matching(*next, 1 / fastestLink, 1 / slowestLink,
        [&](double secondsPerByte) { return withBandwidth(fast, 1 / secondsPerByte); });
}

} // namespace motley
