// A test shows what it scored: no sample is put through the model again where that is slow, nor on another rank.
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/registry.h"
#include "fixturerun.h"
#include "taskdata.h"

#include <QTemporaryDir>
#include <QTest>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <algorithm>
#include <atomic>
#include <set>

using namespace motley;

namespace {

// Counts the examples that it is asked for without having scored them.
class CountingTask : public SlowTask {
public:
    struct Counts {
        std::atomic<int> ofScored = 0;
        std::atomic<int> ofOthers = 0;
    };
    CountingTask(std::unique_ptr<Task> task, Counts &counts)
        : SlowTask(std::move(task), std::chrono::microseconds(0)), m_counts(counts)
    {
    }

    Score score(const Batch &batch) override
    {
        m_scored.insert(batch.ids.begin(), batch.ids.end());
        return SlowTask::score(batch);
    }
    std::vector<TestExample> examples(const Batch &batch) override
    {
        for (const std::int64_t id : batch.ids)
            ++(m_scored.contains(id) ? m_counts.ofScored : m_counts.ofOthers);
        return SlowTask::examples(batch);
    }

private:
    Counts &m_counts;
    std::set<std::int64_t> m_scored;
};

} // namespace

class TestedExamplesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachRankShowsWhatItTests();
    void translatesEachSentenceOnce();

private:
    QTemporaryDir m_folder;
};

void TestedExamplesTest::eachRankShowsWhatItTests()
{
    TaskJob made = makeTaskJob(TranslationSpec::name, m_folder.filePath(QStringLiteral("data")).toStdString());
    made.job.maxSteps = 2;
    const std::int64_t batch = made.job.batch;
    CountingTask::Counts counts;
    RunRequest request{made.job, {batch / 2, batch / 4, batch / 4}, m_folder.filePath("run").toStdString()};
    request.open = [&](const JobSpec &job) -> Result<std::unique_ptr<Task>> {
        return openTask(job, {}).map([&](std::unique_ptr<Task> task) -> std::unique_ptr<Task> {
            return std::make_unique<CountingTask>(std::move(task), counts);
        });
    };
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QCOMPARE(counts.ofOthers.load(), 0);
    QCOMPARE(counts.ofScored.load(), int(usualExamples));
    std::vector<std::int64_t> ids;
    for (const EventBody &event : run.events)
        if (const auto *shown = std::get_if<TestExamples>(&event))
            for (const TestExample &example : shown->examples)
                ids.push_back(example.id);
    QCOMPARE(ids.size(), std::size_t(usualExamples));
    QVERIFY(std::is_sorted(ids.begin(), ids.end()));
}

// What the score counts is shown: a translation takes as many passes as it has tokens.
void TestedExamplesTest::translatesEachSentenceOnce()
{
    const TaskJob made = makeTaskJob(TranslationSpec::name, m_folder.filePath(QStringLiteral("once")).toStdString());
    const auto task = openTask(made.job, {});
    QVERIFY(task);
    (*task)->model().eval();
    const torch::NoGradGuard noGradients;
    const auto ids = exampleIds((*task)->testSet()->size(), (*task)->shownExamples());
    Batch batch = (*task)->testSet()->batch(ids, std::nullopt);
    batch.ids = ids;
    (*task)->score(batch);
    const auto scored = (*task)->examples(batch);
    for (at::Tensor &parameter : (*task)->model().parameters())
        parameter.zero_();
    QVERIFY((*task)->examples(batch) == scored);
    (*task)->score(batch);
    QVERIFY((*task)->examples(batch) != scored);
}

QTEST_GUILESS_MAIN(TestedExamplesTest)
#include "tst_testedexamples.moc"
