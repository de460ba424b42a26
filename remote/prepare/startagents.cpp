#include "remote/prepare/startagents.h"

#include "engine/base/randomhex.h"
#include "remote/prepare/onallhosts.h"

namespace motley {

namespace {

// `spec`: of the run; the machine's own number and job are filled in here.
Result<AgentReady> startOne(const RunHosts &runHosts, LaunchSpec spec, RunHost &host, std::stop_token stop)
{
    if (const auto connected = runHosts.reconnect(host, stop); !connected)
        return tl::unexpected(connected.error());
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Starting"));
    spec.machine = host.index;
    spec.job = host.job;
    host.startTried = true;
    const MachineTerms &terms = host.machine.terms;
    const bool isWanted = terms.comesBack && terms.startsAfterRestart;
    return startAgent(
        *host.session, host.run, spec, isWanted ? AfterRestart::TakesPartAgain : AfterRestart::Stays, stop);
}

Result<void> startEach(RunHosts &runHosts, LaunchSpec spec)
{
    auto &hosts = runHosts.hosts();
    const auto coordinator = startOne(runHosts, spec, hosts.front(), runHosts.stop());
    if (!coordinator)
        return tl::unexpected(coordinator.error());
    spec.controlPort = coordinator->controlPort;
    std::vector<RunHost *> others;
    for (std::size_t i = 1; i < hosts.size(); ++i)
        others.push_back(&hosts[i]);
    return onAllHosts(others, runHosts.stop(), [&](RunHost *host, std::stop_token stop) -> Result<void> {
        const auto ready = startOne(runHosts, spec, *host, stop);
        if (!ready)
            return tl::unexpected(ready.error());
        return {};
    });
}

void endWhatWasStarted(RunHosts &runHosts)
{
    // The preparation's stop token is not passed on, as it may be the reason for ending the agents. An agent that
    // cannot be reached ends when it loses the store.
    (void)onAllHosts(runHosts.hosts(), {}, [&](RunHost &host, std::stop_token) -> Result<void> {
        if (host.startTried) {
            runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Ending what was started"));
            (void)stopRun(*host.session, host.run, StopManner::Now);
        }
        return {};
    });
}

} // namespace

Result<void> startAll(RunHosts &runHosts, const QString &runId, const Plan &plan)
{
    LaunchSpec spec;
    spec.runId = runId.toStdString();
    spec.token = randomHex(32);
    spec.plan = plan;
    spec.warnings = runHosts.warnings();
    auto started = startEach(runHosts, std::move(spec));
    if (!started)
        endWhatWasStarted(runHosts);
    return started;
}

} // namespace motley
