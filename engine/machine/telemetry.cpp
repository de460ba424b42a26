#include "engine/machine/telemetry.h"

#include "engine/base/monotoniccondition.h"
#include "engine/machine/cgroup.h"
#include "engine/machine/hostmemory.h"
#include "engine/machine/loadcounters.h"
#include "engine/machine/networkinterfaces.h"
#include "engine/machine/nvml.h"

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace motley {

struct TelemetrySampler::Shared {
    std::mutex mutex;
    MonotonicCondition ended;
    bool ending = false;
    std::vector<int> ranks;
    std::optional<Telemetry> newest;
};

namespace {

constexpr auto interval = std::chrono::seconds(2);

std::string linkFolder(const std::string &address)
{
    const std::string interface = interfaceHolding(address, networkInterfaces());
    return interface.empty() ? "" : "/sys/class/net/" + interface;
}

} // namespace

TelemetrySampler::TelemetrySampler(int machine, std::string address) : m_shared(std::make_shared<Shared>())
{
    std::thread([shared = m_shared, machine, address = std::move(address)] {
        const Nvml nvml = Nvml::open();
        LoadSources sources;
        sources.link = linkFolder(address);
        LoadCounters before = readLoad(sources);
        std::unique_lock lock(shared->mutex);
        while (!shared->ended.waitFor(lock, interval, [&] { return shared->ending; })) {
            sources.ranks = shared->ranks;
            lock.unlock();
            if (!sources.ranks.empty()) { // they may have been moved to another group since
                const std::string rank = std::to_string(sources.ranks.front());
                sources.controlGroups = controlGroupFolders("cpu", rank);
                sources.memoryGroups = controlGroupFolders("memory", rank);
            }
            const LoadCounters after = readLoad(sources);
            const HostMemory memory = hostMemory();
            Telemetry sample{machine, std::nullopt, memory.usedBytes(), memory.totalBytes, nvml.sample()};
            describeLoad(before, after, sources, sample);
            before = after;
            lock.lock();
            shared->newest = std::move(sample);
        }
    }).detach();
}

TelemetrySampler::~TelemetrySampler()
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->ending = true;
    m_shared->ended.notifyAll();
}

void TelemetrySampler::watch(std::vector<int> ranks)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->ranks = std::move(ranks);
}

std::optional<Telemetry> TelemetrySampler::pop()
{
    const std::lock_guard lock(m_shared->mutex);
    return std::exchange(m_shared->newest, std::nullopt);
}

} // namespace motley
