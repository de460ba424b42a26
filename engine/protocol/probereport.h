// What a machine is, as found by the engine's `probe` command or, before anything is deployed, by remote's sh script.
// std::nullopt is "could not be found out" and is shown as "n/a".
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct InterfaceReport {
    std::string name;
    std::vector<std::string> addresses; // IPv4 or IPv6 with its prefix length: "10.77.0.1/24"
    std::optional<std::int64_t> megabitsPerSecond;
    bool up = false;
    bool loopback = false;

    bool operator==(const InterfaceReport &) const = default;
};

struct GpuReport {
    std::string uuid;
    std::string name;
    std::string pciBusId;
    std::string driverVersion;
    std::optional<std::string> computeCapability; // "9.0"
    std::optional<std::int64_t> memoryTotalBytes;
    std::optional<std::int64_t> memoryFreeBytes;
    std::optional<double> utilizationPercent;
    std::optional<double> powerWatts;
    std::optional<double> powerLimitWatts;
    std::optional<double> temperatureCelsius;
    std::optional<int> processes; // compute processes of all users
    bool mig = false; // split into instances: usable only by their own UUIDs

    bool operator==(const GpuReport &) const = default;
};

// Why the GPUs could not be read although something points at there being some.
enum class GpuProblem { None, NoDriver, DriverMismatch, TimedOut, Unreadable };

struct ProbeReport {
    static constexpr int currentVersion = 1;

    std::string hostName;
    std::string operatingSystem; // PRETTY_NAME of os-release
    std::string kernel;
    std::string architecture; // uname -m
    std::optional<std::string> glibc; // "2.36"; nullopt: another C library
    std::string cpuModel;
    int cpuCount = 0; // processors this account may use
    std::optional<double> cpuQuota; // processors' worth of time a cgroup allows, if less than cpuCount
    std::optional<std::int64_t> memoryTotalBytes;
    std::optional<std::int64_t> memoryAvailableBytes;
    // Which running system answered: its kernel's start and the namespaces of its processes and its network. Two names
    // of one machine have the same; containers have not, though they may share kernel, name and machine id.
    std::optional<std::string> runningSystem;
    std::string home; // empty: HOME is not set
    std::string installRoot; // where Motley's files go: first of the candidates that can be written and run from
    std::optional<std::int64_t> diskFreeBytes; // under installRoot
    std::optional<double> clockOffsetSeconds; // this machine's clock minus the asking computer's
    std::string sshServerAddress; // the address sshd was reached at, as this machine sees it; empty: not over SSH
    std::string sshClientAddress; // the asking computer, as this machine sees it
    std::vector<InterfaceReport> interfaces;
    std::vector<GpuReport> gpus;
    GpuProblem gpuProblem = GpuProblem::None;
    std::string gpuDetail; // the driver's own words, when there is a problem

    bool operator==(const ProbeReport &) const = default;
};

std::string toJson(const ProbeReport &report); // one line
Result<ProbeReport> parseProbeReport(std::string_view json);

} // namespace motley
