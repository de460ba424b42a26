#include "engine/machine/nvml.h"

#include "engine/base/driverlibrary.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <optional>

namespace motley {

namespace {

// Declared here as the library's documentation states them: no header of the driver is needed to build.
using Return = int;
using Handle = struct DeviceOfNvml *;
constexpr Return success = 0;
constexpr Return insufficientSize = 7;
constexpr Return driverNotLoaded = 9;
constexpr Return libraryMismatch = 18;

struct Utilization {
    unsigned gpu; // percent of the last sample period
    unsigned memory;
};
struct Memory {
    unsigned long long total; // bytes
    unsigned long long free;
    unsigned long long used;
};
struct PciInfo {
    std::array<char, 16> legacyBusId;
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    std::array<char, 32> busId;
};
struct ProcessInfo {
    unsigned pid;
    unsigned long long usedMemory;
    unsigned gpuInstance;
    unsigned computeInstance;
};

} // namespace

struct Nvml::Library {
    void *handle = nullptr;
    bool initialized = false;

    Return (*init)() = nullptr;
    Return (*shutdown)() = nullptr;
    const char *(*errorString)(Return) = nullptr;
    Return (*driverVersion)(char *, unsigned) = nullptr;
    Return (*deviceCount)(unsigned *) = nullptr;
    Return (*handleByIndex)(unsigned, Handle *) = nullptr;
    Return (*uuid)(Handle, char *, unsigned) = nullptr;
    Return (*name)(Handle, char *, unsigned) = nullptr;
    Return (*pciInfo)(Handle, PciInfo *) = nullptr;
    Return (*computeCapability)(Handle, int *, int *) = nullptr;
    Return (*memory)(Handle, Memory *) = nullptr;
    Return (*utilization)(Handle, Utilization *) = nullptr;
    Return (*power)(Handle, unsigned *) = nullptr; // milliwatts
    Return (*powerLimit)(Handle, unsigned *) = nullptr; // milliwatts
    Return (*temperature)(Handle, int, unsigned *) = nullptr;
    Return (*clock)(Handle, int, unsigned *) = nullptr; // megahertz
    Return (*slowedBy)(Handle, unsigned long long *) = nullptr; // bit mask of clock throttle reasons
    Return (*processes)(Handle, unsigned *, ProcessInfo *) = nullptr; // that compute
    Return (*drawingProcesses)(Handle, unsigned *, ProcessInfo *) = nullptr;
    Return (*migMode)(Handle, unsigned *, unsigned *) = nullptr;
    Return (*mostInstances)(Handle, unsigned *) = nullptr; // of a GPU that is split (MIG)
    Return (*instanceByIndex)(Handle, unsigned, Handle *) = nullptr;

    ~Library()
    {
        if (initialized)
            shutdown();
        if (handle)
            dlclose(handle);
    }

    template <typename Function>
    void find(Function &function, const char *symbol)
    {
        function = reinterpret_cast<Function>(dlsym(handle, symbol));
    }

