#include "engine/plan/forecast/machinechoice.h"
#include "engine/plan/runmodel.h"

#include <QTest>

using namespace motley;

namespace {

CandidateMachine machine(const std::string &name, const std::string &address, double secondsPerUnit)
{
    CandidateMachine found;
    found.name = name;
    found.report.sshServerAddress = address;
    found.report.interfaces
        = {{"lo", {"127.0.0.1/8"}, std::nullopt, true, true}, {"eth0", {address + "/24"}, 1000, true, false}};
    found.candidates = {{{}, 2, SpeedReport{1 / secondsPerUnit, 0.001, secondsPerUnit, {}, 300}}};
    found.candidates[0].speed->memory.parameterBytes = 1 << 20;
    return found;
}

JobSpec job()
{
    JobSpec job;
    job.batch = 64;
    return job;
}

} // namespace

class RunModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesWhatWasMeasured();
    void saysHowFarItGuesses();
    void asksForAMeasurement();
    void saysWhoCannotBeReached();
    void countsTheSumsOfNormalisation();
    void agreesWithTheForecast();
    void reckonsWithMachinesThatGo();
    void takesWhatRunsHaveShown();
    void takesLifetimeCurves();
    void countsStepsOfOtherCourses();
    void sendsHalfIn16Bits();
};

void RunModelTest::takesWhatWasMeasured()
{
    auto first = machine("a", "10.0.0.1", 0.001);
    first.terms.pricePerHour = 1.5;
    first.candidates[0].speedError = 0.2;
    const auto model = modelRun(job(), {first, machine("b", "10.0.0.2", 0.002)});
    QVERIFY(model);
    QCOMPARE(model->job.batch, std::int64_t(64));
    QCOMPARE(model->job.steps, std::int64_t(300));
    QCOMPARE(model->job.gradientBytes, double(1 << 20));
    QCOMPARE(model->cluster.machines.size(), std::size_t(2));
    const NodeModel &a = model->cluster.machines[0];
    QCOMPARE(a.name, std::string("a"));
    QCOMPARE(a.pricePerHour, 1.5);
    QCOMPARE(a.outside.bytesPerSecond, 1000e6 / 8);
    QCOMPARE(a.ranks[0].time.secondsPerUnit, 0.001);
    QCOMPARE(a.ranks[0].relativeError, 0.2);
    QVERIFY(model->cluster.machines[1].ranks[0].relativeError > 0);
}

// A slow link then costs half as much, in as many buckets.
void RunModelTest::sendsHalfIn16Bits()
{
    JobSpec narrow = job();
    narrow.exchange.gradients = ExchangeSpec::Gradients::BFloat16;
    const std::vector<CandidateMachine> machines{machine("a", "10.0.0.1", 0.001), machine("b", "10.0.0.2", 0.002)};
    const auto wide = modelRun(job(), machines), half = modelRun(narrow, machines);
    QVERIFY(wide && half);
    QCOMPARE(half->job.gradientBytes, wide->job.gradientBytes / 2);
    RingAllReduceCost bytesAlone{.secondsPerByte = 1e-6}, bucketsAlone{.fixedSeconds = 1};
    JobModel all = wide->job, few = half->job;
    all.hidingPart = few.hidingPart = 0;
    all.gradientBytes = 60 << 20; // three buckets
    few.gradientBytes = 30 << 20;
    QCOMPARE(exposedSeconds(few, 0, bytesAlone), exposedSeconds(all, 0, bytesAlone) / 2);
    QCOMPARE(exposedSeconds(few, 0, bucketsAlone), exposedSeconds(all, 0, bucketsAlone));
}

void RunModelTest::asksForAMeasurement()
{
    auto unknown = machine("b", "10.0.0.2", 0.002);
    unknown.candidates[0].speed.reset();
    const auto model = modelRun(job(), {machine("a", "10.0.0.1", 0.001), unknown});
    QVERIFY(!model);
    QVERIFY(model.error().message.find("b (cpu)") != std::string::npos);
}

void RunModelTest::saysWhoCannotBeReached()
{
    auto hidden = machine("b", "10.0.0.2", 0.002);
    hidden.report.sshServerAddress = "192.0.2.1"; // not an address of the machine's interfaces
    const auto model = modelRun(job(), {machine("a", "10.0.0.1", 0.001), hidden});
    QVERIFY(!model);
    QVERIFY(model.error().message.find(" b.") != std::string::npos);
}

