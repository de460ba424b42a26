// A rank that was lost comes back and joins the others after a step, at each moment of a run: nothing that they do is
// cut or repeated, no sample is left out, and the curve stays that of the run that lost nobody.
#include "fates.h"
#include "imageruns.h"
#include "survivedrun.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <condition_variable>

using namespace motley;

namespace {

constexpr int ranks = 3;
constexpr int lost = 1;

// One moment of a run, for which threads wait.
class Moment {
public:
    void come()
    {
        const std::lock_guard lock(m_mutex);
        m_hasCome = true;
        m_changed.notify_all();
    }
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::minutes(2), [this] { return m_hasCome; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_hasCome = false;
};

using Is = std::function<bool(const EventBody &)>;

Is isStep(std::int64_t step)
{
    return [step](const EventBody &event) {
        const auto *done = std::get_if<StepDone>(&event);
        return done && done->step == step;
    };
}

template <typename Body>
Is isAny()
{
    return [](const EventBody &event) { return std::holds_alternative<Body>(event); };
}

} // namespace

class JoiningRanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void joinsAfterAStep_data();
    void joinsAfterAStep();
    void shardsTheStateAnew_data();
    void shardsTheStateAnew();
    void losesAnotherOneAsItJoins_data();
    void losesAnotherOneAsItJoins();
    void givesANewGroupOfAdasumAState();
    void stopsWithTheNewcomer();

private:
    QString wrongWith(const SurvivalRun &run, const std::vector<std::int64_t> &steps) const;

    ImageRuns m_runs;
    RunResult m_undisturbed;
};

// The rank is told to take part while the run waits in that event.
void joinAt(SurvivalRun &run, const Is &is, Moment &reached, Moment &joined)
{
    run.onEvent = [&, is](SurvivalRun &, const EventBody &event) {
        if (!is(event))
            return;
        reached.come();
        joined.wait();
    };
    run.comesBack(lost, [&] {
        reached.wait();
        run.join(lost);
        joined.come();
    });
}

void JoiningRanksTest::initTestCase()
{
    const JobSpec job = survivalJob(m_runs);
    m_undisturbed = m_runs.run(job, {job.batch});
    QVERIFY2(m_undisturbed.problem().isEmpty(), m_undisturbed.problem());
}

QString JoiningRanksTest::wrongWith(const SurvivalRun &run, const std::vector<std::int64_t> &steps) const
{
    for (const auto &outcome : run.outcomes)
        if (!outcome)
            return QString::fromStdString(outcome.error().message + " " + outcome.error().detail);
    const auto done = run.all<StepDone>();
    if (stepsOf(done) != steps)
        return QStringLiteral("other steps");
    const auto undisturbed = m_undisturbed.steps();
    for (const StepDone &step : done) {
        const StepDone &there = undisturbed[std::size_t(step.step - 1)];
        if (step.sampleHash != there.sampleHash || std::abs(step.loss / there.loss - 1) > 1e-4)
            return QStringLiteral("step %1: %2 and %3").arg(step.step).arg(step.loss).arg(there.loss);
    }
    if (done.back().ranks.size() != std::size_t(ranks))
        return QStringLiteral("the newcomer does not take part");
    return {};
}

void JoiningRanksTest::joinsAfterAStep_data()
{
    QTest::addColumn<Is>("is");
    QTest::addColumn<std::int64_t>("joinsAfter"); // step
    QTest::addRow("as the others have just formed") << isAny<GenerationFormed>() << std::int64_t(5);
    QTest::addRow("in a step") << isStep(7) << std::int64_t(8);
    QTest::addRow("before a test") << isStep(10) << std::int64_t(11);
    QTest::addRow("in a test") << isAny<Evaluation>() << std::int64_t(11);
    QTest::addRow("before a checkpoint") << isStep(12) << std::int64_t(13);
    QTest::addRow("before the last step") << isStep(survivalSteps - 1) << survivalSteps;
}

void JoiningRanksTest::joinsAfterAStep()
{
    QFETCH(Is, is);
    QFETCH(std::int64_t, joinsAfter);
    SurvivalRun run(survivalJob(m_runs), m_runs.freshFolder().toStdString(), ranks);
    run.doom(lost, inPass(5));
    Moment reached, joined;
    joinAt(run, is, reached, joined);
    run.run();
    if (joinsAfter < survivalSteps)
        QCOMPARE(wrongWith(run, stepsOf(m_undisturbed.steps())), QString());
    QCOMPARE(stepsOf(run.all<StepDone>()), stepsOf(m_undisturbed.steps()));
    const auto formed = run.all<GenerationFormed>();
    QCOMPARE(formed.size(), std::size_t(2));
    QCOMPARE(formed.back().generation, 3);
    QCOMPARE(formed.back().step, joinsAfter);
    QCOMPARE(stepsOf(run.all<Evaluation>()), (std::vector<std::int64_t>{10, 20}));
    QCOMPARE(stepsOf(run.all<CheckpointSaved>()), (std::vector<std::int64_t>{6, 12, 18, 20}));
}

void JoiningRanksTest::shardsTheStateAnew_data()
{
    QTest::addColumn<int>("ranksInAll");
    QTest::addColumn<double>("averageDecay");
    QTest::addColumn<bool>("mirror");
    QTest::addRow("three ranks") << ranks << 0. << false;
    QTest::addRow("three ranks with an average of the weights") << ranks << 0.9 << false;
    QTest::addRow("a rank that was left alone, and held all") << 2 << 0. << false;
    QTest::addRow("three ranks that mirror") << ranks << 0. << true;
    QTest::addRow("three ranks that mirror, with an average of the weights") << ranks << 0.9 << true;
    QTest::addRow("a rank that was left alone by its mirror") << 2 << 0. << true;
}

