// Whole runs whose updates are joined by Adasum.
#include "fixturerun.h"
#include "idxfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;
using Groups = std::vector<int>;

class AdasumRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void goesOnFromACheckpoint_data();
    void goesOnFromACheckpoint();
    void refusesWhatItCannotShard();

private:
    JobSpec job() const;
    std::string freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)).toStdString(); }

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void AdasumRunsTest::initTestCase()
{
    writeImageData(m_folder.path(), 300, 60);
}

JobSpec AdasumRunsTest::job() const
{
    JobSpec job;
    job.name = "adasum";
    job.batch = 32;
    job.epochs = 4;
    job.maxSteps = 12;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {m_folder.path().toStdString(), true}};
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.optimizer.averageDecay = 0.9;
    job.schedule.peak = 1e-3;
    job.checkpoint.everySteps = 6;
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    return job;
}

void AdasumRunsTest::goesOnFromACheckpoint_data()
{
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<std::string>("formula");
    QTest::addRow("each rank alone") << Groups{0, 1, 2} << std::string("A(A(0, 2), 1)");
    QTest::addRow("groups of ranks") << Groups{0, 0, 1} << std::string("A(sum(0, 1), 2)");
}

// On the same ranks with the same bits, on others with other moments and a remark.
void AdasumRunsTest::goesOnFromACheckpoint()
{
    QFETCH(Groups, groups);
    QFETCH(std::string, formula);
    RunRequest request{job(), {16, 6, 10}, freshFolder()};
    request.groups = groups;
    const RunResult whole = runRanks(request);
    QVERIFY2(whole.problem().isEmpty(), whole.problem());
    QVERIFY(whole.noted(formula));
    const auto expected = whole.steps();
    QCOMPARE(expected.size(), std::size_t(12));
    QVERIFY(expected.back().loss < expected.front().loss);

    request.resumeFrom = request.folder + "/checkpoints/step-6";
    request.folder = freshFolder();
    const RunResult same = runRanks(request);
    QVERIFY2(same.problem().isEmpty(), same.problem());
    QCOMPARE(same.steps().size(), std::size_t(6));
    for (std::size_t i = 0; i < 6; ++i)
        QCOMPARE(same.steps()[i].loss, expected[6 + i].loss);
    QVERIFY(same.warnings().empty());

    RunRequest fewer{job(), {32}, freshFolder(), request.resumeFrom};
    fewer.groups = {0};
    const RunResult alone = runRanks(fewer);
    QVERIFY2(alone.problem().isEmpty(), alone.problem());
    QCOMPARE(alone.steps().size(), std::size_t(6));
    QVERIFY(std::abs(alone.steps()[0].loss - expected[6].loss) < 1e-5 * expected[6].loss); // the same weights
    QVERIFY(alone.warned("each begins with their mean"));
}

void AdasumRunsTest::refusesWhatItCannotShard()
{
    RunRequest request{job(), {16, 16}, freshFolder()};
    QVERIFY(QString(runRanks(request).problem()).contains("no groups"));
    request.groups = {0, 1};
    request.stateShares = {1, 1};
    QVERIFY(QString(runRanks(request).problem()).contains("cannot be sharded"));
}

QTEST_GUILESS_MAIN(AdasumRunsTest)
#include "tst_adasumruns.moc"
