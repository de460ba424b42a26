#include "engine/agent/telemetry.h"

#include "engine/agent/hostmemory.h"
#include "engine/agent/nvml.h"
#include "engine/agent/textfile.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

namespace motley {

struct TelemetrySampler::Shared {
    std::mutex mutex;
    std::condition_variable ended;
    bool ending = false;
    std::optional<Telemetry> newest;
};

namespace {

constexpr auto interval = std::chrono::seconds(2);

struct CpuTicks {
    std::int64_t idle = 0;
    std::int64_t total = 0;
};

// First line of /proc/stat: "cpu user nice system idle iowait irq softirq steal ...".
CpuTicks cpuTicks()
{
    std::istringstream line(firstLineOf("/proc/stat"));
    std::string name;
    line >> name;
    CpuTicks ticks;
    std::int64_t value = 0;
    for (int column = 0; column < 8 && line >> value; ++column) {
        ticks.total += value;
        if (column == 3 || column == 4)
            ticks.idle += value;
    }
    return ticks;
}

std::optional<double> percentBetween(const CpuTicks &before, const CpuTicks &after)
{
    const auto total = after.total - before.total;
    if (total <= 0)
        return std::nullopt;
    return 100.0 * double(total - (after.idle - before.idle)) / double(total);
}

} // namespace

TelemetrySampler::TelemetrySampler(int machine) : m_shared(std::make_shared<Shared>())
{
    std::thread([shared = m_shared, machine] {
        const Nvml nvml = Nvml::open();
        CpuTicks before = cpuTicks();
        std::unique_lock lock(shared->mutex);
        while (!shared->ended.wait_for(lock, interval, [&] { return shared->ending; })) {
            lock.unlock();
            const CpuTicks after = cpuTicks();
            const HostMemory memory = hostMemory();
            Telemetry sample{
                machine, percentBetween(before, after), memory.usedBytes(), memory.totalBytes, nvml.sample()};
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
    m_shared->ended.notify_all();
}

std::optional<Telemetry> TelemetrySampler::take()
{
    const std::lock_guard lock(m_shared->mutex);
    return std::exchange(m_shared->newest, std::nullopt);
}

} // namespace motley
