#include "engine/plan/forecast/forecast.h"

#include "engine/plan/forecast/adasumcost.h"
#include "engine/plan/forecast/adasumgroups.h"
#include "engine/protocol/gradientbuckets.h"
#include "engine/statistics/expectedmaximum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace motley {

namespace {

constexpr auto firstBucketBytes = double(firstGradientBucketBytes);
constexpr auto bucketBytes = double(gradientBucketBytes);
constexpr double exchangeError = 0.2; // relative error of exchange times computed from link speeds

std::vector<const RankModel *> ranksOf(const ClusterModel &cluster, const NodeSet &members)
{
    std::vector<const RankModel *> ranks;
    for (const std::size_t machine : members)
        for (const RankModel &rank : cluster.machines[machine].ranks)
            ranks.push_back(&rank);
    return ranks;
}

// The expected computing time of the slowest rank when all have `part` of their shares.
double computeSeconds(const std::vector<const RankModel *> &ranks, const std::vector<std::int64_t> &shares, double part)
{
    std::vector<NoisyTime> times;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const double seconds = ranks[i]->time.at(part * double(shares[i]));
        times.push_back({seconds, ranks[i]->noise * seconds});
    }
    return expectedMaximum(times);
}

double errorOf(const Forecast &found, const std::vector<const RankModel *> &ranks)
{
    double compute = 0; // seconds: error of the rank that may lengthen the step most
    for (std::size_t i = 0; i < ranks.size(); ++i)
        compute = std::max(compute, ranks[i]->relativeError * ranks[i]->time.at(double(found.shares[i])));
    return std::hypot(compute, exchangeError * (found.exchangeSeconds + found.sumSeconds)) / found.stepSeconds();
}

std::optional<double> averageWatts(
    const Forecast &found, const ClusterModel &cluster, const std::vector<const RankModel *> &ranks)
{
    double watts = 0;
    for (const std::size_t machine : found.machines)
        watts += cluster.machines[machine].idleWatts;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (found.shares[i] > 0)
            watts += ranks[i]->watts * ranks[i]->time.at(double(found.shares[i])) / found.stepSeconds();
    return watts > 0 ? std::optional(watts) : std::nullopt;
}

std::size_t slowestMachine(const ClusterModel &cluster, const NodeSet &members, const std::vector<std::int64_t> &shares)
{
    std::size_t slowest = members.front();
    double longest = -1;
    auto share = shares.begin();
    for (const std::size_t machine : members)
        for (const RankModel &rank : cluster.machines[machine].ranks) {
            const double seconds = rank.time.at(double(*share++));
            if (seconds > longest) {
                longest = seconds;
                slowest = machine;
            }
        }
    return slowest;
}

std::vector<RingMember> ringMembers(const ClusterModel &cluster, const NodeSet &members)
{
    std::vector<RingMember> ring;
    for (const std::size_t index : members) {
        const NodeModel &machine = cluster.machines[index];
        ring.push_back({index, int(machine.ranks.size()), machine.inside, machine.outside});
    }
    return ring;
}

// Empty: gradients are summed.
std::vector<int> groupsOf(const JobModel &job, const ClusterModel &cluster, const NodeSet &members)
{
    if (!job.adasum)
        return {};
    return adasumGroups(*job.adasum, machinesOfRanks(cluster, members), limitsOf(cluster, members), job.batch);
}

// What the exchange of a step costs after computing `compute` seconds.
class ExchangeCost {
public:
    ExchangeCost(const JobModel &job, const ClusterModel &cluster, const NodeSet &members,
        const RingAllReduceCost &ring, const std::vector<int> &groups)
        : m_job(job), m_ring(ring)
    {
        if (job.mirrors)
            m_mirrorSeconds = mirrorSeconds(ring, int(ranksOf(cluster, members).size()), job.gradientBytes);
        if (!groups.empty())
            m_adasum = adasumCost(ringMembers(cluster, members), groups, cluster.pairs, cluster.shared);
    }

