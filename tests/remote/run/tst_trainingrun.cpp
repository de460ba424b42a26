// Runs on this computer with the real engine: from the request to the collected model, left, found again, and stopped.
#include "noprompter.h"
#include "remote/run/resumption.h"
#include "remote/run/trainingrun.h"
#include "remote/session/localsession.h"
#include "tests/fixtures/tinyimages.h"

#include <QDir>
#include <QMetaEnum>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace motley;
using State = TrainingRun::State;

namespace {

constexpr int patience = 120'000; // milliseconds; two busy cores

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The signals of a run, in order.
struct Story {
    explicit Story(TrainingRun &run)
    {
        QObject::connect(&run, &TrainingRun::stateChanged, &run, [this](State state) { states.push_back(state); });
        QObject::connect(&run, &TrainingRun::eventsArrived, &run,
            [this](const std::vector<Event> &batch) { events.insert(events.end(), batch.begin(), batch.end()); });
    }

    template <typename Body>
    int count() const
    {
        return int(std::count_if(
            events.begin(), events.end(), [](const Event &event) { return std::holds_alternative<Body>(event.body); }));
    }

    std::int64_t firstStep() const
    {
        for (const Event &event : events)
            if (const auto *step = std::get_if<StepDone>(&event.body))
                return step->step;
        return 0;
    }

    std::optional<double> noiseScale() const // the latest noise scale
    {
        std::optional<double> latest;
        for (const Event &event : events)
            if (const auto *step = std::get_if<StepDone>(&event.body); step && step->noiseScale)
                latest = step->noiseScale;
        return latest;
    }

    bool hasNoGaps() const
    {
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events[i].sequence != std::int64_t(i + 1))
                return false;
        }
        return !events.empty();
    }

    std::vector<State> states;
    std::vector<Event> events;
};

} // namespace

class TrainingRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder->filePath("home").toUtf8());
        writeTinyImages(m_folder->filePath("data").toStdString());
        m_history = std::make_unique<RunHistory>(m_folder->filePath("history"));
        QVERIFY(m_history->open());
    }

    void cleanup()
    {
        // Ends the processes that a failed test left running.
        LocalSession session;
        const auto runs = m_history->all();
        for (const auto &record : runs.value_or(std::vector<RunRecord>{})) {
            for (const auto &place : record.remoteRuns)
                (void)stopRun(session, place, StopManner::Now);
        }
        m_history.reset();
    }

    void trainsAndBringsTheModelHome()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        Story story(run);
        const RunRequest asked = request(2, 0);
        run.start(asked);
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        QCOMPARE(story.states,
            (std::vector<State>{State::Probing, State::Deploying, State::Measuring, State::Launching, State::Running,
                State::Collecting, State::Finished}));
        QVERIFY(story.hasNoGaps());
        QCOMPARE(story.count<StepDone>(), 32); // 512 samples, 32 a step, 2 epochs
        QCOMPARE(story.count<RunFinished>(), 1);

        const auto record = m_history->find(run.record().id);
        QVERIFY(record);
        QVERIFY(record->outcome == RunRecord::Outcome::Completed);
        QVERIFY(record->best);
        QVERIFY(record->best->value > 0.3);
        QVERIFY(record->finished.isValid());
        QVERIFY(QFile::exists(record->modelFolder() + "/model.safetensors"));
        QVERIFY(QFile::exists(record->modelFolder() + "/config.json"));
        const QString there = QString::fromStdString(record->remoteRuns.front().folder);
        QCOMPARE(
            contentOf(record->modelFolder() + "/model.safetensors"), contentOf(there + "/model/model.safetensors"));
        QCOMPARE(contentOf(record->eventsFile()), contentOf(there + "/events.jsonl"));
        QVERIFY(!QFile::exists(record->folder + "/launch.json")); // it would hold the run's token
        // `gc` may then remove the folder there.
        QCOMPARE(contentOf(there + "/collected"), QByteArray::number(qint64(story.events.size())) + '\n');
        // On the machine the data have other paths; the measurements are stored for the job with this computer's paths.
        QCOMPARE(*readJob(record->jobFile().toStdString()), asked.job);
        QVERIFY(story.noiseScale());
        QCOMPARE(m_history->speeds().noiseScale(asked.job), story.noiseScale());
    }

    void remembersHowLongStartingAndSavingTook()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        Story story(run);
        const RunRequest asked = request(1, 0);
        run.start(asked);
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        std::vector<CandidateMachine> machines{{asked.machines.front().name.toStdString(), {}, {}}};
        m_history->speeds().fillIn(asked.job, machines);
        const MachineRecord &seen = machines.front().record;
        QVERIFY(seen.connectingSeconds > 0);
        QVERIFY(seen.checkingSeconds >= 0);
        QVERIFY(seen.measuringSeconds > 0.1); // measuring takes some time
        QVERIFY(seen.startingSeconds > 0);
        QVERIFY(seen.startingSeconds < story.events.back().time - story.events.front().time + 60);
        QVERIFY(seen.checkpointSeconds > 0);
        QVERIFY(seen.insideBytesPerSecond > 1e6);
        QVERIFY(seen.insideLatencySeconds > 0); // between its two ranks
    }

    void goesOnFromWhatCameHome()
    {
        TrainingRun first(m_history.get(), &m_prompter);
        first.start(request(2, 0));
        QTRY_VERIFY_WITH_TIMEOUT(first.state() == State::Finished || first.state() == State::Failed, patience);
        QVERIFY2(first.state() == State::Finished, why(first));
        const auto record = m_history->find(first.record().id);
        QVERIFY(QFile::exists(record->folder + "/checkpoints/step-32/state.json"));
        QVERIFY(!QDir(record->folder).entryList({QStringLiteral("events.out.tfevents.*")}).isEmpty());

        RunRequest next = request(3, 0);
        next.job.continueFrom.path = record->folder.toStdString();
        TrainingRun second(m_history.get(), &m_prompter);
        Story story(second);
        second.start(next);
        QTRY_VERIFY_WITH_TIMEOUT(second.state() == State::Finished || second.state() == State::Failed, patience);
        QVERIFY2(second.state() == State::Finished, why(second));
        QCOMPARE(story.count<StepDone>(), 16); // the third epoch
    }

    void livesOnWhenItsObjectDies()
    {
        QString id;
        {
            TrainingRun run(m_history.get(), &m_prompter);
            Story story(run);
            run.start(request(40, 0));
            QTRY_VERIFY_WITH_TIMEOUT(story.count<StepDone>() > 5 || run.state() == State::Failed, patience);
            QVERIFY2(run.state() == State::Running, why(run));
            id = run.record().id;
        }
        const auto record = m_history->find(id);
        QVERIFY(record->outcome == RunRecord::Outcome::Running);
        TrainingRun again(m_history.get(), &m_prompter);
        Story story(again);
        again.attach(*record);
        QTRY_VERIFY_WITH_TIMEOUT(again.state() == State::Finished || again.state() == State::Failed, patience);
        QVERIFY2(again.state() == State::Finished, why(again));
        QVERIFY(story.hasNoGaps());
        QCOMPARE(story.count<StepDone>(), 640);

        // Once more after the end of the run, of which nobody has heard: from this computer's files alone.
        auto finished = m_history->find(id);
        finished->outcome = RunRecord::Outcome::Running;
        finished->finished = {};
        QTest::qWait(2000);
        QVERIFY(QDir(QString::fromStdString(finished->remoteRuns.front().folder)).removeRecursively());
        TrainingRun replay(m_history.get(), &m_prompter);
        Story replayed(replay);
        replay.attach(*finished);
        QTRY_VERIFY_WITH_TIMEOUT(replay.state() == State::Finished, 10'000);
        QCOMPARE(replayed.events.size(), story.events.size());
        const double ended = double(m_history->find(id)->finished.toMSecsSinceEpoch()) / 1000;
        QVERIFY(std::abs(ended - story.events.back().time) < 1);
    }

    void stopsAfterTheStep()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        Story story(run);
        run.start(request(1000, 0));
        QTRY_VERIFY_WITH_TIMEOUT(story.count<StepDone>() > 5 || run.state() == State::Failed, patience);
        run.stop();
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        QVERIFY(run.record().outcome == RunRecord::Outcome::Stopped);
        QVERIFY(story.count<CheckpointSaved>() > 0);
        QVERIFY(story.hasNoGaps());
    }

    void isResumedWhereItWasStopped()
    {
        TrainingRun first(m_history.get(), &m_prompter);
        Story before(first);
        first.start(request(1000, 0));
        QTRY_VERIFY_WITH_TIMEOUT(before.count<StepDone>() > 5 || first.state() == State::Failed, patience);
        first.stop();
        QTRY_VERIFY_WITH_TIMEOUT(first.state() == State::Finished || first.state() == State::Failed, patience);
        QVERIFY2(first.state() == State::Finished, why(first));

        const auto plan = firstPlan(first.record());
        QVERIFY(plan);
        const auto next = resumption(first.record(), *plan);
        QVERIFY2(next, next ? "" : next.error().message.c_str());
        TrainingRun second(m_history.get(), &m_prompter);
        Story after(second);
        second.start(*next);
        QTRY_VERIFY_WITH_TIMEOUT(after.count<StepDone>() > 5 || second.state() == State::Failed, patience);
        QVERIFY2(second.state() == State::Running, why(second));
        QCOMPARE(after.firstStep(), before.count<StepDone>() + 1);
        second.stop(StopManner::Now);
        QTRY_VERIFY_WITH_TIMEOUT(second.state() == State::Finished || second.state() == State::Failed, patience);
    }

    void isPausedWithACheckpointAndCanGoOn()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        Story story(run);
        run.start(request(1000, 0));
        QTRY_VERIFY_WITH_TIMEOUT(story.count<StepDone>() > 5 || run.state() == State::Failed, patience);
        QCOMPARE(story.count<CheckpointSaved>(), 0);
        run.saveCheckpoint();
        QTRY_VERIFY_WITH_TIMEOUT(story.count<CheckpointSaved>() > 0 || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Running, why(run));
        run.stop(StopManner::Pause);
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        const auto record = m_history->find(run.record().id);
        QVERIFY(record && record->outcome == RunRecord::Outcome::Paused);
        QVERIFY(canBeResumed(*record));
        QVERIFY(story.hasNoGaps());
    }

    void endsInOneMessageWhenTheDataIsMissing()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        QVERIFY(QFile::remove(m_folder->filePath("data/t10k-labels-idx1-ubyte")));
        run.start(request(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Failed, patience);
        QVERIFY2(run.error()->message.find("t10k-labels-idx1-ubyte") != std::string::npos, why(run));
        QVERIFY(m_history->find(run.record().id)->outcome == RunRecord::Outcome::Failed);
    }

    void endsInOneMessageWhenTheAgentCannotStart()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        QVERIFY(QDir().mkpath(m_folder->filePath("root")));
        QFile inTheWay(m_folder->filePath("root/runs"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        run.start(request(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Failed, patience);
        QVERIFY2(run.error()->message.find("could not be started on") != std::string::npos, why(run));
    }

    void isCancelledWhileItIsPrepared()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        run.start(request(1, 0));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Measuring, patience);
        run.cancelPreparation();
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Failed, 5'000);
        QVERIFY(run.record().outcome == RunRecord::Outcome::Stopped);
        QVERIFY(!QDir(m_folder->filePath("root/runs")).exists());
    }

    void isCancelledWhileItIsLaunched()
    {
        TrainingRun run(m_history.get(), &m_prompter);
        connect(&run, &TrainingRun::stateChanged, &run, [&](State state) {
            if (state == State::Launching)
                QTimer::singleShot(20, &run, &TrainingRun::cancelPreparation); // an agent takes some 200 ms to start
        });
        run.start(request(1000, 0));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Failed || run.state() == State::Finished, patience);
        QVERIFY(run.record().outcome == RunRecord::Outcome::Stopped);
        if (run.record().remoteRuns.empty())
            return; // cancelled before there was anything to start
        LocalSession session;
        const auto status = runStatus(session, run.record().remoteRuns.front());
        QVERIFY(!status || status->state != RunStatus::State::Running);
    }

    void isLeftBehindInOrderAtAnyMoment_data()
    {
        using State = TrainingRun::State;
        QTest::addColumn<State>("state");
        for (const State state : {State::Probing, State::Deploying, State::Measuring, State::Launching, State::Running})
            QTest::addRow("%s", QMetaEnum::fromType<State>().valueToKey(int(state))) << state;
    }
    void isLeftBehindInOrderAtAnyMoment()
    {
        QFETCH(TrainingRun::State, state);
        QString id;
        {
            TrainingRun run(m_history.get(), &m_prompter);
            run.start(request(1000, 0));
            id = run.record().id;
            QTRY_VERIFY_WITH_TIMEOUT(run.state() >= state, patience);
        }
        // Either the run was ended and its record says so, or it trains and the record has its places.
        const auto record = m_history->find(id);
        QVERIFY(record);
        LocalSession session;
        const bool trains = !record->remoteRuns.empty()
            && runStatus(session, record->remoteRuns.front())
                   .map([](const RunStatus &status) { return status.state == RunStatus::State::Running; })
                   .value_or(false);
        QVERIFY(record->outcome == (trains ? RunRecord::Outcome::Running : RunRecord::Outcome::Stopped));
    }

private:
    RunRequest request(int epochs, std::int64_t maxSteps) const
    {
        RunRequest request;
        request.job.name = "tiny";
        request.job.batch = 32;
        request.job.epochs = epochs;
        request.job.maxSteps = maxSteps;
        request.job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder->filePath("data").toStdString()}};
        request.machines = {{Machine::Kind::ThisComputer, "local", {}, m_folder->filePath("root")}};
        request.devices = {{Device{}}};
        request.cpuRanksPerMachine = 2;
        request.threadsPerCpuRank = 1;
        return request;
    }

    static const char *why(const TrainingRun &run)
    {
        static QByteArray text;
        text = run.error() ? QByteArray::fromStdString(run.error()->message + " | " + run.error()->detail) : "no error";
        return text.constData();
    }

    NoPrompter m_prompter;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RunHistory> m_history;
};

QTEST_GUILESS_MAIN(TrainingRunTest)
#include "tst_trainingrun.moc"
