// The models of the window, each under Qt's own model tester while it changes.
#include "app/models/fleetmodel.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/models/runsmodel.h"
#include "app/models/workspace.h"
#include "app/plots/curvetable.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

class NobodyToAsk : public Prompter {
public:
    bool acceptHostKey(const HostKeyQuestion &, std::stop_token) override { return false; }
    std::optional<QString> secret(const SecretQuestion &, std::stop_token) override { return std::nullopt; }
};

constexpr auto strict = QAbstractItemModelTester::FailureReportingMode::QtTest;

} // namespace

class AppModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void machinesShowTheirDevicesAndKeepTicks();
    void tickingAMachineTicksItsDevices();
    void windowsKeepEachOthersTicks();
    void runsComeNewestFirst();
    void theLogKeepsTheNewestLines();
    void theTableTwinFollowsTheColumns();
    void theTableHasEachCurvesOwnSteps();
    void theMachinesOfARunFollowThePlan();
};

void AppModelsTest::machinesShowTheirDevicesAndKeepTicks()
{
    QTemporaryDir folder;
    NobodyToAsk nobody;
    Fleet fleet(folder.filePath(QStringLiteral("machines.json")), &nobody);
    DeviceSelection ticks;
    FleetModel model(&fleet, &ticks);
    QAbstractItemModelTester tester(&model, strict);
    QVERIFY(fleet.load());
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 0); // not probed yet
    fleet.hosts().front()->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount(model.index(0, 0)) >= 1, 20000);
    QVERIFY(!model.index(0, FleetModel::Memory).data().toString().isEmpty());

    QVERIFY(fleet.add({Machine::Kind::Ssh, QStringLiteral("box"), QStringLiteral("box"), {}}));
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(!model.index(1, 0).data(Qt::CheckStateRole).isValid()); // not probed: nothing to tick
    QVERIFY(fleet.remove(QStringLiteral("box")));
    QCOMPARE(model.rowCount(), 1);
}

