// A mirror of a shard has what its owner has, to the bit, without any of it ever having travelled; and who sends what
// to whom after a loss.
#include "engine/exchange/gradients/shardmoves.h"
#include "engine/models/layers/syncbatchnorm.h"
#include "engine/tasks/registry.h"
#include "engine/training/step/shardsettlement.h"
#include "engine/training/step/sumthenupdate.h"
#include "imageruns.h"

#include <torch/types.h>

#include <QTest>

#include <algorithm>
#include <array>
#include <barrier>
#include <csignal>
#include <memory>
#include <mutex>
#include <stdexcept>

using namespace motley;
using Kind = OptimizerSpec::Kind;
using Parts = std::vector<std::int64_t>;
using Shares = std::vector<double>;
using Ranks = std::vector<int>;

namespace {

constexpr std::int64_t steps = 20;

struct Holding {
    int rank = 0;
    int owner = 0;
    ShardState state;
    std::vector<at::Tensor> parameters;
};

std::string nameOf(const ShardMove &move)
{
    return std::to_string(move.from) + ">" + std::to_string(move.to) + ":" + std::to_string(move.range.begin) + "-"
        + std::to_string(move.range.end);
}

} // namespace

class ShardMirrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheBitsOfTheOwner_data();
    void hasTheBitsOfTheOwner();
    void catchesUpWithTheFurthest_data();
    void catchesUpWithTheFurthest();
    void findsWhoSendsWhat_data();
    void findsWhoSendsWhat();
    void movesWhatItFinds();

private:
    ImageRuns m_runs;
};

void ShardMirrorsTest::hasTheBitsOfTheOwner_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<Parts>("parts");
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<Ranks>("mirrors");
    QTest::addColumn<QString>("special");
    const auto row = [](const char *name, Kind kind, const Parts &parts, const Shares &shares, const Ranks &mirrors,
                         const char *special = "") {
        QTest::addRow("%s", name) << int(kind) << parts << shares << mirrors << special;
    };
    row("two", Kind::AdamW, {24, 8}, {1, 3}, {1, 0});
    row("three", Kind::AdamW, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0});
    row("five", Kind::AdamW, {12, 8, 6, 4, 2}, {1, 2, 0.5, 3, 1}, {1, 2, 3, 4, 0});
    row("one mirrors two", Kind::AdamW, {20, 8, 4}, {1, 1, 2}, {2, 2, 0});
    row("one has no part", Kind::Sgd, {20, 12, 0}, {1, 0, 1}, {2, 0, 0});
    row("lamb", Kind::Lamb, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0});
    row("adafactor", Kind::Adafactor, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0});
    row("muon", Kind::Muon, {20, 8, 4}, {1, 1, 1}, {1, 2, 0});
    row("clipped", Kind::AdamW, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0}, "clipped");
    row("float16", Kind::AdamW, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0}, "float16");
    row("sent in 16 bits", Kind::AdamW, {20, 8, 4}, {1, 3, 0.5}, {1, 2, 0}, "sent");
}

