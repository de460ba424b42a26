#include "engine/machine/machineprobe.h"

#include "engine/base/diskspace.h"
#include "engine/base/monotoniccondition.h"
#include "engine/base/processors.h"
#include "engine/machine/cgroup.h"
#include "engine/machine/hostmemory.h"
#include "engine/machine/installroot.h"
#include "engine/machine/networkinterfaces.h"
#include "engine/machine/nvml.h"
#include "engine/machine/visiblegpus.h"

#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

namespace motley {

namespace {

// The value behind a key at the beginning of a line; empty if there is none.
std::string valueIn(const std::string &path, const std::string &key)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0)
            continue;
        const auto begin = line.find_first_not_of(" \t:=\"", key.size());
        const auto end = line.find_last_not_of(" \t\"");
        return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
    }
    return {};
}

// As remote/probe/probe.sh says it.
std::optional<std::string> runningSystem()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string system;
    if (!std::getline(file, system))
        return std::nullopt;
    for (const char *ns : {"/proc/self/ns/pid", "/proc/self/ns/net"}) {
        std::error_code error;
        system += ' ' + std::filesystem::read_symlink(ns, error).string();
        if (error)
            return std::nullopt;
    }
    return system;
}

void describeSystem(ProbeReport &report)
{
    utsname system{};
    uname(&system);
    report.hostName = system.nodename;
    report.kernel = system.release;
    report.architecture = system.machine;
    report.operatingSystem = valueIn("/etc/os-release", "PRETTY_NAME=");
    if (report.operatingSystem.empty())
        report.operatingSystem = valueIn("/usr/lib/os-release", "PRETTY_NAME=");
    report.glibc = gnu_get_libc_version();
    report.runningSystem = runningSystem();
}

void describeProcessors(ProbeReport &report)
{
    report.cpuModel = valueIn("/proc/cpuinfo", "model name");
    report.cpuCount = processorCount();
    const auto quota = processorQuota();
    if (quota && *quota < report.cpuCount)
        report.cpuQuota = quota;
    const HostMemory memory = hostMemory();
    report.memoryTotalBytes = memory.totalBytes;
    report.memoryAvailableBytes = memory.availableBytes;
}

void describeDisk(ProbeReport &report)
{
    if (const char *home = std::getenv("HOME"))
        report.home = home;
    if (const auto root = chooseInstallRoot()) {
        report.installRoot = *root;
        report.diskFreeBytes = freeBytesAt(*root);
    }
}

// SSH_CONNECTION: "client-address client-port server-address server-port".
void describeConnection(ProbeReport &report)
{
    const char *connection = std::getenv("SSH_CONNECTION");
    std::istringstream words(connection ? connection : "");
    std::string clientPort;
    words >> report.sshClientAddress >> clientPort >> report.sshServerAddress;
}

void describeGpus(ProbeReport &report, std::chrono::seconds limit)
{
    struct Answer {
        std::vector<GpuReport> gpus;
        GpuProblem problem = GpuProblem::None;
        std::string detail;
    };
    struct Question {
        std::mutex mutex;
        MonotonicCondition answered;
        std::optional<Answer> answer;
    };
    const auto question = std::make_shared<Question>();
    std::thread asking([question] {
        const Nvml nvml = Nvml::open();
        Answer answer{nvml.gpus(), nvml.problem(), nvml.detail()};
        const std::lock_guard lock(question->mutex);
        question->answer = std::move(answer);
        question->answered.notifyAll();
    });
    std::unique_lock lock(question->mutex);
    if (!question->answered.waitFor(lock, limit, [&] { return question->answer.has_value(); })) {
        asking.detach();
        report.gpuProblem = GpuProblem::TimedOut;
        report.gpuDetail = "The driver did not answer within " + std::to_string(limit.count()) + " s.";
        return;
    }
    lock.unlock();
    asking.join(); // a process that is forked while the thread ends may find that thread's locks held for ever
    Answer found = *std::move(question->answer);
    const char *visible = std::getenv("CUDA_VISIBLE_DEVICES");
    report.gpus = visible ? visibleGpus(found.gpus, visible) : std::move(found.gpus);
    report.gpuProblem = found.problem;
    report.gpuDetail = std::move(found.detail);
}

} // namespace

int processorCount()
{
    const auto allowed = allowedProcessors();
    return allowed.empty() ? int(sysconf(_SC_NPROCESSORS_ONLN)) : int(allowed.size());
}

int usableProcessors()
{
    const int allowed = processorCount();
    const double quota = processorQuota().value_or(allowed);
    return std::max(1, std::min(allowed, int(quota)));
}

// More threads than a quota has processors use it up sooner and wait for each other besides, though in a measurement of
// a few periods they may look faster by chance.
std::vector<int> promisingThreadCounts(int most)
{
    const auto quota = processorQuota();
    const int useful = quota ? std::clamp(int(std::ceil(*quota)), 1, most) : most;
    std::set<int> counts;
    for (const int count : {1, usableProcessors(), allowedCores(), useful})
        counts.insert(std::clamp(count, 1, useful));
    return {counts.begin(), counts.end()};
}

ProbeReport probeMachine(std::chrono::seconds driverLimit)
{
    ProbeReport report;
    describeSystem(report);
    describeProcessors(report);
    describeDisk(report);
    describeConnection(report);
    report.interfaces = networkInterfaces();
    describeGpus(report, driverLimit);
    return report;
}

} // namespace motley
