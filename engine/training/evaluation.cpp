#include "engine/training/evaluation.h"

#include "engine/base/runclock.h"
#include "engine/data/batchshares.h"
#include "engine/device/devicememory.h"
#include "engine/device/mixedprecision.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/gathertexts.h"
#include "engine/tasks/examples/examples.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace motley {

namespace {

void add(Score &sum, const Score &part)
{
    sum.loss += part.loss;
    sum.weight += part.weight;
    for (std::size_t i = 0; i < sum.counts.size(); ++i)
        sum.counts[i] += part.counts[i];
    sum.confusion.resize(std::max(sum.confusion.size(), part.confusion.size()));
    for (std::size_t i = 0; i < part.confusion.size(); ++i)
        sum.confusion[i] += part.confusion[i];
}

Batch testBatch(const Task &task, SampleIds ids, at::Device device)
{
    Batch batch = task.testSet()->batch(ids, std::nullopt).to(device);
    batch.ids = std::move(ids);
    return batch;
}

// Tasks say what suits a processor's caches; small passes leave a GPU idle.
constexpr std::int64_t timesAsManyOnGpu = 16;

// Calls pass(first, last) for parts of a range that are tested at once, with half as many wherever memory runs out.
template <typename Pass>
void passOver(Range range, const Task &task, at::Device device, RankActivity &activity, const Pass &pass)
{
    std::int64_t atOnce = task.testedAtOnce() * (device.is_cuda() ? timesAsManyOnGpu : 1);
    for (std::int64_t first = range.first; first < range.last;) {
        const std::int64_t last = std::min(first + atOnce, range.last);
        try {
            pass(first, last);
            first = last;
            activity.advance();
        } catch (const std::exception &failure) {
            if (!isOutOfMemory(failure) || last - first == 1)
                throw;
            atOnce = (last - first) / 2;
        }
    }
}

Score scoreRange(Task &task, Range range, at::Device device, RankActivity &activity)
{
    Score sum;
    sum.counts.resize(task.scoreCounts());
    passOver(range, task, device, activity, [&](std::int64_t first, std::int64_t last) {
        SampleIds ids(std::size_t(last - first));
        std::iota(ids.begin(), ids.end(), first);
        add(sum, task.score(testBatch(task, std::move(ids), device)));
    });
    return sum;
}

// Of what this rank has scored.
std::vector<TestExample> examplesOf(Task &task, Range scored, at::Device device, RankActivity &activity)
{
    SampleIds ids = exampleIds(task.testSet()->size(), task.shownExamples());
    std::erase_if(ids, [&](std::int64_t id) { return id < scored.first || id >= scored.last; });
    std::vector<TestExample> all;
    passOver({0, std::int64_t(ids.size())}, task, device, activity, [&](std::int64_t first, std::int64_t last) {
        auto some = task.examples(testBatch(task, SampleIds(ids.begin() + first, ids.begin() + last), device));
        std::move(some.begin(), some.end(), std::back_inserter(all));
    });
    return all;
}

// All get the examples of all ranks, in the order of ranks, which is that of the samples.
std::vector<TestExample> examplesOfRanks(Group &group, std::vector<TestExample> mine)
{
    if (group.isAlone())
        return mine;
    Event event;
    event.body = TestExamples{0, std::move(mine)};
    std::vector<TestExample> all;
    for (const std::string &line : gatherTexts(group, toLine(event))) {
        auto told = parseEvent(line);
        TORCH_CHECK(told, "a rank tells examples as an event does: ", told ? "" : told.error().message);
        auto &examples = std::get<TestExamples>(told->body).examples;
        std::move(examples.begin(), examples.end(), std::back_inserter(all));
    }
    return all;
}

Score sumOverRanks(Group &group, const Score &mine)
{
    std::vector<double> numbers{mine.loss, mine.weight};
    numbers.insert(numbers.end(), mine.counts.begin(), mine.counts.end());
    at::Tensor sums = torch::tensor(numbers, at::kDouble);
    group.allReduceHost(sums);
    const double *values = sums.data_ptr<double>();
    return {values[0], values[1], {values + 2, values + sums.numel()}};
}

// By itself, as the order in which the ranks' losses are added must not depend on it.
std::optional<Confusion> confusionOfRanks(const Task &task, Group &group, Score &mine)
{
    const std::vector<std::string> classes = task.classes();
    if (classes.empty())
        return std::nullopt;
    mine.confusion.resize(classes.size() * classes.size()); // a rank without samples has none
    at::Tensor counts = torch::tensor(mine.confusion, at::kDouble);
    group.allReduceHost(counts);
    return confusionOf(classes, {counts.const_data_ptr<double>(), mine.confusion.size()});
}

// For as long as it lives, the model's layers compute as they are tested.
struct Evaluating {
    explicit Evaluating(torch::nn::Module &tested) : model(tested) { model.eval(); }
    ~Evaluating() { model.train(); }
    Evaluating(const Evaluating &) = delete;
    Evaluating &operator=(const Evaluating &) = delete;

    torch::nn::Module &model;
};

TestResult test(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note, bool showsExamples)
{
    const auto started = RunClock::now();
    const torch::NoGradGuard noGradients;
    const MixedPrecision low(precision, device);
    const Evaluating evaluating(task.model());
    const std::int64_t samples = task.testSet()->size();
    const Range range = cutShare(shares, group.rank(), samples);
    Score mine = scoreRange(task, range, device, group.activity());
    const Score all = sumOverRanks(group, mine);

    TestResult result;
    Evaluation &evaluation = result.evaluation;
    evaluation.loss = task.meanLoss(all);
    evaluation.metrics = task.metrics(all);
    evaluation.samples = samples;
    if (showsExamples)
        result.examples.confusion = confusionOfRanks(task, group, mine);
    if (showsExamples && task.shownExamples() > 0)
        result.examples.examples = examplesOfRanks(group, examplesOf(task, range, device, group.activity()));
    if (group.rank() == 0) { // which reports it
        if (auto answers = task.answers([&] { group.activity().advance(); }); !answers.empty())
            evaluation.answers = std::move(answers);
    }
    evaluation.seconds = secondsSince(started);
    if (all.weight == 0 && note && !evaluation.metrics.empty())
        note("No tested sample has a label that the model could predict, so that " + evaluation.metrics.front().name
            + " says nothing of it.");
    return result;
}

} // namespace

TestResult testTask(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note)
{
    return test(task, group, shares, device, precision, note, true);
}

Evaluation evaluateTask(Task &task, Group &group, const std::vector<std::int64_t> &shares, at::Device device,
    const PrecisionSpec &precision, const std::function<void(const std::string &)> &note)
{
    return test(task, group, shares, device, precision, note, false).evaluation;
}

} // namespace motley
