#include "engine/job/presets.h"
#include "remote/history/profilestore.h"
#include "remote/history/runprofile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

const SpeedKey here{QStringLiteral("box"), {}, 2};
const SpeedReport measured{1000, 0.01, 0.001, {}, 500, false, {}, 5000};

JobSpec presetJob(std::string_view name)
{
    for (const Preset &preset : presets())
        if (preset.name == name)
            return preset.job;
    return {};
}

Plan planOf(const SpeedReport &speed)
{
    Plan plan;
    plan.machines = {{"box", "127.0.0.1"}};
    plan.ranks = {{0, {}, 100, 0, 2, speed.samplesPerSecond, speed.fixedSeconds, speed.secondsPerUnit}};
    return plan;
}

// The profile of a run whose steps take `factor` times the predicted seconds.
RunProfile profileOf(const SpeedReport &speed, double factor, int steps)
{
    RunProfile profile;
    profile.add({0, 0, PlanChosen{planOf(speed)}});
    for (int i = 1; i <= steps; ++i) {
        StepDone done;
        done.step = i;
        RankStep rank;
        rank.units = 100;
        const double seconds = factor * (speed.fixedSeconds + 100 * speed.secondsPerUnit);
        rank.forwardSeconds = seconds / 4;
        rank.backwardSeconds = seconds / 2;
        rank.optimizerSeconds = seconds / 4;
        rank.exchangeSeconds = 1; // the exchange does not count for the device's speed
        done.ranks = {rank};
        profile.add({0, 0, done});
    }
    return profile;
}

} // namespace

class ProfileStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsWhatWasMeasured();
    void tellsJobsApart();
    void knowsAJobOnAnotherDay();
    void tellsPlacesApart();
    void comesNearerToWhatRunsShow();
    void keepsTheThreadsThatARankMayHave();
    void learnsFromTheStepsOfARun();
    void learnsNothingFromFewSteps();
    void keepsTheNoiseOfAJobAndItsData();
    void beginsAnewWhereTheFileIsBroken();
    void learnsFromARunThatLostARank();
    void keepsWhatRunsShowOfMachines();
    void learnsHowLongStartingAndSavingTakes();
    void saysThatItCannotWrite();
    void givesCandidatesTheirSpeeds();
    void saysHowOldTheOldestSpeedIs();

private:
    ProfileStore book() const { return ProfileStore(m_folder->filePath(QStringLiteral("speeds.json"))); }

    std::unique_ptr<QTemporaryDir> m_folder;
    JobSpec m_job = presetJob("fashion-mnist");
};

void ProfileStoreTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void ProfileStoreTest::keepsWhatWasMeasured()
{
    QVERIFY(!book().find(m_job, here));
    QVERIFY(book().store(m_job, here, measured));
    const auto known = book().find(m_job, here);
    QVERIFY(known);
    QCOMPARE(known->report, measured);
    QCOMPARE(known->runs, 0);
}

// A step's time depends on model, precision and optimizer, but not on data and schedule.
void ProfileStoreTest::tellsJobsApart()
{
    QVERIFY(book().store(m_job, here, measured));
    JobSpec same = m_job;
    same.batch *= 2;
    same.epochs += 1;
    same.schedule.peak /= 2;
    QCOMPARE(book().find(same, here)->report.epochUnits, measured.epochUnits);
    std::get<ImageSpec>(same.task).data.folder = {"/elsewhere"};
    QVERIFY(book().find(same, here));
    QCOMPARE(book().find(same, here)->report.epochUnits, 0.0); // 0: not known for other data
    QCOMPARE(book().find(same, here)->report.totalSteps, 0);
    JobSpec otherPrecision = m_job;
    otherPrecision.precision.kind = PrecisionSpec::Kind::BFloat16;
    QVERIFY(!book().find(otherPrecision, here));
    QVERIFY(!book().find(presetJob("language-model"), here));
}

// A run keeps the day that chat templates write, and its job has none before.
void ProfileStoreTest::knowsAJobOnAnotherDay()
{
    const JobSpec job = presetJob("conversations");
    JobSpec kept = job;
    std::get<LanguageModelSpec>(kept.task).data.date = "2026-11-28";
    QVERIFY(kept != job);
    QVERIFY(book().store(kept, here, measured));
    QVERIFY(book().find(job, here));
    QCOMPARE(book().find(job, here)->report, measured);
}

