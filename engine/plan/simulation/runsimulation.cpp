#include "engine/plan/simulation/runsimulation.h"

#include "engine/plan/simulation/simulatedsteps.h"

#include <algorithm>
#include <limits>
#include <map>

namespace motley {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double secondsPerHour = 3600;
constexpr double mostOverWork = 1000;

class Simulation {
public:
    Simulation(const RevocableRun &run, std::int64_t everySteps, std::uint64_t seed)
        : m_run(run), m_everySteps(everySteps), m_random(seed), m_goes(run.machines.size(), never),
          m_returns(run.machines.size(), 0)
    {
    }

    void follow(std::vector<ScriptedRevocation> script) { m_script = std::move(script); }
    void drawLifetimes()
    {
        m_isRandom = true;
        for (std::size_t machine = 0; machine < m_goes.size(); ++machine)
            m_goes[machine] = lifetimeSeconds(machine);
    }

    Result<SimulatedRun> finish(double longest)
    {
        std::int64_t done = 0;
        std::int64_t saved = 0;
        while (done < m_run.job.steps) {
            if (m_now > longest)
                return fail("Machines are taken away faster than this run gets on.");
            readmit();
            const NodeSet here = present();
            const double away = nextRevocation();
            if (here.empty() || (m_run.recovery == Recovery::FromCheckpoint && here.size() < m_goes.size())) {
                waitUntil(std::min(away, nextReturn()));
                revokeUntil(m_now);
                continue;
            }
            const auto seconds = stepOf(here);
            if (!seconds)
                return tl::unexpected(seconds.error());
            const bool saves = m_everySteps > 0 && (done + 1) % m_everySteps == 0 && done + 1 < m_run.job.steps;
            const double end = m_now + *seconds + (saves ? m_run.checkpointSeconds : 0);
            if (away < end) {
                waitUntil(away);
                const bool someAreLeft = revokeUntil(away);
                if (m_run.recovery == Recovery::FromCheckpoint || !someAreLeft) {
                    m_result.stepsTwice += done - saved;
                    done = saved;
                }
                continue;
            }
            waitUntil(end);
            ++done;
            if (saves) {
                saved = done;
                ++m_result.checkpoints;
            }
        }
        m_result.seconds = m_now;
        return m_result;
    }

private:
    double lifetimeSeconds(std::size_t machine)
    {
        const double chance = std::uniform_real_distribution<double>(0, 1)(m_random);
        return m_run.machines[machine].lifetime.quantile(chance) * secondsPerHour;
    }

    bool isHere(std::size_t machine) const { return m_returns[machine] <= m_now; }

    NodeSet present() const
    {
        NodeSet here;
        for (std::size_t machine = 0; machine < m_returns.size(); ++machine)
            if (isHere(machine))
                here.push_back(machine);
        return here;
    }

    double nextRevocation() const
    {
        double next = m_scripted < m_script.size() ? m_script[m_scripted].seconds : never;
        for (const double time : m_goes)
            next = std::min(next, time);
        return next;
    }

    double nextReturn() const
    {
        double next = never;
        for (const double time : m_returns)
            if (time > m_now)
                next = std::min(next, time);
        return next;
    }

    void waitUntil(double time)
    {
        for (const std::size_t machine : present())
            m_result.cost
                += m_run.cluster.machines[machine].pricePerHour * std::max(0.0, time - m_now) / secondsPerHour;
        m_now = std::max(m_now, time);
    }

    // Adds machines that were replaced since the last call; the run then restarts once.
    void readmit()
    {
        bool came = false;
        for (std::size_t machine = 0; machine < m_returns.size(); ++machine)
            if (m_returns[machine] > 0 && isHere(machine)) {
                m_returns[machine] = 0;
                came = true;
            }
        if (came)
            waitUntil(m_now + m_run.restartSeconds);
    }

    void revoke(std::size_t machine)
    {
        ++m_result.revocations;
        m_returns[machine] = m_now + m_run.machines[machine].replaceSeconds;
        m_goes[machine] = m_isRandom ? m_returns[machine] + lifetimeSeconds(machine) : never;
    }

    // Revokes the machines that are due until `time`. Returns whether any machine is left; the remaining ones restart
    // if they continue without the others.
    bool revokeUntil(double time)
    {
        const int before = m_result.revocations;
        while (m_scripted < m_script.size() && m_script[m_scripted].seconds <= time)
            if (const std::size_t machine = m_script[m_scripted++].machine; isHere(machine))
                revoke(machine);
        for (std::size_t machine = 0; machine < m_goes.size(); ++machine)
            if (m_goes[machine] <= time)
                revoke(machine);
        const bool someAreLeft = !present().empty();
        if (someAreLeft && m_result.revocations > before && m_run.recovery == Recovery::FromSurvivors)
            waitUntil(m_now + m_run.restartSeconds);
        return someAreLeft;
    }

    Result<double> stepOf(const NodeSet &here)
    {
        auto known = m_steps.find(here);
        if (known == m_steps.end()) {
            auto made = SimulatedSteps::make(m_run.job, m_run.cluster, m_run.cluster, here);
            if (!made)
                return tl::unexpected(made.error());
            known = m_steps.emplace(here, *std::move(made)).first;
        }
        return known->second.next(m_random);
    }

    const RevocableRun &m_run;
    std::int64_t m_everySteps;
    std::mt19937_64 m_random;
    std::vector<double> m_goes; // seconds: when each machine is revoked
    std::vector<double> m_returns; // seconds: when each machine's replacement arrives; in the past: it is there
    std::vector<ScriptedRevocation> m_script;
    std::size_t m_scripted = 0; // revocations of the script that have happened
    bool m_isRandom = false;
    std::map<NodeSet, SimulatedSteps> m_steps;
    SimulatedRun m_result;
    double m_now = 0;
};

Result<SimulatedRun> simulate(
    const RevocableRun &run, const std::vector<ScriptedRevocation> *script, std::uint64_t seed)
{
    const auto expected = expectRun(run, std::vector<double>(run.machines.size(), 0));
    if (!expected)
        return tl::unexpected(expected.error());
    Simulation simulation(run, expected->everySteps, seed);
    if (script)
        simulation.follow(*script);
    else
        simulation.drawLifetimes();
    return simulation.finish(mostOverWork * expected->seconds);
}

} // namespace

Result<SimulatedRun> simulateRun(
    const RevocableRun &run, const std::vector<ScriptedRevocation> &script, std::uint64_t seed)
{
    double before = 0;
    for (const ScriptedRevocation &revocation : script) {
        if (revocation.machine >= run.machines.size())
            return fail("The script takes machine " + std::to_string(revocation.machine) + " away, but there are "
                + std::to_string(run.machines.size()) + ", counted from 0.");
        if (!(revocation.seconds >= before))
            return fail("The script must tell its revocations in their order.");
        before = revocation.seconds;
    }
    return simulate(run, &script, seed);
}

Result<SimulatedRun> simulateRun(const RevocableRun &run, std::uint64_t seed)
{
    return simulate(run, nullptr, seed);
}

} // namespace motley
