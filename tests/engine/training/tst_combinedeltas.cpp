// Groups that update by themselves and then combine what they changed.
#include "engine/exchange/peerlost.h"
#include "engine/optim/optimizerstate.h"
#include "engine/tasks/registry.h"
#include "engine/training/checkpoint/groupedstate.h"
#include "engine/training/step/combinedeltas.h"
#include "engine/training/step/sumthenupdate.h"
#include "fixturerun.h"
#include "idxfixture.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace motley;
using Parts = std::vector<std::int64_t>;
using Groups = std::vector<int>;

namespace {

constexpr int steps = 6;

// The mean of the deltas of all groups, each weighted alike: with it and plain SGD a step is that of the mean gradient.
DeltaExchange meanOver(Group &group, const Groups &groups)
{
    const int mine = groups[std::size_t(group.rank())];
    const auto members = double(std::count(groups.begin(), groups.end(), mine));
    const int count = *std::max_element(groups.begin(), groups.end()) + 1;
    DeltaExchange exchange;
    exchange.combine = [&group, members, count](std::vector<at::Tensor> &deltas) {
        for (at::Tensor &delta : deltas) {
            delta.div_(members * count);
            group.allReduce(delta);
        }
    };
    exchange.sumInGroup = [&group, mine, count](std::vector<at::Tensor> &gradients, double weight) {
        for (at::Tensor &gradient : gradients)
            for (int other = 0; other < count; ++other) {
                at::Tensor sum = other == mine ? gradient * weight : at::zeros_like(gradient);
                group.allReduce(sum);
                if (other == mine)
                    gradient.copy_(sum);
            }
    };
    return exchange;
}

struct Rank {
    Rank(const JobSpec &job, Group &group, const Parts &parts, const Groups &groups, LossChange change = {})
        : task(std::make_unique<SlowTask>(
            std::move(openTask(job).value()), std::chrono::microseconds(0), std::move(change))),
          data(task->trainingSet(),
              {.seed = job.seed,
                  .globalBatch = job.batch,
                  .shares = parts,
                  .rank = group.rank(),
                  .lastStep = 1000,
                  .groups = groups}),
          state(*task, {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision})
    {
        task->model().train();
        if (groups.empty())
            step = std::make_unique<SumThenUpdate>(state, group);
        else
            step = std::make_unique<CombineDeltas>(state, group, groups, meanOver(group, groups));
    }

    StepResult run(double rate = 0.05)
    {
        const auto ready = data.next();
        return step->run({ready.value(), rate}).value();
    }

    std::vector<at::Tensor> parameters() const
    {
        std::vector<at::Tensor> values;
        for (const at::Tensor &parameter : task->model().parameters())
            values.push_back(parameter.detach().clone());
        return values;
    }

    std::unique_ptr<Task> task;
    DataLoader data;
    TrainingState state;
    std::unique_ptr<StepStrategy> step;
};

double largestDifference(const std::vector<at::Tensor> &some, const std::vector<at::Tensor> &others)
{
    double largest = 0;
    for (std::size_t i = 0; i < some.size(); ++i)
        largest = std::max(largest, (some[i] - others[i]).abs().max().item<double>());
    return largest;
}

NamedTensors copyOf(const NamedTensors &tensors)
{
    NamedTensors copy;
    for (const NamedTensor &item : tensors)
        copy.push_back({item.name, item.tensor.detach().clone()});
    return copy;
}

// The names of the optimizer's tensors that are not as they were.
QString differencesBetween(const std::vector<StatePart> &now, const NamedTensors &before)
{
    QString names;
    for (const NamedTensor &item : now.front().tensors)
        if (!at::equal(item.tensor, *findTensor(before, item.name)))
            names += QString::fromStdString(item.name) + "; ";
    return names;
}

} // namespace

class CombineDeltasTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesTheMeanOverItsOwnSamples_data();
    void takesTheMeanOverItsOwnSamples();
    void clipsWhatAGroupComputed();
    void skipsOnAllRanksWhatOverflowedOnOne_data();
    void skipsOnAllRanksWhatOverflowedOnOne();
    void leavesNoTraceWhereARankIsLost();
    void keepsEachGroupsOwnState();
    void givesANewGroupTheMeanOverTheOthers();
    void regroupsByTheMean();

