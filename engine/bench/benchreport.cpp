#include "engine/bench/benchreport.h"

#include "engine/commands/terminal/numbers.h"
#include "engine/statistics/median.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace motley {

namespace {

constexpr int labelWidth = 20;

template <typename Value>
double medianOf(const std::vector<StepDone> &steps, Value value)
{
    std::vector<double> values;
    for (const StepDone &step : steps)
        values.push_back(value(step));
    return median(std::move(values));
}

double meanOf(const StepDone &step, double RankStep::*part)
{
    double sum = 0;
    for (const RankStep &rank : step.ranks)
        sum += rank.*part;
    return sum / double(std::max<std::size_t>(step.ranks.size(), 1));
}

double unaccounted(const StepDone &step)
{
    double rest = step.seconds;
    for (const auto part : {&RankStep::dataSeconds, &RankStep::forwardSeconds, &RankStep::backwardSeconds,
             &RankStep::exchangeSeconds, &RankStep::optimizerSeconds})
        rest -= meanOf(step, part);
    return rest;
}

std::string nameOf(PrecisionSpec::Kind kind)
{
    return kind == PrecisionSpec::Kind::Float32 ? "float32"
        : kind == PrecisionSpec::Kind::BFloat16 ? "bfloat16"
                                                : "float16";
}

std::string milliseconds(double seconds)
{
    return fixed(1000 * seconds, 2) + " ms";
}

std::string billions(double number)
{
    return fixed(number * 1e-9, 2) + " G";
}

void row(std::ostream &table, const std::string &label, const std::string &value)
{
    table << "  " << std::left << std::setw(labelWidth) << label << value << "\n";
}

} // namespace

BenchTimes timesOf(const std::vector<StepDone> &steps, std::size_t rank)
{
    std::vector<StepDone> ofRank = steps;
    for (StepDone &step : ofRank)
        step.ranks = {step.ranks[rank]};
    return timesOf(ofRank);
}

BenchTimes timesOf(const std::vector<StepDone> &steps)
{
    const auto part = [&](double RankStep::*which) {
        return medianOf(steps, [which](const StepDone &step) { return meanOf(step, which); });
    };
    return {medianOf(steps, [](const StepDone &step) { return step.seconds; }), part(&RankStep::dataSeconds),
        part(&RankStep::forwardSeconds), part(&RankStep::backwardSeconds), part(&RankStep::exchangeSeconds),
        part(&RankStep::optimizerSeconds), medianOf(steps, unaccounted)};
}

std::optional<double> BenchReport::utilisation() const
{
    return peak ? std::optional(operationsPerSecond() / *peak) : std::nullopt;
}

std::string BenchReport::text() const
{
    std::ostringstream table;
    const auto timeRow = [&](const std::string &label, double seconds) {
        row(table, label, milliseconds(seconds) + "  " + percent(seconds / times.whole, 0));
    };
    table << task << ": " << model << ", batch " << batch << (madeUpData ? ", made-up data" : "") << "\n";
    row(table, "on",
        std::to_string(options.workers) + " x " + device + ", " + std::to_string(options.threads) + " thread"
            + (options.threads == 1 ? "" : "s") + " each, " + nameOf(precision));
    row(table, "throughput",
        fixed(samplesPerSecond, 1) + " samples/s"
            + (tokensPerSecond ? ", " + grouped(*tokensPerSecond) + " tokens/s" : ""));
    row(table, "a step",
        milliseconds(times.whole) + "  median of " + std::to_string(options.steps) + " after "
            + std::to_string(options.warmUpSteps) + " to warm up");
    timeRow("  data", times.data);
    timeRow("  forward", times.forward);
    timeRow("  backward", times.backward);
    timeRow("  exchange", times.exchange);
    timeRow("  optimizer", times.optimizer);
    timeRow("  other", times.other);
    row(table, "parameters", grouped(double(parameters)));
    row(table, "model FLOPs a step", billions(operations) + "  " + billions(operationsPerSecond()) + " a second");
    if (peak)
        row(table, "utilisation",
            percent(*utilisation(), 1) + " of " + billions(*peak) + "FLOPs a second, "
                + (peakWasGiven ? "given by --peak-tflops" : "measured by a large float32 matrix product"));
    else
        row(table, "utilisation", "unknown: say --peak-tflops, what this device can do");
    table
        << "\nModel FLOPs: matrix products, attention and convolutions, forward and backward, a multiplication and an\n"
           "addition each as one; nothing that is computed again. Counted as a step runs, not estimated.\n";
    return table.str();
}

std::string BenchReport::json() const
{
    nlohmann::ordered_json line{{"task", task}, {"model", model}, {"device", device}, {"workers", options.workers},
        {"threads", options.threads}, {"precision", nameOf(precision)}, {"batch", batch}, {"madeUpData", madeUpData},
        {"warmUpSteps", options.warmUpSteps}, {"steps", options.steps}, {"samplesPerSecond", samplesPerSecond}};
    if (tokensPerSecond)
        line["tokensPerSecond"] = *tokensPerSecond;
    line["stepSeconds"] = times.whole;
    line["dataSeconds"] = times.data;
    line["forwardSeconds"] = times.forward;
    line["backwardSeconds"] = times.backward;
    line["exchangeSeconds"] = times.exchange;
    line["optimizerSeconds"] = times.optimizer;
    line["otherSeconds"] = times.other;
    line["parameters"] = parameters;
    line["flopsPerStep"] = operations;
    line["flopsPerSecond"] = operationsPerSecond();
    if (peak) {
        line["peakFlopsPerSecond"] = *peak;
        line["peak"] = peakWasGiven ? "given" : "measured";
        line["modelFlopsUtilisation"] = *utilisation();
    }
    return line.dump();
}

} // namespace motley