void ProfileStoreTest::tellsPlacesApart()
{
    QVERIFY(book().store(m_job, here, measured));
    for (const SpeedKey &other : {SpeedKey{QStringLiteral("other"), {}, 2}, SpeedKey{QStringLiteral("box"), {}, 1},
             SpeedKey{QStringLiteral("box"), {Device::Kind::Cuda, "GPU-1"}, 2}})
        QVERIFY(!book().find(m_job, other));
}

void ProfileStoreTest::comesNearerToWhatRunsShow()
{
    QVERIFY(book().store(m_job, here, measured));
    constexpr double truth = 1.5; // true seconds over measured seconds
    double before = truth - 1;
    for (int run = 1; run <= 6; ++run) {
        const KnownSpeed known = *book().find(m_job, here);
        QVERIFY(book().learn(m_job, here, truth * measured.secondsPerUnit / known.report.secondsPerUnit));
        const KnownSpeed now = *book().find(m_job, here);
        const double miss = truth * measured.secondsPerUnit / now.report.secondsPerUnit - 1;
        QVERIFY(miss < 0.6 * before);
        QVERIFY(miss > 0);
        QCOMPARE(now.runs, run);
        before = miss;
    }
    const KnownSpeed known = *book().find(m_job, here);
    QVERIFY(known.error < 0.05);
    QVERIFY(std::abs(known.report.fixedSeconds / known.report.secondsPerUnit - 10) < 1e-9);
    QVERIFY(book().learn(m_job, here, std::nan("")));
    QVERIFY(book().learn(m_job, here, 1e9));
    QCOMPARE(book().find(m_job, here)->report, known.report);
}

// A rank that may have two threads is measured as fastest with one, and trains with one. The next plan asks for two
// again.
void ProfileStoreTest::keepsTheThreadsThatARankMayHave()
{
    SpeedReport withOne = measured;
    withOne.threads = 1;
    QVERIFY(book().store(m_job, here, withOne));
    SpeedKey trained = here;
    trained.threads = 1;
    QVERIFY(book().learn(m_job, trained, 1.5));
    QVERIFY(book().find(m_job, here));
    QCOMPARE(book().find(m_job, here)->runs, 1);
    QCOMPARE(book().find(m_job, trained)->runs, 1);
}

void ProfileStoreTest::learnsFromTheStepsOfARun()
{
    QVERIFY(book().store(m_job, here, measured));
    profileOf(measured, 1.21, 200).storeIn(book(), m_job);
    const auto known = book().find(m_job, here);
    QCOMPARE(known->runs, 1);
    QVERIFY(std::abs(known->error - 0.21) < 1e-6);
    QVERIFY(std::abs(known->report.secondsPerUnit - 1.1 * measured.secondsPerUnit) < 1e-9);
}

void ProfileStoreTest::learnsNothingFromFewSteps()
{
    QVERIFY(book().store(m_job, here, measured));
    profileOf(measured, 3, 12).storeIn(book(), m_job);
    QCOMPARE(book().find(m_job, here)->runs, 0);
}

// The noise scale is kept for a task with its data, whatever the batch and the optimizer. Storing it keeps the speeds.
void ProfileStoreTest::keepsTheNoiseOfAJobAndItsData()
{
    QVERIFY(book().store(m_job, here, measured));
    QVERIFY(!book().noiseScale(m_job));
    StepDone done;
    for (const std::optional<double> scale : {std::optional(500.0), std::optional(700.0), std::optional<double>()}) {
        ++done.step;
        done.noiseScale = scale;
        RunProfile profile;
        profile.add({0, 0, done});
        profile.storeIn(book(), m_job);
    }
    JobSpec same = m_job;
    same.batch *= 2;
    same.optimizer.kind = OptimizerSpec::Kind::Adam;
    QCOMPARE(book().noiseScale(same), std::optional(700.0));
    QVERIFY(book().storeNoise(m_job, std::nan("")));
    QCOMPARE(book().noiseScale(m_job), std::optional(700.0));
    JobSpec other = m_job;
    std::get<ImageSpec>(other.task).data.folder = {"/elsewhere"};
    QVERIFY(!book().noiseScale(other));
    QCOMPARE(book().find(m_job, here)->report, measured);
}

