// The files that are collected from a machine when a run is over.
#include "engine/job/jobspec.h"
#include "remote/engine/enginecommands.h"
#include "remote/history/runrecord.h"
#include "remote/session/localsession.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class CollectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsNoScriptOfAMachine_data();
    void runsNoScriptOfAMachine();

private:
    QTemporaryDir m_folder;
    LocalSession m_session;
};

void CollectTest::runsNoScriptOfAMachine_data()
{
    QTest::addColumn<bool>("isScriptJob");
    QTest::addRow("a job with a script") << true;
    QTest::addRow("any other job") << false;
}

void CollectTest::runsNoScriptOfAMachine()
{
    QFETCH(bool, isScriptJob);
    const QString place = m_folder.filePath(isScriptJob ? "script" : "other");
    write(place + "/mine.pt", "as it was sent");
    JobSpec job;
    job.name = "mine";
    if (isScriptJob) {
        TorchScriptSpec spec;
        spec.model.script.path = (place + "/mine.pt").toStdString();
        job.task = spec;
    }
    RunHistory history(place + "/data");
    QVERIFY(history.open());
    const auto record = history.create(job, {});
    QVERIFY2(record, record ? "" : record.error().message.c_str());
    write(place + "/mine.pt", "as it was changed since");

    const QString there = place + "/there";
    for (const char *folder : {"/model", "/best-model"}) {
        write(there + folder + "/model.safetensors", "weights");
        write(there + folder + "/model.pt", "a machine's own code");
    }
    const auto collected = collect(m_session, {"", there.toStdString()}, record->folder.toStdString());
    QVERIFY2(collected, collected ? "" : collected.error().message.c_str());
    for (const char *folder : {"/model", "/best-model"}) {
        QCOMPARE(contents(record->folder + folder + "/model.safetensors"), QByteArray("weights"));
        QCOMPARE(contents(record->folder + folder + "/model.pt"), QByteArray(isScriptJob ? "as it was sent" : ""));
    }
}

QTEST_GUILESS_MAIN(CollectTest)
#include "tst_collect.moc"
