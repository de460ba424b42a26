// Three machines behind a real sshd, and a model that one of them has in the cache of Hugging Face's programs: the
// others get it from there, and the user's own link carries next to nothing of it. What none of them has crosses that
// link once.
#include "engine/base/sha256.h"
#include "engine/bench/madeup/finetunejob.h"
#include "noprompter.h"
#include "remote/deploy/deployment.h"
#include "remote/engine/enginelocation.h"
#include "remote/fleet/connect.h"
#include "remote/run/trainingrun.h"
#include "tests/system/lab/labfixture.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <thread>

using namespace motley;
using State = TrainingRun::State;

namespace {

constexpr int patience = 240'000; // milliseconds
const QString weights = QStringLiteral("/model/model.safetensors");

} // namespace

class SpreadingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder.filePath("home").toUtf8());
        QVERIFY(QDir().mkpath(share()));
        const auto up = m_lab.up({"--machines", "3", "--shared", share()});
        if (!up)
            QSKIP(up.error().message.c_str());
        if (!m_lab.isRooted())
            QSKIP("Machines with a network of their own need root.");
        qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
        QVERIFY(m_history.open());
        sendTheEngine();
    }

    void sendsNothingOfWhatAMachineHas()
    {
        const JobSpec job = makeJob("cached", 256);
        const qint64 size = QFileInfo(folderOf("cached") + weights).size();
        QVERIFY(size > 60'000'000);
        putIntoCache(1, folderOf("cached") + weights, hashOf("cached"));
        putIntoCache(1, folderOf("cached") + "/model/tokenizer.json", QString(40, 'a'));
        at(2, QStringLiteral("mkdir -p %1 && truncate -s %2 %1/%3").arg(blobs).arg(size).arg(hashOf("cached")));

        const qint64 before = sentByUser();
        TrainingRun run(&m_history, &m_prompter);
        const Watched watched = watch(run, job);
        QVERIFY2(run.state() == State::Finished, why(run));
        const qint64 sent = watched.sentUntilRunning - before;
        qInfo("%lld of %lld bytes crossed the user's link", sent, size);
        QVERIFY2(sent < size / 100, qPrintable(QString::number(sent)));
        QVERIFY(watched.stages.contains("Copying the data from m2"));
        hasEqualWeights("cached");
        QCOMPARE(at(1, "readlink ~/motley/data/*/*/model.safetensors").section('/', -1), hashOf("cached"));
        QCOMPARE(at(0, "find ~/motley/blobs -name '*.part.*'"), QString());
    }

    void sendsOnceWhatNobodyHas()
    {
        const JobSpec job = makeJob("new", 64);
        const qint64 size = QFileInfo(folderOf("new") + weights).size();
        const qint64 before = sentByUser();
        TrainingRun run(&m_history, &m_prompter);
        const Watched watched = watch(run, job);
        QVERIFY2(run.state() == State::Finished, why(run));
        const qint64 sent = watched.sentUntilRunning - before;
        qInfo("%lld bytes crossed the user's link for a model of %lld", sent, size);
        QVERIFY(sent >= size);
        QVERIFY2(sent < size * 3 / 2, qPrintable(QString::number(sent)));
        hasEqualWeights("new");
    }

    // The program that gives is killed in the middle: the files come from the others, and the run says so.
    void goesAnotherWayWhereACopyFails()
    {
        const JobSpec job = makeJob("broken", 96);
        const qint64 size = QFileInfo(folderOf("broken") + weights).size();
        putIntoCache(1, folderOf("broken") + weights, hashOf("broken"));
        QCOMPARE(m_lab.command("link", "m2", {"20mbit"}).exitCode, 0);
        const qint64 before = sentByUser();
        TrainingRun run(&m_history, &m_prompter);
        bool killed = false;
        connect(&run, &TrainingRun::progressed, this, [&](const MachineProgress &progress) {
            if (killed || !progress.stage.startsWith("Copying the data from m2") || progress.done == 0)
                return;
            killed = true;
            at(1, "pkill -KILL -f '[g]ive-files'");
        });
        const Watched watched = watch(run, job);
        QCOMPARE(m_lab.command("link", "m2", {"up"}).exitCode, 0);
        QVERIFY2(run.state() == State::Finished, why(run));
        QVERIFY(killed);
        QVERIFY2(watched.warnings.contains("could not copy data from m2"), qPrintable(watched.warnings));
        QVERIFY(watched.sentUntilRunning - before < size / 4);
        hasEqualWeights("broken");
    }

