// The events of a made-up run: machines of different speeds with noise, which a test can slow down.
#pragma once

#include "engine/plan/diagnosis/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace motley {

struct MadeUpMachine {
    StepTime time{0, 1e-3}; // the true time of a step
    StepTime planned{}; // measured before the run; zeros: not measured
    std::int64_t share = 100;
    double slower = 1;
    double dataSeconds = 0;
    double updateSeconds = 0.002;
    Telemetry telemetry{};
    Device device{};
};

// Their shares take them equally long.
inline std::vector<MadeUpMachine> threeMachines()
{
    return {{{0, 4e-3}, {}, 37}, {{0, 2e-3}, {}, 73}, {{0, 1e-3}, {}, 146}};
}

inline Telemetry calmTelemetry()
{
    Telemetry calm{
        0, 50.0, 1 << 30, std::int64_t(4) << 30, {{"GPU-1", 99.0, 1 << 30, 250.0, 60.0, 1800.0, false, false, 1}}};
    calm.otherCpuPercent = 3;
    calm.stolenPercent = 0;
    calm.diskWaitPercent = 1;
    calm.throttledPercent = 20;
    calm.swapBytesPerSecond = 0;
    calm.clockMegahertz = 3000;
    calm.heatEvents = 0;
    calm.resentPercent = 0.1;
    calm.linkMegabits = 1000;
    return calm;
}

class MadeUpRun {
public:
    MadeUpRun(std::vector<MadeUpMachine> made, double noise, unsigned seed, ShareRule rule = ShareRule::Measured)
        : machines(std::move(made)), m_noise(noise), m_random(seed), m_diagnosis(plan(rule))
    {
    }

    // Makes that many steps, and a sample of telemetry from each machine after every `stepsASample` steps. Returns the
    // slowdowns that the diagnosis reports.
    std::vector<Slowdown> go(int steps)
    {
        std::vector<Slowdown> news;
        for (int i = 0; i < steps; ++i) {
            append(news, m_diagnosis.add(makeStep()));
            for (int machine = 0; stepsASample > 0 && step % stepsASample == 0 && machine < int(machines.size());
                 ++machine) {
                machines[std::size_t(machine)].telemetry.machine = machine;
                append(news, m_diagnosis.add(machines[std::size_t(machine)].telemetry));
            }
        }
        return news;
    }

    void share(const std::vector<std::int64_t> &shares)
    {
        for (std::size_t i = 0; i < shares.size(); ++i)
            machines[i].share = shares[i];
        SharesChanged changed;
        changed.step = step + 1;
        changed.shares = shares;
        m_diagnosis.add(changed);
    }

    // Trains on without the other machines. Returns the slowdowns that are over.
    std::vector<Slowdown> goOnWith(const std::vector<int> &ranks, const std::vector<std::int64_t> &shares)
    {
        m_members = ranks;
        for (std::size_t i = 0; i < shares.size(); ++i)
            machines[i].share = shares[i];
        return m_diagnosis.add(MembershipChanged{2, step, ranks, shares, {}});
    }

    std::vector<MadeUpMachine> machines; // with one rank each
    double networkSeconds = 0.01;
    int stepsASample = 5;
    int oddSteps = 0; // every oddSteps steps, one machine takes three times as long; 0: never
    std::int64_t step = 0; // the last step made

private:
    Plan plan(ShareRule rule) const
    {
        Plan plan;
        plan.shareRule = rule;
        for (std::size_t i = 0; i < machines.size(); ++i) {
            plan.machines.push_back({"m" + std::to_string(i + 1), "10.0.0." + std::to_string(i + 1)});
            PlannedRank rank;
            rank.machine = int(i);
            rank.device = machines[i].device;
            rank.share = machines[i].share;
            rank.fixedSeconds = machines[i].planned.fixedSeconds;
            rank.secondsPerUnit = machines[i].planned.secondsPerUnit;
            plan.ranks.push_back(rank);
        }
        return plan;
    }

    double noisy(double seconds)
    {
        std::normal_distribution<double> noise(1, m_noise);
        return seconds * std::max(noise(m_random), 0.1);
    }

    StepDone makeStep()
    {
        StepDone done;
        done.step = ++step;
        double longest = 0;
        for (std::size_t i = 0; i < machines.size(); ++i) {
            if (!m_members.empty() && std::find(m_members.begin(), m_members.end(), int(i)) == m_members.end())
                continue;
            const MadeUpMachine &machine = machines[i];
            RankStep rank{int(i), machine.share, double(machine.share)};
            const bool isOdd = oddSteps > 0 && step % oddSteps == 0
                && (step / oddSteps) % std::int64_t(machines.size()) == std::int64_t(i);
            const double seconds = noisy(machine.time.at(double(machine.share)) * machine.slower * (isOdd ? 3 : 1));
            rank.forwardSeconds = seconds / 3;
            rank.backwardSeconds = seconds - rank.forwardSeconds;
            rank.dataSeconds = noisy(machine.dataSeconds);
            rank.optimizerSeconds = noisy(machine.updateSeconds);
            longest = std::max(longest, seconds + rank.dataSeconds);
            done.ranks.push_back(rank);
        }
        const double network = noisy(networkSeconds);
        for (RankStep &rank : done.ranks)
            rank.exchangeSeconds = longest - rank.dataSeconds - rank.forwardSeconds - rank.backwardSeconds + network;
        return done;
    }

    static void append(std::vector<Slowdown> &all, const std::vector<Slowdown> &more)
    {
        all.insert(all.end(), more.begin(), more.end());
    }

    std::vector<int> m_members; // none: all
    double m_noise;
    std::mt19937 m_random;
    Diagnosis m_diagnosis;
};

} // namespace motley