private:
    JobSpec job(OptimizerSpec::Kind kind) const;

    QTemporaryDir m_folder;
};

void CombineDeltasTest::initTestCase()
{
    writeImageData(m_folder.path(), 300, 60);
}

JobSpec CombineDeltasTest::job(OptimizerSpec::Kind kind) const
{
    JobSpec job;
    job.name = "deltas";
    job.batch = 24;
    job.epochs = 4;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder.path().toStdString(), true}};
    job.optimizer = usualOptimizer(kind);
    job.optimizer.momentum = 0;
    job.optimizer.nesterov = false;
    job.optimizer.weightDecay = 0;
    return job;
}

void CombineDeltasTest::takesTheMeanOverItsOwnSamples_data()
{
    QTest::addColumn<Parts>("parts");
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<int>("microbatch");
    QTest::addColumn<double>("decay");
    QTest::addRow("two ranks") << Parts{12, 12} << Groups{0, 1} << 0 << 0.0;
    QTest::addRow("two ranks, accumulating") << Parts{12, 12} << Groups{0, 1} << 5 << 0.0;
    QTest::addRow("two ranks, averaging") << Parts{12, 12} << Groups{0, 1} << 0 << 0.9;
    QTest::addRow("a group of two unlike ranks, and one") << Parts{8, 4, 12} << Groups{0, 0, 1} << 0 << 0.0;
    QTest::addRow("ranks of a group apart") << Parts{8, 12, 4} << Groups{0, 1, 0} << 0 << 0.0;
    QTest::addRow("one group") << Parts{20, 4} << Groups{0, 0} << 0 << 0.0;
}

// With equal batches, the mean of the groups' SGD steps is the step of the whole batch.
void CombineDeltasTest::takesTheMeanOverItsOwnSamples()
{
    QFETCH(Parts, parts);
    QFETCH(Groups, groups);
    QFETCH(int, microbatch);
    QFETCH(double, decay);
    JobSpec job = this->job(OptimizerSpec::Kind::Sgd);
    job.memory.microbatch = microbatch;
    job.optimizer.averageDecay = decay;
    std::vector<double> differences(parts.size(), -1);
    std::vector<std::vector<at::Tensor>> results(parts.size());
    runAsRanks(int(parts.size()), [&](Group &group) {
        at::set_num_threads(1);
        Rank summed(job, group, parts, {});
        if (!summed.step->prepare())
            return;
        Rank combined(job, group, parts, groups);
        for (int i = 0; i < steps; ++i) {
            summed.run();
            combined.run();
        }
        double &difference = differences[std::size_t(group.rank())];
        difference = largestDifference(summed.parameters(), combined.parameters());
        summed.state.updater.swapAverage();
        combined.state.updater.swapAverage();
        difference = std::max(difference, largestDifference(summed.parameters(), combined.parameters()));
        results[std::size_t(group.rank())] = combined.parameters();
    });
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        QVERIFY2(differences[rank] >= 0, qPrintable(QString::number(differences[rank])));
        QVERIFY2(differences[rank] < 2e-6, qPrintable(QString::number(differences[rank])));
        QCOMPARE(largestDifference(results[rank], results[0]), 0.0);
    }
}

// With a learning rate of 1, a step of SGD is as long as its gradient: as the limit, however many ranks there are.
void CombineDeltasTest::clipsWhatAGroupComputed()
{
    JobSpec job = this->job(OptimizerSpec::Kind::Sgd);
    job.clipNorm = 1e-3;
    std::vector<double> lengths(2);
    runAsRanks(2, [&](Group &group) {
        at::set_num_threads(1);
        Rank rank(job, group, {20, 4}, {0, 1});
        const auto before = rank.parameters();
        const double own = rank.run(1).mine.gradientNorm;
        double square = 0;
        const auto after = rank.parameters();
        for (std::size_t i = 0; i < after.size(); ++i)
            square += (after[i] - before[i]).square().sum().item<double>();
        lengths[std::size_t(group.rank())] = own > job.clipNorm ? std::sqrt(square) : -1;
    });
    QCOMPARE(lengths[0], lengths[1]);
    QVERIFY2(lengths[0] > 0.3e-3, qPrintable(QString::number(lengths[0])));
    QVERIFY2(lengths[0] <= 1.001e-3, qPrintable(QString::number(lengths[0])));
}