    double after(double compute) const
    {
        if (!m_adasum)
            return exposedSeconds(m_job, compute, m_ring) + m_mirrorSeconds;
        return m_adasum->insideGroups.at(m_job.gradientBytes) + m_adasum->betweenGroups.at(m_job.gradientBytes);
    }

private:
    const JobModel &m_job;
    const RingAllReduceCost &m_ring;
    double m_mirrorSeconds = 0;
    std::optional<AdasumCost> m_adasum; // nullopt: gradients are summed while the backward pass computes others
};

} // namespace

RingAllReduceCost ringOf(const ClusterModel &cluster, const NodeSet &members)
{
    return ringAllReduceCost(ringMembers(cluster, members), cluster.pairs, cluster.shared);
}

double exposedSeconds(const JobModel &job, double computeSeconds, const RingAllReduceCost &ring)
{
    if (job.gradientBytes <= 0)
        return 0;
    const double first = job.sentPart * firstBucketBytes, other = job.sentPart * bucketBytes;
    const double buckets = 1 + std::ceil(std::max(0.0, job.gradientBytes - first) / other);
    const double whole = buckets * ring.fixedSeconds + ring.secondsPerByte * job.gradientBytes;
    const double last = job.hidingPart > 0 ? ring.at(std::min(job.gradientBytes, other)) : whole;
    return std::max(last, whole - job.hidingPart * computeSeconds);
}

Forecast forecastWithShares(
    const JobModel &job, const ClusterModel &cluster, const NodeSet &members, const std::vector<std::int64_t> &shares)
{
    const auto ranks = ranksOf(cluster, members);
    const RingAllReduceCost ring = ringOf(cluster, members);
    const auto groups = groupsOf(job, cluster, members);
    const ExchangeCost exchange(job, cluster, members, ring, groups);
    Forecast found;
    found.machines = members;
    found.shares = shares;
    found.groups = groupCount(groups);
    found.computeSeconds = computeSeconds(ranks, shares, 1);
    found.exchangeSeconds = exchange.after(found.computeSeconds);
    found.sumSeconds = job.sums * ring.at(job.sumBytes);
    found.relativeError = errorOf(found, ranks);
    found.unitsPerSecond = double(job.batch) / found.stepSeconds();
    found.efficiency = found.unitsPerSecond / sumOfSolo(cluster, members, job.batch);
    found.meanStepSeconds = found.stepSeconds();
    if (job.meanBatch > 0 && job.meanBatch != double(job.batch)) {
        const double compute = computeSeconds(ranks, shares, job.meanBatch / double(job.batch));
        found.meanStepSeconds = compute + exchange.after(compute) + found.sumSeconds;
    }
    found.hours = double(job.steps) * found.meanStepSeconds / 3600;
    if (const auto watts = averageWatts(found, cluster, ranks); watts && found.hours > 0)
        found.kilowattHours = *watts * found.hours / 1000;
    for (const std::size_t machine : members)
        found.cost += cluster.machines[machine].pricePerHour * found.hours;
    found.cost += found.kilowattHours.value_or(0) * cluster.pricePerKilowattHour;
    found.slowestMachine = slowestMachine(cluster, members, shares);
    return found;
}

PredictedStep stepOf(const Forecast &forecast)
{
    return {forecast.computeSeconds, forecast.exchangeSeconds + forecast.sumSeconds, forecast.relativeError};
}

Result<Forecast> forecast(const JobModel &job, const ClusterModel &cluster, const NodeSet &members)
{
    if (members.empty())
        return fail("No machine takes part. Tick at least one.");
    const auto limits = limitsOf(cluster, members);
    const bool hasEqualBatches = job.adasum == ExchangeSpec::Between::Groups;
    const auto shares = hasEqualBatches ? equalBatches(job.batch, limits, groupsOf(job, cluster, members))
                                        : fastestSplit(job.batch, limits);
    if (shares.empty()) {
        const std::int64_t room = std::accumulate(limits.begin(), limits.end(), std::int64_t(0),
            [](std::int64_t sum, const RankLimits &rank) { return sum + rank.most; });
        return fail("A batch of " + std::to_string(job.batch) + " does not fit these machines, which have memory for "
            + std::to_string(room) + ". Lower the batch, or add a machine.");
    }
    return forecastWithShares(job, cluster, members, shares);
}

} // namespace motley
