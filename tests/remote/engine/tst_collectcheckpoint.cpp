// The newest checkpoint of a run that is whole comes here: verified, all of it or nothing, and no faster than it may.
#include "engine/base/sha256.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/job/continuefiles.h"
#include "remote/engine/collectcheckpoint.h"
#include "remote/session/localsession.h"
#include "tests/fixtures/wholefiles.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace motley;

namespace {

// Counts the bytes that a machine has sent, and can lose it after so many.
class CountingSession : public Session {
public:
    Result<CommandResult> run(std::string_view script, const CommandOptions &options) override
    {
        CommandOptions counted = options;
        std::stop_source lost;
        const std::stop_callback stopped(options.stop, [&] { lost.request_stop(); });
        counted.stop = lost.get_token();
        if (options.outputSink)
            counted.outputSink = [&](std::string_view bytes) {
                received += qint64(bytes.size());
                options.outputSink(bytes);
                if (received >= most)
                    lost.request_stop();
            };
        return m_there.run(script, counted);
    }
    std::string name() const override { return "box"; }

    qint64 received = 0;
    qint64 most = 1LL << 40;

private:
    LocalSession m_there;
};

} // namespace

class CollectCheckpointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void copiesTheNewestOneWhole();
    void copiesNothingTwice();
    void keepsTheOneBefore();
    void takesTheOneBeforeADamagedOne_data();
    void takesTheOneBeforeADamagedOne();
    void goesOnWithACopyThatWasCutOff();
    void takesNoMoreBandwidthThanItMay();
    void leavesTheCopyingToOneProgram();
    void followsARunThatWentBack();

private:
    QString there(const QString &name = {}) const { return m_folder->filePath("there/" + name); }
    QString here(const QString &name = {}) const { return m_folder->filePath("here/" + name); }
    void writeCheckpoint(std::int64_t step, const QByteArray &weights) const;
    Result<CheckpointCopy> collectIt(Session &session, const FetchOptions &options = {}) const
    {
        return collectCheckpoint(session, {"", there().toStdString()}, here().toStdString(), 2, options);
    }
    std::vector<std::int64_t> stepsHere() const { return checkpointSteps(here("checkpoints").toStdString()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalSession m_session;
};

void CollectCheckpointTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(there()));
}

void CollectCheckpointTest::writeCheckpoint(std::int64_t step, const QByteArray &weights) const
{
    const QString folder = there("checkpoints/step-%1/").arg(step);
    CheckpointManifest manifest;
    for (const auto &[name, bytes] : std::vector<std::pair<const char *, QByteArray>>{
             {"model.safetensors", weights}, {"optimizer.safetensors", weights + "m"}, {"state.json", "{}"}}) {
        write(folder + name, bytes);
        manifest.files.push_back({name, bytes.size(), sha256Of({bytes.constData(), std::size_t(bytes.size())})});
    }
    write(folder + "manifest.json", QByteArray::fromStdString(toJson(manifest)));
}

void CollectCheckpointTest::copiesTheNewestOneWhole()
{
    const auto none = collectIt(m_session);
    QVERIFY(none && !none->step && none->damaged.empty());
    writeCheckpoint(9, "nine");
    writeCheckpoint(10, "ten");
    QVERIFY(QDir().mkpath(there("checkpoints/step-11.tmp"))); // is being written
    const auto copied = collectIt(m_session);
    QVERIFY2(copied, copied ? "" : copied.error().message.c_str());
    QCOMPARE(copied->step, std::optional<std::int64_t>(10));
    QVERIFY(copied->damaged.empty());
    QCOMPARE(stepsHere(), std::vector<std::int64_t>{10});
    for (const char *file : {"model.safetensors", "optimizer.safetensors", "state.json", "manifest.json"})
        QCOMPARE(contents(here("checkpoints/step-10/") + file), contents(there("checkpoints/step-10/") + file));
}

void CollectCheckpointTest::copiesNothingTwice()
{
    writeCheckpoint(10, "ten");
    CountingSession session;
    QVERIFY(collectIt(session));
    const qint64 first = session.received;
    QVERIFY(first > 0);
    QCOMPARE(collectIt(session)->step, std::optional<std::int64_t>(10));
    QCOMPARE(session.received, first);
}

