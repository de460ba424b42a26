#include "app/cli/request.h"

#include "app/cli/devicechoice.h"

#include "remote/session/userfolders.h"

namespace motley {

tl::expected<RunRequest, RequestProblem> requestOf(const RunCommand &command)
{
    const auto job = readJob(command.jobFile.toStdString());
    if (!job)
        return tl::unexpected(RequestProblem{job.error()});
    const auto choices = parseDeviceChoices(command.machines);
    if (!choices)
        return tl::unexpected(RequestProblem{choices.error(), WrongUsage});
    const auto known = readMachines(machinesFile());
    if (!known)
        return tl::unexpected(RequestProblem{known.error()});
    const auto machines = findMachines(*known, *choices);
    if (!machines)
        return tl::unexpected(RequestProblem{machines.error()});
    RunRequest request;
    request.job = *job;
    request.machines = *machines;
    for (const auto &choice : *choices)
        request.devices.push_back(choice.devices);
    request.cpuRanksPerMachine = command.cpuRanks;
    request.threadsPerCpuRank = command.threads;
    return request;
}

} // namespace motley
