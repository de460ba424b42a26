// The machine that writes a run's checkpoints is lost with them, and the optimizer state was sharded: the run goes back
// to the copy on the next machine.
#include "engine/protocol/runfolder.h"
#include "fates.h"
#include "imageruns.h"
#include "survivedrun.h"

#include <QTest>

#include <filesystem>

using namespace motley;

class LostCheckpointsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesBackToTheCopyOfALostMachine_data();
    void goesBackToTheCopyOfALostMachine();

private:
    ImageRuns m_runs;
};

void LostCheckpointsTest::goesBackToTheCopyOfALostMachine_data()
{
    QTest::addColumn<bool>("isCopied");
    QTest::addColumn<bool>("isDamaged");
    QTest::addColumn<std::int64_t>("goesBackTo"); // 0: it cannot
    QTest::addRow("copied") << true << false << std::int64_t(12);
    QTest::addRow("copied, the newest one damaged") << true << true << std::int64_t(6);
    QTest::addRow("not copied") << false << false << std::int64_t(0);
}

// Each rank has a folder of its own, and that of the first one is lost with it. The agents copy the checkpoints.
void LostCheckpointsTest::goesBackToTheCopyOfALostMachine()
{
    QFETCH(bool, isCopied);
    QFETCH(bool, isDamaged);
    QFETCH(std::int64_t, goesBackTo);
    const int ranks = goesBackTo > 0 ? 3 : 2; // where the next one cannot begin, nobody else waits for it
    JobSpec job = survivalJob(m_runs);
    job.memory.shard = MemorySpec::Shard::Always;
    job.memory.mirror = false;
    job.checkpoint.async = false;
    const std::string root = m_runs.freshFolder().toStdString();
    const auto folderOf = [&](int rank) { return RunFolder{root + "/rank-" + std::to_string(rank)}; };
    SurvivalRun run(job, root, ranks);
    run.inFolders([&](int rank) { return folderOf(rank).path; });
    run.doom(0, inPass(15));
    run.onEvent = [&](SurvivalRun &, const EventBody &event) {
        const auto *saved = std::get_if<CheckpointSaved>(&event);
        if (!saved || saved->step > 12 || !isCopied || std::filesystem::exists(folderOf(1).checkpoint(saved->step)))
            return;
        std::filesystem::copy(folderOf(0).checkpoint(saved->step), folderOf(1).checkpoint(saved->step),
            std::filesystem::copy_options::recursive);
        if (isDamaged && saved->step == 12)
            std::filesystem::resize_file(folderOf(1).checkpoint(12) + "/optimizer.safetensors", 100);
    };
    for (int rank = 0; rank < ranks; ++rank)
        std::filesystem::create_directories(folderOf(rank).checkpoints());
    run.run();
    if (goesBackTo == 0) {
        QVERIFY(!run.outcomes[1]);
        QVERIFY2(run.outcomes[1].error().message.find("no machine that is left has one") != std::string::npos,
            run.outcomes[1].error().message.c_str());
        return;
    }
    std::vector<std::int64_t> expected;
    for (std::int64_t step = 1; step <= 14; ++step)
        expected.push_back(step);
    for (std::int64_t step = goesBackTo + 1; step <= survivalSteps; ++step)
        expected.push_back(step);
    QCOMPARE(stepsOf(run.all<StepDone>()), expected);
    QVERIFY(run.outcomes[1]);
    QVERIFY(run.outcomes[2]);
    std::string said;
    for (const Warning &warning : run.all<Warning>())
        said += warning.message + " ";
    QVERIFY2(said.find("goes back to the checkpoint of step " + std::to_string(goesBackTo)) != std::string::npos,
        said.c_str());
    QCOMPARE(said.find("corrupt-step-12") != std::string::npos, isDamaged);
}

QTEST_GUILESS_MAIN(LostCheckpointsTest)
#include "tst_lostcheckpoints.moc"
