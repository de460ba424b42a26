#include "engine/plan/forecast/machinechoice.h"

#include <algorithm>
#include <optional>

namespace motley {

namespace {

constexpr double worthSaying = 0.01; // relative change of throughput
constexpr double muchExchange = 0.2; // part of a step
constexpr double muchDoubt = 0.15; // relative error of a step

double slowness(const Link &link)
{
    return link.bytesPerSecond > 0 ? 1 / link.bytesPerSecond : 0;
}

std::size_t slowestLink(const ClusterModel &cluster)
{
    const auto slowest = std::max_element(cluster.machines.begin(), cluster.machines.end(),
        [](const NodeModel &a, const NodeModel &b) { return slowness(a.outside) < slowness(b.outside); });
    return std::size_t(slowest - cluster.machines.begin());
}

void remarkOnShares(std::vector<ForecastRemark> &remarks, const Forecast &all, const ClusterModel &cluster)
{
    auto share = all.shares.begin();
    for (const std::size_t machine : all.machines) {
        std::int64_t units = 0;
        bool isFull = false;
        for (const RankModel &rank : cluster.machines[machine].ranks) {
            isFull = isFull || (*share == rank.most && rank.time.at(double(*share)) < 0.9 * all.computeSeconds);
            units += *share++;
        }
        if (units == 0)
            remarks.push_back({ForecastRemark::Kind::Idle, machine});
        else if (isFull)
            remarks.push_back({ForecastRemark::Kind::Memory, machine, double(units)});
    }
}

// Earlier runs have shown that a machine's measured speed cannot be relied on. What is unsure about the exchange is no
// machine's: no run has shown it.
void remarkOnDoubt(std::vector<ForecastRemark> &remarks, const Forecast &all, const ClusterModel &cluster)
{
    double most = 0; // seconds of a step that a machine's error may add
    std::optional<std::size_t> doubtful;
    auto share = all.shares.begin();
    for (const std::size_t machine : all.machines) {
        for (const RankModel &rank : cluster.machines[machine].ranks) {
            const double error = rank.relativeError * rank.time.at(double(*share++));
            if (rank.relativeError <= muchDoubt || error <= most)
                continue;
            most = error;
            doubtful = machine;
        }
    }
    if (doubtful && all.relativeError > muchDoubt)
        remarks.push_back({ForecastRemark::Kind::Guess, *doubtful, all.relativeError});
}

} // namespace

std::vector<ForecastRemark> remarksOn(const MachineChoice &choice, const ClusterModel &cluster)
{
    using Kind = ForecastRemark::Kind;
    std::vector<ForecastRemark> remarks;
    for (std::size_t machine = 0; machine < choice.gains.size(); ++machine) {
        const double gain = choice.gains[machine].value_or(0);
        if (gain >= worthSaying)
            remarks.push_back({Kind::Gains, machine, gain});
        else if (1 / (1 + gain) - 1 >= worthSaying)
            remarks.push_back({Kind::Slows, machine, 1 / (1 + gain) - 1});
    }
    remarkOnShares(remarks, choice.all, cluster);
    const double exchange = 1 - choice.all.computeSeconds / choice.all.stepSeconds();
    if (exchange > muchExchange)
        remarks.push_back({Kind::Network, slowestLink(cluster), exchange});
    remarkOnDoubt(remarks, choice.all, cluster);
    return remarks;
}

} // namespace motley
