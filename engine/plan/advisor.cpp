#include "engine/plan/advisor.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace motley {

namespace {

constexpr double farBeyond = 2; // times the noise scale: most of what is computed then repeats itself
constexpr double farBelow = 0.25;

std::string number(double value, int digits = 0)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << value;
    return text.str();
}

std::string percentOf(double part)
{
    return number(100 * part) + " %";
}

std::string bandwidth(double bytesPerSecond)
{
    const double megabits = bytesPerSecond * 8 / 1e6;
    return megabits >= 1000 ? number(megabits / 1000, 1) + " Gbit/s"
                            : number(megabits, megabits < 10 ? 1 : 0) + " Mbit/s";
}

std::string memoryWords(const AdviceInput &input)
{
    std::int64_t room = 0;
    const MachineModel *least = nullptr;
    std::int64_t leastUnits = unlimited;
    for (const MachineModel &machine : input.cluster.machines)
        for (const RankModel &rank : machine.ranks) {
            if (rank.most == unlimited)
                return {};
            room += rank.most;
            if (rank.most < leastUnits) {
                leastUnits = rank.most;
                least = &machine;
            }
        }
    if (!least)
        return {};
    return "Memory has room for a batch of " + number(double(room)) + "; the least of it is on " + least->name
        + ", which fits " + number(double(leastUnits)) + ".";
}

std::string batchWords(const AdviceInput &input, const Forecast &found)
{
    const auto batch = double(input.job.batch);
    if (!input.noiseScale || *input.noiseScale <= 0)
        return {};
    const double noise = *input.noiseScale;
    std::string words = "The gradient-noise scale is " + number(noise) + ": with a batch of " + number(batch)
        + ", training needs " + number(samplesOverFewest(batch, noise), 1) + " times the fewest samples and "
        + number(stepsOverFewest(batch, noise), 1) + " times the fewest steps.";
    // Of a step, what does not grow with the batch: two batches tell.
    JobModel twice = input.job;
    twice.batch *= 2;
    const auto larger = forecast(twice, input.cluster, found.machines);
    if (larger && larger->stepSeconds() > found.stepSeconds()) {
        const double perUnit = (larger->stepSeconds() - found.stepSeconds()) / batch;
        const StepTime time{std::max(0.0, found.stepSeconds() - perUnit * batch), perUnit};
        const double fastest = fastestBatch(time, noise, farBeyond * noise);
        words += " These machines would get to the same quality soonest with a batch of about " + number(fastest) + ".";
    }
    if (batch > farBeyond * noise)
        words += " Most of this batch says the same thing twice; a smaller one learns as much.";
    else if (batch < farBelow * noise)
        words += " A larger batch would save steps at little cost.";
    return words;
}

// The overhead of one rank, as the lemma has it, from what the forecast says of all.
std::string machinesWords(const AdviceInput &input, const Forecast &found)
{
    const auto ranks = double(found.shares.size());
    if (ranks < 2)
        return {};
    const double overhead = overheadOf(found.efficiency * ranks, ranks);
    if (!std::isfinite(overhead))
        return "These " + number(ranks)
            + " ranks together are no faster than one of them: the exchange costs more "
              "than they add.";
    std::string words = number(ranks) + " ranks are " + number(found.efficiency * ranks, 1)
        + " times as fast as one of them on the average, " + percentOf(found.efficiency) + " of what they could be.";
    if (overhead <= 0)
        return words;
    const double most = std::floor(mostGpusFor(input.wantedEfficiency, overhead));
    words += " What does not shrink with more of them is " + number(100 * overhead, 1)
        + " % of computing: no number "
          "gets beyond "
        + number(greatestSpeedUp(overhead), 1) + " times";
    words += most >= 1
        ? ", and " + number(most) + " is the most at " + percentOf(input.wantedEfficiency) + " efficiency."
        : ".";
    if (found.efficiency < input.wantedEfficiency)
        words += " For " + percentOf(input.wantedEfficiency) + " with " + number(ranks) + " it must be at most "
            + number(100 * overheadFor(input.wantedEfficiency, ranks), 1) + " %.";
    return words;
}

std::string networkWords(const AdviceInput &input, const Forecast &found)
{
    const auto ranks = double(found.shares.size());
    const double hiding = input.job.hidingPart * found.computeSeconds;
    if (found.machines.size() < 2 || input.job.gradientBytes <= 0 || hiding <= 0)
        return {};
    const double needed = neededBytesPerSecond(input.job.gradientBytes, ranks, hiding);
    std::string words = "The exchange of " + number(input.job.gradientBytes / 1e6, 1)
        + " MB of gradients hides behind the backward pass if each machine's link carries " + bandwidth(needed) + ".";
    const RingCost ring = ringOf(input.cluster, found.machines);
    if (ring.secondsPerByte <= 0)
        return words;
    const double there = 2 * (ranks - 1) / ranks / ring.secondsPerByte;
    words += " The slowest carries " + bandwidth(there);
    words += there < needed
        ? ", and " + percentOf(found.exchangeSeconds / found.stepSeconds()) + " of each step waits for it."
        : ".";
    return words;
}

std::string rateWords(const AdviceInput &input)
{
    if (!input.batchOfRate || *input.batchOfRate == input.job.batch || *input.batchOfRate <= 0)
        return {};
    const double factor = double(input.job.batch) / double(*input.batchOfRate);
    return "The learning rate was found with a batch of " + number(double(*input.batchOfRate)) + ". For "
        + number(double(input.job.batch)) + ", multiply it by " + number(rateFactor(RateRule::Linear, factor), 2)
        + " (linear rule, for SGD, with a warm-up) or " + number(rateFactor(RateRule::SquareRoot, factor), 2)
        + " (square-root rule, for Adam and for very large batches).";
}

} // namespace

Result<std::vector<Advice>> advise(const AdviceInput &input)
{
    return forecast(input.job, input.cluster, allOf(input.cluster)).map([&](const Forecast &found) {
        using Kind = Advice::Kind;
        std::vector<Advice> all{{Kind::Memory, memoryWords(input)}, {Kind::Batch, batchWords(input, found)},
            {Kind::Machines, machinesWords(input, found)}, {Kind::Network, networkWords(input, found)},
            {Kind::LearningRate, rateWords(input)}};
        std::erase_if(all, [](const Advice &advice) { return advice.text.empty(); });
        return all;
    });
}

} // namespace motley