// A removal that was cut off leaves no part under the name of a checkpoint.
void CollectCheckpointTest::keepsTheOneBefore()
{
    write(here("checkpoints/step-5.tmp/manifest.json"), "{}");
    for (const std::int64_t step : {10, 20, 30}) {
        writeCheckpoint(step, QByteArray::number(qint64(step)));
        QVERIFY(collectIt(m_session));
    }
    QCOMPARE(stepsHere(), (std::vector<std::int64_t>{30, 20}));
    QCOMPARE(QDir(here("checkpoints")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
        (QStringList{"step-20", "step-30"}));
}

void CollectCheckpointTest::takesTheOneBeforeADamagedOne_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("a bit is wrong") << "model.safetensors" << QByteArray("twemty");
    QTest::addRow("cut off") << "optimizer.safetensors" << QByteArray("twe");
    QTest::addRow("no manifest that can be read") << "manifest.json" << QByteArray("{");
    QTest::addRow("a manifest that leads elsewhere")
        << "manifest.json"
        << QByteArray("{\"version\":1,\"files\":[{\"name\":\"../../x\",\"bytes\":1,\"sha256\":\"") + QByteArray(64, '0')
            + "\"}]}";
    QTest::addRow("code") << "manifest.json"
                          << QByteArray("{\"version\":1,\"files\":[{\"name\":\"model.pt\",\"bytes\":1,\"sha256\":\"")
            + QByteArray(64, '0') + "\"}]}";
}

void CollectCheckpointTest::takesTheOneBeforeADamagedOne()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    writeCheckpoint(10, "ten");
    writeCheckpoint(20, "twenty");
    write(there("checkpoints/step-20/") + file, bytes);
    CountingSession session;
    const auto copied = collectIt(session);
    QVERIFY2(copied, copied ? "" : copied.error().message.c_str());
    QCOMPARE(copied->step, std::optional<std::int64_t>(10));
    QCOMPARE(copied->damaged.size(), std::size_t(1));
    QCOMPARE(
        copied->damaged.front().message, std::string("The checkpoint of step 20 on box is damaged or was removed."));
    QCOMPARE(stepsHere(), std::vector<std::int64_t>{10});
}

void CollectCheckpointTest::goesOnWithACopyThatWasCutOff()
{
    writeCheckpoint(10, QByteArray(1'000'000, 'x'));
    CountingSession session;
    session.most = 1'500'000; // in the second file
    QVERIFY(!collectIt(session));
    QVERIFY(stepsHere().empty());
    CountingSession again;
    QCOMPARE(collectIt(again)->step, std::optional<std::int64_t>(10));
    QVERIFY2(again.received < 1'100'000, qPrintable(QString::number(again.received)));
    QCOMPARE(QDir(here("checkpoints")).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList{"step-10"});
}

void CollectCheckpointTest::takesNoMoreBandwidthThanItMay()
{
    writeCheckpoint(10, QByteArray(500'000, 'x'));
    QElapsedTimer timer;
    timer.start();
    QVERIFY(collectIt(m_session, {.bytesPerSecond = 2'000'000}));
    QVERIFY2(timer.elapsed() >= 450, qPrintable(QString::number(timer.elapsed()))); // 1 MB
}

void CollectCheckpointTest::leavesTheCopyingToOneProgram()
{
    writeCheckpoint(10, "ten");
    QVERIFY(QDir().mkpath(here("checkpoints")));
    const int other = ::open(here("checkpoints/.copying").toUtf8(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    QCOMPARE(flock(other, LOCK_EX), 0);
    const auto copied = collectIt(m_session, {.bytesPerSecond = 1 << 20});
    QVERIFY(copied && !copied->step);
    QVERIFY(stepsHere().empty());
    ::close(other);
    QCOMPARE(collectIt(m_session, {.bytesPerSecond = 1 << 20})->step, std::optional<std::int64_t>(10));
}

// As a run does once whose loss is not finite: the same step is saved again, with other weights.
void CollectCheckpointTest::followsARunThatWentBack()
{
    for (const std::int64_t step : {10, 20, 30}) {
        writeCheckpoint(step, "bad");
        QVERIFY(collectIt(m_session));
    }
    QVERIFY(QDir(there("checkpoints/step-30")).removeRecursively());
    writeCheckpoint(20, "good");
    QCOMPARE(collectIt(m_session)->step, std::optional<std::int64_t>(20));
    QCOMPARE(contents(here("checkpoints/step-20/model.safetensors")), QByteArray("good"));
    QCOMPARE(stepsHere(), std::vector<std::int64_t>{20});
}

QTEST_GUILESS_MAIN(CollectCheckpointTest)
#include "tst_collectcheckpoint.moc"
