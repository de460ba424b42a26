// Every schedule against PyTorch's, fairseq's and HetSeq's rates; see tests/reference/schedules.py.
#include "engine/optim/learningrateschedule.h"
#include "fixturetensors.h"

#include <QTest>

#include <torch/types.h>

#include <cmath>

using namespace motley;
using Kind = ScheduleSpec::Kind;

namespace {

constexpr int updates = 120;

ScheduleSpec schedule(Kind kind)
{
    ScheduleSpec spec;
    spec.kind = kind;
    spec.peak = 0.3;
    return spec;
}

} // namespace

class TestSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsItsReference_data();
    void followsItsReference();
    void warmsUpBefore_data();
    void warmsUpBefore();
    void scalesThePeakWithTheBatch_data();
    void scalesThePeakWithTheBatch();
    void hasAPeakForEveryEpoch();
    void followsEpochsOfUnequalLength();
    void doesNotMoveInHetSeqsFirstStep();
    void staysFiniteInTheShortestRuns_data();
    void staysFiniteInTheShortestRuns();
};

void TestSchedules::followsItsReference_data()
{
    QTest::addColumn<ScheduleSpec>("spec");
    QTest::addColumn<int>("totalSteps");
    const auto row = [](const char *name, const ScheduleSpec &spec, int totalSteps = updates) {
        QTest::addRow("%s", name) << spec << totalSteps;
    };
    ScheduleSpec spec = schedule(Kind::Step);
    spec.stepFactor = 0.5;
    spec.stepEpochs = 1.5;
    row("step", spec);

    spec = schedule(Kind::OneCycle);
    spec.finalFraction = 1 / 2500.;
    row("one-cycle", spec, updates + 1);
    spec.warmupSteps = 20;
    spec.initialFraction = 0.1;
    spec.finalFraction = 0.01;
    row("one-cycle, rise 20", spec, 125);

    spec = schedule(Kind::Triangular);
    spec.cycleSteps = 40;
    row("triangular", spec);
    spec.cycleFactor = 0.5;
    row("triangular, halved", spec);

    spec = schedule(Kind::Cosine);
    spec.finalFraction = 0.1;
    spec.warmupSteps = 1;
    row("cosine", spec);
    spec.cycleSteps = 30;
    row("cosine, restarts", spec);
    spec.cycleSteps = 10;
    spec.cycleGrowth = 2;
    row("cosine, growing restarts", spec);

    spec = schedule(Kind::Linear);
    spec.finalFraction = 0.1;
    spec.warmupSteps = 1;
    row("linear", spec);
    spec = schedule(Kind::Polynomial);
    spec.warmupSteps = 1;
    spec.power = 2;
    row("polynomial", spec);

    spec = schedule(Kind::Polynomial);
    spec.lateByOne = true;
    spec.decaySteps = 100;
    spec.power = 2;
    row("hetseq, squared", spec);
    spec.power = 1;
    spec.warmupSteps = 10;
    spec.finalFraction = 0.05;
    row("hetseq", spec);

    spec = schedule(Kind::InverseSquareRoot);
    spec.warmupSteps = 16;
    row("inverse square root", spec);
}

void TestSchedules::followsItsReference()
{
    QFETCH(ScheduleSpec, spec);
    QFETCH(int, totalSteps);
    const at::Tensor expected = ReferenceTensors("schedules.safetensors")[QTest::currentDataTag()];
    for (int step = 1; step <= updates; ++step) {
        const double rate = LearningRateSchedule{spec, 20, totalSteps}.at(step);
        const double reference = expected[step - 1].item<double>();
        QVERIFY2(std::abs(rate - reference) < 1e-12,
            qPrintable(QString("step %1: %2, not %3").arg(step).arg(rate, 0, 'g', 15).arg(reference, 0, 'g', 15)));
    }
}

void TestSchedules::warmsUpBefore_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("step");
    QTest::addColumn<double>("rate");
    // Peak 1, warm-up 10, 20 steps an epoch, stairs of 2 epochs to a half, 110 steps in all, down to a tenth.
    for (const Kind kind :
        {Kind::Constant, Kind::Step, Kind::Linear, Kind::Polynomial, Kind::InverseSquareRoot, Kind::Cosine}) {
        QTest::addRow("%d first", int(kind)) << int(kind) << 1 << 0.1;
        QTest::addRow("%d middle of the warm-up", int(kind)) << int(kind) << 5 << 0.5;
        QTest::addRow("%d peak", int(kind)) << int(kind) << 10 << 1.0;
    }
    QTest::addRow("constant end") << int(Kind::Constant) << 110 << 1.0;
    QTest::addRow("last step before the stair") << int(Kind::Step) << 40 << 1.0;
    QTest::addRow("first step after the stair") << int(Kind::Step) << 41 << 0.5;
    QTest::addRow("second stair") << int(Kind::Step) << 81 << 0.25;
    QTest::addRow("half of the line") << int(Kind::Linear) << 60 << 0.55;
    QTest::addRow("half of the cosine") << int(Kind::Cosine) << 60 << 0.55;
    QTest::addRow("end of the cosine") << int(Kind::Cosine) << 110 << 0.1;
    QTest::addRow("beyond the end") << int(Kind::Cosine) << 500 << 0.1;
}

