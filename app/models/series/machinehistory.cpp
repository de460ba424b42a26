#include "app/models/series/machinehistory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double hottest = 100; // degrees Celsius

template <typename Value>
double partOf(const std::optional<Value> &value, const std::optional<Value> &whole)
{
    return value && whole && *whole > 0 ? std::clamp(double(*value) / double(*whole), 0.0, 1.0) : unknown;
}

double usedPart(const std::optional<std::int64_t> &free, const std::optional<std::int64_t> &total)
{
    return 1 - partOf(free, total);
}

} // namespace

void MachineHistory::add(const ProbeReport &report, const Look &look)
{
    const auto sinceBefore = busyPercent(m_processors, look.processors);
    m_processorsPercent = sinceBefore ? sinceBefore : look.processorsPercent;
    m_processors = look.processors;
    const std::optional<double> all = 100.0;
    add({},
        {partOf(m_processorsPercent, all), usedPart(report.memoryAvailableBytes, report.memoryTotalBytes), unknown,
            unknown});
    for (const GpuReport &gpu : report.gpus)
        add(gpu.uuid,
            {partOf(gpu.utilizationPercent, all), usedPart(gpu.memoryFreeBytes, gpu.memoryTotalBytes),
                partOf(gpu.powerWatts, gpu.powerLimitWatts), partOf(gpu.temperatureCelsius, std::optional(hottest))});
}

void MachineHistory::addMissed()
{
    m_processors.reset();
    m_processorsPercent.reset();
    for (const auto &[gpu, values] : m_latest)
        add(gpu, {unknown, unknown, unknown, unknown});
}

void MachineHistory::add(const std::string &gpu, const Values &values)
{
    auto &latest = m_latest[gpu];
    for (std::size_t i = 0; i < readings; ++i) {
        latest[i].append(values[i]);
        if (latest[i].size() > most)
            latest[i].removeFirst();
    }
}

QList<double> MachineHistory::latest(MachineReading reading, const std::string &gpu) const
{
    const auto found = m_latest.find(gpu);
    if (found == m_latest.end())
        return {};
    const QList<double> &values = found->second[std::size_t(reading)];
    const bool isKnown = std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
    return isKnown ? values : QList<double>();
}

} // namespace motley