void AppModelsTest::tickingAMachineTicksItsDevices()
{
    QTemporaryDir folder;
    NobodyToAsk nobody;
    Fleet fleet(folder.filePath(QStringLiteral("machines.json")), &nobody);
    DeviceSelection ticks;
    FleetModel model(&fleet, &ticks);
    QVERIFY(fleet.load());
    fleet.hosts().front()->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount(model.index(0, 0)) >= 1, 20000);
    const QModelIndex machine = model.index(0, 0);
    QCOMPARE(machine.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    QVERIFY(model.setData(machine, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(machine.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QCOMPARE(model.index(0, 0, machine).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QCOMPARE(model.tickedDevicesOf(*fleet.hosts().front()), FleetModel::devicesOf(*fleet.hosts().front()));
    const DeviceSelection remembered(ticks.keys());
    QVERIFY(remembered.contains(fleet.hosts().front()->machine().name, Device{}));
}

void AppModelsTest::windowsKeepEachOthersTicks()
{
    const QTemporaryDir home;
    Workspace one({home.path(), home.path()});
    Workspace two({home.path(), home.path()});
    one.ticks().set(QStringLiteral("alpha"), Device{}, true);
    two.ticks().set(QStringLiteral("beta"), Device{}, true); // before it has seen the tick of the first window
    QTRY_VERIFY(one.ticks().contains(QStringLiteral("beta"), Device{}));
    QTRY_VERIFY(two.ticks().contains(QStringLiteral("alpha"), Device{}));
    one.ticks().set(QStringLiteral("beta"), Device{}, false);
    QTRY_VERIFY(!two.ticks().contains(QStringLiteral("beta"), Device{}));
    QVERIFY(Workspace({home.path(), home.path()}).ticks().contains(QStringLiteral("alpha"), Device{}));
}

void AppModelsTest::runsComeNewestFirst()
{
    QTemporaryDir folder;
    RunHistory history(folder.path());
    QVERIFY(history.open());
    RunsModel model(&history);
    QAbstractItemModelTester tester(&model, strict);
    JobSpec job;
    job.name = "first";
    const auto first = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(first);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, RunsModel::Name).data().toString(), QStringLiteral("first"));
    QVERIFY(history.remove(first->id));
    QCOMPARE(model.rowCount(), 0);

    model.setShown(false); // while nobody looks nothing is read
    QVERIFY(history.create(job, {}));
    QVERIFY(history.create(job, {}));
    QCOMPARE(model.rowCount(), 0);
    model.setShown(true);
    QCOMPARE(model.rowCount(), 2);
}

void AppModelsTest::theLogKeepsTheNewestLines()
{
    LogModel model(3);
    QAbstractItemModelTester tester(&model, strict);
    std::vector<LogLine> lines;
    for (int i = 1; i <= 5; ++i)
        lines.push_back({1.0 * i, LogLine::Level::Warning, 0, Warning{0, "line " + std::to_string(i)}});
    model.append({lines[0], lines[1]});
    model.append({lines[2], lines[3]});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(0, LogModel::Message).data().toString(), QStringLiteral("line 2"));
    model.append(lines);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(2, LogModel::Message).data().toString(), QStringLiteral("line 5"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void AppModelsTest::theTableTwinFollowsTheColumns()
{
    std::vector<double> x{1, 2};
    std::vector<double> y{0.5, 0.25};
    CurveTable table;
    QAbstractItemModelTester tester(&table, strict);
    PlotCurve curve;
    curve.name = QStringLiteral("loss");
    curve.x = &x;
    curve.y = &y;
    table.setCurves({curve}, QStringLiteral("Step"));
    QCOMPARE(table.rowCount(), 2);
    x.push_back(3);
    y.push_back(0.125);
    table.columnsChanged();
    QCOMPARE(table.rowCount(), 3);
    QCOMPARE(table.index(2, 1).data().toString(), QLocale().toString(0.125));
    x.resize(1);
    table.columnsChanged();
    QCOMPARE(table.rowCount(), 1);
}

void AppModelsTest::theTableHasEachCurvesOwnSteps()
{
    std::vector<double> steps{1, 2, 3, 4};
    std::vector<double> loss{4, 3, 2, 1};
    std::vector<double> tests{2};
    std::vector<double> testLoss{2.5};
    CurveTable table;
    QAbstractItemModelTester tester(&table, strict);
    table.setCurves({{QStringLiteral("loss"), 0, PlotCurve::LineStyle::Line, &steps, &loss, true},
                        {QStringLiteral("test"), 1, PlotCurve::LineStyle::Markers, &tests, &testLoss, true}},
        QStringLiteral("Step"));
    const auto column = [&](int which) {
        QStringList cells;
        for (int row = 0; row < table.rowCount(); ++row)
            cells << table.index(row, which).data().toString();
        return cells.join(QLatin1Char('|'));
    };
    QCOMPARE(column(1), QStringLiteral("4|3|2|1"));
    QCOMPARE(column(2), QStringLiteral("|2.5||"));
    tests.push_back(6); // a test whose step the other curve does not have yet
    testLoss.push_back(0.5);
    table.columnsChanged();
    QCOMPARE(column(0), QStringLiteral("1|2|3|4|6"));
    QCOMPARE(column(2), QStringLiteral("|2.5|||0.5"));
    steps.push_back(5);
    loss.push_back(0.9);
    table.columnsChanged();
    QCOMPARE(column(0), QStringLiteral("1|2|3|4|5|6"));
    QCOMPARE(column(1), QStringLiteral("4|3|2|1|0.9|"));
}

void AppModelsTest::theMachinesOfARunFollowThePlan()
{
    MetricSeries series;
    RunMachineModel model;
    QAbstractItemModelTester tester(&model, strict);
    model.setSeries(&series);
    QCOMPARE(model.rowCount(), 0);
    connect(&series, &MetricSeries::planChanged, &model, &RunMachineModel::machinesChanged);
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"box", "10.0.0.2"}};
    plan.ranks = {{0, {}, 100, 0, 1}, {1, {}, 156, 0, 1}};
    series.append({{1, 1, PlanChosen{plan}}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, RunMachineModel::Name).data().toString(), QStringLiteral("box"));
    QCOMPARE(model.index(1, RunMachineModel::Share).data().toString(), QStringLiteral("156"));
    QCOMPARE(model.index(1, RunMachineModel::Cpu).data().toString(), QStringLiteral("n/a"));
    const auto state = [&](int machine, int role = Qt::DisplayRole) {
        return model.index(machine, RunMachineModel::State).data(role).toString();
    };
    QCOMPARE(state(1), QStringLiteral("n/a"));
    StepDone step;
    step.step = 1;
    Slowdown slowdown;
    slowdown.machine = 1;
    slowdown.cause = Slowdown::Cause::Heat;
    series.append({{2, 2, step}, {3, 3, slowdown}});
    QCOMPARE(state(0), QStringLiteral("As expected"));
    QCOMPARE(state(1), QStringLiteral("Slow: too hot"));
    QVERIFY(state(1, Qt::ToolTipRole).contains(QStringLiteral("fans")));
    series.append({{4, 4, RankFailed{1, 1, "killed by signal 9", {}}}});
    QCOMPARE(state(0), QStringLiteral("As expected"));
    QCOMPARE(state(1), QStringLiteral("Failed"));
    QVERIFY(state(1, Qt::ToolTipRole).contains(QStringLiteral("signal 9")));
    series.append({{5, 5, RankFailed{1, 1, "<img src=/etc/shadow>", {}}}});
    QVERIFY(state(1, Qt::ToolTipRole).contains(QStringLiteral("&lt;img src=/etc/shadow&gt;")));
    QVERIFY(state(1, Qt::AccessibleDescriptionRole).contains(QStringLiteral("<img src=/etc/shadow>")));
}

QTEST_MAIN(AppModelsTest)
#include "tst_appmodels.moc"