void TestSchedules::warmsUpBefore()
{
    QFETCH(int, kind);
    QFETCH(int, step);
    QFETCH(double, rate);
    ScheduleSpec spec = schedule(Kind(kind));
    spec.peak = 1;
    spec.warmupSteps = 10;
    spec.stepFactor = 0.5;
    spec.stepEpochs = 2;
    spec.finalFraction = 0.1;
    QVERIFY(std::abs(LearningRateSchedule{spec, 20, 110}.at(step) - rate) < 1e-12);
}

void TestSchedules::scalesThePeakWithTheBatch_data()
{
    QTest::addColumn<int>("scaling");
    QTest::addColumn<int>("batch");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("peak");
    const int linear = int(ScheduleSpec::Scaling::Linear);
    const int root = int(ScheduleSpec::Scaling::SquareRoot);
    // The original batch is 16, the peak 0.1, the warm-up 10 steps.
    QTest::addRow("not") << int(ScheduleSpec::Scaling::None) << 64 << 0.01 << 0.1;
    QTest::addRow("linear, from the rate of the small batch") << linear << 64 << 0.13 << 0.4;
    QTest::addRow("square root") << root << 64 << 0.11 << 0.2;
    QTest::addRow("linear, same batch") << linear << 16 << 0.01 << 0.1;
    QTest::addRow("square root, smaller batch") << root << 4 << 0.005 << 0.05;
}

void TestSchedules::scalesThePeakWithTheBatch()
{
    QFETCH(int, scaling);
    QFETCH(int, batch);
    QFETCH(double, first);
    QFETCH(double, peak);
    ScheduleSpec spec = schedule(Kind::Constant);
    spec.peak = 0.1;
    spec.scaling = ScheduleSpec::Scaling(scaling);
    spec.baseBatch = 16;
    spec.warmupSteps = 10;
    const LearningRateSchedule rate{spec, 20, 110, batch};
    QVERIFY(std::abs(rate.at(1) - first) < 1e-12);
    QVERIFY(std::abs(rate.at(10) - peak) < 1e-12);
    QVERIFY(std::abs(rate.at(100) - peak) < 1e-12);
}

void TestSchedules::hasAPeakForEveryEpoch()
{
    ScheduleSpec spec = schedule(Kind::Constant);
    spec.epochPeaks = {0.3, 0.2, 0.1};
    const LearningRateSchedule rate{spec, 20, 110};
    QCOMPARE(rate.at(1), 0.3);
    QCOMPARE(rate.at(20), 0.3);
    QCOMPARE(rate.at(21), 0.2);
    QCOMPARE(rate.at(41), 0.1);
    QCOMPARE(rate.at(101), 0.1);
}

void TestSchedules::followsEpochsOfUnequalLength()
{
    ScheduleSpec spec = schedule(Kind::Constant);
    spec.peak = 0.1;
    spec.scaling = ScheduleSpec::Scaling::Linear;
    spec.baseBatch = 16;
    const PerEpoch steps({40, 20, 10});
    const LearningRateSchedule scaled{spec, steps, 90, PerEpoch({8, 16, 32})};
    QCOMPARE(scaled.at(40), 0.05);
    QCOMPARE(scaled.at(41), 0.1);
    QCOMPARE(scaled.at(61), 0.2);
    QCOMPARE(scaled.at(90), 0.2);

    ScheduleSpec stairs = schedule(Kind::Step);
    stairs.peak = 1;
    stairs.stepFactor = 0.5;
    stairs.stepEpochs = 1.5;
    const LearningRateSchedule falling{stairs, steps, 90};
    QCOMPARE(falling.at(50), 1.0);
    QCOMPARE(falling.at(51), 0.5); // after the first epoch's 40 steps and 10 of the second epoch's 20
    QCOMPARE(falling.at(70), 0.5);
    QCOMPARE(falling.at(71), 0.25);
}

void TestSchedules::doesNotMoveInHetSeqsFirstStep()
{
    ScheduleSpec spec = schedule(Kind::Polynomial);
    spec.warmupSteps = 10;
    QCOMPARE(LearningRateSchedule({spec, 20, 110}).at(1), 0.03);
    spec.lateByOne = true;
    QCOMPARE(LearningRateSchedule({spec, 20, 110}).at(1), 0.0);
    QCOMPARE(LearningRateSchedule({spec, 20, 110}).at(2), 0.03);
}

void TestSchedules::staysFiniteInTheShortestRuns_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind <= int(Kind::Triangular); ++kind)
        QTest::addRow("%d", kind) << kind;
}

void TestSchedules::staysFiniteInTheShortestRuns()
{
    QFETCH(int, kind);
    for (const int warmup : {0, 1, 2, 5})
        for (const int total : {1, 2, 3})
            for (const bool late : {false, true})
                for (int step = 1; step <= total + 1; ++step) {
                    ScheduleSpec spec = schedule(Kind(kind));
                    spec.warmupSteps = warmup;
                    spec.lateByOne = late;
                    const double rate = LearningRateSchedule{spec, 1, total}.at(step);
                    QVERIFY2(rate >= 0, qPrintable(QString::number(rate)));
                    QVERIFY2(rate <= spec.peak * (1 + 1e-12), qPrintable(QString::number(rate)));
                }
}

QTEST_GUILESS_MAIN(TestSchedules)
#include "tst_schedules.moc"
