#include "remote/prepare/startagents.h"

#include "engine/base/randomhex.h"
#include "remote/prepare/onallhosts.h"

namespace motley {

namespace {

// `spec`: of the run, without what is the machine's own.
Result<AgentReady> startOne(const Crew &crew, LaunchSpec spec, Member &member, std::stop_token stop)
{
    if (const auto awake = crew.wake(member, stop); !awake)
        return tl::unexpected(awake.error());
    crew.say(member, Preparation::tr("Starting"));
    spec.machine = member.index;
    spec.job = member.job;
    member.startTried = true;
    return startAgent(*member.session, member.place, spec, stop);
}

Result<void> startEach(Crew &crew, LaunchSpec spec)
{
    auto &members = crew.members();
    const auto coordinator = startOne(crew, spec, members.front(), crew.stop());
    if (!coordinator)
        return tl::unexpected(coordinator.error());
    spec.storePort = coordinator->storePort;
    std::vector<Member *> others;
    for (std::size_t i = 1; i < members.size(); ++i)
        others.push_back(&members[i]);
    return onEvery(others, crew.stop(), [&](Member *member, std::stop_token stop) -> Result<void> {
        const auto ready = startOne(crew, spec, *member, stop);
        if (!ready)
            return tl::unexpected(ready.error());
        return {};
    });
}

void endWhatWasStarted(Crew &crew)
{
    // Not with the crew's stop: it may be what brought us here. An agent that cannot be reached ends when it loses the
    // store.
    (void)onEvery(crew.members(), {}, [&](Member &member, std::stop_token) -> Result<void> {
        if (member.startTried) {
            crew.say(member, Preparation::tr("Ending what was started"));
            (void)stopRun(*member.session, member.place, StopManner::Now);
        }
        return {};
    });
}

} // namespace

Result<void> startAll(Crew &crew, const QString &runId, const Plan &plan)
{
    LaunchSpec spec;
    spec.runId = runId.toStdString();
    spec.token = randomHex(32);
    spec.plan = plan;
    auto started = startEach(crew, std::move(spec));
    if (!started)
        endWhatWasStarted(crew);
    return started;
}

} // namespace motley
