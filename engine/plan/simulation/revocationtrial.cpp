#include "engine/plan/simulation/revocationtrial.h"

#include <random>

namespace motley {

namespace {

constexpr double measuredTo = 0.02; // relative standard error of a measured speed
constexpr double stepNoise = 0.03;

// A run of about six hours on three machines, with a checkpoint every four minutes.
RevocableRun threeMachines(Recovery recovery)
{
    RevocableRun run;
    for (const double speed : {4, 2, 1}) {
        RankModel rank;
        rank.time = {0.4, 0.28 / speed};
        rank.noise = stepNoise;
        NodeModel machine;
        machine.ranks = {rank};
        machine.outside = {1e8, 1e-4};
        run.cluster.machines.push_back(machine);
    }
    run.job.batch = 256;
    run.job.steps = 2000;
    run.job.gradientBytes = 1e7;
    run.machines.assign(run.cluster.machines.size(), {});
    for (Revocable &machine : run.machines)
        machine.replaceSeconds = 600;
    run.recovery = recovery;
    run.checkpointSeconds = 12;
    run.everySteps = 25;
    run.restartSeconds = 20;
    return run;
}

RevocableRun asMeasured(RevocableRun run, std::mt19937_64 &random)
{
    std::normal_distribution<double> error(1, measuredTo);
    for (NodeModel &machine : run.cluster.machines) {
        StepTime &time = machine.ranks.front().time;
        const double factor = error(random);
        time = {factor * time.fixedSeconds, factor * time.secondsPerUnit};
    }
    return run;
}

} // namespace

Result<std::vector<double>> tryRevocations(Recovery recovery, int trials)
{
    const RevocableRun truth = threeMachines(recovery);
    const auto undisturbed = expectRun(truth);
    if (!undisturbed)
        return tl::unexpected(undisturbed.error());
    std::vector<double> errors;
    for (int trial = 0; trial < trials; ++trial) {
        std::mt19937_64 random{std::uint64_t(trial)};
        std::uniform_real_distribution<double> half(0, 0.45);
        std::vector<ScriptedRevocation> script;
        std::vector<double> revocations(truth.machines.size(), 0);
        for (const double from : {0.0, 0.5}) {
            script.push_back({(from + half(random)) * undisturbed->seconds, std::size_t(random() % 3)});
            ++revocations[script.back().machine];
        }
        const auto expected = expectRun(asMeasured(truth, random), revocations);
        const auto simulated = simulateRun(truth, script, std::uint64_t(trial));
        if (!expected || !simulated)
            return tl::unexpected((expected ? simulated.error() : expected.error()));
        errors.push_back(expected->seconds / simulated->seconds - 1);
    }
    return errors;
}

} // namespace motley
