// Training goes on while a checkpoint is written, which holds what was when it was due.
#include "tests/engine/training/diskfaults.h"
#include "tests/engine/training/somecheckpoint.h"

#include "engine/device/devicememory.h"
#include "engine/job/continuefiles.h"
#include "engine/training/checkpoint/asynccheckpointwriter.h"
#include "engine/training/checkpoint/checkpointloader.h"

#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

using namespace motley;

namespace {

using Kind = DiskFault::Kind;
using Training = AsyncCheckpointWriter::Training;
constexpr int machine = 3;

} // namespace

class AsyncCheckpointsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void writesWhatWasThenWhileTrainingGoesOn();
    void waitsOnceForASlowDisk();
    void waitsWhereItIsAskedTo_data();
    void waitsWhereItIsAskedTo();
    void waitsWhereThereIsNoMemoryForCopies();
    void triesAgainAfterAFailure();
    void finishesTheLastOne();
    void copiesIntoTheSameMemory();

private:
    AsyncCheckpointWriter writer(const CheckpointSpec &spec = {.everySteps = 10, .keep = 9})
    {
        return AsyncCheckpointWriter(
            {run()}, machine, spec, [this](const EventBody &event) { m_events.push_back(event); });
    }
    void slowDisk() const { beginDiskFault(run(), {.kind = Kind::Slow, .at = 1}); }
    std::string run() const { return m_folder->path().toStdString(); }
    std::vector<std::int64_t> steps() const { return checkpointSteps(run() + "/checkpoints"); }
    template <typename Body>
    const Body *event(std::size_t index) const
    {
        return index < m_events.size() ? std::get_if<Body>(&m_events[index]) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<EventBody> m_events;
};

void AsyncCheckpointsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_events.clear();
}

void AsyncCheckpointsTest::cleanup()
{
    endDiskFault();
    limitMemory(at::kCPU, 0);
}

void AsyncCheckpointsTest::writesWhatWasThenWhileTrainingGoesOn()
{
    auto writer = this->writer();
    Checkpoint checkpoint = checkpointOf(30);
    slowDisk();
    writer.save(checkpoint, Training::GoesOn);
    for (const NamedTensors &tensors : {checkpoint.model, checkpoint.optimizer})
        for (const NamedTensor &item : tensors)
            at::Tensor(item.tensor).zero_(); // a step
    writer.emitWritten();
    QVERIFY(m_events.empty());
    QVERIFY(steps().empty());
    writer.wait();
    const auto *saved = event<CheckpointSaved>(0);
    QVERIFY(saved);
    QCOMPARE(saved->folder, std::string("checkpoints/step-30"));
    QVERIFY(saved->seconds > 0.2);
    QVERIFY(*saved->pauseSeconds < saved->seconds / 2);
    const auto loaded = loadCheckpoint(run() + "/checkpoints");
    QVERIFY(loaded);
    QVERIFY(areEqual(loaded->state.model, checkpointOf(30).model));
    QVERIFY(areEqual(loaded->state.optimizer, checkpointOf(30).optimizer));
    writer.wait();
    writer.emitWritten();
    QCOMPARE(m_events.size(), std::size_t(1));
}

void AsyncCheckpointsTest::waitsOnceForASlowDisk()
{
    auto writer = this->writer();
    slowDisk();
    for (const std::int64_t step : {30, 40, 50})
        writer.save(checkpointOf(step), Training::GoesOn);
    QCOMPARE(m_events.size(), std::size_t(3)); // 50 is being written, and there is no second note
    QCOMPARE(event<CheckpointSaved>(0)->step, 30);
    const auto *note = event<Note>(1);
    QVERIFY(note);
    QCOMPARE(note->machine, machine);
    QVERIFY2(note->message.find("step 30") != std::string::npos, note->message.c_str());
    QVERIFY2(note->message.find("everySteps") != std::string::npos, note->message.c_str());
    QCOMPARE(event<CheckpointSaved>(2)->step, 40);
    QVERIFY(*event<CheckpointSaved>(2)->pauseSeconds > 0.1);
    writer.wait();
    QCOMPARE(m_events.size(), std::size_t(4));
    QCOMPARE(steps(), (std::vector<std::int64_t>{50, 40, 30}));
}

