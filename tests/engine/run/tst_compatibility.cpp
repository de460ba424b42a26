// Files that users have from earlier engines: a job, a run folder and its events, kept as they were written then.
#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/agentidentity.h"
#include "engine/protocol/launchspec.h"
#include "engine/run/eventreader.h"
#include "engine/run/runstatus.h"

#include <QtTest>

#include <set>

using namespace motley;

namespace {

std::string text(const QString &name)
{
    QFile file(QStringLiteral(MOTLEY_FIXTURES "/compatibility/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

RunFolder folder(const char *name)
{
    return {std::string(MOTLEY_FIXTURES "/compatibility/") + name};
}

// The events of a file; lines that cannot be read are left out.
std::vector<Event> eventsOf(const char *name)
{
    std::vector<Event> events;
    EventReader reader(folder(name).events(), 0);
    for (auto lines = reader.next(); lines && !lines->empty(); lines = reader.next())
        for (const LoggedLine &line : *lines)
            if (const auto event = parseEvent(line.text))
                events.push_back(*event);
    return events;
}

template <typename Body>
const Body *firstOf(const std::vector<Event> &events)
{
    for (const Event &event : events)
        if (const auto *body = std::get_if<Body>(&event.body))
            return body;
    return nullptr;
}

} // namespace

class CompatibilityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAJob();
    void readsEveryFieldOfAJob_data();
    void readsEveryFieldOfAJob();
    void readsARunFolder();
    void readsItsEvents();
};

void CompatibilityTest::readsAJob()
{
    const auto job = readJob(std::string(MOTLEY_FIXTURES "/compatibility/job.json"));
    QVERIFY2(job, job ? "" : job.error().message.c_str());
    const auto *task = std::get_if<TranslationSpec>(&job->task);
    QVERIFY(task);
    QVERIFY(task->model.size == TranslationModelSpec::Size::Small);
    QVERIFY(job->optimizer.kind == OptimizerSpec::Kind::AdamW);
    QVERIFY(job->schedule.kind == ScheduleSpec::Kind::InverseSquareRoot);
    QCOMPARE(job->schedule.warmupSteps, std::int64_t(4000));
    QCOMPARE(job->memory.microbatch, std::int64_t(512));
    QVERIFY(job->memory.shard == MemorySpec::Shard::Always);
    QVERIFY(job->exchange == ExchangeSpec{}); // jobs of then do not have this section
}

void CompatibilityTest::readsEveryFieldOfAJob_data()
{
    QTest::addColumn<QString>("file");
    for (const QString &file : QDir(QStringLiteral(MOTLEY_FIXTURES "/compatibility/jobs")).entryList({"*.json"}))
        QTest::addRow("%s", qPrintable(file)) << file;
}

// Each names all fields of its task, so that none is renamed or left out: jobs and checkpoints of then are still read.
void CompatibilityTest::readsEveryFieldOfAJob()
{
    QFETCH(QString, file);
    const auto job = parseJob(text(QStringLiteral("jobs/") + file), Completeness::Draft);
    QVERIFY2(job, job ? "" : job.error().message.c_str());
}

void CompatibilityTest::readsARunFolder()
{
    const auto launch = parseLaunchSpec(text(QStringLiteral("run/launch.json")));
    QVERIFY2(launch, launch ? "" : launch.error().message.c_str());
    QCOMPARE(launch->plan.machines.size(), std::size_t(2));
    QCOMPARE(launch->plan.ranks[1].share, std::int64_t(124));
    QVERIFY(launch->plan.shareRule == ShareRule::Measured);

    const auto job = readJob(folder("run").job());
    QVERIFY2(job, job ? "" : job.error().message.c_str());
    QVERIFY(*job == launch->job);

    const auto agent = parseAgentIdentity(text(QStringLiteral("run/agent.json")));
    QVERIFY(agent);
    QCOMPARE(agent->pid, 20460);

    const auto state = parseCheckpointState(text(QStringLiteral("run/checkpoints/step-400/state.json")));
    QVERIFY2(state, state ? "" : state.error().message.c_str());
    QCOMPARE(state->step, std::int64_t(400));
    const auto manifest = parseCheckpointManifest(text(QStringLiteral("run/checkpoints/step-400/manifest.json")));
    QVERIFY(manifest);
    QCOMPARE(manifest->files.size(), std::size_t(3));

    const auto status = statusOf(folder("run"));
    QVERIFY(status);
    QVERIFY(status->state == RunStatus::State::Finished);
    QCOMPARE(status->step, std::int64_t(400));
}

void CompatibilityTest::readsItsEvents()
{
    const std::vector<Event> run = eventsOf("run");
    const std::vector<Event> failed = eventsOf("failed");
    QCOMPARE(run.size(), std::size_t(QByteArray::fromStdString(text(QStringLiteral("run/events.jsonl"))).count('\n')));
    QCOMPARE(failed.size(), std::size_t(4));

    const auto *shares = firstOf<SharesChanged>(run);
    QVERIFY(shares);
    QVERIFY(shares->shares == (std::vector<std::int64_t>{64, 192}));
    const auto *slowdown = firstOf<Slowdown>(run);
    QVERIFY(slowdown);
    QVERIFY(slowdown->cause == Slowdown::Cause::Quota);
    QVERIFY(slowdown->part == Slowdown::Part::Compute);
    const auto *test = firstOf<Evaluation>(run);
    QVERIFY(test);
    QVERIFY(test->metrics.size() == 2);
    QVERIFY(test->metrics.front().name == "accuracy");
    const auto *step = firstOf<StepDone>(run);
    QVERIFY(step);
    QVERIFY(step->ranks.size() == 2);
    QVERIFY(step->ranks[1].samples > 0);
    QVERIFY(!step->sampleHash.empty());
    const auto *failure = firstOf<RankFailed>(failed);
    QVERIFY(failure);
    QVERIFY(failure->rank == 1);
    QVERIFY(failure->lastLines.size() == 2);
    QVERIFY(!failure->kind);
    const auto *end = firstOf<RunFinished>(failed);
    QVERIFY(end);
    QVERIFY(end->outcome == RunFinished::Outcome::Failed);

    std::set<std::size_t> kinds;
    for (const std::vector<Event> &events : {run, failed})
        for (const Event &event : events)
            kinds.insert(event.body.index());
    QCOMPARE(kinds.size(), std::size_t(11)); // one event of each kind of that time
}

QTEST_APPLESS_MAIN(CompatibilityTest)
#include "tst_compatibility.moc"
