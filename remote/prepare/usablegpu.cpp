#include "remote/prepare/usablegpu.h"

#include "remote/deploy/elffile.h"
#include "remote/prepare/runhosts.h"

namespace motley {

namespace {

constexpr const char *oldestDriver = "580"; // "CUDA 13.0 Release Notes", table of toolkits and drivers
constexpr const char *oldestGeneration = "7.5"; // Turing; the same notes

} // namespace

std::optional<Sentence> obstacleOf(const QString &machine, const GpuReport &gpu)
{
    const QString name = QString::fromStdString(gpu.name);
    const std::string generation = gpu.computeCapability.value_or(oldestGeneration);
    if (compareVersions(generation, oldestGeneration) < 0)
        return Preparation::phrase(
            "The %1 of %2 has compute capability %3, but CUDA 13 needs %4 or newer (Turing, 2018). "
            "Leave it out.")
            .arg(name, machine, QString::fromStdString(generation), QString::fromLatin1(oldestGeneration));
    if (!gpu.driverVersion.empty() && compareVersions(gpu.driverVersion, oldestDriver) < 0)
        return Preparation::phrase(
            "The %1 of %2 has driver %3, but CUDA 13 needs %4 or newer. Update the driver there, or "
            "leave it out.")
            .arg(name, machine, QString::fromStdString(gpu.driverVersion), QString::fromLatin1(oldestDriver));
    return std::nullopt;
}

} // namespace motley
