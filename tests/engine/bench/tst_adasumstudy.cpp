// The ranks that the study of Adasum simulates in one process do what ranks of a run would.
#include "tests/fixtures/ranksasthreads.h"

#include "engine/bench/study/simulatedranks.h"
#include "engine/bench/study/trial.h"
#include "engine/bench/study/unevenshares.h"
#include "engine/exchange/adasum.h"
#include "engine/tasks/registry.h"
#include "tests/fixtures/tinyimages.h"

#include <QTemporaryDir>
#include <QTest>

#include <torch/types.h>

using namespace motley;

class AdasumStudyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void addsWhatIsOrthogonalAndAveragesWhatIsParallel();
    void joinsAnyNumberOfRanks();
    void joinsAsTheExchangeDoes_data();
    void joinsAsTheExchangeDoes();
    void oneRankIsOneRankByAnyRule();
    void aSumIsAMeanAtAHigherRate();
    void ranksTakeEachSampleOnce();
    void findsWhenATargetIsReached();
    void measuresUnevenShares();

private:
    std::unique_ptr<Task> task() const { return openTask(m_job).value(); }
    Tensors after(JoinRule rule, int ranks, std::int64_t batch, double rate) const;

    QTemporaryDir m_folder;
    JobSpec m_job;
};

namespace {

bool areClose(const Tensors &a, const Tensors &b, double tolerance = 1e-5)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!at::allclose(a[i], b[i], tolerance, tolerance))
            return false;
    return true;
}

} // namespace

void AdasumStudyTest::initTestCase()
{
    writeTinyImages(m_folder.path().toStdString());
    m_job.name = "tiny";
    ImageSpec images;
    images.model.width = 2;
    images.data.folder = m_folder.path().toStdString();
    m_job.task = images;
    m_job.batch = 8;
}

// The parameters after two steps of momentum SGD.
Tensors AdasumStudyTest::after(JoinRule rule, int ranks, std::int64_t batch, double rate) const
{
    const auto opened = task();
    SimulatedRanks run(*opened, usualOptimizer(OptimizerSpec::Kind::Sgd), rule, ranks, batch, 1);
    run.step(rate);
    run.step(rate);
    Tensors parameters;
    for (const at::Tensor &parameter : parametersIn(*opened))
        parameters.push_back(parameter.detach().clone());
    return parameters;
}

void AdasumStudyTest::addsWhatIsOrthogonalAndAveragesWhatIsParallel()
{
    const at::Tensor x = torch::tensor({3.0f, 0.0f}), y = torch::tensor({0.0f, 5.0f});
    QVERIFY(areClose(adasumTree({{x}, {y}}), {x + y}));
    QVERIFY(areClose(adasumTree({{x}, {-2 * x}}), {-0.5 * x}));
    QVERIFY(areClose(adasumTree({{x, x}, {x, y}}), {x, x + y})); // tensor by tensor
    const at::Tensor zero = at::zeros({2});
    QVERIFY(areClose(adasumTree({{x}, {zero}}), {x}));
    QVERIFY(areClose(adasumTree({{zero}, {zero}}), {zero}));
}

// The rule is not associative: the third of three joins the first before the second does.
void AdasumStudyTest::joinsAnyNumberOfRanks()
{
    const at::Tensor a = torch::tensor({1.0f, 0.5f}), b = torch::tensor({0.0f, 2.0f}), c = torch::tensor({1.0f, -1.0f});
    const Tensors folded = adasumTree({adasumTree({{a}, {c}}), {b}});
    QVERIFY(areClose(adasumTree({{a}, {b}, {c}}), folded));
    QVERIFY(!areClose(adasumTree({adasumTree({{a}, {b}}), {c}}), folded));
    const at::Tensor all = at::eye(7);
    std::vector<Tensors> ranks;
    for (int i = 0; i < 7; ++i)
        ranks.push_back({all[i]});
    QVERIFY(areClose(adasumTree(ranks), {at::ones(7)}));
}

