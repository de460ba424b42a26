// What a rank has trained outlives the generation in which a rank is lost: the next one goes on from it.
#include "engine/exchange/peerlost.h"
#include "engine/optim/optimizerstate.h"
#include "engine/tasks/registry.h"
#include "engine/training/generation.h"
#include "imageruns.h"
#include "tests/fixtures/threadsasranks.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <QTest>

#include <cmath>
#include <future>
#include <thread>

using namespace motley;
using Parts = std::vector<std::int64_t>;
using Store = c10::intrusive_ptr<c10d::Store>;

namespace {

constexpr std::int64_t lostIn = 5; // step
constexpr std::int64_t steps = 12;
const Parts parts{14, 10, 8};
const Parts partsOfRest{18, 14, 0};

Plan planOf(const Parts &shares)
{
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}};
    for (const std::int64_t share : shares)
        plan.ranks.push_back({0, {}, share});
    return plan;
}

WorkerContext contextOf(const JobSpec &job, int rank)
{
    WorkerContext context;
    context.launch.job = job;
    context.launch.plan = planOf(parts);
    context.rank = rank;
    context.emit = [](const EventBody &) {};
    return context;
}

std::vector<at::Tensor> copiesOf(const NamedTensors &tensors)
{
    std::vector<at::Tensor> copies;
    for (const NamedTensor &item : tensors)
        copies.push_back(item.tensor.detach().clone());
    return copies;
}

bool areEqual(const std::vector<at::Tensor> &some, const std::vector<at::Tensor> &others)
{
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
        [](const at::Tensor &one, const at::Tensor &other) { return at::equal(one, other); });
}

// A rank and what it has trained.
struct Rank {
    Rank(const JobSpec &job, int rank)
        : context(contextOf(job, rank)), task(openTask(job).value()),
          state(*task, {job.optimizer, 0, 0, {}, at::kCPU, false, true})
    {
        at::set_num_threads(1);
        task->model().train();
    }

    // Its part of the generation, ready for the next step.
    std::unique_ptr<Generation> form(const Membership &membership, const Store &store)
    {
        auto generation = Generation::form(membership, context, state, store).value();
        if (!generation->strategy().prepare())
            throw std::runtime_error("a pass without samples does not fit");
        generation->strategy().sync();
        generation->startLoading(steps);
        return generation;
    }

    void train(Generation &generation, std::int64_t lastStep)
    {
        for (std::int64_t &step = state.progress.step; step < lastStep; ++step) {
            const StepData data = generation.data().next().value();
            const StepResult taken = generation.strategy().run({data, 0.002}).value();
            losses.push_back(taken.report.summedLoss / data.weight);
        }
    }

    std::vector<at::Tensor> tensors()
    {
        NamedTensors all = stateDict(task->model());
        for (const NamedTensor &item : state.updater.optimizerState())
            all.push_back(item);
        return copiesOf(all);
    }

    WorkerContext context;
    std::unique_ptr<Task> task;
    TrainingState state;
    std::vector<double> losses;
};

} // namespace

class GenerationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithoutALostRank_data();
    void goesOnWithoutALostRank();
    void takesTheStateOfTheFurthestRank();

private:
    ImageRuns m_runs;
};

void GenerationTest::goesOnWithoutALostRank_data()
{
    QTest::addColumn<ImageModelSpec::Kind>("model");
    QTest::addColumn<bool>("isSilent");
    QTest::addColumn<double>("most"); // difference of losses; normalisation over the batch amplifies rounding
    QTest::addRow("which is gone") << ImageModelSpec::Kind::SmallCnn << false << 1e-4;
    QTest::addRow("which is silent") << ImageModelSpec::Kind::SmallCnn << true << 1e-4;
    QTest::addRow("which is gone, normalising over the batch") << ImageModelSpec::Kind::ResNet18 << false << 0.02;
    QTest::addRow("which is silent, normalising over the batch") << ImageModelSpec::Kind::ResNet18 << true << 0.02;
}

