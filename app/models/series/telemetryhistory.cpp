#include "app/models/series/telemetryhistory.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace motley {

namespace {

std::optional<double> partOf(std::optional<std::int64_t> used, std::optional<std::int64_t> total)
{
    if (!used || !total || *total <= 0)
        return std::nullopt;
    return 100 * double(*used) / double(*total);
}

// Over the GPUs that have the value; nullopt: none has.
template <typename Value, typename Join>
std::optional<double> overGpus(const Telemetry &telemetry, Value value, Join join)
{
    std::optional<double> all;
    for (const GpuTelemetry &gpu : telemetry.gpus)
        if (const auto known = value(gpu))
            all = all ? join(*all, double(*known)) : double(*known);
    return all;
}

template <typename Value>
std::optional<double> meanOverGpus(const Telemetry &telemetry, Value value)
{
    const auto sum = overGpus(telemetry, value, std::plus<double>());
    const auto count = std::count_if(
        telemetry.gpus.begin(), telemetry.gpus.end(), [&](const GpuTelemetry &gpu) { return value(gpu).has_value(); });
    return sum ? std::optional(*sum / double(count)) : std::nullopt;
}

} // namespace

std::optional<double> readingOf(const Telemetry &telemetry, TelemetryReading reading)
{
    switch (reading) {
    case TelemetryReading::Processors:
        return telemetry.cpuPercent;
    case TelemetryReading::Memory:
        return partOf(telemetry.memoryUsedBytes, telemetry.memoryTotalBytes);
    case TelemetryReading::Gpus:
        return meanOverGpus(telemetry, [](const GpuTelemetry &gpu) { return gpu.utilizationPercent; });
    case TelemetryReading::GpuMemory:
        return overGpus(
            telemetry, [](const GpuTelemetry &gpu) { return gpu.memoryUsedBytes; }, std::plus<double>());
    case TelemetryReading::Power:
        return overGpus(
            telemetry, [](const GpuTelemetry &gpu) { return gpu.powerWatts; }, std::plus<double>());
    case TelemetryReading::Heat:
        return overGpus(
            telemetry, [](const GpuTelemetry &gpu) { return gpu.temperatureCelsius; },
            [](double a, double b) { return std::max(a, b); });
    case TelemetryReading::Clock: {
        const auto gpus = meanOverGpus(telemetry, [](const GpuTelemetry &gpu) { return gpu.clockMegahertz; });
        return gpus ? gpus : telemetry.clockMegahertz;
    }
    case TelemetryReading::OtherProcesses:
        return telemetry.otherCpuPercent;
    case TelemetryReading::Stolen:
        return telemetry.stolenPercent;
    case TelemetryReading::Resent:
        return telemetry.resentPercent;
    }
    return std::nullopt;
}

void TelemetryHistory::add(double step, const Telemetry &telemetry)
{
    m_steps.push_back(step);
    auto &values = m_values.emplace_back();
    for (std::size_t i = 0; i < telemetryReadings; ++i)
        values[i] = float(readingOf(telemetry, TelemetryReading(i)).value_or(std::nan("")));
}

void TelemetryHistory::forgetFrom(double step)
{
    const auto keep = std::size_t(std::lower_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin());
    if (keep == m_steps.size())
        return;
    m_steps.resize(keep);
    m_values.resize(keep);
    ++m_rewritings;
}

double TelemetryHistory::value(std::size_t sample, TelemetryReading reading) const
{
    return double(m_values[sample][std::size_t(reading)]);
}

bool TelemetryHistory::has(TelemetryReading reading) const
{
    return std::any_of(m_values.begin(), m_values.end(),
        [reading](const auto &values) { return !std::isnan(values[std::size_t(reading)]); });
}

std::optional<double> TelemetryHistory::mean(TelemetryReading reading, double first, double end) const
{
    const auto at = [this](double step) {
        return std::size_t(std::lower_bound(m_steps.begin(), m_steps.end(), step) - m_steps.begin());
    };
    const std::size_t from = at(first);
    const std::size_t to = std::min(m_steps.size(), std::max(at(end), from + 1));
    double sum = 0;
    int known = 0;
    for (std::size_t i = from; i < to; ++i) {
        const double value = this->value(i, reading);
        if (std::isnan(value))
            continue;
        sum += value;
        ++known;
    }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

std::vector<double> TelemetryHistory::latest(TelemetryReading reading, std::size_t most) const
{
    std::vector<double> values;
    for (std::size_t i = m_values.size() - std::min(most, m_values.size()); i < m_values.size(); ++i)
        values.push_back(value(i, reading));
    return values;
}

} // namespace motley
