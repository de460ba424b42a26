#include "engine/protocol/probereport.h"

#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct EnumNames<GpuProblem> {
    static constexpr auto table = names<GpuProblem>({{GpuProblem::None, "none"}, {GpuProblem::NoDriver, "no-driver"},
        {GpuProblem::DriverMismatch, "driver-mismatch"}, {GpuProblem::TimedOut, "timed-out"},
        {GpuProblem::Unreadable, "unreadable"}});
};

template <typename Fields>
void describe(Fields &fields, InterfaceReport &interface)
{
    fields("name", interface.name);
    fields("addresses", interface.addresses);
    fields("megabitsPerSecond", interface.megabitsPerSecond);
    fields("up", interface.up);
    fields("loopback", interface.loopback);
}

template <typename Fields>
void describe(Fields &fields, GpuReport &gpu)
{
    fields("uuid", gpu.uuid);
    fields("name", gpu.name);
    fields("pciBusId", gpu.pciBusId);
    fields("driverVersion", gpu.driverVersion);
    fields("computeCapability", gpu.computeCapability);
    fields("memoryTotalBytes", gpu.memoryTotalBytes);
    fields("memoryFreeBytes", gpu.memoryFreeBytes);
    fields("utilizationPercent", gpu.utilizationPercent);
    fields("powerWatts", gpu.powerWatts);
    fields("powerLimitWatts", gpu.powerLimitWatts);
    fields("temperatureCelsius", gpu.temperatureCelsius);
    fields("processes", gpu.processes);
    fields("mig", gpu.mig);
}

template <typename Fields>
void describe(Fields &fields, ProbeReport &report)
{
    fields("hostName", report.hostName);
    fields("operatingSystem", report.operatingSystem);
    fields("kernel", report.kernel);
    fields("architecture", report.architecture);
    fields("glibc", report.glibc);
    fields("cpuModel", report.cpuModel);
    fields("cpuCount", report.cpuCount);
    fields("cpuQuota", report.cpuQuota);
    fields("memoryTotalBytes", report.memoryTotalBytes);
    fields("memoryAvailableBytes", report.memoryAvailableBytes);
    fields("runningSystem", report.runningSystem);
    fields("home", report.home);
    fields("installRoot", report.installRoot);
    fields("diskFreeBytes", report.diskFreeBytes);
    fields("clockOffsetSeconds", report.clockOffsetSeconds);
    fields("sshServerAddress", report.sshServerAddress);
    fields("sshClientAddress", report.sshClientAddress);
    fields("interfaces", report.interfaces);
    fields("gpus", report.gpus);
    fields("gpuProblem", report.gpuProblem);
    fields("gpuDetail", report.gpuDetail);
}

std::string toJson(const ProbeReport &report)
{
    return dumpLine(versionedJsonOf(report));
}

Result<ProbeReport> parseProbeReport(std::string_view json)
{
    return fromVersionedText<ProbeReport>(json, 1 << 20, "probe report");
}

} // namespace motley
