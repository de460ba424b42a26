// Which folders of runs `gc` removes, and which it leaves.
#include "engine/base/textfile.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/bootentry.h"
#include "engine/run/garbagecollection.h"
#include "fakecrontab.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

#include <functional>

using namespace motley;

namespace {

void write(const std::string &path, const std::string &text)
{
    QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(path)).path()));
    QVERIFY(writeTextFile(path, text));
}

LaunchSpec launchOn(int machine)
{
    LaunchSpec launch;
    launch.runId = "digits-1";
    launch.token = std::string(64, 'a');
    launch.machine = machine;
    launch.controlPort = machine == 0 ? 0 : 4711;
    launch.job.name = "digits";
    launch.job.task = ImageSpec{{}, {"/data"}};
    for (const char *address : {"127.0.0.1", "127.0.0.2"}) {
        launch.plan.machines.push_back({address, address});
        launch.plan.ranks.push_back({int(launch.plan.ranks.size()), {}, launch.job.batch / 2, 0, 1});
    }
    return launch;
}

std::string lineOf(std::int64_t sequence, EventBody body)
{
    return toLine(Event{sequence, 0, std::move(body)}) + "\n";
}

using Change = std::function<void(const RunFolder &)>;

void isOld(const RunFolder &folder)
{
    const timespec when[2]{{1700000000, 0}, {1700000000, 0}};
    QCOMPARE(utimensat(AT_FDCWD, folder.path.c_str(), when, 0), 0);
}

} // namespace

Q_DECLARE_METATYPE(Change)

class GarbageCollectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void removesRunsThatNobodyMisses_data();
    void removesRunsThatNobodyMisses();
    void mindsEntriesForRestarts();

private:
    QTemporaryDir m_root;
};

void GarbageCollectionTest::removesRunsThatNobodyMisses_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<Change>("change"); // of a run that has ended, with its results collected
    QTest::addColumn<bool>("stays");
    const auto row = [](
                         const char *name, int machine, bool stays, Change change = [](const RunFolder &) {}) {
        QTest::addRow("%s", name) << machine << std::move(change) << stays;
    };
    row("collected", 0, false);
    row("of train, or not collected yet", 0, true, [](const auto &run) { QFile::remove(run.collected().c_str()); });
    row("going on", 0, true, [](const auto &run) { QVERIFY(claim(run)); });
    row("not ended", 0, true, [](const auto &run) { write(run.events(), lineOf(1, Note{-1, "still"})); });
    row("resumed there since it was collected", 0, true, [](const auto &run) {
        write(run.events(), lineOf(1, RunFinished{}) + lineOf(2, RunStarted{}) + lineOf(3, RunFinished{}));
    });
    row("no run", 0, true, [](const auto &run) { QFile::remove(run.launch().c_str()); });
    row("of another machine", 1, false, isOld);
    row("of another machine, just now", 1, true);
    row("of another machine, going on", 1, true, [](const auto &run) {
        QVERIFY(claim(run));
        isOld(run);
    });
    row("of another machine that was lost", 1, true, [](const auto &run) {
        QFile::remove(run.events().c_str());
        write(run.ports(), "{}");
        isOld(run);
    });
    row("of another machine that was lost long ago", 1, false, [](const auto &run) {
        QFile::remove(run.events().c_str());
        write(run.ports(), "{}");
        isOld({run.ports()});
        isOld(run);
    });
    row("of another machine that was lost and kept a copy of the log", 1, true, [](const auto &run) {
        write(run.events(), lineOf(1, Note{-1, "still"}));
        write(run.ports(), "{}");
        isOld(run);
    });
    row("of another machine that left well", 1, false, [](const auto &run) {
        QFile::remove(run.events().c_str());
        write(run.ports(), "{}");
        write(run.end(), "{}");
        isOld(run);
    });
    row("of another machine, with a checkpoint", 1, true, [](const auto &run) {
        write(run.checkpoint(3) + "/state.json", "{}");
        isOld(run);
    });
    row("of another machine, with a second copy of a checkpoint", 1, true, [](const auto &run) {
        write(run.checkpoint(3) + "/state.json", "{}");
        write(run.end(), "{}");
        isOld(run);
    });
    row("of another machine, with a second copy of long ago", 1, false, [](const auto &run) {
        write(run.checkpoint(3) + "/state.json", "{}");
        write(run.end(), "{}");
        isOld({run.checkpoints()});
    });
    row("of another machine, with a checkpoint of long ago, that has perhaps led", 1, true, [](const auto &run) {
        write(run.checkpoint(3) + "/state.json", "{}");
        isOld({run.checkpoints()});
    });
}

void GarbageCollectionTest::removesRunsThatNobodyMisses()
{
    QFETCH(int, machine);
    QFETCH(Change, change);
    QFETCH(bool, stays);
    const QString root = m_root.filePath(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(QDir().mkpath(root + QStringLiteral("/blobs/sha256")));
    const RunFolder run{root.toStdString() + "/runs/digits-1"};
    write(run.launch(), toJson(launchOn(machine)));
    if (machine == 0) {
        write(run.events(), lineOf(1, RunFinished{}));
        write(run.model() + "/model.safetensors", std::string(100'000, 'x'));
        write(run.collected(), "1\n");
    }
    change(run);
    const auto removed = cleanUp(root.toStdString());
    QVERIFY(removed);
    QCOMPARE(QDir(QString::fromStdString(run.path)).exists(), stays);
    QCOMPARE(removed->size(), std::size_t(stays ? 0 : 1));
    if (machine == 0 && !stays)
        QVERIFY(removed->front().bytes >= 100'000);
}

// What an entry would start stays, and the entry goes with its run.
void GarbageCollectionTest::mindsEntriesForRestarts()
{
    const FakeCrontab crontab;
    crontab.write(QStringLiteral("loginctl"), "#!/bin/sh\necho Linger=no\n");
    qputenv("PATH", crontab.folder().toUtf8() + ':' + qgetenv("PATH"));
    const std::string root = m_root.filePath(QStringLiteral("entries")).toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(root + "/blobs/sha256")));
    for (const char *engine : {"old", "newer", "newest"})
        write(root + "/engine/" + engine + "/bin/motley-engine", engine);
    isOld({root + "/engine/old"});
    const QString old = QString::fromStdString(root + "/engine/old");
    const RunFolder run{root + "/runs/digits-1"};
    write(run.launch(), toJson(launchOn(1)));
    write(run.ports(), "{}");
    QVERIFY(writeBootEntry(run, root + "/engine/old/bin/motley-engine"));
    isOld(run);
    QVERIFY(cleanUp(root));
    QVERIFY(QDir(old).exists());
    QVERIFY(!crontab.lineOf(run.path).isEmpty());
    isOld({run.ports()});
    QVERIFY(cleanUp(root));
    QVERIFY(!QDir(QString::fromStdString(run.path)).exists());
    QCOMPARE(crontab.text(), QByteArray());
    QVERIFY(!QDir(old).exists());
}

QTEST_GUILESS_MAIN(GarbageCollectionTest)
#include "tst_garbagecollection.moc"