void RunModelTest::countsTheSumsOfNormalisation()
{
    JobSpec images = job();
    ImageSpec spec;
    spec.model.kind = ImageModelSpec::Kind::ResNet18;
    images.task = spec;
    const auto two = {machine("a", "10.0.0.1", 0.001), machine("b", "10.0.0.2", 0.002)};
    QVERIFY(modelRun(images, two)->job.sums > modelRun(job(), two)->job.sums);
}

// The faster machine gets a larger share, both machines make the run faster, and one machine alone is slower.
void RunModelTest::agreesWithTheForecast()
{
    const auto model = modelRun(job(), {machine("a", "10.0.0.1", 0.001), machine("b", "10.0.0.2", 0.002)});
    const auto choice = chooseMachines(model->job, model->cluster);
    QVERIFY(choice);
    QCOMPARE(choice->all.shares.size(), std::size_t(2));
    QVERIFY(choice->all.shares[0] > choice->all.shares[1]);
    QVERIFY(*choice->gains[0] > *choice->gains[1]);
    QVERIFY(*choice->gains[1] > 0);
    const auto alone = forecast(model->job, model->cluster, {0});
    QVERIFY(alone->unitsPerSecond < choice->all.unitsPerSecond);
    QCOMPARE(std::llround(3600 * choice->all.hours / choice->all.stepSeconds()), 300LL);
}

// A busy machine was measured with 15 samples: its speed with 64 is a guess, and a forecast says how far off it may be.
void RunModelTest::saysHowFarItGuesses()
{
    auto measured = machine("a", "10.0.0.1", 0.001);
    QVERIFY(modelRun(job(), {measured})->cluster.machines[0].ranks[0].relativeError < 0.1);
    measured.candidates[0].speed = SpeedReport{3715, 0.0039, 0.000011, {}, 300};
    const auto model = modelRun(job(), {measured});
    const double guessed = 64 / (0.0039 + 64 * 0.000011);
    QVERIFY(std::abs(model->cluster.machines[0].ranks[0].relativeError - (guessed / 3715 - 1)) < 1e-9);
    const auto choice = chooseMachines(model->job, model->cluster);
    QVERIFY(choice->all.relativeError > 0.5);
    const auto remarks = remarksOn(*choice, model->cluster);
    QVERIFY(std::any_of(remarks.begin(), remarks.end(),
        [](const ForecastRemark &remark) { return remark.kind == ForecastRemark::Kind::Guess; }));
}

// The sooner a machine is taken away, the longer the run takes and the shorter is the best checkpoint interval.
void RunModelTest::reckonsWithMachinesThatGo()
{
    auto first = machine("a", "10.0.0.1", 0.1);
    first.candidates[0].speed->totalSteps = 10'000;
    const auto second = machine("b", "10.0.0.2", 0.1);
    QVERIFY(!expectWithRevocations(*modelRun(job(), {first, second})));
    double before = 0;
    std::int64_t interval = 1'000'000;
    for (const double hours : {1000.0, 10.0, 1.0}) {
        first.terms = {2, hours, 5};
        const auto model = modelRun(job(), {first, second});
        const auto expected = expectWithRevocations(*model);
        QVERIFY(expected);
        QVERIFY(expected->seconds > before);
        QVERIFY(expected->everySteps < interval);
        QVERIFY(expected->cost > 0);
        QVERIFY(expected->seconds > 3600 * forecast(model->job, model->cluster, {0, 1})->hours);
        before = expected->seconds;
        interval = expected->everySteps;
    }
}