// Rank 0 is lost after step 100: what it showed before is kept, and rank 1, which the list of a step then has first, is
// not taken for it. Ten steps before and after the change are left out.
void ProfileStoreTest::learnsFromARunThatLostARank()
{
    RunProfile profile;
    Plan plan = planOf(measured);
    plan.machines.push_back({"second", "127.0.0.1"});
    plan.ranks.push_back(plan.ranks.front());
    plan.ranks[1].machine = 1;
    const SpeedKey second{QStringLiteral("second"), {}, 2};
    QVERIFY(book().store(m_job, here, measured));
    QVERIFY(book().store(m_job, second, measured));
    profile.add({0, 0, PlanChosen{plan}});
    const auto stepOf = [](int rank, double factor) {
        RankStep step;
        step.rank = rank;
        step.units = 100;
        step.forwardSeconds = factor * (measured.fixedSeconds + 100 * measured.secondsPerUnit);
        return step;
    };
    StepDone done;
    for (done.step = 1; done.step <= 100; ++done.step) {
        const bool isNear = done.step > 90;
        done.ranks = {stepOf(0, isNear ? 3 : 1.21), stepOf(1, isNear ? 3 : 1.44)};
        profile.add({0, 0, done});
    }
    profile.add({0, 0, MembershipChanged{2, 100, {1}, {0, 200}, {{0, 0, "killed", {}}}}});
    for (done.step = 101; done.step <= 200; ++done.step) {
        done.ranks = {stepOf(1, done.step <= 110 ? 3 : 1.44)};
        profile.add({0, 0, done});
    }
    profile.storeIn(book(), m_job);
    const auto factorOf
        = [&](const SpeedKey &key) { return book().find(m_job, key)->report.secondsPerUnit / measured.secondsPerUnit; };
    QVERIFY2(std::abs(factorOf(here) - 1.1) < 1e-9, QByteArray::number(factorOf(here)));
    QVERIFY2(std::abs(factorOf(second) - 1.2) < 1e-9, QByteArray::number(factorOf(second)));
}

// The times for connecting and checking hold for any job, those for measuring, starting and saving for one job.
void ProfileStoreTest::keepsWhatRunsShowOfMachines()
{
    const auto recalled = [this](const JobSpec &job, const char *machine) {
        std::vector<CandidateMachine> machines{{machine, {}, {}}};
        book().fillIn(job, machines);
        return machines.front().record;
    };
    const QString box = QStringLiteral("box");
    QCOMPARE(recalled(m_job, "box"), MachineRecord());
    QVERIFY(book().storeRecord(m_job, box, {2, 4, 8, 16, 1, 1e8}));
    QCOMPARE(recalled(m_job, "box"), (MachineRecord{2, 4, 8, 16, 1, 1e8}));
    QCOMPARE(recalled(presetJob("language-model"), "box"), (MachineRecord{2, 4, {}, {}, {}, 1e8}));
    QCOMPARE(recalled(m_job, "other"), MachineRecord());
    QVERIFY(book().storeRecord(m_job, box, {4, {}, 10, std::nan(""), -1, {}}));
    QCOMPARE(recalled(m_job, "box"), (MachineRecord{3, 4, 9, 16, 1, 1e8}));
    QVERIFY(book().storeRecord(m_job, box, {.insideBytesPerSecond = 1e9, .insideLatencySeconds = 2e-5}));
    QCOMPARE(recalled(presetJob("language-model"), "box"), (MachineRecord{3, 4, {}, {}, {}, 1e8, 1e9, 2e-5}));
    QVERIFY(book().store(m_job, here, measured));
    std::vector<CandidateMachine> known{{"box", {}, {{{}, 2}}}};
    known.front().record.connectingSeconds = 7; // measured just now, so the stored value does not replace it
    book().fillIn(m_job, known);
    QCOMPARE(known.front().record, (MachineRecord{7, 4, 9, 16, 1, 1e8, 1e9, 2e-5}));
}

