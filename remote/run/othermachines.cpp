#include "remote/run/othermachines.h"

#include "remote/fleet/connect.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace motley {

namespace {

std::optional<MachineReport> ask(
    const Machine &machine, const RemoteRun &run, std::size_t index, Prompter &prompter, const std::stop_token &stop)
{
    const auto session = connectTo(machine, prompter, stop);
    const auto status = session ? runStatus(**session, run, stop) : tl::unexpected<Error>(session.error());
    if (!status)
        return std::nullopt;
    switch (status->state) {
    case RunStatus::State::Running:
        return MachineReport{MachineReport::State::Training, machine.name, {}, index, status->lastSequence > 0};
    case RunStatus::State::Finished:
        return MachineReport{status->why ? MachineReport::State::Failed : MachineReport::State::Ended, machine.name,
            status->why.value_or(std::string()), index};
    case RunStatus::State::Dead:
        break;
    }
    return MachineReport{MachineReport::State::Failed, machine.name, status->why.value_or(std::string()), index};
}

using Order = std::function<Result<void>(Session &, const RemoteRun &)>;

// To the first of the machines that answers and takes part; where none takes part, to one that answers, which says in
// its own words that the run is over.
Result<void> orderOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    const Order &order, Prompter &prompter, const std::stop_token &stop)
{
    Result<void> first;
    std::optional<std::size_t> idle; // it answers, and no agent of the run lives there
    for (std::size_t i = 0; i < std::min(machines.size(), remoteRuns.size()); ++i) {
        const auto session = connectTo(machines[i], prompter, stop);
        const auto status = session ? runStatus(**session, remoteRuns[i], stop) : tl::unexpected<Error>(Error());
        if (session && (!status || status->state == RunStatus::State::Running))
            return order(**session, remoteRuns[i]);
        if (session && !idle)
            idle = i;
        if (!session && i == 0)
            first = tl::unexpected<Error>(session.error());
        if (stop.stop_requested())
            break;
    }
    if (!idle)
        return first;
    const auto session = connectTo(machines[*idle], prompter, stop);
    return session ? order(**session, remoteRuns[*idle]) : tl::unexpected<Error>(session.error());
}

} // namespace

MachineReport askOtherMachines(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    std::size_t followed, Prompter &prompter, const std::stop_token &stop)
{
    MachineReport best;
    for (std::size_t i = 0; i < std::min(machines.size(), remoteRuns.size()) && !stop.stop_requested(); ++i) {
        const auto report = i == followed ? std::nullopt : ask(machines[i], remoteRuns[i], i, prompter, stop);
        if (report && report->hasEvents)
            return *report;
        const bool trains = report && report->state == MachineReport::State::Training;
        const bool isBetter = trains && best.state != MachineReport::State::Training;
        if (report && (isBetter || best.state == MachineReport::State::Unknown))
            best = *report;
    }
    return best;
}

Result<void> stopOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    StopManner manner, Prompter &prompter, const std::stop_token &stop)
{
    return orderOnAnyMachine(
        machines, remoteRuns,
        [&](Session &session, const RemoteRun &run) { return stopRun(session, run, manner, stop); }, prompter, stop);
}

Result<void> saveOnAnyMachine(const std::vector<Machine> &machines, const std::vector<RemoteRun> &remoteRuns,
    Prompter &prompter, const std::stop_token &stop)
{
    return orderOnAnyMachine(
        machines, remoteRuns,
        [&](Session &session, const RemoteRun &run) { return askForCheckpoint(session, run, stop); }, prompter, stop);
}

} // namespace motley