// Times that no run has measured are assumed, each by itself; the restart takes as long as its slowest machine.
void RunModelTest::takesWhatRunsHaveShown()
{
    auto first = machine("a", "10.0.0.1", 0.001);
    first.candidates[0].speed->memory.stateBytes = 3 << 20;
    auto second = machine("b", "10.0.0.2", 0.002);
    const auto assumed = modelRun(job(), {first, second});
    QCOMPARE(assumed->restartSeconds, 30.0);
    QCOMPARE(assumed->checkpointSeconds, 0.05 + (4 << 20) / 2e8);
    QVERIFY(!assumed->restartIsShown);

    second.record = {6, 1, 20, 7, 100, 1};
    QCOMPARE(modelRun(job(), {first, second})->restartSeconds, 6.0 + 5 + 20 + 10);
    first.record = {1, 2, 3, 4, {}, 1 << 20};
    const auto shown = modelRun(job(), {first, second});
    QCOMPARE(shown->restartSeconds, 6.0 + 2 + 20 + 7);
    QCOMPARE(shown->checkpointSeconds, 0.05 + 4); // measured on the coordinating machine, which writes the checkpoints
    QVERIFY(shown->restartIsShown);
    first.record.checkpointSeconds = 2.5;
    QCOMPARE(modelRun(job(), {first, second})->checkpointSeconds, 2.5);

    QVERIFY(assumed->cluster.machines[0].inside.bytesPerSecond > 0);
    first.record.insideBytesPerSecond = 3e9;
    first.record.insideLatencySeconds = 1e-5;
    const auto measured = modelRun(job(), {first, second});
    QCOMPARE(measured->cluster.machines[0].inside, (Link{3e9, 1e-5}));
    QCOMPARE(measured->cluster.machines[1].inside, assumed->cluster.machines[1].inside);

    first.terms = {0, 1, 5};
    first.candidates[0].speed->totalSteps = 1'000'000;
    const auto slow = expectWithRevocations(*modelRun(job(), {first, second}));
    first.record.connectingSeconds = 200;
    QVERIFY(expectWithRevocations(*modelRun(job(), {first, second}))->seconds > slow->seconds);
}

// A machine that is taken away at its sixth hour stays for a run of one hour, and is lost once in a run of seven.
void RunModelTest::takesLifetimeCurves()
{
    auto only = machine("a", "10.0.0.1", 0.1);
    only.terms.lifetime = {{6, 0}, {6, 1}};
    const double stepSeconds = 0.001 + 64 * 0.1;
    for (const auto &[hours, revocations] : {std::pair(1.0, 0.0), std::pair(7.0, 1.0)}) {
        only.candidates[0].speed->totalSteps = std::int64_t(3600 * hours / stepSeconds);
        const auto expected = expectWithRevocations(*modelRun(job(), {only}));
        QVERIFY(expected);
        QVERIFY(std::abs(expected->revocations - revocations) < 0.02);
    }
    only.terms.hoursUntilTaken = 6;
    QVERIFY(!lifetimeOf(only.terms));
}

// The forecast is for other epochs and batches than were measured: 1000 samples are 16 steps of 64 or 32 of 32.
void RunModelTest::countsStepsOfOtherCourses()
{
    auto only = machine("a", "10.0.0.1", 0.001);
    only.candidates[0].speed->epochUnits = 1000;
    JobSpec asked = job();
    asked.epochs = 3;
    QCOMPARE(modelRun(asked, {only})->job.steps, std::int64_t(48));
    asked.order.epochBatches = {32, 64};
    const auto growing = modelRun(asked, {only});
    QCOMPARE(growing->job.steps, std::int64_t(32 + 16 + 16));
    QCOMPARE(growing->job.meanBatch, 48.0);
    const auto whole = forecast(growing->job, growing->cluster, {0});
    QVERIFY(whole->meanStepSeconds < 0.85 * whole->stepSeconds());
    QCOMPARE(whole->hours, 64 * whole->meanStepSeconds / 3600);
    asked.maxSteps = 40;
    QCOMPARE(modelRun(asked, {only})->job.meanBatch, (32 * 32 + 8 * 64) / 40.0);

    only.candidates[0].speed->totalSteps = 0;
    only.candidates[0].speed->epochUnits = 0; // as after a measurement with other data
    only.terms = {0, 1, 5};
    const auto unknown = modelRun(asked, {only});
    QCOMPARE(unknown->job.steps, std::int64_t(0));
    QCOMPARE(forecast(unknown->job, unknown->cluster, {0})->hours, 0.0);
    QVERIFY(!expectWithRevocations(*unknown));
}

QTEST_GUILESS_MAIN(RunModelTest)
#include "tst_runmodel.moc"
