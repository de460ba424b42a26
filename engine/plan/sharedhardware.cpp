#include "engine/plan/sharedhardware.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

namespace motley {

namespace {

// "GPU-7518f6b0-991f-ce2b-3d37-c779130d3137", or of an instance of one "MIG-...".
bool isUnique(std::string_view uuid)
{
    constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (uuid.size() != 4 + form.size() || (!uuid.starts_with("GPU-") && !uuid.starts_with("MIG-")))
        return false;
    return std::equal(form.begin(), form.end(), uuid.begin() + 4, [](char wanted, char found) {
        return wanted == '-' ? found == '-' : std::isxdigit(static_cast<unsigned char>(found)) != 0;
    });
}

const GpuReport *firstInBoth(const ProbeReport &one, const ProbeReport &other)
{
    for (const GpuReport &gpu : one.gpus)
        if (isUnique(gpu.uuid) && std::any_of(other.gpus.begin(), other.gpus.end(), [&](const GpuReport &candidate) {
                return candidate.uuid == gpu.uuid;
            }))
            return &gpu;
    return nullptr;
}

std::string gpuName(const std::string &uuid, const ProbeReport &report)
{
    for (const GpuReport &gpu : report.gpus)
        if (gpu.uuid == uuid)
            return gpu.name;
    return {};
}

} // namespace

std::vector<SharedHardware> sharedHardware(const std::vector<const ProbeReport *> &reports)
{
    std::vector<SharedHardware> shared;
    for (std::size_t i = 0; i < reports.size(); ++i)
        for (std::size_t j = i + 1; j < reports.size(); ++j) {
            const bool isSame = reports[i]->runningSystem && reports[i]->runningSystem == reports[j]->runningSystem;
            const GpuReport *gpu = firstInBoth(*reports[i], *reports[j]);
            if (isSame || gpu)
                shared.push_back({i, j, isSame, gpu ? gpu->name : std::string()});
        }
    return shared;
}

std::vector<SharedHardware> sharedHardware(const std::vector<CandidateMachine> &machines)
{
    std::vector<const ProbeReport *> reports;
    reports.reserve(machines.size());
    for (const CandidateMachine &machine : machines)
        reports.push_back(&machine.report);
    return sharedHardware(reports);
}

Result<void> checkEachGpuOnce(const std::vector<CandidateMachine> &machines)
{
    std::map<std::string, const CandidateMachine *> owners;
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates) {
            const std::string &uuid = candidate.device.uuid;
            if (!isUnique(uuid))
                continue;
            const CandidateMachine *owner = owners.emplace(uuid, &machine).first->second;
            if (owner != &machine)
                return fail(owner->name + " and " + machine.name + " are two names for one GPU, "
                    + gpuName(uuid, machine.report) + " (" + uuid + "). Leave one of them out.");
        }
    return {};
}

} // namespace motley