void CombineDeltasTest::skipsOnAllRanksWhatOverflowedOnOne_data()
{
    QTest::addColumn<double>("spoilt");
    QTest::addColumn<bool>("half");
    QTest::addRow("loss") << std::numeric_limits<double>::quiet_NaN() << false;
    QTest::addRow("gradient in float16") << 1e30 << true;
}

void CombineDeltasTest::skipsOnAllRanksWhatOverflowedOnOne()
{
    QFETCH(double, spoilt);
    QFETCH(bool, half);
    JobSpec job = this->job(OptimizerSpec::Kind::AdamW);
    if (half)
        job.precision = {PrecisionSpec::Kind::Float16, false, 1024};
    std::vector<QString> problems(2);
    runAsRanks(2, [&](Group &group) {
        at::set_num_threads(1);
        QString &problem = problems[std::size_t(group.rank())];
        LossChange change;
        if (group.rank() == 1)
            change = [spoilt](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &) {
                return pass == 2 ? loss * spoilt * spoilt : loss;
            };
        Rank rank(job, group, {12, 12}, {0, 1}, change);
        if (rank.run().skipped)
            problem += "first step; ";
        const auto before = rank.parameters();
        const auto state = copyOf(rank.step->state().front().tensors);
        const StepResult skipped = rank.run();
        if (!skipped.skipped || skipped.gradientNorm != 0)
            problem += "not skipped; ";
        if (largestDifference(before, rank.parameters()) != 0)
            problem += "parameters; ";
        problem += differencesBetween(rank.step->state(), state);
        const StepResult next = rank.run();
        if (next.skipped || (half && next.lossScale != 512))
            problem += "third step; ";
    });
    QCOMPARE(problems[0], QString());
    QCOMPARE(problems[1], QString());
}

// Neither in the parameters nor in the optimizer's state, nor in what layers hold.
void CombineDeltasTest::leavesNoTraceWhereARankIsLost()
{
    JobSpec job = this->job(OptimizerSpec::Kind::AdamW);
    std::get<ImageSpec>(job.task).model = {ImageModelSpec::Kind::ResNet18, 4};
    Group group = Group::alone();
    Rank rank(job, group, {24}, {});
    bool isLost = false;
    CombineDeltas step(rank.state, group, {0},
        {[](std::vector<at::Tensor> &, double) {},
            [&](std::vector<at::Tensor> &) {
                if (isLost)
                    throw PeerLost("a peer is gone");
            }});
    const auto take = [&] {
        const auto ready = rank.data.next();
        QVERIFY(step.run({ready.value(), 0.1}));
    };
    const auto everything = [&] {
        NamedTensors all = stateDict(rank.task->model());
        const std::vector<StatePart> state = step.state();
        all.insert(all.end(), state.front().tensors.begin(), state.front().tensors.end());
        return copyOf(all);
    };
    take();
    const NamedTensors before = everything();
    isLost = true;
    QVERIFY_THROWS_EXCEPTION(PeerLost, take());
    const NamedTensors after = everything();
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY2(at::equal(after[i].tensor, before[i].tensor), before[i].name.c_str());
}