void AdasumStudyTest::joinsAsTheExchangeDoes_data()
{
    QTest::addColumn<int>("ranks");
    for (const int ranks : {2, 3, 4, 6})
        QTest::addRow("%d ranks", ranks) << ranks;
}

// Ranks that exchange over Gloo get what the tree in one process gives.
void AdasumStudyTest::joinsAsTheExchangeDoes()
{
    QFETCH(int, ranks);
    torch::manual_seed(1);
    std::vector<Tensors> updates;
    for (int rank = 0; rank < ranks; ++rank)
        updates.push_back({torch::randn({7, 5}), torch::randn({1}), torch::randn({64})});
    const Tensors serial = adasumTree(updates);
    const RanksAsThreads group(ranks);
    const std::string failures = group.run([&](int rank, const RanksAsThreads::ProcessGroup &processes) {
        Tensors mine;
        for (const at::Tensor &update : updates[std::size_t(rank)])
            mine.push_back(update.clone());
        Adasum(processes, eachRankAlone(ranks)).combine(mine);
        if (!areClose(mine, serial, 1e-6))
            throw std::runtime_error("rank " + std::to_string(rank) + " got something else. ");
    });
    QVERIFY2(failures.empty(), failures.c_str());
}

void AdasumStudyTest::oneRankIsOneRankByAnyRule()
{
    const Tensors mean = after(JoinRule::Mean, 1, 8, 0.1);
    QVERIFY(areClose(after(JoinRule::Adasum, 1, 8, 0.1), mean));
    QVERIFY(areClose(after(JoinRule::Sum, 1, 8, 0.1), mean));
}

void AdasumStudyTest::aSumIsAMeanAtAHigherRate()
{
    QVERIFY(areClose(after(JoinRule::Sum, 2, 4, 0.01), after(JoinRule::Mean, 1, 8, 0.02)));
}

// Adasum differs from the mean of the same samples, but takes each of them once.
void AdasumStudyTest::ranksTakeEachSampleOnce()
{
    QVERIFY(areClose(after(JoinRule::Mean, 4, 2, 0.1), after(JoinRule::Mean, 1, 8, 0.1)));
    QVERIFY(!areClose(after(JoinRule::Adasum, 4, 2, 0.1), after(JoinRule::Mean, 1, 8, 0.1)));
}

void AdasumStudyTest::findsWhenATargetIsReached()
{
    Trial trial{m_job, usualOptimizer(OptimizerSpec::Kind::Sgd), JoinRule::Adasum, 2, 0.02, 1, 640, 4};
    const auto curve = runTrial(trial);
    QVERIFY2(curve, curve ? "" : curve.error().message.c_str());
    QCOMPARE(curve->size(), std::size_t(4));
    QCOMPARE(curve->back().samples, std::int64_t(640));
    QVERIFY(curve->back().loss < curve->front().loss);
    QCOMPARE(firstAtOrBelow(*curve, curve->front().loss)->step, std::int64_t(10));
    QVERIFY(!firstAtOrBelow(*curve, 0));
}

void AdasumStudyTest::measuresUnevenShares()
{
    const auto found = measureUnevenShares(m_job, {16, 2, 2, 32, {0.5, 0.25}});
    QVERIFY2(found, found ? "" : found.error().message.c_str());
    QCOMPARE(found->size(), std::size_t(2));
    for (const UnevenShares &shares : *found) {
        QVERIFY(shares.ofMean > 0);
        QVERIFY(shares.ofMean <= 1);
        QVERIFY(shares.ofAdasum > 0);
        QVERIFY(shares.ofAdasum <= 1);
        QVERIFY(shares.lengthOfAdasum > 0.9);
        QVERIFY(shares.lengthOfAdasum < 3);
    }
}

QTEST_GUILESS_MAIN(AdasumStudyTest)
#include "tst_adasumstudy.moc"
