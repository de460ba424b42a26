#include "app/cli/request.h"

#include "app/cli/commands.h"
#include "app/cli/devicechoice.h"
#include "remote/session/userfolders.h"

namespace motley {

void addRequestOptions(CLI::App &command, RequestOptions &options)
{
    command.add_option("job", options.jobFile, utf8(Help::tr("job.json: what to train")))->required();
    command
        .add_option(
            "--machines", options.machines, utf8(Help::tr("Names, with devices if you like: local,box:cpu,big:gpu")))
        ->required();
    command.add_option("--cpu-ranks", options.cpuRanks, utf8(Help::tr("Ranks on each CPU that takes part")))
        ->check(CLI::Range(1, 256));
    command
        .add_option("--threads", options.threads, utf8(Help::tr("Threads of each rank on a CPU; 0: as many as fit")))
        ->check(CLI::Range(0, 4096));
}

tl::expected<RunRequest, RequestProblem> requestOf(const RequestOptions &options)
{
    const auto job = readJob(fromArgument(options.jobFile).toStdString());
    if (!job)
        return tl::unexpected(RequestProblem{job.error()});
    const auto choices = parseDeviceChoices(fromArgument(options.machines));
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
    request.cpuRanksPerMachine = options.cpuRanks;
    request.threadsPerCpuRank = options.threads;
    return request;
}

} // namespace motley