// Where it is silent, the others wait for it until they are aborted.
void GenerationTest::goesOnWithoutALostRank()
{
    QFETCH(ImageModelSpec::Kind, model);
    QFETCH(bool, isSilent);
    QFETCH(double, most);
    JobSpec job = m_runs.job();
    networkOf(job) = {model, 4};
    job.optimizer.momentum = 0.9;

    const Parts whole{job.batch};
    Rank undisturbed(job, 0);
    undisturbed.train(*undisturbed.form(everyRankOf(planOf(whole)), {}), steps);

    const Store store = c10::make_intrusive<c10d::HashStore>();
    const int lost = int(parts.size()) - 1;
    std::promise<void> theyWentOn;
    std::vector<std::vector<double>> losses(parts.size());
    std::vector<std::string> problems(parts.size());
    std::vector<std::jthread> threads;
    std::vector<std::jthread> rest;
    const auto beRank = [&](int number) {
        Rank rank(job, number);
        auto generation = rank.form(everyRankOf(planOf(parts)), store);
        rank.train(*generation, lostIn - 1);
        if (number == lost) {
            if (isSilent)
                theyWentOn.get_future().wait();
            return;
        }
        const auto before = rank.tensors();
        std::jthread detector([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            if (isSilent)
                generation->abort();
        });
        std::string &problem = problems[std::size_t(number)];
        try {
            rank.train(*generation, lostIn);
            problem += "took the step without the lost rank; ";
        } catch (const PeerLost &) {
            if (!areEqual(rank.tensors(), before))
                problem += "the step left a trace; ";
        }
        detector.join();
        generation.reset();
        generation = rank.form({2, planOf(partsOfRest), {0, 1}}, store);
        rank.train(*generation, steps);
        generation->leave();
        losses[std::size_t(number)] = rank.losses;
    };
    const auto reporting = [&](int number) {
        try {
            beRank(number);
        } catch (const std::exception &failure) {
            problems[std::size_t(number)] += failure.what();
        }
    };
    threads.emplace_back(reporting, lost);
    for (int number = 0; number < lost; ++number)
        rest.emplace_back(reporting, number);
    rest.clear();
    theyWentOn.set_value();
    threads.clear();

    for (const std::string &problem : problems)
        QCOMPARE(QString::fromStdString(problem), QString());
    QCOMPARE(losses[0].size(), std::size_t(steps));
    for (std::size_t i = 0; i < std::size_t(steps); ++i) {
        QCOMPARE(losses[1][i], losses[0][i]);
        const double apart = std::abs(losses[0][i] / undisturbed.losses[i] - 1);
        QVERIFY2(apart < most, qPrintable(QString("step %1: %2").arg(i + 1).arg(apart)));
    }
}

// Whichever that is: rank 0 may be the one that was lost.
void GenerationTest::takesTheStateOfTheFurthestRank()
{
    const JobSpec job = m_runs.job();
    const Store store = c10::make_intrusive<c10d::HashStore>();
    std::vector<TrainingProgress> progress(parts.size());
    std::vector<std::vector<at::Tensor>> tensors(parts.size());
    std::vector<at::Tensor> furthest;
    std::vector<std::jthread> threads;
    for (int number = 0; number < int(parts.size()); ++number)
        threads.emplace_back([&, number] {
            Rank rank(job, number);
            const auto generation = rank.form(everyRankOf(planOf(parts)), store);
            rank.train(*generation, 2);
            const torch::NoGradGuard noGradients;
            for (at::Tensor &parameter : rank.task->model().parameters())
                parameter.add_(number);
            for (const NamedTensor &item : rank.state.updater.optimizerState())
                item.tensor.add_(number);
            if (number == 1) {
                furthest = rank.tensors();
                rank.state.progress = {3, 2, {2, 0.75, 1}, 0.5};
            }
            generation->strategy().sync();
            generation->leave();
            progress[std::size_t(number)] = rank.state.progress;
            tensors[std::size_t(number)] = rank.tensors();
        });
    threads.clear();
    for (std::size_t number = 0; number < parts.size(); ++number) {
        QCOMPARE(progress[number].step, 3);
        QCOMPARE(progress[number].lastCheckpoint, 2);
        QCOMPARE(progress[number].lastLoss, 0.5);
        QVERIFY((progress[number].tests == TestProgress{2, 0.75, 1}));
        QVERIFY(areEqual(tensors[number], furthest));
    }
}

QTEST_GUILESS_MAIN(GenerationTest)
#include "tst_generation.moc"