void ShardMirrorsTest::hasTheBitsOfTheOwner()
{
    QFETCH(int, kind);
    QFETCH(Parts, parts);
    QFETCH(Shares, shares);
    QFETCH(Ranks, mirrors);
    QFETCH(QString, special);
    JobSpec job = m_runs.job();
    job.optimizer = usualOptimizer(Kind(kind));
    StepOptions options;
    options.optimizer = job.optimizer;
    options.clipNorm = special == "clipped" ? 0.05 : 0;
    if (special == "float16")
        options.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    if (special == "sent")
        options.sent = ExchangeSpec::Gradients::BFloat16;
    std::mutex mutex;
    std::vector<Holding> holdings;
    std::vector<std::vector<at::Tensor>> models(shares.size());
    int skipped = 0;
    runAsRanks(int(shares.size()), [&](Group &group) {
        const auto task = openTask(job).value();
        const NamedTensors parameters = trainableParametersOf(task->model());
        TrainingState state(*task, options, ShardedOptimizer(job.optimizer, parameters, shares, group.rank(), mirrors));
        SumThenUpdate step(state, group);
        if (!step.prepare())
            throw std::runtime_error("a pass without samples does not fit");
        step.sync(group.rank() == 0 ? step.initialState() : std::vector<StatePart>());
        DataLoader data(task->trainingSet(), {1, job.batch, parts, group.rank(), 1, steps});
        for (std::int64_t i = 0; i < steps; ++i) {
            const auto taken = step.run({data.next().value(), 1e-3}).value();
            skipped += group.rank() == 0 && taken.skipped ? 1 : 0;
        }
        const std::lock_guard lock(mutex);
        const auto states = state.updater.shardStates();
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Shard &shard = state.shards->shards()[i];
            holdings.push_back({group.rank(), shard.owner, states[i], {}});
        }
        for (const NamedTensor &parameter : parameters)
            models[std::size_t(group.rank())].push_back(parameter.tensor.detach().clone());
    });
    QCOMPARE(skipped > 0, special == "float16");
    int compared = 0;
    for (const Holding &mirror : holdings)
        for (const Holding &own : holdings) {
            if (mirror.rank == mirror.owner || own.rank != mirror.owner || own.owner != own.rank)
                continue;
            ++compared;
            QCOMPARE(mirrors[std::size_t(own.rank)], mirror.rank);
            QCOMPARE(mirror.state.range.begin, own.state.range.begin);
            QCOMPARE(mirror.state.range.end, own.state.range.end);
            QCOMPARE(mirror.state.tensors.size(), own.state.tensors.size());
            for (std::size_t i = 0; i < own.state.tensors.size(); ++i)
                QVERIFY2(at::equal(mirror.state.tensors[i].tensor, own.state.tensors[i].tensor),
                    own.state.tensors[i].name.c_str());
            if (own.state.range.end > own.state.range.begin)
                QVERIFY(own.state.tensors.back().tensor.abs().max().item<double>() > 0);
        }
    QCOMPARE(compared, int(shares.size()));
    for (const auto &model : models)
        for (std::size_t i = 0; i < model.size(); ++i)
            QVERIFY(at::equal(model[i], models.front()[i]));
}

void ShardMirrorsTest::catchesUpWithTheFurthest_data()
{
    QTest::addColumn<Ranks>("heard"); // who returns from the report of the last step; rank 2 is lost then
    QTest::addColumn<bool>("half");
    QTest::addColumn<bool>("normalises");
    for (const bool half : {false, true}) {
        const char *precision = half ? ", float16" : "";
        QTest::addRow("the first has heard the report%s", precision) << Ranks{0} << half << false;
        QTest::addRow("the second has heard the report%s", precision) << Ranks{1} << half << false;
        QTest::addRow("both have heard the report%s", precision) << Ranks{0, 1} << half << false;
    }
    QTest::addRow("the second has heard the report, running statistics") << Ranks{1} << false << true;
}

