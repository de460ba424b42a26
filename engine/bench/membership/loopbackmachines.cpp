#include "engine/bench/membership/loopbackmachines.h"

#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/base/textfile.h"
#include "engine/commands/run/newrun.h"
#include "engine/plan/planner.h"
#include "engine/protocol/launchspec.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace motley {

namespace {

constexpr double quotaPeriod = 10; // milliseconds
constexpr auto endLimit = std::chrono::seconds(5); // for ranks to die with their agent

std::string firstLine(int descriptor)
{
    std::string line;
    for (char byte = 0; ::read(descriptor, &byte, 1) == 1 && byte != '\n';)
        line += byte;
    return line;
}

bool hasEnded(pid_t process)
{
    siginfo_t state{};
    return waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_pid == process;
}

} // namespace

Result<LoopbackMachines> LoopbackMachines::start(JobSpec job, const LoopbackOptions &options)
{
    LoopbackMachines run(options);
    if (const auto prepared = run.prepare(); !prepared)
        return tl::unexpected(prepared.error());
    LaunchSpec launch;
    launch.runId = "membership";
    launch.token = std::string(64, 'a');
    launch.plan = run.plan(job);
    launch.job = std::move(job);
    for (launch.machine = 0; launch.machine < options.machines; ++launch.machine) {
        const RunFolder folder = run.folder(launch.machine);
        std::filesystem::create_directory(folder.path);
        if (const auto written = writeRecords(folder, launch); !written)
            return tl::unexpected(written.error());
        const auto port = run.startAgent("agent", launch.machine);
        if (!port)
            return tl::unexpected(port.error());
        launch.controlPort = *port;
    }
    return run;
}

Result<void> LoopbackMachines::prepare()
{
    if (m_options.ownNetworks) {
        auto networks = MachineNetworks::make(m_options.machines);
        if (!networks)
            return tl::unexpected(networks.error());
        m_networks.emplace(std::move(*networks));
    }
    const std::string name = std::filesystem::path(m_options.folder).filename();
    for (int machine = 0; machine < m_options.machines && m_options.processors > 0; ++machine) {
        auto quota
            = CpuQuota::make("motley-bench-" + std::to_string(getpid()) + "-" + name + "-" + std::to_string(machine),
                m_options.processors, quotaPeriod);
        if (!quota)
            return tl::unexpected(quota.error());
        m_quotas.push_back(std::move(*quota));
    }
    return {};
}

std::string LoopbackMachines::address(int machine) const
{
    return m_networks ? MachineNetworks::address(machine) : "127.0.0." + std::to_string(machine + 1);
}

Plan LoopbackMachines::plan(const JobSpec &job) const
{
    Plan plan;
    plan.shareRule = ShareRule::Given;
    for (int machine = 0; machine < m_options.machines; ++machine)
        plan.machines.push_back({"box" + std::to_string(machine + 1), address(machine)});
    const auto shares = proportionalShares(job.batch, std::vector<double>(std::size_t(m_options.ranks), 1));
    for (int rank = 0; rank < m_options.ranks; ++rank) // the ranks of a machine follow each other
        plan.ranks.push_back({rank * m_options.machines / m_options.ranks, {}, shares[std::size_t(rank)], 0, 1});
    return plan;
}

