// A run that goes on without some of its ranks: its curves have gaps, nothing jumps to another machine, and each thing
// that shows a run says who is gone.
#include "app/models/lifemodel.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/plots/curves/curves.h"
#include "tests/app/lostmachines.h"
#include "tests/app/plainspaces.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

constexpr auto strict = QAbstractItemModelTester::FailureReportingMode::QtTest;
const RunFinished complete{RunFinished::Outcome::Completed, 300, 60, "", "model"};

std::vector<double> finiteOf(const std::vector<double> &column)
{
    std::vector<double> finite;
    for (const double value : column)
        if (std::isfinite(value))
            finite.push_back(value);
    return finite;
}

} // namespace

class LossesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aMachineThatIsGoneHasGaps();
    void knowsWhenEachMachineTrained();
    void forgetsLivesOfStepsThatAreRepeated();
    void keepsTheTimeOfAMachineThatIsGone();
    void aLostRankIsNoFailureOfTheRun();
    void aMachineThatIsGoneSlowsNobodyDown();
    void checksNoGainAcrossAChange();
    void saysEachChangeInOneLine();
    void theMachinesSayWhoIsLost();
    void aLifeIsABarAndWords();
    void aLineEndsWhereAValueIsMissing();

private:
    void add(EventBody body) { m_series->append({{++m_sequence, 1000.0 + double(m_sequence), std::move(body)}}); }

    std::unique_ptr<MetricSeries> m_series;
    std::int64_t m_sequence = 0;
};

void LossesTest::init()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    m_series = std::make_unique<MetricSeries>();
    m_series->append(runThatLostTwo(1000, complete));
    m_sequence = 1000;
}

void LossesTest::aMachineThatIsGoneHasGaps()
{
    const auto &machines = m_series->machines();
    for (const MachineSeries &machine : machines) {
        QCOMPARE(machine.samplesPerSecond.size(), std::size_t(300));
        QCOMPARE(machine.ownSamplesPerSecond.size(), std::size_t(300));
    }
    QCOMPARE(finiteOf(machines[0].samplesPerSecond).size(), std::size_t(300));
    QCOMPARE(finiteOf(machines[1].samplesPerSecond).size(), std::size_t(120));
    QVERIFY(std::isfinite(machines[1].samplesPerSecond[119]));
    QVERIFY(std::isnan(machines[1].samplesPerSecond[120]));
    QVERIFY(std::isnan(machines[1].ownSamplesPerSecond.back()));
    QCOMPARE(finiteOf(machines[2].samplesPerSecond).size(), std::size_t(300));
    // In the last 50 steps each of the two ranks that are left did 128 of 256 samples in 0.2 s.
    QVERIFY(std::abs(machines[0].samplesPerSecond.back() - 640) < 1e-6);
    QVERIFY(std::abs(machines[2].samplesPerSecond.back() - 640) < 1e-6);
    QCOMPARE(machines[0].share, 65);
    QCOMPARE(machines[1].share, 0);
    QCOMPARE(machines[2].share, 191);
}

void LossesTest::knowsWhenEachMachineTrained()
{
    const auto &machines = m_series->machines();
    QCOMPARE(machines[0].life, (std::vector<LifeSpan>{{1, 200, 2}, {201, 300, 1}}));
    QCOMPARE(machines[1].life, (std::vector<LifeSpan>{{1, 120, 1}, {121, 300, 0}}));
    QCOMPARE(machines[2].life, (std::vector<LifeSpan>{{1, 300, 1}}));
    QCOMPARE(m_series->members().generation(), 3);
    QCOMPARE(m_series->members().ranks(), 2);
}

void LossesTest::forgetsLivesOfStepsThatAreRepeated()
{
    add(stepOf(150, {0, 1, 2, 3}));
    const auto &machines = m_series->machines();
    QCOMPARE(machines[0].life, (std::vector<LifeSpan>{{1, 150, 2}}));
    QCOMPARE(machines[1].life, (std::vector<LifeSpan>{{1, 120, 1}, {121, 149, 0}, {150, 150, 1}}));
}

