#include "engine/training/comparedata.h"

#include "engine/base/sha256.h"
#include "engine/data/datahash.h"
#include "engine/tensorfiles/namedtensors.h"

#include <torch/types.h>

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

namespace motley {

namespace {

constexpr std::int64_t noTests = -1; // in place of the size of a test set

enum Fact : std::size_t { Launch, TrainingSamples, TestSamples, TrainingHash, TestHash, Model, Frozen, factCount };
static_assert(std::tuple_size_v<RankFacts> == factCount);
constexpr const char *factsKey = "facts";

// Of job, plan and membership. Only the paths of files may differ.
std::uint64_t hashOfLaunch(const LaunchSpec &launch, const Membership &membership)
{
    JobSpec job = launch.job;
    job.task = withoutPaths(job.task);
    job.continueFrom.path = {};
    return std::stoull(sha256Of(toJson(job) + toJson(launch.plan) + toLine(membership)).substr(0, 16), nullptr, 16);
}

std::uint64_t hashOfModel(const torch::nn::Module &model)
{
    DataHash hash;
    for (const NamedTensor &item : stateDict(model)) {
        hash.add(item.name);
        hash.add(item.tensor.sizes().vec());
    }
    return hash.value();
}

// "rank 1 on node-b"
std::string nameOfRank(int position, const Membership &membership)
{
    const int rank = membership.ranks[std::size_t(position)];
    return "rank " + std::to_string(rank) + " on " + membership.plan.machineOf(rank).name;
}

std::string samples(std::int64_t count, const char *kind)
{
    return std::to_string(count) + " " + kind + (count == 1 ? " sample" : " samples");
}

// How this rank differs from rank 0, after its name; empty: in nothing.
std::string difference(const RankFacts &rank, const RankFacts &first, const std::string &firstName)
{
    const std::string but = ", but " + firstName + " has ";
    const std::string than = " than " + firstName + ".";
    if (rank[Launch] != first[Launch])
        return " was given another job or plan" + than + " Launch the run again.";
    const std::string remedy = " What the job names must be the same on all machines, with the same names of files in "
                               "folders; make it so and start again.";
    if (rank[TrainingSamples] != first[TrainingSamples])
        return " has " + samples(rank[TrainingSamples], "training") + but + std::to_string(first[TrainingSamples]) + "."
            + remedy;
    if (rank[TestSamples] == noTests && first[TestSamples] != noTests)
        return " has no test set" + but + "one." + remedy;
    if (rank[TestSamples] != noTests && first[TestSamples] == noTests)
        return " has a test set" + but + "none." + remedy;
    if (rank[TestSamples] != first[TestSamples])
        return " has " + samples(rank[TestSamples], "test") + but + std::to_string(first[TestSamples]) + "." + remedy;
    if (rank[TrainingHash] != first[TrainingHash])
        return " has other training samples" + than + remedy;
    if (rank[TestHash] != first[TestHash])
        return " has other test samples" + than + remedy;
    if (rank[Model] != first[Model])
        return " has a model of other tensors" + than + remedy;
    if (rank[Frozen] != first[Frozen])
        return " has other weights of the model that the adapter is for" + than + remedy;
    return {};
}

} // namespace

RankFacts factsOf(const LaunchSpec &launch, const Membership &membership, const TrainingState &state)
{
    Task &task = state.task;
    const std::string &frozen = state.frozenHash();
    const Dataset &training = task.trainingSet();
    const Dataset *test = task.testSet();
    return {std::int64_t(hashOfLaunch(launch, membership)), training.size(), test ? test->size() : noTests,
        std::int64_t(training.fingerprint()), test ? std::int64_t(test->fingerprint()) : 0,
        std::int64_t(hashOfModel(task.model())), frozen.empty() ? 0 : std::int64_t(std::stoull(frozen, nullptr, 16))};
}

// Every rank fills a row of a table that is zero elsewhere, so the sum over ranks is the whole table.
Result<void> compareRanks(Group &group, const RankFacts &mine, const Membership &membership)
{
    if (group.isAlone())
        return {};
    at::Tensor table = at::zeros({group.worldSize(), std::int64_t(factCount)}, at::kLong);
    const auto row = [&](int rank) { return table.data_ptr<std::int64_t>() + std::size_t(rank) * factCount; };
    std::copy(mine.begin(), mine.end(), row(group.rank()));
    group.allReduceHost(table);
    const auto factsOfRank = [&](int rank) {
        RankFacts facts;
        std::copy_n(row(rank), facts.size(), facts.begin());
        return facts;
    };
    for (int rank = 1; rank < group.worldSize(); ++rank) {
        const std::string differs = difference(factsOfRank(rank), factsOfRank(0), nameOfRank(0, membership));
        if (differs.empty())
            continue;
        group.waitForOthers();
        return fail("R" + nameOfRank(rank, membership).substr(1) + differs);
    }
    return {};
}

void publishFacts(c10d::Store &store, const RankFacts &mine)
{
    std::vector<std::uint8_t> bytes(sizeof mine);
    std::memcpy(bytes.data(), mine.data(), bytes.size());
    store.set(factsKey, bytes);
}

// The launch of each generation is another one, with the membership.
Result<void> compareWithFirst(c10d::Store &store, const RankFacts &mine, int rank, const Membership &membership)
{
    const std::vector<std::uint8_t> bytes = store.get(factsKey);
    RankFacts first{};
    std::memcpy(first.data(), bytes.data(), std::min(bytes.size(), sizeof first));
    first[Launch] = mine[Launch];
    const std::string differs = difference(mine, first, "the rest of the run");
    return differs.empty() ? Result<void>() : fail("R" + nameOfRank(rank, membership).substr(1) + differs);
}

std::string unlikeSamples(std::int64_t step, int position, const Membership &membership)
{
    return "In step " + std::to_string(step) + " " + nameOfRank(position, membership) + " drew other samples than "
        + nameOfRank(0, membership)
        + ". The step changed nothing. The memory or the engine of one of the two machines may be "
          "damaged: send the engine anew, test the memory, or train without it.";
}

} // namespace motley