Result<pid_t> LoopbackMachines::begin(int machine, const std::string &command, int output) const
{
    const InNetwork inside = m_networks ? m_networks->enter(machine) : InNetwork();
    const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Descriptor errors(open(folder(machine).agentLog().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    const pid_t agent = startProgram(m_options.engine, {command, "--foreground", folder(machine).path},
        {input.get(), output, errors.get()}, ChildKind::Plain);
    if (agent < 0)
        return fail("Could not start an agent: " + systemReason(errno) + ".");
    if (!m_quotas.empty())
        if (const auto added = m_quotas[std::size_t(machine)].add(agent); !added)
            return tl::unexpected(added.error());
    return agent;
}

Result<void> LoopbackMachines::rejoin(int machine)
{
    reap(machine);
    return startAgent("rejoin", machine).map([](int) {});
}

Result<int> LoopbackMachines::startAgent(const std::string &command, int machine)
{
    Pipe output = makePipe();
    const auto agent = begin(machine, command, output.writer.get());
    if (!agent)
        return tl::unexpected(agent.error());
    m_agents.resize(std::max(m_agents.size(), std::size_t(machine) + 1), -1);
    m_agents[std::size_t(machine)] = *agent;
    output.writer.close();
    const auto ready = parseAgentReady(firstLine(output.reader.get()));
    if (!ready)
        return fail("The agent of machine " + std::to_string(machine)
            + " did not begin: " + readTextFile(folder(machine).agentLog()).value_or("it left no word."));
    return ready->controlPort;
}

// A control group with a process cannot be removed, and ranks die a moment after their agent.
LoopbackMachines::~LoopbackMachines()
{
    std::vector<pid_t> left;
    for (std::size_t machine = 0; machine < m_agents.size(); ++machine) {
        const auto its = ranks(int(machine));
        left.insert(left.end(), its.begin(), its.end());
        signal(int(machine), SIGKILL); // ranks die with their agent; one that is stopped does not
        reap(int(machine));
    }
    const auto deadline = std::chrono::steady_clock::now() + endLimit;
    const auto lives = [](pid_t process) { return kill(process, 0) == 0; };
    while (std::any_of(left.begin(), left.end(), lives) && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

std::vector<Event> LoopbackMachines::read()
{
    std::vector<Event> events;
    std::ifstream log(folder(m_leader).events());
    log.seekg(std::streamoff(m_read));
    for (std::string line; std::getline(log, line) && !log.eof();) {
        m_read += line.size() + 1;
        if (auto event = parseEvent(line))
            events.push_back(*std::move(event));
    }
    return events;
}

bool LoopbackMachines::isOver() const
{
    return hasEnded(agent(m_leader));
}

bool LoopbackMachines::isOn(int machine) const
{
    return !hasEnded(agent(machine));
}

// The cable first: what dies must not say so.
void LoopbackMachines::powerOff(int machine)
{
    if (m_networks)
        m_networks->remove(machine);
    signal(machine, SIGKILL);
    reap(machine);
}

Result<void> LoopbackMachines::powerOn(int machine)
{
    if (m_networks && !m_networks->has(machine))
        if (const auto added = m_networks->add(machine); !added)
            return added;
    reap(machine);
    const Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
    return begin(machine, "rejoin", nowhere.get()).map([&](pid_t agent) { m_agents[std::size_t(machine)] = agent; });
}

void LoopbackMachines::reap(int machine)
{
    if (agent(machine) > 0)
        waitForChild(std::exchange(m_agents[std::size_t(machine)], -1));
}

std::vector<Event> LoopbackMachines::wholeLog() const
{
    std::vector<std::string> longest;
    std::int64_t newest = 0;
    for (int machine = 0; machine < m_options.machines; ++machine) {
        std::vector<std::string> lines;
        std::ifstream log(folder(machine).events());
        for (std::string line; std::getline(log, line) && !log.eof();)
            lines.push_back(std::move(line));
        const auto last = lines.empty() ? Result<Event>() : parseEvent(lines.back());
        if (!last || last->sequence <= newest)
            continue;
        newest = last->sequence;
        longest = std::move(lines);
    }
    std::vector<Event> events;
    for (const std::string &line : longest)
        if (auto event = parseEvent(line))
            events.push_back(*std::move(event));
    return events;
}

std::vector<pid_t> LoopbackMachines::ranks(int machine) const
{
    const std::string agent = std::to_string(this->agent(machine));
    std::istringstream children(firstLineOf("/proc/" + agent + "/task/" + agent + "/children"));
    std::vector<pid_t> processes;
    for (pid_t child = 0; children >> child;)
        processes.push_back(child);
    std::sort(processes.begin(), processes.end()); // as they were started
    return processes;
}

void LoopbackMachines::signal(int machine, int number) const
{
    for (const pid_t rank : ranks(machine))
        kill(rank, number);
    if (!hasEnded(agent(machine)))
        kill(agent(machine), number);
}

} // namespace motley
