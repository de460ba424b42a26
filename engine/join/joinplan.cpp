#include "engine/join/joinplan.h"

#include "engine/plan/addresses.h"

#include <map>

namespace motley {

std::vector<CandidateMachine> candidatesFrom(const std::vector<JoinRequest> &requests)
{
    std::vector<CandidateMachine> machines;
    std::map<std::string, int> seen;
    for (const JoinRequest &request : requests) {
        const int number = ++seen[request.report.hostName];
        CandidateMachine machine;
        machine.name = request.report.hostName + (number > 1 ? " (" + std::to_string(number) + ")" : "");
        machine.report = request.report;
        for (const JoiningDevice &device : request.devices)
            machine.candidates.push_back({device.device, device.threads, device.speed});
        machines.push_back(std::move(machine));
    }
    return machines;
}

std::vector<std::string> namesOf(const std::vector<CandidateMachine> &machines)
{
    std::vector<std::string> names;
    for (const CandidateMachine &machine : machines)
        names.push_back(machine.name);
    return names;
}

Result<Plan> planTogether(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    const auto missing = brokenLink(machines);
    if (!missing)
        return planRun(job, machines);
    std::string tried;
    for (const std::string &address : missing->tried)
        tried += (tried.empty() ? "" : ", ") + address;
    const std::string pair
        = machines[missing->from].name + " does not reach " + machines[missing->to].name + " at " + tried;
    if (missing->losesLargePackets)
        return fail(pair
            + " with large packets, and does with small ones. A VPN or tunnel between them takes smaller ones than "
              "their networks: set a smaller MTU there on both, such as 1280.");
    return fail(pair + ". Let the firewalls of both pass connections between them, or train without one of them.");
}

} // namespace motley
