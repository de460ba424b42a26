#include "engine/plan/forecast/revocation.h"

#include "engine/plan/forecast/checkpointinterval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace motley {

namespace {

constexpr double secondsPerHour = 3600;
constexpr int mostRounds = 200;
constexpr double closeEnough = 1e-6;
constexpr double endless = 1000; // times the working time; longer runs count as infinite

// Long-run revocations per hour of a machine and its replacements.
double lossesPerHour(const Revocable &machine)
{
    const double perHour = machine.lifetime.revocationsPerHour();
    if (perHour == 0)
        return 0;
    return 1 / (1 / perHour + machine.replaceSeconds / secondsPerHour);
}

// The fraction of time in which the machine is revoked and not replaced yet.
double absence(const Revocable &machine)
{
    return lossesPerHour(machine) * machine.replaceSeconds / secondsPerHour;
}

// Mean seconds between losses of work. Where a run resumes from checkpoints, every revocation loses work; where
// survivors continue, only the revocation of the last machine does.
double meanSecondsBetweenLosses(const RevocableRun &run)
{
    double perHour = 0;
    for (std::size_t i = 0; i < run.machines.size(); ++i) {
        double rate = lossesPerHour(run.machines[i]);
        for (std::size_t j = 0; j < run.machines.size(); ++j)
            if (j != i && run.recovery == Recovery::FromSurvivors)
                rate *= absence(run.machines[j]);
        perHour += rate;
    }
    return perHour > 0 ? secondsPerHour / perHour : std::numeric_limits<double>::infinity();
}

// What one revocation of a machine costs the run.
struct Setback {
    double lostSeconds = 0;
    double waitingSeconds = 0;
};

class Expectation {
public:
    Expectation(const RevocableRun &run, Forecast all, std::int64_t everySteps)
        : m_run(run), m_all(std::move(all)), m_everySteps(everySteps)
    {
        for (std::size_t machine = 0; machine < run.machines.size(); ++machine)
            m_setbacks.push_back(setback(machine));
    }

    RevocationForecast after(const std::vector<double> &revocations) const
    {
        RevocationForecast found;
        found.everySteps = m_everySteps;
        found.savingSeconds = savingSeconds();
        for (std::size_t machine = 0; machine < revocations.size(); ++machine) {
            found.revocations += revocations[machine];
            found.lostSeconds += revocations[machine] * m_setbacks[machine].lostSeconds;
            found.waitingSeconds += revocations[machine] * m_setbacks[machine].waitingSeconds;
        }
        found.seconds = workSeconds() + found.savingSeconds + found.lostSeconds + found.waitingSeconds;
        found.cost = m_all.kilowattHours.value_or(0) * m_run.cluster.pricePerKilowattHour;
        for (std::size_t machine = 0; machine < revocations.size(); ++machine) {
            const double absent = revocations[machine] * m_run.machines[machine].replaceSeconds;
            found.cost += m_run.cluster.machines[machine].pricePerHour * std::max(0.0, found.seconds - absent)
                / secondsPerHour;
        }
        return found;
    }

    // Iterates to a fixed point: a longer run has more revocations, and more revocations make it longer. Infinite if it
    // does not converge.
    RevocationForecast settled() const
    {
        RevocationForecast found = after(std::vector<double>(m_run.machines.size(), 0));
        for (int round = 0; round < mostRounds; ++round) {
            std::vector<double> revocations;
            for (const Revocable &machine : m_run.machines)
                revocations.push_back(machine.lifetime.expectedRevocations(
                    found.seconds / secondsPerHour, machine.replaceSeconds / secondsPerHour));
            const double before = found.seconds;
            found = after(revocations);
            if (found.seconds - before < closeEnough * found.seconds)
                return found;
            if (found.seconds > endless * workSeconds())
                break;
        }
        found.seconds = found.cost = std::numeric_limits<double>::infinity();
        return found;
    }

private:
    double workSeconds() const { return m_all.hours * secondsPerHour; }

    double savingSeconds() const
    {
        const std::int64_t checkpoints = m_everySteps > 0 ? (m_run.job.steps - 1) / m_everySteps : 0;
        return double(checkpoints) * m_run.checkpointSeconds;
    }

    // On average, half of the work between two checkpoints is lost.
    Setback fromCheckpoint(double replaceSeconds) const
    {
        const double period
            = m_everySteps > 0 ? double(m_everySteps) * m_all.meanStepSeconds + m_run.checkpointSeconds : workSeconds();
        return {std::min(period, workSeconds()) / 2, replaceSeconds + m_run.restartSeconds};
    }

    Setback setback(std::size_t machine) const
    {
        const double replaceSeconds = m_run.machines[machine].replaceSeconds;
        NodeSet others = m_all.machines;
        std::erase(others, machine);
        const auto without = forecast(m_run.job, m_run.cluster, others);
        if (m_run.recovery == Recovery::FromCheckpoint || !without)
            return fromCheckpoint(replaceSeconds);
        // One restart without the machine and one with its replacement; between them the other machines are slower.
        const double alone = std::max(0.0, replaceSeconds - m_run.restartSeconds);
        const double slower = 1 - without->unitsPerSecond / m_all.unitsPerSecond;
        return {m_all.meanStepSeconds / 2, 2 * m_run.restartSeconds + alone * slower};
    }

    const RevocableRun &m_run;
    Forecast m_all;
    std::int64_t m_everySteps;
    std::vector<Setback> m_setbacks;
};

Result<Expectation> expectation(const RevocableRun &run)
{
    if (run.machines.size() != run.cluster.machines.size())
        return fail("Each machine needs its chance of being taken away.");
    return forecast(run.job, run.cluster, allOf(run.cluster)).and_then([&](const Forecast &all) -> Result<Expectation> {
        if (run.everySteps > 0)
            return Expectation(run, all, run.everySteps);
        return bestInterval(run).map([&](std::int64_t steps) { return Expectation(run, all, steps); });
    });
}

} // namespace

Result<std::int64_t> bestInterval(const RevocableRun &run)
{
    return forecast(run.job, run.cluster, allOf(run.cluster)).map([&](const Forecast &all) -> std::int64_t {
        const double mean = meanSecondsBetweenLosses(run);
        if (!std::isfinite(mean))
            return 0;
        const double steps = dalyInterval(run.checkpointSeconds, mean) / all.meanStepSeconds;
        return std::int64_t(std::clamp(std::round(steps), 1.0, double(std::max<std::int64_t>(run.job.steps, 1))));
    });
}

Result<RevocationForecast> expectRun(const RevocableRun &run)
{
    return expectation(run).map([](const Expectation &expected) { return expected.settled(); });
}

Result<RevocationForecast> expectRun(const RevocableRun &run, const std::vector<double> &revocations)
{
    if (revocations.size() != run.machines.size())
        return fail("Each machine needs a number of revocations.");
    return expectation(run).map([&](const Expectation &expected) { return expected.after(revocations); });
}

} // namespace motley