private:
    struct Watched {
        qint64 sentUntilRunning = 0;
        std::set<QString> stages;
        QString warnings;
    };

    QString share() const { return m_folder.filePath("share"); }
    QString folderOf(const QString &name) const { return m_folder.filePath(name); }
    QString hashOf(const QString &name) const
    {
        return QString::fromStdString(sha256OfFile((folderOf(name) + weights).toStdString()).value_or(""));
    }

    JobSpec makeJob(const QString &name, std::int64_t width) const
    {
        if (!QDir().mkpath(folderOf(name)))
            qFatal("cannot make a folder");
        FineTuneShape shape;
        shape.model = {2, width, 4, 32000, 512};
        shape.context = 64;
        shape.batch = 6;
        auto job = makeFineTuneJob("llama", shape, folderOf(name).toStdString());
        if (!job)
            qFatal("%s", job.error().message.c_str());
        job->epochs = 1;
        job->maxSteps = 3;
        return *job;
    }

    void sendTheEngine()
    {
        const auto engine = findEngine();
        QVERIFY(engine);
        const auto manifest = engineManifest(*engine);
        QVERIFY(manifest);
        std::vector<std::thread> threads;
        std::vector<QByteArray> problems(std::size_t(m_lab.machines().size()));
        for (int i = 0; i < m_lab.machines().size(); ++i)
            threads.emplace_back([&, i] {
                auto session = connectTo(machine(i), m_prompter);
                if (!session) {
                    problems[std::size_t(i)] = session.error().message.c_str();
                    return;
                }
                const auto sent = deploy(**session, machine(i).installRoot.toStdString(), *manifest);
                problems[std::size_t(i)] = sent ? "" : sent.error().message.c_str();
            });
        for (std::thread &thread : threads)
            thread.join();
        for (const QByteArray &problem : problems)
            QCOMPARE(problem, QByteArray());
    }

    Machine machine(int i) const
    {
        const LabMachine &machine = m_lab.machines()[i];
        return {Machine::Kind::Ssh, machine.name, machine.name, machine.home + QStringLiteral("/motley")};
    }

    void putIntoCache(int i, const QString &file, const QString &name)
    {
        QVERIFY(QFile::copy(file, share() + "/file"));
        const QString script = QStringLiteral("cd /home/ada && mkdir -p %1 && cp %2/file %1/%3 && chown -R ada .cache")
                                   .arg(blobs, share(), name);
        const auto copied = m_lab.command("exec", m_lab.machines()[i].name, {"--", "sh", "-c", script});
        QVERIFY2(copied.exitCode == 0, copied.complaints.constData());
        QVERIFY(QFile::remove(share() + "/file"));
    }

    Watched watch(TrainingRun &run, const JobSpec &job)
    {
        Watched watched;
        connect(&run, &TrainingRun::stateChanged, this, [&](State state) {
            if (state == State::Running && watched.sentUntilRunning == 0)
                watched.sentUntilRunning = sentByUser();
        });
        connect(&run, &TrainingRun::progressed, this,
            [&](const MachineProgress &progress) { watched.stages.insert(progress.stage); });
        connect(&run, &TrainingRun::eventsArrived, this, [&](const std::vector<Event> &events) {
            for (const Event &event : events)
                if (const auto *warning = std::get_if<Warning>(&event.body))
                    watched.warnings += QString::fromStdString(warning->message) + '\n';
        });
        RunRequest request;
        request.job = job;
        for (int i = 0; i < m_lab.machines().size(); ++i)
            request.machines.push_back(machine(i));
        request.threadsPerCpuRank = 1;
        run.start(request);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience); }();
        run.disconnect(this);
        return watched;
    }

    // The bridge counts what this computer itself sends, and nothing of what the machines send each other.
    qint64 sentByUser() const
    {
        const QString bridge = "motley" + m_lab.machines()[0].address.section('.', 2, 2);
        QFile counter("/sys/class/net/" + bridge + "/statistics/tx_bytes");
        return counter.open(QIODevice::ReadOnly) ? counter.readAll().trimmed().toLongLong() : -1;
    }

    void hasEqualWeights(const QString &name) const
    {
        const QString found
            = QStringLiteral("sha256sum ~/motley/data/*/*/model.safetensors | grep -c ^%1").arg(hashOf(name));
        for (int i = 0; i < m_lab.machines().size(); ++i)
            QCOMPARE(at(i, found), QStringLiteral("1"));
    }

    QString at(int machine, const QString &script) const
    {
        return QString::fromUtf8(
            m_lab.command("exec", m_lab.machines()[machine].name, {"--as-user", "--", "sh", "-c", "cd; " + script})
                .words)
            .trimmed();
    }

    static const char *why(const TrainingRun &run)
    {
        static QByteArray text;
        text = run.error() ? QByteArray::fromStdString(run.error()->message + " | " + run.error()->detail) : "no error";
        return text.constData();
    }

    const QString blobs = QStringLiteral(".cache/huggingface/hub/models--some--model/blobs");
    QTemporaryDir m_folder;
    LabFixture m_lab;
    NoPrompter m_prompter;
    RunHistory m_history{m_folder.filePath("history")};
};

QTEST_GUILESS_MAIN(SpreadingTest)
#include "tst_spreading.moc"
