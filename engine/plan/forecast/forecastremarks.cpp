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

bool isIn(const NodeSet &machines, std::size_t machine)
{
    return std::find(machines.begin(), machines.end(), machine) != machines.end();
}

// The relative gain of throughput without the machines outside the best set.
double gainOfLeavingOut(const MachineChoice &choice)
{
    return choice.best.unitsPerSecond / choice.all.unitsPerSecond - 1;
}

void remarkOnMachines(std::vector<ForecastRemark> &remarks, const MachineChoice &choice)
{
    for (const std::size_t machine : choice.best.machines)
        if (const double gain = choice.gains[machine].value_or(0); gain >= worthSaying)
            remarks.push_back({ForecastRemark::Kind::Gains, {machine}, gain});
    if (gainOfLeavingOut(choice) < worthSaying)
        return;
    NodeSet outside = choice.all.machines;
    std::erase_if(outside, [&](std::size_t machine) { return isIn(choice.best.machines, machine); });
    remarks.push_back({ForecastRemark::Kind::Slows, outside, gainOfLeavingOut(choice)});
}

void remarkOnShares(std::vector<ForecastRemark> &remarks, const MachineChoice &choice, const ClusterModel &cluster)
{
    const Forecast &all = choice.all;
    auto share = all.shares.begin();
    for (const std::size_t machine : all.machines) {
        std::int64_t units = 0;
        bool isFull = false;
        for (const RankModel &rank : cluster.machines[machine].ranks) {
            isFull = isFull || (*share == rank.most && rank.time.at(double(*share)) < 0.9 * all.computeSeconds);
            units += *share++;
        }
        const bool isIdle = units == 0 && !isIn(choice.best.machines, machine);
        if (isIdle && gainOfLeavingOut(choice) < worthSaying)
            remarks.push_back({ForecastRemark::Kind::Idle, {machine}});
        else if (units > 0 && isFull)
            remarks.push_back({ForecastRemark::Kind::Memory, {machine}, double(units)});
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
        remarks.push_back({ForecastRemark::Kind::Guess, {*doubtful}, all.relativeError});
}

} // namespace

std::vector<ForecastRemark> remarksOn(const MachineChoice &choice, const ClusterModel &cluster)
{
    std::vector<ForecastRemark> remarks;
    remarkOnMachines(remarks, choice);
    remarkOnShares(remarks, choice, cluster);
    const double exchange = 1 - choice.all.computeSeconds / choice.all.stepSeconds();
    if (exchange > muchExchange)
        remarks.push_back({ForecastRemark::Kind::Network, {slowestLink(cluster)}, exchange});
    remarkOnDoubt(remarks, choice.all, cluster);
    return remarks;
}

} // namespace motley
