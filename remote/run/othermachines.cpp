#include "remote/run/othermachines.h"

#include "remote/fleet/connect.h"

#include <algorithm>
#include <optional>

namespace motley {

namespace {

std::optional<MachineReport> ask(
    const Machine &machine, const RemoteRun &run, Prompter &prompter, const std::stop_token &stop)
{
    const auto session = connectTo(machine, prompter, stop);
    const auto status = session ? runStatus(**session, run, stop) : tl::unexpected<Error>(session.error());
    if (!status)
        return std::nullopt;
    switch (status->state) {
    case RunStatus::State::Running:
        return MachineReport{MachineReport::State::Training, machine.name, {}};
    case RunStatus::State::Finished:
        return MachineReport{status->why ? MachineReport::State::Failed : MachineReport::State::Ended, machine.name,
            status->why.value_or(std::string())};
    case RunStatus::State::Dead:
        break;
    }
    return MachineReport{MachineReport::State::Failed, machine.name, status->why.value_or(std::string())};
}

} // namespace

MachineReport askOtherMachines(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    Prompter &prompter, const std::stop_token &stop)
{
    MachineReport first;
    for (std::size_t i = 1; i < std::min(machines.size(), remoteRuns.size()) && !stop.stop_requested(); ++i) {
        const auto report = ask(machines[i], remoteRuns[i], prompter, stop);
        if (report && report->state == MachineReport::State::Training)
            return *report;
        if (report && first.state == MachineReport::State::Unknown)
            first = *report;
    }
    return first;
}

Result<void> stopOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    StopManner manner, Prompter &prompter, const std::stop_token &stop)
{
    Result<void> first;
    for (std::size_t i = 0; i < std::min(machines.size(), remoteRuns.size()); ++i) {
        const auto session = connectTo(machines[i], prompter, stop);
        if (session)
            return stopRun(**session, remoteRuns[i], manner, stop);
        if (i == 0)
            first = tl::unexpected<Error>(session.error());
        if (stop.stop_requested())
            break;
    }
    return first;
}

} // namespace motley