// Without mirrors the loss costs the steps since the checkpoint of step 6, with them none, and that it comes back none
// either. A rank that is lost in its next step may cut short what the others do of the one before.
void JoiningRanksTest::shardsTheStateAnew()
{
    QFETCH(int, ranksInAll);
    QFETCH(double, averageDecay);
    QFETCH(bool, mirror);
    JobSpec job = survivalJob(m_runs);
    job.memory.shard = MemorySpec::Shard::Always;
    job.memory.mirror = mirror;
    job.checkpoint.async = false;
    job.optimizer.averageDecay = averageDecay;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranksInAll);
    run.doom(lost, inPass(9));
    Moment reached, joined;
    joinAt(run, isStep(13), reached, joined);
    run.run();
    std::vector<std::int64_t> expected{1, 2, 3, 4, 5, 6, 7};
    if (mirror || stepsOf(run.all<StepDone>()).at(expected.size()) == 8)
        expected.push_back(8);
    for (std::int64_t step = mirror ? 9 : 7; step <= survivalSteps; ++step)
        expected.push_back(step);
    if (ranksInAll == ranks)
        QCOMPARE(wrongWith(run, expected), QString());
    QCOMPARE(stepsOf(run.all<StepDone>()), expected);
    QCOMPARE(run.all<StepDone>().back().ranks.size(), std::size_t(ranksInAll));
    for (const StepDone &step : run.all<StepDone>())
        QVERIFY(std::abs(step.loss / m_undisturbed.steps()[std::size_t(step.step - 1)].loss - 1) < 1e-4);
    QCOMPARE(run.all<GenerationFormed>().back().step, std::int64_t(14));
    QCOMPARE(run.all<Warning>().size(), std::size_t(mirror ? 0 : 1)); // of the loss
    QCOMPARE(run.all<RunStarted>().size(), std::size_t(1));
}

void JoiningRanksTest::losesAnotherOneAsItJoins_data()
{
    QTest::addColumn<int>("other");
    QTest::addColumn<std::int64_t>("goesOnAfter"); // step
    QTest::addColumn<bool>("mirror");
    QTest::addRow("which held a shard") << 2 << std::int64_t(14) << false;
    QTest::addRow("which has the whole state") << 0 << std::int64_t(12) << false;
    QTest::addRow("whose shard has a mirror") << 2 << std::int64_t(14) << true;
    QTest::addRow("the first, whose shard has a mirror") << 0 << std::int64_t(14) << true;
}

// Without mirrors the first rank has all that the shards held, until it has given that out.
void JoiningRanksTest::losesAnotherOneAsItJoins()
{
    QFETCH(int, other);
    QFETCH(std::int64_t, goesOnAfter);
    QFETCH(bool, mirror);
    JobSpec job = survivalJob(m_runs);
    job.memory.shard = MemorySpec::Shard::Always;
    job.memory.mirror = mirror;
    job.checkpoint.async = false;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(lost, inPass(9));
    run.doom(other, inGeneration(3, 2));
    Moment reached, joined;
    joinAt(run, isStep(13), reached, joined);
    run.run();
    QCOMPARE(run.all<GenerationFormed>().back().step, goesOnAfter);
    const auto done = run.all<StepDone>();
    QCOMPARE(done.back().step, survivalSteps);
    for (const StepDone &step : done)
        QVERIFY(std::abs(step.loss / m_undisturbed.steps()[std::size_t(step.step - 1)].loss - 1) < 1e-4);
}

// The group of the rank that was lost is gone with it, and its optimizer's memory: so it begins with the others'.
void JoiningRanksTest::givesANewGroupOfAdasumAState()
{
    JobSpec job = survivalJob(m_runs);
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    SurvivalRun run(job, m_runs.freshFolder().toStdString(), ranks);
    run.doom(lost, inPass(5));
    Moment reached, joined;
    joinAt(run, isStep(7), reached, joined);
    run.run();
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
    const auto done = run.all<StepDone>();
    QCOMPARE(stepsOf(done), stepsOf(m_undisturbed.steps()));
    QCOMPARE(done.back().ranks.size(), std::size_t(ranks));
    for (std::size_t i = 0; i < done.size(); ++i)
        QCOMPARE(done[i].sampleHash, m_undisturbed.steps()[i].sampleHash);
    QVERIFY(run.all<Warning>().empty()); // that copies have drifted apart, for one
    QVERIFY(done.back().loss < done[7].loss);
}

// Whoever asks for the end while it joins gets it after the first step of all.
void JoiningRanksTest::stopsWithTheNewcomer()
{
    SurvivalRun run(survivalJob(m_runs), m_runs.freshFolder().toStdString(), ranks);
    run.doom(lost, inPass(5));
    Moment reached, joined;
    joinAt(run, isStep(7), reached, joined);
    const auto waiting = run.onEvent;
    run.onEvent = [&](SurvivalRun &self, const EventBody &event) {
        waiting(self, event);
        if (isStep(7)(event))
            self.requestStop();
    };
    run.run();
    for (const auto &outcome : run.outcomes) {
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QVERIFY(outcome->stopped);
        QCOMPARE(outcome->step, std::int64_t(9));
    }
    QCOMPARE(run.all<CheckpointSaved>().back().step, std::int64_t(9));
}

QTEST_GUILESS_MAIN(JoiningRanksTest)
#include "tst_joiningranks.moc"