// The first step begins 6 s after the agent; the first machine has written 32 MiB in 0.5 s.
void ProfileStoreTest::learnsHowLongStartingAndSavingTakes()
{
    Plan plan = planOf(measured);
    plan.machines.push_back({"second", "127.0.0.1"});
    StepDone step;
    step.seconds = 2;
    RunProfile profile;
    profile.add({1, 1007, PlanChosen{plan}});
    for (int i = 1; i <= 3; ++i) {
        step.step = i;
        profile.add({0, 1006.0 + 2 * i, step});
        profile.add({0, 1006.5 + 2 * i, CheckpointSaved{i, "step", 32 << 20, i == 3 ? 9 : 0.5}});
    }
    RunFinished finished;
    finished.seconds = 14;
    profile.add({0, 1014, finished});
    profile.storeIn(book(), m_job);
    std::vector<CandidateMachine> machines{{"box", {}, {}}, {"second", {}, {}}};
    book().fillIn(m_job, machines);
    QCOMPARE(machines[0].record, (MachineRecord{{}, {}, {}, 6, 0.5, double(64 << 20)}));
    QCOMPARE(machines[1].record, (MachineRecord{{}, {}, {}, 6, {}, {}}));
}

void ProfileStoreTest::beginsAnewWhereTheFileIsBroken()
{
    for (const char *text : {"", "{", "[1, 2]", R"({"version": 7, "speeds": []})",
             R"({"version": 1, "speeds": [{"work": 3, "report": "{}"}, 4, null]})"}) {
        QFile file(m_folder->filePath(QStringLiteral("speeds.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        QVERIFY(!book().find(m_job, here));
        QVERIFY(book().store(m_job, here, measured));
        QVERIFY(book().find(m_job, here));
    }
}

void ProfileStoreTest::saysThatItCannotWrite()
{
    const ProfileStore nowhere(m_folder->filePath(QStringLiteral("no/such/folder/speeds.json")));
    const auto written = nowhere.store(m_job, here, measured);
    QVERIFY(!written);
    QVERIFY(written.error().message.find("speeds.json") != std::string::npos);
}

void ProfileStoreTest::givesCandidatesTheirSpeeds()
{
    QVERIFY(book().store(m_job, here, measured));
    std::vector<CandidateMachine> machines{{"box", {}, {{{}, 2}, {{}, 2}}}, {"other", {}, {{{}, 2}}}};
    book().fillIn(m_job, machines);
    QCOMPARE(machines[0].candidates[0].speed, std::optional(measured));
    QCOMPARE(machines[0].candidates[1].speed, std::optional(measured));
    QVERIFY(!machines[1].candidates[0].speed);
}

void ProfileStoreTest::saysHowOldTheOldestSpeedIs()
{
    const std::vector<CandidateMachine> machines{{"box", {}, {{{}, 2}}}, {"other", {}, {{{}, 2}}}};
    const SpeedKey other{QStringLiteral("other"), {}, 2};
    const QDateTime before = QDateTime::currentDateTime().addSecs(-1);
    QVERIFY(book().store(m_job, here, measured));
    QVERIFY(!book().oldestOf(m_job, machines).isValid()); // one is not known
    QVERIFY(book().store(m_job, other, measured));
    QVERIFY(book().oldestOf(m_job, machines) >= before);

    const auto setTime = [this](const QJsonValue &time) {
        QFile file(m_folder->filePath(QStringLiteral("speeds.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
        QJsonArray speeds = root["speeds"].toArray();
        QJsonObject first = speeds[0].toObject();
        first["measured"] = time;
        speeds[0] = first;
        root["speeds"] = speeds;
        file.resize(0);
        file.write(QJsonDocument(root).toJson());
    };
    setTime(1'795'000'000);
    QCOMPARE(book().oldestOf(m_job, machines), QDateTime::fromSecsSinceEpoch(1'795'000'000));
    setTime(QJsonValue::Undefined); // as an earlier version wrote it
    QVERIFY(!book().oldestOf(m_job, machines).isValid());
    QVERIFY(book().learn(m_job, here, 1.1));
    QVERIFY(book().oldestOf(m_job, machines) >= before);
}

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "tst_profilestore.moc"
