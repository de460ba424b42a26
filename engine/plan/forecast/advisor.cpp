#include "engine/plan/forecast/advisor.h"

#include <algorithm>

namespace motley {

namespace {

std::optional<MemoryAdvice> onMemory(const AdviceInput &input)
{
    MemoryAdvice advice;
    advice.fewest = unlimited;
    advice.sharesCanBeCut = input.sharesCanBeCut;
    for (std::size_t machine = 0; machine < input.cluster.machines.size(); ++machine)
        for (const RankModel &rank : input.cluster.machines[machine].ranks) {
            const std::int64_t most = std::min(rank.most, rank.mostAtOnce);
            if (most == unlimited)
                return std::nullopt;
            advice.samples += most;
            if (most < advice.fewest) {
                advice.fewest = most;
                advice.machine = machine;
            }
        }
    return advice;
}

// The batch that reaches a given quality soonest. The fixed and the growing part of the step time follow from two
// forecasts, with the batch and with twice the batch.
std::optional<double> fastestOf(const AdviceInput &input, const Forecast &all)
{
    const auto batch = double(input.job.batch);
    JobModel twice = input.job;
    twice.batch *= 2;
    const auto larger = forecast(twice, input.cluster, all.machines);
    if (!larger || larger->stepSeconds() <= all.stepSeconds())
        return std::nullopt;
    const double perUnit = (larger->stepSeconds() - all.stepSeconds()) / batch;
    const StepTime time{std::max(0.0, all.stepSeconds() - perUnit * batch), perUnit};
    return fastestBatch(time, *input.noiseScale, farBeyondNoise * *input.noiseScale);
}

std::optional<BatchAdvice> onBatch(const AdviceInput &input, const Forecast &all)
{
    if (!input.noiseScale || *input.noiseScale <= 0)
        return std::nullopt;
    const double noise = *input.noiseScale;
    const auto batch = double(input.job.batch);
    return BatchAdvice{input.job.batch, noise, samplesOverFewest(batch, noise), stepsOverFewest(batch, noise),
        fastestOf(input, all), fitOf(batch, noise)};
}

// Advice on the number of ranks: the lemma's overhead R_O follows from the forecast speed-up of all ranks.
std::optional<RanksAdvice> onRanks(const AdviceInput &input, const Forecast &all)
{
    const auto ranks = double(all.shares.size());
    if (ranks < 2)
        return std::nullopt;
    const double gain = all.efficiency * ranks;
    const double overhead = overheadOf(gain, ranks);
    const double wanted = input.wantedEfficiency;
    return RanksAdvice{int(all.shares.size()), gain, all.efficiency, overhead, wanted, mostGpusFor(wanted, overhead),
        overheadFor(wanted, ranks)};
}

std::optional<NetworkAdvice> onNetwork(const AdviceInput &input, const Forecast &all)
{
    const auto ranks = double(all.shares.size());
    const double hiding = input.job.hidingPart * all.computeSeconds;
    if (all.machines.size() < 2 || input.job.gradientBytes <= 0 || hiding <= 0)
        return std::nullopt;
    NetworkAdvice advice;
    advice.gradientBytes = input.job.gradientBytes;
    advice.neededBytesPerSecond = neededBytesPerSecond(advice.gradientBytes, ranks, hiding);
    advice.waitingPart = all.exchangeSeconds / all.stepSeconds();
    const RingAllReduceCost ring = ringOf(input.cluster, all.machines);
    if (ring.secondsPerByte > 0)
        advice.slowestBytesPerSecond = 2 * (ranks - 1) / ranks / ring.secondsPerByte;
    return advice;
}

std::optional<RateAdvice> onRate(const AdviceInput &input)
{
    if (!input.rate || input.rate->batch <= 0 || input.rate->batch == input.job.batch)
        return std::nullopt;
    const double factor = double(input.job.batch) / double(input.rate->batch);
    return RateAdvice{
        input.job.batch, *input.rate, rateFactor(RateRule::Linear, factor), rateFactor(RateRule::SquareRoot, factor)};
}

} // namespace

std::vector<Advice> advise(const AdviceInput &input, const Forecast &all)
{
    std::vector<Advice> advice;
    const auto add = [&](const auto &known) {
        if (known)
            advice.emplace_back(*known);
    };
    add(onMemory(input));
    add(onBatch(input, all));
    add(onRanks(input, all));
    add(onNetwork(input, all));
    add(onRate(input));
    return advice;
}

} // namespace motley
