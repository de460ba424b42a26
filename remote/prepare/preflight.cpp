#include "remote/prepare/preflight.h"

#include "remote/deploy/sharedlibraries.h"
#include "remote/engine/enginelocation.h"
#include "remote/prepare/cudafetch.h"
#include "remote/prepare/usablegpu.h"
#include "remote/probe/probe.h"
#include "remote/session/sentence.h"

#include <algorithm>
#include <functional>

namespace motley {

namespace {

bool isWanted(const Member &member, const GpuReport &gpu)
{
    const auto &ticked = member.devices;
    return ticked.empty() || std::any_of(ticked.begin(), ticked.end(), [&](const Device &device) {
        return device.kind == Device::Kind::Cuda && (device.uuid.empty() || device.uuid == gpu.uuid);
    });
}

// Those that nothing speaks against; one that was ticked itself must be among them.
Result<std::vector<Device>> gpusOf(const Member &member)
{
    std::vector<Device> gpus;
    std::optional<QString> obstacle;
    for (const auto &gpu : member.candidate.report.gpus) {
        if (gpu.mig || !isWanted(member, gpu))
            continue;
        const auto found = obstacleOf(member.machine.name, gpu);
        if (!found)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
        else if (std::count(member.devices.begin(), member.devices.end(), Device{Device::Kind::Cuda, gpu.uuid}) > 0)
            return sentence(*found);
        else
            obstacle = found;
    }
    const bool asked = std::count(member.devices.begin(), member.devices.end(), Device{Device::Kind::Cuda, {}}) > 0;
    if (!asked || !gpus.empty())
        return gpus;
    return sentence(obstacle.value_or(
        Preparation::tr("%1 has no GPU that could be used; tick its processor instead.").arg(member.machine.name)));
}

Result<std::vector<Device>> devicesOf(const Member &member)
{
    const auto gpus = gpusOf(member);
    if (!gpus)
        return tl::unexpected(gpus.error());
    if (member.devices.empty())
        return gpus->empty() ? std::vector{Device{}} : *gpus;
    std::vector<Device> devices;
    for (const auto &device : member.devices) {
        if (device.kind == Device::Kind::Cuda && device.uuid.empty())
            devices.insert(devices.end(), gpus->begin(), gpus->end());
        else
            devices.push_back(device);
    }
    return devices;
}

} // namespace

Result<OwnEngine> OwnEngine::find()
{
    const auto program = findEngine();
    if (!program)
        return tl::unexpected(program.error());
    const auto closure = engineClosure(*program);
    if (!closure)
        return tl::unexpected(closure.error());
    return OwnEngine{*program, {closure->architecture, closure->glibc}};
}

Result<void> look(const Crew &crew, const EngineNeeds &needs, Member &member, std::stop_token stop)
{
    crew.say(member, Preparation::tr("Connecting"));
    if (const auto connected = crew.connect(member, stop); !connected)
        return connected;
    crew.say(member, Preparation::tr("Looking at the machine"));
    auto report = probe(*member.session, stop);
    if (!report)
        return tl::unexpected(report.error());
    if (!member.machine.installRoot.isEmpty())
        report->installRoot = member.machine.installRoot.toStdString();
    if (const auto fit = checkMachine(member.machine.name, *report, needs); !fit)
        return fit;
    member.root = report->installRoot;
    member.candidate = {member.machine.name.toStdString(), std::move(*report), {}, member.machine.terms};
    return {};
}

Result<void> chooseDevices(Crew &crew, const std::string &engine)
{
    auto &members = crew.members();
    for (Member &member : members) {
        const auto devices = devicesOf(member);
        if (!devices)
            return tl::unexpected(devices.error());
        member.devices = *devices;
        member.candidate.candidates = candidatesOf(crew.request(), member.candidate.report, member.devices);
    }
    const auto withGpu = std::find_if(members.begin(), members.end(), std::mem_fn(&Member::takesGpu));
    if (withGpu == members.end() || cudaClosure(engine))
        return {};
    crew.say(*withGpu, Preparation::tr("Fetching CUDA's libraries, once (2.7 GB)"));
    return fetchCuda(crew.stop()).and_then([&] { return cudaClosure(engine); }).map([](const auto &) {});
}

} // namespace motley