// A rank is lost once the last step is reported, while parameters are on their way: what is left makes of that step,
// to the bit, what all three would have made of it.
void ShardMirrorsTest::catchesUpWithTheFurthest()
{
    QFETCH(Ranks, heard);
    QFETCH(bool, half);
    QFETCH(bool, normalises);
    std::signal(SIGPIPE, SIG_IGN); // which QtTest takes back before the first test function
    constexpr std::int64_t last = 5;
    constexpr double rate = 1e-3;
    JobSpec job = m_runs.job();
    job.optimizer = usualOptimizer(Kind::AdamW);
    job.optimizer.averageDecay = 0.9;
    if (normalises)
        networkOf(job) = {ImageModelSpec::Kind::ResNet18, 4};
    StepOptions options;
    options.optimizer = job.optimizer;
    options.clipNorm = 0.5;
    if (half)
        options.precision = {PrecisionSpec::Kind::Float16, false, 1024};
    struct Kept {
        std::unique_ptr<Task> task;
        std::unique_ptr<TrainingState> state;
    };
    std::array<Kept, 3> kept;
    NamedTensors expected;
    NamedTensors found[2];
    const auto wholeOf = [](const Kept &rank, SumThenUpdate &step) {
        NamedTensors whole;
        for (const StatePart &part : step.gatherState())
            for (const NamedTensor &item : part.tensors)
                whole.push_back({item.name, item.tensor.detach().clone()});
        for (const NamedTensor &item : trainedStateDict(rank.task->model()))
            whole.push_back({"model." + item.name, item.tensor.detach().clone()});
        return whole;
    };
    for (const bool isLost : {false, true}) {
        std::barrier reported(3);
        runAsRanks(3, [&](Group &group) {
            Kept &mine = kept[std::size_t(group.rank())];
            mine = {};
            mine.task = openTask(job).value();
            mine.state = std::make_unique<TrainingState>(*mine.task, options,
                ShardedOptimizer(
                    job.optimizer, trainableParametersOf(mine.task->model()), {1, 3, 2}, group.rank(), {1, 2, 0}));
            TrainingState &state = *mine.state;
            shareStatistics(mine.task->model(), [&group](at::Tensor &sums) { group.allReduce(sums); });
            SumThenUpdate step(state, group);
            if (!step.prepare())
                throw std::runtime_error("a pass without samples does not fit");
            step.sync(group.rank() == 0 ? step.initialState() : std::vector<StatePart>());
            DataLoader data(mine.task->trainingSet(), {1, job.batch, {20, 8, 4}, group.rank(), 1, last});
            for (state.progress.step = 0; state.progress.step < last - 1; ++state.progress.step)
                step.run({data.next().value(), rate}).value();
            const StepData batch = data.next().value();
            if (!isLost) {
                step.run({batch, rate}).value();
                const NamedTensors whole = wholeOf(mine, step);
                if (group.rank() == 0)
                    expected = whole;
                return;
            }
            StepResult result = step.computeGradients({batch, rate}).value();
            state.undecidedStep = last;
            result.report = shareStep(group, result.mine);
            reported.arrive_and_wait();
            if (std::find(heard.begin(), heard.end(), group.rank()) == heard.end()) {
                step.takeBack();
                group.abort();
                return;
            }
            step.decide(result);
            step.update(result, rate);
            if (!result.lostPeer || !state.lacksParameters)
                throw std::runtime_error("nobody was lost");
            state.progress.step = last;
            state.undecidedStep.reset();
            group.abort();
        });
    }
    std::array<bool, 2> hasCaughtUp{};
    runAsRanks(2, [&](Group &group) {
        const auto rank = std::size_t(group.rank());
        TrainingState &state = *kept[rank].state;
        state.shardAnew(ShardedOptimizer(
            job.optimizer, trainableParametersOf(kept[rank].task->model()), {2, 1}, group.rank(), {1, 0}));
        shareStatistics(kept[rank].task->model(), [&group](at::Tensor &sums) { group.allReduce(sums); });
        SumThenUpdate step(state, group);
        ShardSettlement settlement(state, group);
        if (!settlement.holdAll() || step.furthest() != heard.front())
            throw std::runtime_error("they do not hold what the furthest needs");
        hasCaughtUp[rank] = settlement.catchUp(heard.front());
        for (const auto &buffer : kept[rank].task->model().named_buffers()) // the furthest may be lost now
            if (!at::equal(buffer.value(), *findTensor(expected, "model." + buffer.key())))
                throw std::runtime_error(buffer.key() + " has not caught up");
        if (!step.prepare())
            throw std::runtime_error("a pass without samples does not fit");
        step.sync();
        state.forgetShardsBefore();
        found[rank] = wholeOf(kept[rank], step);
        if (state.progress.step != last || state.lacksState)
            throw std::runtime_error("it has not come as far as the furthest");
    });
    for (const int rank : {0, 1})
        QCOMPARE(hasCaughtUp[std::size_t(rank)], std::find(heard.begin(), heard.end(), rank) == heard.end());
    QVERIFY(findTensor(expected, "steps")->item<double>() == double(last));
    QCOMPARE(found[0].size(), expected.size());
    for (const NamedTensors &all : found)
        for (const NamedTensor &item : all) {
            const at::Tensor *there = findTensor(expected, item.name);
            QVERIFY2(there && (&all == &found[1] || at::equal(item.tensor, *there)), item.name.c_str());
            if (item.name.starts_with("model.") || item.name.starts_with("average"))
                QVERIFY2(at::equal(item.tensor, *there), item.name.c_str());
        }
}

