// A run that goes on from another one is sent the newest checkpoint that is whole, and says which it passed over.
#include "engine/base/sha256.h"
#include "engine/formats/verifycheckpoint.h"
#include "remote/prepare/upload.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/fixtures/wholefiles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class DamagedCheckpointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aWholeOneIsSentWithoutAWord();
    void theOneBeforeIsSentWithAWarning_data();
    void theOneBeforeIsSentWithAWarning();
    void refusesWhereNoneIsWhole();
    void leavesOtherWorkUnread();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void writeCheckpoint(const QString &name) const;
    Result<Upload> upload(const QString &from) const
    {
        JobSpec job;
        job.task = ImageSpec{{}, {path("data").toStdString()}};
        job.continueFrom.path = path(from).toStdString();
        return Upload::find(job, "engine");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void DamagedCheckpointTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    writeTinyImages(path("data").toStdString());
    writeCheckpoint("run/checkpoints/step-9");
    writeCheckpoint("run/checkpoints/step-10");
    QVERIFY(QDir().mkpath(path("run/checkpoints/step-11.part")));
}

void DamagedCheckpointTest::writeCheckpoint(const QString &name) const
{
    CheckpointManifest manifest;
    for (const char *file : {"model.safetensors", "optimizer.safetensors", "state.json"}) {
        write(path(name) + '/' + file, "bytes");
        manifest.files.push_back({file, 5, sha256Of("bytes")});
    }
    write(path(name) + "/manifest.json", QByteArray::fromStdString(toJson(manifest)));
}

void DamagedCheckpointTest::aWholeOneIsSentWithoutAWord()
{
    const auto sent = upload("run");
    QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
    QVERIFY(sent->warnings().empty());
    QCOMPARE(newestWholeCheckpoint(path("run").toStdString())->folder, path("run/checkpoints/step-10").toStdString());
}

void DamagedCheckpointTest::theOneBeforeIsSentWithAWarning_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes"); // null: it is missing
    QTest::addRow("a bit is wrong") << "model.safetensors" << QByteArray("bytds");
    QTest::addRow("cut off") << "optimizer.safetensors" << QByteArray("byt");
    QTest::addRow("missing") << "state.json" << QByteArray();
    QTest::addRow("without a manifest") << "manifest.json" << QByteArray();
}

void DamagedCheckpointTest::theOneBeforeIsSentWithAWarning()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    const QString folder = path("run/checkpoints/step-10");
    for (const char *from : {"run", "run/checkpoints"}) {
        if (!QDir(folder).exists())
            writeCheckpoint("run/checkpoints/step-10");
        QVERIFY(QFile::remove(folder + '/' + file));
        if (!bytes.isNull())
            write(folder + '/' + file, bytes);
        QCOMPARE(newestWholeCheckpoint(path(from).toStdString())->refusals.size(), std::size_t(1));
        QVERIFY(QDir(folder).exists()); // who only looks renames nothing
        const auto sent = upload(from);
        QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
        QCOMPARE(sent->warnings().size(), std::size_t(1));
        QVERIFY2(sent->warnings().front().find("step-10") != std::string::npos, sent->warnings().front().c_str());
        QVERIFY2(sent->warnings().front().find("set aside as corrupt-step-10") != std::string::npos,
            sent->warnings().front().c_str());
        QVERIFY(!QDir(folder).exists());
        QCOMPARE(newestWholeCheckpoint(path(from).toStdString())->folder, path("run/checkpoints/step-9").toStdString());
    }
}

void DamagedCheckpointTest::refusesWhereNoneIsWhole()
{
    for (const char *step : {"9", "10"})
        write(path("run/checkpoints/step-%1/model.safetensors").arg(step), "bytds");
    const auto sent = upload("run");
    QVERIFY(!sent);
    QVERIFY2(sent.error().message.find("can be used") != std::string::npos, sent.error().message.c_str());
}

void DamagedCheckpointTest::leavesOtherWorkUnread()
{
    write(path("model/config.json"), "{}");
    for (const char *from : {"model", "model/config.json", "run/checkpoints/step-9"})
        QCOMPARE(newestWholeCheckpoint(path(from).toStdString())->folder, path(from).toStdString());
}

QTEST_GUILESS_MAIN(DamagedCheckpointTest)
#include "tst_damagedcheckpoint.moc"
