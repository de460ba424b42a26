#include "remote/prepare/preflight.h"

#include "remote/deploy/sharedlibraries.h"
#include "remote/engine/enginelocation.h"
#include "remote/prepare/cudafetch.h"
#include "remote/prepare/usablegpu.h"
#include "remote/probe/probe.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

#include <algorithm>
#include <functional>

namespace motley {

namespace {

bool isWanted(const RunHost &host, const GpuReport &gpu)
{
    const auto &ticked = host.devices;
    return ticked.empty() || std::any_of(ticked.begin(), ticked.end(), [&](const Device &device) {
        return device.kind == Device::Kind::Cuda && (device.uuid.empty() || device.uuid == gpu.uuid);
    });
}

// The GPUs that can be used. Errors: a GPU that was ticked itself cannot be used, or all GPUs were and none can.
Result<std::vector<Device>> gpusOf(const RunHost &host)
{
    std::vector<Device> gpus;
    std::optional<Sentence> obstacle;
    for (const auto &gpu : host.candidate.report.gpus) {
        if (gpu.mig || !isWanted(host, gpu))
            continue;
        const auto found = obstacleOf(insideSentence(host.machine.name), gpu);
        if (!found)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
        else if (std::count(host.devices.begin(), host.devices.end(), Device{Device::Kind::Cuda, gpu.uuid}) > 0)
            return sentence(*found);
        else
            obstacle = found;
    }
    const bool asked = std::count(host.devices.begin(), host.devices.end(), Device{Device::Kind::Cuda, {}}) > 0;
    if (!asked || !gpus.empty())
        return gpus;
    return sentence(
        obstacle.value_or(Preparation::phrase("%1 has no GPU that could be used; tick its processor instead.")
                              .arg(shownName(host.machine.name))));
}

Result<std::vector<Device>> devicesOf(const RunHost &host)
{
    const auto gpus = gpusOf(host);
    if (!gpus)
        return tl::unexpected(gpus.error());
    if (host.devices.empty())
        return gpus->empty() ? std::vector{Device{}} : *gpus;
    std::vector<Device> devices;
    for (const auto &device : host.devices) {
        if (device.kind == Device::Kind::Cuda && device.uuid.empty())
            devices.insert(devices.end(), gpus->begin(), gpus->end());
        else
            devices.push_back(device);
    }
    return devices;
}

} // namespace

Result<LocalEngine> LocalEngine::find()
{
    const auto program = findEngine();
    if (!program)
        return tl::unexpected(program.error());
    const auto closure = engineLibraries(*program);
    if (!closure)
        return tl::unexpected(closure.error());
    return LocalEngine{*program, {closure->architecture, closure->glibc}};
}

Result<void> preflight(const RunHosts &runHosts, const EngineNeeds &needs, RunHost &host, std::stop_token stop)
{
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Connecting"));
    if (const auto connected = runHosts.connect(host, stop); !connected)
        return connected;
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Looking at the machine"));
    auto report = probe(*host.session, stop);
    if (!report)
        return tl::unexpected(report.error());
    if (!host.machine.installRoot.isEmpty())
        report->installRoot = host.machine.installRoot.toStdString();
    if (const auto fit = checkMachine(shownName(host.machine.name), *report, needs); !fit)
        return fit;
    host.root = report->installRoot;
    host.candidate = {host.machine.name.toStdString(), std::move(*report), {}, host.machine.terms};
    return {};
}

Result<void> chooseDevices(RunHosts &runHosts, const std::string &engine)
{
    auto &hosts = runHosts.hosts();
    for (RunHost &host : hosts) {
        const auto devices = devicesOf(host);
        if (!devices)
            return tl::unexpected(devices.error());
        host.devices = *devices;
        host.candidate.candidates = candidatesOf(runHosts.request(), host.candidate.report, host.devices);
    }
    const auto withGpu = std::find_if(hosts.begin(), hosts.end(), std::mem_fn(&RunHost::usesGpu));
    if (withGpu == hosts.end())
        return {};
    if (const auto plugin = cudaPlugin(engine); !plugin)
        return tl::unexpected(plugin.error());
    if (cudaLibraries(engine))
        return {};
    constexpr auto stage = QT_TRANSLATE_NOOP("motley::Preparation", "Fetching CUDA's libraries, once (2 GiB)");
    runHosts.showProgress(*withGpu, stage);
    const auto fetched = fetchCuda(
        [&](std::int64_t bytes, std::int64_t ofBytes) { runHosts.showProgress(*withGpu, stage, bytes, ofBytes); },
        runHosts.stop());
    return fetched.and_then([&] { return cudaLibraries(engine); }).map([](const auto &) {});
}

} // namespace motley