void ShardMirrorsTest::findsWhoSendsWhat_data()
{
    QTest::addColumn<std::vector<HeldRange>>("held");
    QTest::addColumn<std::vector<HeldRange>>("wanted");
    QTest::addColumn<QString>("moves"); // empty: something is held by nobody
    const auto row = [](const char *name, const std::vector<HeldRange> &held, const std::vector<HeldRange> &wanted,
                         const char *moves) { QTest::addRow("%s", name) << held << wanted << moves; };
    row("all has stayed", {{0, {0, 10}}, {1, {10, 20}}}, {{0, {0, 10}}, {1, {10, 20}}}, "0>0:0-10 1>1:10-20");
    row("other cuts", {{0, {0, 10}}, {1, {10, 20}}}, {{0, {0, 4}}, {1, {4, 20}}}, "0>0:0-4 0>1:4-10 1>1:10-20");
    row("of a mirror", {{0, {0, 10}}, {0, {20, 30}}, {1, {10, 20}}, {1, {0, 10}}},
        {{0, {0, 15}}, {1, {15, 30}}, {0, {15, 30}}, {1, {0, 15}}},
        "0>0:0-10 1>0:10-15 1>1:15-20 0>1:20-30 1>0:15-20 0>0:20-30 1>1:0-10 1>1:10-15");
    row("to one that is new", {{0, {0, 10}}}, {{0, {0, 5}}, {1, {5, 10}}}, "0>0:0-5 0>1:5-10");
    row("to one alone", {{0, {0, 10}}, {0, {10, 20}}}, {{0, {0, 20}}}, "0>0:0-10 0>0:10-20");
    row("its own where it begins later", {{0, {0, 20}}, {1, {12, 20}}}, {{1, {4, 20}}}, "0>1:4-12 1>1:12-20");
    row("nothing for a rank without a part", {{0, {0, 10}}, {1, {10, 10}}}, {{0, {0, 10}}, {1, {10, 10}}}, "0>0:0-10");
    row("some is lost", {{0, {0, 10}}, {1, {15, 20}}}, {{0, {0, 20}}}, "");
    row("the end is lost", {{0, {0, 10}}}, {{0, {0, 20}}}, "");
    row("all is lost", {}, {{0, {0, 20}}}, "");
}

void ShardMirrorsTest::findsWhoSendsWhat()
{
    QFETCH(std::vector<HeldRange>, held);
    QFETCH(std::vector<HeldRange>, wanted);
    QFETCH(QString, moves);
    const auto found = movesBetween(held, wanted);
    QStringList names;
    for (const ShardMove &move : found.value_or(std::vector<ShardMove>()))
        names << QString::fromStdString(nameOf(move));
    QCOMPARE(names.join(' '), moves);
    QCOMPARE(found.has_value(), !moves.isEmpty());
}

// From three ranks that mirror to two: the whole state is what it was.
void ShardMirrorsTest::movesWhatItFinds()
{
    for (const Kind kind : {Kind::AdamW, Kind::Adafactor, Kind::Muon}) {
        const OptimizerSpec spec = usualOptimizer(kind);
        UpdateOptions options;
        options.optimizer = spec;
        NamedTensors before;
        NamedTensors after;
        const auto parametersOf = [] {
            torch::manual_seed(3);
            NamedTensors parameters;
            for (const auto &[name, rows] : {std::pair("a.weight", 70), {"b.weight", 200}, {"c.weight", 30}})
                parameters.push_back({name, torch::randn({rows, 6}).requires_grad_()});
            return parameters;
        };
        std::vector<ShardState> held[3];
        runAsRanks(3, [&](Group &group) {
            const NamedTensors parameters = parametersOf();
            const ShardedOptimizer shards(spec, parameters, {1, 2, 1}, group.rank(), {1, 2, 0});
            Updater updater(options, parameters, shards.shards());
            torch::manual_seed(4);
            for (const Shard &shard : shards.shards())
                for (const ParameterSlice &part : shard.slices)
                    part.values.mutable_grad() = at::full_like(part.values, double(part.end));
            updater.step(1, 0.01, {});
            held[group.rank()] = updater.shardStates();
            const NamedTensors whole = shards.gather(group, updater.optimizerState());
            if (group.rank() == 0)
                before = whole;
        });
        runAsRanks(2, [&](Group &group) { // rank 1 of three is lost
            const NamedTensors parameters = parametersOf();
            const ShardedOptimizer shards(spec, parameters, {3, 1}, group.rank(), {1, 0});
            const Updater updater(options, parameters, shards.shards());
            std::vector<HeldRange> all;
            std::vector<HeldRange> wanted;
            for (const int rank : {0, 1}) {
                for (const ShardState &state : held[2 * rank])
                    all.push_back({rank, state.range});
                for (const NumberRange &range : shards.rangesOf(rank))
                    wanted.push_back({rank, range});
            }
            const auto moves = movesBetween(all, wanted).value();
            shards.move(group, moves, 0, held[2 * group.rank()], updater.shardStates());
            const NamedTensors whole = shards.gather(group, updater.optimizerState());
            if (group.rank() == 0)
                after = whole;
        });
        QVERIFY(!before.empty());
        QCOMPARE(after.size(), before.size());
        for (const NamedTensor &item : before)
            QVERIFY2(at::equal(item.tensor, *findTensor(after, item.name)), item.name.c_str());
    }
}

QTEST_GUILESS_MAIN(ShardMirrorsTest)
#include "tst_shardmirrors.moc"