void LossesTest::keepsTheTimeOfAMachineThatIsGone()
{
    const TimeSplit split = m_series->recentSplit(m_series->machines()[1]);
    QVERIFY(std::abs(split.forward - 0.02) < 1e-9);
    QVERIFY(std::abs(split.total() - 0.086) < 1e-9);
    // One of two ranks is left: its time is not halved.
    QVERIFY(std::abs(m_series->recentSplit(m_series->machines()[0]).forward - 0.02) < 1e-9);
}

void LossesTest::aLostRankIsNoFailureOfTheRun()
{
    QVERIFY(!m_series->failure());
    QCOMPARE(m_series->members().losses().size(), std::size_t(2));
    m_series = std::make_unique<MetricSeries>();
    add(PlanChosen{fourRanks()});
    add(stepOf(1, {0, 1, 2, 3}));
    add(RankFailed{2, 1, "killed by signal 9 (Killed)", {}});
    QVERIFY(m_series->failure());
    add(withoutGpu1(1));
    QVERIFY(!m_series->failure());
    QVERIFY(m_series->members().isForming());
    add(GenerationFormed{2, 1, 0.2, 0.1});
    QVERIFY(!m_series->members().isForming());
    QVERIFY(!machineInTheWay(*m_series));
}

void LossesTest::aMachineThatIsGoneSlowsNobodyDown()
{
    m_series = std::make_unique<MetricSeries>();
    add(PlanChosen{fourRanks()});
    Slowdown slowdown;
    for (const int machine : {1, 2}) {
        slowdown.machine = machine;
        add(slowdown);
    }
    add(withoutGpu1(1));
    QCOMPARE(m_series->slowdowns().size(), std::size_t(1));
    QCOMPARE(m_series->slowdowns().front().machine, 2);
}

void LossesTest::checksNoGainAcrossAChange()
{
    m_series = std::make_unique<MetricSeries>();
    std::vector<LogLine> lines;
    connect(m_series.get(), &MetricSeries::logged, this,
        [&](const std::vector<LogLine> &more) { lines.insert(lines.end(), more.begin(), more.end()); });
    add(PlanChosen{fourRanks()});
    for (int number = 1; number <= 20; ++number)
        add(stepOf(number, {0, 1, 2, 3}));
    add(SharesChanged{21, {30, 34, 96, 96}, 0, 1, 0.1, 0.08});
    for (int number = 21; number <= 30; ++number)
        add(stepOf(number, {0, 1, 2, 3}));
    add(withoutGpu1(30));
    for (int number = 31; number <= 60; ++number)
        add(stepOf(number, {0, 1, 3}));
    const auto gains = std::count_if(lines.begin(), lines.end(), [](const LogLine &line) { return bool(line.gain); });
    QCOMPARE(gains, 1);
    const auto gain
        = std::find_if(lines.begin(), lines.end(), [](const LogLine &line) { return bool(line.gain); })->gain;
    QVERIFY(gain->isReplaced);
    QCOMPARE(gain->steps, 10);
}

void LossesTest::saysEachChangeInOneLine()
{
    MetricSeries series;
    LogModel log;
    connect(&series, &MetricSeries::logged, &log, &LogModel::append);
    series.append(runThatLostTwo(1000, complete));
    log.setMachineNames(machineWords(series));
    QStringList said;
    for (int row = 0; row < log.rowCount(); ++row) {
        const QString words = log.index(row, LogModel::Message).data().toString();
        QVERIFY(!words.isEmpty());
        QVERIFY(!words.contains(QLatin1Char('\n')));
        said << plainSpaces(words);
    }
    QCOMPARE(said.size(), 7); // plan, start, two changes of two lines each, and the end
    QCOMPARE(said[2],
        QStringLiteral("Rank 2 on gpu1 is lost: killed by signal 9 (Killed). The run goes on with 3 rank(s) from step "
                       "121."));
    QCOMPARE(said[3], QStringLiteral("The ranks are connected after 210 ms, and hold the same state 50 ms later."));
    QVERIFY2(said[4].startsWith("Rank 1 on this computer is lost: out of memory. "), qPrintable(said[4]));
    QVERIFY2(said[6].startsWith("Completed after step 300"), qPrintable(said[6]));
    QCOMPARE(log.index(2, LogModel::Machine).data().toString(), QStringLiteral("gpu1"));
    QCOMPARE(log.index(2, LogModel::Level).data().toString(), QStringLiteral("Warning"));
    QVERIFY(log.index(2, LogModel::Message).data(Qt::ToolTipRole).toString().contains("its last words"));
    QCOMPARE(log.index(3, LogModel::Level).data().toString(), QStringLiteral("Note"));
}