// Gathered on rank 0, changed, and scattered again: every rank has the state of its own group.
void CombineDeltasTest::keepsEachGroupsOwnState()
{
    const JobSpec job = this->job(OptimizerSpec::Kind::AdamW);
    std::vector<QString> problems(3);
    std::size_t gathered = 0;
    runAsRanks(3, [&](Group &group) {
        at::set_num_threads(1);
        QString &problem = problems[std::size_t(group.rank())];
        Rank rank(job, group, {8, 12, 4}, {0, 1, 0});
        for (int i = 0; i < 3; ++i)
            rank.run();
        const auto state = copyOf(rank.step->state().front().tensors);
        const auto whole = rank.step->gatherState();
        if (group.rank() == 0) {
            gathered = whole.front().tensors.size();
            const auto names = rank.step->initialState().front().tensors;
            if (names.size() != gathered || !copyInto(names, whole.front().tensors))
                problem += "initial state; ";
        }
        const auto own = rank.step->state();
        for (const NamedTensor &item : own.front().tensors)
            item.tensor.zero_();
        std::vector<StatePart> given{{optimizerPart, copyOf(whole.front().tensors)}};
        if (group.rank() == 0)
            given.front().tensors = rank.step->initialState().front().tensors;
        if (group.rank() == 0 && !copyInto(given.front().tensors, gathered ? whole.front().tensors : NamedTensors()))
            problem += "given; ";
        if (group.rank() == 0)
            for (const NamedTensor &item : state) // zeroed above where the gathered ones share their memory
                findTensor(given.front().tensors, item.name)->copy_(item.tensor);
        rank.step->sync(given);
        problem += differencesBetween(rank.step->state(), state);
    });
    for (const QString &problem : problems)
        QCOMPARE(problem, QString());
    QVERIFY(gathered > 0);
}

// As where its only rank was lost and comes back: nobody else has the memory of its optimizer.
void CombineDeltasTest::givesANewGroupTheMeanOverTheOthers()
{
    constexpr int newcomer = 1;
    const JobSpec job = this->job(OptimizerSpec::Kind::AdamW);
    std::vector<QString> problems(3);
    std::vector<NamedTensors> before(3);
    runAsRanks(3, [&](Group &group) {
        at::set_num_threads(1);
        Rank rank(job, group, {8, 8, 8}, {0, 1, 2});
        rank.run();
        before[std::size_t(group.rank())] = copyOf(rank.step->state().front().tensors);
        rank.state.isShared = group.rank() != newcomer;
        rank.state.progress.step = group.rank() == newcomer ? 0 : 2;
        if (group.rank() == newcomer)
            for (const NamedTensor &item : rank.state.updater.optimizerState())
                item.tensor.zero_();
        rank.step->sync();
        QString &problem = problems[std::size_t(group.rank())];
        if (group.rank() != newcomer) {
            problem = differencesBetween(rank.step->state(), before[std::size_t(group.rank())]);
            return;
        }
        for (const NamedTensor &item : rank.state.updater.optimizerState()) {
            const at::Tensor first = *findTensor(before[0], item.name);
            if (!at::allclose(item.tensor, (first + *findTensor(before[2], item.name)).div(2).to(first.dtype())))
                problem += QString::fromStdString(item.name) + "; ";
        }
    });
    QCOMPARE(problems, std::vector<QString>(3));
}

void CombineDeltasTest::regroupsByTheMean()
{
    const NamedTensors one{
        {"steps", at::full({1}, 7, at::kLong)}, {"mean.a", at::full({2}, 1.0)}, {"scale", at::ones({})}};
    NamedTensors two = one;
    two.push_back({"group1/steps", at::full({1}, 7, at::kLong)});
    two.push_back({"group1/mean.a", at::full({2}, 3.0)});
    QCOMPARE(groupsIn(one), 1);
    QCOMPARE(groupsIn(two), 2);
    const NamedTensors narrowed = regrouped(two, one);
    QCOMPARE(narrowed.size(), one.size());
    QCOMPARE(findTensor(narrowed, "mean.a")->sum().item<double>(), 4.0);
    QCOMPARE(findTensor(narrowed, "steps")->item<std::int64_t>(), 7);
    const NamedTensors widened = regrouped(one, two);
    QCOMPARE(widened.size(), two.size());
    QCOMPARE(findTensor(widened, "group1/mean.a")->sum().item<double>(), 2.0);
    QCOMPARE(groupsIn({{"group/a", at::ones({})}, {"group99999999999999/a", at::ones({})}}), 1);
}

QTEST_GUILESS_MAIN(CombineDeltasTest)
#include "tst_combinedeltas.moc"
