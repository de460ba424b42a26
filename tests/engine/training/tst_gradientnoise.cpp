// The gradient-noise scale of real runs: the same for any split, and measuring it does not change the training.
#include "fixturerun.h"
#include "idxfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

class GradientNoiseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { writeImageData(m_folder.path(), 500, 60); }
    void isTheSameWhateverTheSplit_data();
    void isTheSameWhateverTheSplit();
    void isNotKnownOfOneRank();

private:
    JobSpec job() const;
    std::vector<StepDone> run(const JobSpec &job, const std::vector<std::int64_t> &shares, std::int64_t microbatch = 0);

    QTemporaryDir m_folder;
    int m_runs = 0;
    std::optional<double> m_even; // the noise scale with two even shares
};

JobSpec GradientNoiseTest::job() const
{
    JobSpec job;
    job.batch = 32;
    job.epochs = 8;
    job.maxSteps = 120;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {m_folder.path().toStdString(), true}};
    job.schedule.peak = 0.01;
    job.checkpoint.everySteps = 0;
    return job;
}

std::vector<StepDone> GradientNoiseTest::run(
    const JobSpec &job, const std::vector<std::int64_t> &shares, std::int64_t microbatch)
{
    return runRanks({job, shares, m_folder.filePath(QString("run-%1").arg(++m_runs)).toStdString(), {}, microbatch})
        .steps();
}

void GradientNoiseTest::isTheSameWhateverTheSplit_data()
{
    QTest::addColumn<QList<int>>("shares");
    QTest::addColumn<int>("microbatch");
    QTest::addColumn<int>("precision");
    const auto row = [](const char *tag, const QList<int> &shares, int microbatch,
                         PrecisionSpec::Kind precision = PrecisionSpec::Kind::Float32) {
        QTest::addRow("%s", tag) << shares << microbatch << int(precision);
    };
    row("2 even", {16, 16}, 0);
    row("2 uneven", {26, 6}, 0);
    row("2 uneven, in micro-batches", {26, 6}, 5);
    row("3 and one without samples", {18, 0, 6, 8}, 0);
    row("2 even, with a scaled loss", {16, 16}, 0, PrecisionSpec::Kind::Float16);
}

void GradientNoiseTest::isTheSameWhateverTheSplit()
{
    QFETCH(QList<int>, shares);
    QFETCH(int, microbatch);
    QFETCH(int, precision);
    JobSpec job = this->job();
    job.precision.kind = PrecisionSpec::Kind(precision);
    const auto steps = run(job, {shares.begin(), shares.end()}, microbatch);
    QCOMPARE(steps.size(), std::size_t(120));
    int known = 0;
    for (const StepDone &step : steps)
        known += step.noiseScale.has_value();
    QVERIFY2(known >= 18, qPrintable(QString::number(known)));
    QVERIFY2(known <= 24, qPrintable(QString::number(known))); // every fifth step, after some first ones
    const double scale = *steps[119].noiseScale;
    QVERIFY(std::isfinite(scale));
    QVERIFY(scale > 0);
    if (!m_even)
        m_even = scale;
    qInfo("noise scale %.1f", scale);
    QVERIFY(scale > *m_even / 2);
    QVERIFY(scale < *m_even * 2);
}

void GradientNoiseTest::isNotKnownOfOneRank()
{
    for (const StepDone &step : run(job(), {32}))
        QVERIFY(!step.noiseScale);
}

QTEST_GUILESS_MAIN(GradientNoiseTest)
#include "tst_gradientnoise.moc"