void LossesTest::theMachinesSayWhoIsLost()
{
    RunMachineModel model;
    QAbstractItemModelTester tester(&model, strict);
    model.setSeries(m_series.get());
    const auto text = [&](int machine, int column, int role = Qt::DisplayRole) {
        return plainSpaces(model.index(machine, column).data(role).toString());
    };
    QCOMPARE(text(0, RunMachineModel::State), QStringLiteral("Lost a rank"));
    QCOMPARE(text(1, RunMachineModel::State), QStringLiteral("Lost"));
    QCOMPARE(text(1, RunMachineModel::State, Qt::AccessibleDescriptionRole),
        QStringLiteral("Lost after step 120: killed by signal 9 (Killed)."));
    QCOMPARE(text(2, RunMachineModel::State), QStringLiteral("Ended"));
    QCOMPARE(text(1, RunMachineModel::Share), QStringLiteral("not in the run"));
    QCOMPARE(text(1, RunMachineModel::Rate), QStringLiteral("n/a"));
    QVERIFY(text(2, RunMachineModel::Share).startsWith("191 of 256"));
}

void LossesTest::aLifeIsABarAndWords()
{
    LifeModel model;
    QAbstractItemModelTester tester(&model, strict);
    model.setSeries(m_series.get());
    QVERIFY(model.isWorthShowing());
    QCOMPARE(model.rowCount(), 3);
    const auto bar = model.index(0, LifeModel::Life).data(LifeModel::barRole).value<LifeBar>();
    QCOMPARE(bar.ranks, 2);
    QCOMPARE(bar.spans.size(), std::size_t(2));
    QCOMPARE(bar.first, 1.0);
    QCOMPARE(bar.last, 300.0);
    QCOMPARE(plainSpaces(model.index(0, LifeModel::Life).data(Qt::AccessibleTextRole).toString()),
        QStringLiteral("Steps 1 to 200: 2 of 2 rank(s) trained. Steps 201 to 300: 1 of 2 rank(s) trained. Lost after "
                       "step 200: out of memory."));
    QCOMPARE(plainSpaces(model.index(1, LifeModel::Words).data().toString()),
        QStringLiteral("Steps 121 to 300: not in the run. Lost after step 120: killed by signal 9 (Killed)."));
    QCOMPARE(plainSpaces(model.index(2, LifeModel::Words).data().toString()),
        QStringLiteral("Steps 1 to 300: 1 of 1 rank(s) trained."));
    QCOMPARE(model.headerData(LifeModel::Life, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("Steps 1 to 300"));

    MetricSeries alone;
    model.setSeries(&alone);
    QVERIFY(!model.isWorthShowing());
    Plan plan = fourRanks();
    plan.machines.resize(1);
    plan.ranks.resize(2);
    alone.append({{1, 1, PlanChosen{plan}}, {2, 2, stepOf(1, {0, 1})}});
    model.machinesChanged();
    QVERIFY(!model.isWorthShowing());
    alone.append({{3, 3, MembershipChanged{2, 1, {0}, {64, 0}, {{1, 0, "killed", {}}}}}});
    QVERIFY(model.isWorthShowing());
}

void LossesTest::aLineEndsWhereAValueIsMissing()
{
    std::vector<double> x, y;
    for (int i = 0; i < 10; ++i) {
        x.push_back(i);
        y.push_back(i >= 3 && i < 6 ? std::nan("") : i);
    }
    const auto breaks = [&](int columns, bool gaps) {
        const auto points = thinned(x, y, 0, 9, columns, false, gaps).points;
        return std::count_if(points.begin(), points.end(), [](const CurvePoint &point) { return std::isnan(point.y); });
    };
    for (const int columns : {100, 2}) { // each point, and only some of each pixel column
        QCOMPARE(breaks(columns, true), 1);
        QCOMPARE(breaks(columns, false), 0);
    }
}

QTEST_MAIN(LossesTest)
#include "tst_losses.moc"