    void findAll()
    {
        find(init, "nvmlInit_v2");
        find(shutdown, "nvmlShutdown");
        find(errorString, "nvmlErrorString");
        find(driverVersion, "nvmlSystemGetDriverVersion");
        find(deviceCount, "nvmlDeviceGetCount_v2");
        find(handleByIndex, "nvmlDeviceGetHandleByIndex_v2");
        find(uuid, "nvmlDeviceGetUUID");
        find(name, "nvmlDeviceGetName");
        find(pciInfo, "nvmlDeviceGetPciInfo_v3");
        find(computeCapability, "nvmlDeviceGetCudaComputeCapability");
        find(memory, "nvmlDeviceGetMemoryInfo");
        find(utilization, "nvmlDeviceGetUtilizationRates");
        find(power, "nvmlDeviceGetPowerUsage");
        find(powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
        find(temperature, "nvmlDeviceGetTemperature");
        find(clock, "nvmlDeviceGetClockInfo");
        find(slowedBy, "nvmlDeviceGetCurrentClocksThrottleReasons");
        find(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
        find(drawingProcesses, "nvmlDeviceGetGraphicsRunningProcesses_v3");
        find(migMode, "nvmlDeviceGetMigMode");
        find(mostInstances, "nvmlDeviceGetMaxMigDeviceCount");
        find(instanceByIndex, "nvmlDeviceGetMigDeviceHandleByIndex");
    }

    bool isComplete() const { return init && shutdown && deviceCount && handleByIndex && uuid; }

    std::vector<Handle> devices() const
    {
        std::vector<Handle> found;
        unsigned number = 0;
        if (deviceCount(&number) != success)
            return found;
        for (unsigned index = 0; index < number; ++index)
            if (Handle device = nullptr; handleByIndex(index, &device) == success)
                found.push_back(device);
        return found;
    }

    // The instances that a GPU is split into: CUDA knows these and not the GPU itself.
    std::vector<GpuReport> instancesOf(Handle device, const GpuReport &whole) const
    {
        std::vector<GpuReport> found;
        unsigned most = 0;
        if (!whole.mig || !mostInstances || !instanceByIndex || mostInstances(device, &most) != success)
            return found;
        for (unsigned index = 0; index < most; ++index) {
            Handle instance = nullptr;
            if (instanceByIndex(device, index, &instance) != success)
                continue;
            GpuReport gpu;
            gpu.uuid = text(uuid, instance);
            gpu.name = text(name, instance);
            if (gpu.name.empty())
                gpu.name = whole.name + " MIG " + std::to_string(index);
            gpu.pciBusId = whole.pciBusId;
            gpu.driverVersion = whole.driverVersion;
            gpu.computeCapability = whole.computeCapability;
            if (const auto bytes = memoryOf(instance)) {
                gpu.memoryTotalBytes = std::int64_t(bytes->total);
                gpu.memoryFreeBytes = std::int64_t(bytes->free);
            }
            found.push_back(std::move(gpu));
        }
        return found;
    }

    std::string text(Return (*ask)(Handle, char *, unsigned), Handle device) const
    {
        std::array<char, 256> buffer{};
        return ask && ask(device, buffer.data(), buffer.size()) == success ? buffer.data() : "";
    }

    // Watts of something that the library counts in milliwatts.
    std::optional<double> watts(Return (*ask)(Handle, unsigned *), Handle device) const
    {
        unsigned milliwatts = 0;
        return ask && ask(device, &milliwatts) == success ? std::optional(milliwatts / 1000.0) : std::nullopt;
    }

    std::optional<Memory> memoryOf(Handle device) const
    {
        Memory bytes{};
        return memory && memory(device, &bytes) == success ? std::optional(bytes) : std::nullopt;
    }

    std::optional<double> utilizationOf(Handle device) const
    {
        Utilization percent{};
        return utilization && utilization(device, &percent) == success ? std::optional<double>(percent.gpu)
                                                                       : std::nullopt;
    }

    std::optional<double> temperatureOf(Handle device) const
    {
        constexpr int ofTheChip = 0;
        unsigned celsius = 0;
        return temperature && temperature(device, ofTheChip, &celsius) == success ? std::optional<double>(celsius)
                                                                                  : std::nullopt;
    }

    static std::optional<int> count(Return (*ask)(Handle, unsigned *, ProcessInfo *), Handle device)
    {
        std::array<ProcessInfo, 256> list{};
        unsigned number = list.size();
        const Return result = ask ? ask(device, &number, list.data()) : -1;
        return result == success || result == insufficientSize ? std::optional(int(number)) : std::nullopt;
    }

    std::optional<double> clockOf(Handle device) const
    {
        constexpr int ofTheProcessors = 1;
        unsigned megahertz = 0;
        return clock && clock(device, ofTheProcessors, &megahertz) == success ? std::optional<double>(megahertz)
                                                                              : std::nullopt;
    }

    std::optional<bool> isSlowedBy(unsigned long long reasons, Handle device) const
    {
        unsigned long long bits = 0;
        return slowedBy && slowedBy(device, &bits) == success ? std::optional((bits & reasons) != 0) : std::nullopt;
    }

    GpuTelemetry sample(Handle device) const
    {
        constexpr unsigned long long heat = 0x20 | 0x40; // thermal slowdown by software, by hardware
        constexpr unsigned long long powerLimit = 0x4 | 0x80; // power cap by software, power brake by hardware
        GpuTelemetry sample;
        sample.uuid = text(uuid, device);
        sample.utilizationPercent = utilizationOf(device);
        if (const auto bytes = memoryOf(device))
            sample.memoryUsedBytes = std::int64_t(bytes->used);
        sample.powerWatts = watts(power, device);
        sample.temperatureCelsius = temperatureOf(device);
        sample.clockMegahertz = clockOf(device);
        sample.isTooHot = isSlowedBy(heat, device);
        sample.isAtPowerLimit = isSlowedBy(powerLimit, device);
        if (const auto computing = count(processes, device))
            sample.processes = *computing + count(drawingProcesses, device).value_or(0);
        return sample;
    }

    GpuReport describe(Handle device) const
    {
        GpuReport gpu;
        gpu.uuid = text(uuid, device);
        gpu.name = text(name, device);
        if (PciInfo pci{}; pciInfo && pciInfo(device, &pci) == success)
            gpu.pciBusId = pci.busId.data();
        std::array<char, 96> version{};
        if (driverVersion && driverVersion(version.data(), version.size()) == success)
            gpu.driverVersion = version.data();
        int major = 0, minor = 0;
        if (computeCapability && computeCapability(device, &major, &minor) == success)
            gpu.computeCapability = std::to_string(major) + "." + std::to_string(minor);
        if (const auto bytes = memoryOf(device)) {
            gpu.memoryTotalBytes = std::int64_t(bytes->total);
            gpu.memoryFreeBytes = std::int64_t(bytes->free);
        }
        gpu.utilizationPercent = utilizationOf(device);
        gpu.powerWatts = watts(power, device);
        gpu.powerLimitWatts = watts(powerLimit, device);
        gpu.temperatureCelsius = temperatureOf(device);
        gpu.processes = count(processes, device);
        unsigned current = 0, pending = 0;
        gpu.mig = migMode && migMode(device, &current, &pending) == success && current == 1;
        return gpu;
    }
};

Nvml::Nvml() = default;
Nvml::Nvml(Nvml &&) noexcept = default;
Nvml &Nvml::operator=(Nvml &&) noexcept = default;
Nvml::~Nvml() = default;

Nvml Nvml::open()
{
    Nvml nvml;
    auto library = std::make_unique<Library>();
    library->handle = openDriverLibrary("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library->handle) {
        if (access("/proc/driver/nvidia/version", F_OK) == 0 || access("/dev/nvidia0", F_OK) == 0) {
            nvml.m_problem = GpuProblem::NoDriver;
            nvml.m_detail = dlerror();
        }
        return nvml;
    }
    library->findAll();
    const Return result = library->isComplete() ? library->init() : -1;
    library->initialized = result == success;
    if (library->initialized) {
        nvml.m_library = std::move(library);
        return nvml;
    }
    nvml.m_problem = result == driverNotLoaded ? GpuProblem::NoDriver
        : result == libraryMismatch            ? GpuProblem::DriverMismatch
                                               : GpuProblem::Unreadable;
    nvml.m_detail = library->errorString ? library->errorString(result) : "libnvidia-ml.so.1 is too old";
    return nvml;
}

std::vector<GpuReport> Nvml::gpus() const
{
    std::vector<GpuReport> reports;
    if (!m_library)
        return reports;
    std::vector<GpuReport> instances;
    for (const Handle device : m_library->devices()) {
        reports.push_back(m_library->describe(device));
        const auto its = m_library->instancesOf(device, reports.back());
        instances.insert(instances.end(), its.begin(), its.end());
    }
    reports.insert(reports.end(), instances.begin(), instances.end());
    return reports;
}

std::vector<GpuTelemetry> Nvml::sample() const
{
    std::vector<GpuTelemetry> samples;
    if (!m_library)
        return samples;
    for (const Handle device : m_library->devices())
        samples.push_back(m_library->sample(device));
    return samples;
}

} // namespace motley