void AsyncCheckpointsTest::waitsWhereItIsAskedTo_data()
{
    QTest::addColumn<bool>("async");
    QTest::addRow("for the last one") << true;
    QTest::addRow("by the job") << false;
}

void AsyncCheckpointsTest::waitsWhereItIsAskedTo()
{
    QFETCH(bool, async);
    auto writer = this->writer({.everySteps = 10, .keep = 9, .keepBest = false, .async = async});
    slowDisk();
    writer.save(checkpointOf(30), async ? Training::Waits : Training::GoesOn);
    QCOMPARE(m_events.size(), std::size_t(1));
    const auto *saved = event<CheckpointSaved>(0);
    QVERIFY(saved);
    QVERIFY(*saved->pauseSeconds >= saved->seconds);
    QCOMPARE(steps(), (std::vector<std::int64_t>{30}));
}

void AsyncCheckpointsTest::waitsWhereThereIsNoMemoryForCopies()
{
    auto writer = this->writer();
    countMemory(at::kCPU);
    for (const std::int64_t step : {30, 40}) {
        limitMemory(at::kCPU, 0);
        Checkpoint checkpoint = checkpointOf(step);
        limitMemory(at::kCPU, usedMemory(at::kCPU) + 1);
        writer.save(std::move(checkpoint), Training::GoesOn);
    }
    QCOMPARE(m_events.size(), std::size_t(3)); // it is said once
    QVERIFY(event<Warning>(0));
    QVERIFY2(event<Warning>(0)->message.find("memory") != std::string::npos, event<Warning>(0)->message.c_str());
    QCOMPARE(event<CheckpointSaved>(1)->step, 30);
    QCOMPARE(event<CheckpointSaved>(2)->step, 40);
}

void AsyncCheckpointsTest::triesAgainAfterAFailure()
{
    auto writer = this->writer();
    beginDiskFault(run(), {.kind = Kind::FailFromThere, .at = 5, .error = ENOSPC});
    writer.save(checkpointOf(30), Training::GoesOn);
    writer.wait();
    endDiskFault();
    const auto *warning = event<Warning>(0);
    QVERIFY(warning);
    QCOMPARE(warning->machine, machine);
    QVERIFY2(warning->message.find("step 30") != std::string::npos, warning->message.c_str());
    QVERIFY2(warning->message.find("No space left") != std::string::npos, warning->message.c_str());
    writer.save(checkpointOf(40), Training::GoesOn);
    writer.wait();
    QVERIFY(event<CheckpointSaved>(1));
    QCOMPARE(steps(), (std::vector<std::int64_t>{40}));
}

// As where the training thread leaves because another rank is lost.
void AsyncCheckpointsTest::finishesTheLastOne()
{
    slowDisk();
    {
        auto writer = this->writer();
        writer.save(checkpointOf(30), Training::GoesOn);
    }
    QVERIFY(event<CheckpointSaved>(0));
    QCOMPARE(steps(), (std::vector<std::int64_t>{30}));
}

void AsyncCheckpointsTest::copiesIntoTheSameMemory()
{
    HostCopies copies;
    at::Tensor weight = at::ones({4, 4});
    const NamedTensors first = copies.of({{"weight", weight}});
    weight.fill_(2);
    QVERIFY(at::equal(first[0].tensor, at::ones({4, 4})));
    const NamedTensors second = copies.of({{"weight", weight.t()}});
    QCOMPARE(second[0].tensor.data_ptr(), first[0].tensor.data_ptr());
    QVERIFY(at::equal(second[0].tensor, weight));
    const NamedTensors other = copies.of({{"weight", at::ones({2})}, {"bias", at::ones({1}, at::kHalf)}});
    QCOMPARE(other.size(), std::size_t(2));
    QCOMPARE(other[1].tensor.scalar_type(), at::kHalf);
}

QTEST_APPLESS_MAIN(AsyncCheckpointsTest)
#include "tst_asynccheckpoints.moc"
