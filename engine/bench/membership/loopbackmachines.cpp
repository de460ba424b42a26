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
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace motley {

namespace {

Plan planOf(const JobSpec &job, const LoopbackOptions &options)
{
    Plan plan;
    plan.shareRule = ShareRule::Given;
    for (int machine = 0; machine < options.machines; ++machine) {
        const std::string number = std::to_string(machine + 1);
        plan.machines.push_back({"box" + number, "127.0.0." + number});
    }
    const auto shares = proportionalShares(job.batch, std::vector<double>(std::size_t(options.ranks), 1));
    for (int rank = 0; rank < options.ranks; ++rank) // the ranks of a machine follow each other
        plan.ranks.push_back({rank * options.machines / options.ranks, {}, shares[std::size_t(rank)], 0, 1});
    return plan;
}

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
    LoopbackMachines run(options.folder);
    LaunchSpec launch;
    launch.runId = "membership";
    launch.token = std::string(64, 'a');
    launch.plan = planOf(job, options);
    launch.job = std::move(job);
    for (launch.machine = 0; launch.machine < options.machines; ++launch.machine) {
        const RunFolder folder = run.folder(launch.machine);
        std::filesystem::create_directory(folder.path);
        if (const auto written = writeRecords(folder, launch); !written)
            return tl::unexpected(written.error());
        const auto port = run.startAgent(options.engine, launch.machine);
        if (!port)
            return tl::unexpected(port.error());
        launch.controlPort = *port;
    }
    return run;
}

Result<int> LoopbackMachines::startAgent(const std::string &engine, int machine)
{
    Pipe output = makePipe();
    const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const Descriptor errors(open(folder(machine).agentLog().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    const pid_t agent = startProgram(engine, {"agent", "--foreground", folder(machine).path},
        {input.get(), output.writer.get(), errors.get()}, ChildKind::Plain);
    if (agent < 0)
        return fail("Could not start an agent: " + systemReason(errno) + ".");
    m_agents.push_back(agent);
    output.writer.close();
    const auto ready = parseAgentReady(firstLine(output.reader.get()));
    if (!ready)
        return fail("The agent of machine " + std::to_string(machine)
            + " did not begin: " + readTextFile(folder(machine).agentLog()).value_or("it left no word."));
    return ready->controlPort;
}

LoopbackMachines::~LoopbackMachines()
{
    for (std::size_t machine = 0; machine < m_agents.size(); ++machine) {
        signal(int(machine), SIGKILL); // ranks die with their agent; one that is stopped does not
        waitForChild(m_agents[machine]);
    }
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
