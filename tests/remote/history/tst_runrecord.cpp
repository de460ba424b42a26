// The list of runs: what is written is read back, also by another program; old files are converted, foreign ones
// refused.
#include "remote/history/runrecord.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <barrier>
#include <thread>

using namespace motley;

namespace {

constexpr int writers = 4;
constexpr int runsPerWriter = 10;

JobSpec job(const char *name)
{
    JobSpec job;
    job.name = name;
    job.task = ImageSpec{{}, {"/data"}};
    return job;
}

std::vector<Machine> twoMachines()
{
    return {
        {Machine::Kind::ThisComputer, "local", {}, {}}, {Machine::Kind::Ssh, "box", "ssh://me@box:22", "/big/disk"}};
}

// Runs in each process of the test with several writers.
int writeMany(const QString &folder)
{
    RunHistory history(folder);
    if (!history.open())
        return 1;
    for (int i = 0; i < runsPerWriter; ++i) {
        auto record = history.create(job("parallel"), twoMachines());
        if (!record)
            return 2;
        record->outcome = RunRecord::Outcome::Completed;
        if (!history.update(*record))
            return 3;
    }
    return 0;
}

// Runs in a process of its own until it is killed.
int prepareForEver(const QString &folder, bool sent)
{
    RunHistory history(folder);
    if (!history.open())
        return 1;
    auto record = history.create(job("endless"), twoMachines());
    if (!record)
        return 2;
    if (sent)
        record->remoteRuns = {{"/a/motley-engine", "/a/runs/x"}, {"/b/motley-engine", "/b/runs/x"}};
    if (!history.update(*record))
        return 3;
    std::printf("%s\n", qPrintable(record->id));
    std::fflush(stdout);
    return QCoreApplication::exec();
}

} // namespace

class RunRecordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhenAnotherProgramChangesARun()
    {
        RunHistory window(m_folder->path());
        RunHistory terminal(m_folder->path());
        QVERIFY(window.open());
        QVERIFY(terminal.open());
        window.watch();
        const QSignalSpy changes(&window, &RunHistory::changed);
        auto record = terminal.create(job("digits"), twoMachines());
        QVERIFY(record);
        QTRY_COMPARE(changes.size(), 1);
        record->outcome = RunRecord::Outcome::Completed;
        QVERIFY(terminal.update(*record));
        QTRY_COMPARE(changes.size(), 2);
        QCOMPARE(window.find(record->id)->outcome, RunRecord::Outcome::Completed);
    }

    void knowsAtOnceWhatAnyProgramHasWritten()
    {
        RunHistory window(m_folder->path());
        RunHistory terminal(m_folder->path());
        QVERIFY(window.open());
        QVERIFY(terminal.open());
        const auto namesAt = [](const RunHistory &history) {
            QStringList names;
            for (const RunRecord &record : history.all().value_or(std::vector<RunRecord>()))
                names << record.name;
            return names;
        };
        QCOMPARE(namesAt(window), QStringList());
        const auto record = terminal.create(job("digits"), twoMachines());
        QVERIFY(record);
        for (RunHistory *writer : {&terminal, &window, &terminal}) {
            const QString name = namesAt(window).value(0) + QLatin1Char('+');
            QVERIFY(writer->rename(record->id, name));
            QCOMPARE(namesAt(window), QStringList(name));
            QCOMPARE(namesAt(terminal), QStringList(name));
        }
        QVERIFY(window.remove(record->id));
        QCOMPARE(namesAt(window), QStringList());
        QCOMPARE(namesAt(terminal), QStringList());
    }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void remembersEverythingAboutARun()
    {
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        QSignalSpy changes(&history, &RunHistory::changed);
        auto record = history.create(job("digits"), twoMachines());
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QVERIFY(QFile::exists(record->folder + "/job.json"));
        QCOMPARE(*readJob((record->folder + "/job.json").toStdString()), job("digits"));
        record->outcome = RunRecord::Outcome::Failed;
        record->failure = Phrase{"motley::Test", "%1 ran out of memory", -1, {{{}, "box", -1, {}}}};
        record->finished = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123);
        record->best = Metric{"perplexity", 12.5, Metric::Unit::Number, false};
        record->remoteRuns = {{"/a/motley-engine", "/a/runs/x"}, {"/b/motley-engine", "/b/runs/x"}};
        QVERIFY(history.update(*record));
        QCOMPARE(changes.size(), 2);

        RunHistory again(m_folder->path());
        QVERIFY(again.open());
        const auto found = again.find(record->id);
        QVERIFY(found);
        QCOMPARE(found->name, QString("digits"));
        QVERIFY(found->outcome == RunRecord::Outcome::Failed);
        QVERIFY(found->failure == record->failure);
        QCOMPARE(found->finished, record->finished);
        QCOMPARE(found->started.toMSecsSinceEpoch(), record->started.toMSecsSinceEpoch());
        QCOMPARE(found->machines, record->machines);
        QCOMPARE(found->remoteRuns, record->remoteRuns);
        QVERIFY(found->best == record->best);
        QVERIFY(!found->lastLoss);
        QCOMPARE(found->folder, record->folder);
    }

    // As another program that prepares a run and is killed: with nothing sent, and with agents that may go on.
    void knowsThatNobodyPreparesARunAnyMore_data()
    {
        QTest::addColumn<bool>("sent");
        QTest::addRow("before the launch") << false;
        QTest::addRow("at the launch") << true;
    }

    void knowsThatNobodyPreparesARunAnyMore()
    {
        QFETCH(bool, sent);
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        history.watch();
        const QSignalSpy changes(&history, &RunHistory::changed);
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(),
            {QStringLiteral("--prepare"), m_folder->path(), sent ? QStringLiteral("sent") : QString()});
        QVERIFY(other.waitForReadyRead(60000));
        const QString id = QString::fromLatin1(other.readLine().trimmed());
        QVERIFY(history.find(id)->outcome == RunRecord::Outcome::Preparing);
        QTRY_VERIFY(!changes.isEmpty());
        const auto before = changes.size();
        other.kill();
        QVERIFY(other.waitForFinished());
        const auto found = history.find(id);
        QVERIFY(found);
        QVERIFY(found->outcome == (sent ? RunRecord::Outcome::Running : RunRecord::Outcome::Failed));
        QCOMPARE(say(found->failure).isEmpty(), sent);
        QTRY_VERIFY(changes.size() > before);
    }

    void opensTheListOfTheFirstMotley()
    {
        {
            auto database = QSqlDatabase::addDatabase("QSQLITE", "first");
            database.setDatabaseName(m_folder->filePath("runs.sqlite"));
            QVERIFY(database.open());
            for (const char *statement :
                {"CREATE TABLE run (id TEXT PRIMARY KEY, name TEXT NOT NULL, outcome TEXT NOT NULL, message TEXT NOT "
                 "NULL, started INTEGER NOT NULL, finished INTEGER, best_accuracy REAL, last_loss REAL)",
                    "CREATE TABLE run_machine (run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, position "
                    "INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, destination TEXT NOT NULL, install_root "
                    "TEXT NOT NULL, engine TEXT NOT NULL, folder TEXT NOT NULL, PRIMARY KEY (run_id, position))",
                    "INSERT INTO run VALUES ('r', 'digits', 'completed', '', 1, 2, 0.91, 0.3)",
                    "PRAGMA user_version = 1"})
                QVERIFY2(QSqlQuery(database).exec(QLatin1String(statement)), statement);
            database.close();
        }
        QSqlDatabase::removeDatabase("first");
        RunHistory history(m_folder->path());
        const auto opened = history.open();
        QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
        const auto found = history.find("digits");
        QVERIFY(found);
        QVERIFY(found->best == Metric({"accuracy", 0.91, Metric::Unit::Fraction}));
        QCOMPARE(*found->lastLoss, 0.3);
        QVERIFY(found->annotation == Annotation());
        QVERIFY(history.annotate(found->id, {}, {"of long ago", {"old"}}));
        QCOMPARE(history.find("digits")->annotation.note, QString("of long ago"));
    }

    void findsTheNewestRunOfAName()
    {
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        const auto older = history.create(job("digits"), twoMachines());
        QVERIFY(older);
        QTRY_VERIFY(QDateTime::currentDateTime() > older->started);
        const auto newest = history.create(job("digits"), twoMachines());
        QCOMPARE(history.find("digits")->id, newest->id);
        const auto missing = history.find("nothing");
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("“nothing”") != std::string::npos);
        QVERIFY(!history.find(""));
    }

    void findsARunByTheBeginningOfItsName()
    {
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        const auto images = history.create(job("Fashion-MNIST"), twoMachines());
        const auto names = history.create(job("Names"), twoMachines());
        QVERIFY(images);
        QVERIFY(names);
        QVERIFY(history.create(job("Names in news"), twoMachines()));
        QCOMPARE(history.find("fashion")->id, images->id);
        QCOMPARE(history.find(images->id.chopped(3))->id, images->id);
        QCOMPARE(history.find("Names")->id, names->id);
        const auto unclear = history.find("name");
        QVERIFY(!unclear);
        QVERIFY(unclear.error().message.find("“Names in news”") != std::string::npos);
        QVERIFY(unclear.error().message.find("“Names”") != std::string::npos);
    }

    void forgetsARunWithItsFolder()
    {
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        const auto record = history.create(job("digits"), twoMachines());
        QVERIFY(record);
        QVERIFY(history.remove(record->id));
        QVERIFY(!QDir(record->folder).exists());
        QVERIFY(history.all()->empty());
        QVERIFY(!history.update(*record));
    }

    void isMadeBySeveralProgramsAtOnce()
    {
        constexpr int programs = 6;
        std::atomic<int> failed = 0;
        for (int list = 0; list < 60; ++list) {
            const QString folder = m_folder->filePath(QString::number(list));
            std::barrier start(programs);
            std::vector<std::jthread> threads;
            for (int i = 0; i < programs; ++i)
                threads.emplace_back([&] {
                    RunHistory history(folder);
                    start.arrive_and_wait();
                    failed += history.open() ? 0 : 1;
                });
        }
        QCOMPARE(failed.load(), 0);
    }

    void isWrittenBySeveralProgramsAtOnce()
    {
        std::vector<std::unique_ptr<QProcess>> programs;
        for (int i = 0; i < writers; ++i) {
            programs.push_back(std::make_unique<QProcess>());
            programs.back()->start(QCoreApplication::applicationFilePath(), {"--write-many", m_folder->path()});
        }
        for (const auto &program : programs) {
            QVERIFY(program->waitForFinished(60'000));
            QCOMPARE(program->exitCode(), 0);
        }
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        const auto records = history.all();
        QVERIFY(records);
        QCOMPARE(records->size(), std::size_t(writers * runsPerWriter));
        for (const auto &record : *records)
            QVERIFY(record.outcome == RunRecord::Outcome::Completed);
    }

    void leavesAFileThatIsNotItsOwnAlone()
    {
        const QString path = m_folder->filePath("runs.sqlite");
        const QByteArray content = QByteArray("a letter to my aunt\n").repeated(500);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(content) == content.size());
        file.close();
        RunHistory history(m_folder->path());
        const auto opened = history.open();
        QVERIFY(!opened);
        QVERIFY(opened.error().message.find(path.toStdString()) != std::string::npos);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--write-many")
        return writeMany(QString::fromLocal8Bit(argv[2]));
    if (argc == 4 && QByteArray(argv[1]) == "--prepare")
        return prepareForEver(QString::fromLocal8Bit(argv[2]), argv[3][0] != 0);
    RunRecordTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_runrecord.moc"
