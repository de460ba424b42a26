// What somebody who reaches the ports of a run, or has another account on one of its machines, learns and can do.
#include "tests/engine/agent/loopbackstatus.h"
#include "tests/engine/agent/otheraccount.h"
#include "tests/engine/agent/strangers.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

using namespace motley;

namespace {

constexpr std::int64_t steps = 600;
constexpr int patience = 120000; // milliseconds

struct Trained {
    qint64 milliseconds = 0; // from the start of the first agent to the first step
    std::vector<StepDone> steps;
    RunFinished end;
    std::set<ListeningPort> visited;
    std::map<std::string, std::vector<std::string>> heard;
    int looks = 0;
    std::set<std::string> opened;
};

void letEverybodyInto(const LoopbackRun &run)
{
    for (int machine = 0; machine < run.machines(); ++machine)
        for (QString folder = path(run.folder(machine)); folder != QDir::tempPath() && folder != QLatin1String("/");
             folder = QFileInfo(folder).path())
            QVERIFY(::chmod(folder.toLocal8Bit(), 0755) == 0);
}

std::optional<Trained> train(std::optional<Strangers::Account> account = {})
{
    LoopbackRun run(2);
    run.job().maxSteps = steps;
    letEverybodyInto(run);
    std::optional<Strangers> strangers;
    if (account)
        strangers.emplace(run, *account);
    QElapsedTimer time;
    time.start();
    if (!run.start())
        return std::nullopt;
    Trained trained;
    const auto hasBegun = [&] { return !run.all<StepDone>().empty(); };
    const auto isOver = [&] { return !run.all<RunFinished>().empty() && run.processes().empty(); };
    if (!QTest::qWaitFor(hasBegun, patience))
        return std::nullopt;
    trained.milliseconds = time.elapsed();
    if (!QTest::qWaitFor(isOver, patience))
        return std::nullopt;
    trained.steps = run.all<StepDone>();
    trained.end = run.all<RunFinished>().front();
    if (strangers) {
        trained.visited = strangers->visited();
        trained.heard = strangers->heard();
        const int before = strangers->looks();
        if (account == Strangers::Account::Another && !QTest::qWaitFor([&] { return strangers->looks() > before + 1; }))
            return std::nullopt; // nobody looked at what is left
        trained.looks = strangers->looks();
        trained.opened = strangers->opened();
    }
    return trained;
}

double longest(const std::vector<StepDone> &all)
{
    double seconds = 0;
    for (const StepDone &step : all)
        seconds = std::max(seconds, step.seconds);
    return seconds;
}

bool isHeldUp(const Trained &disturbed, const Trained &quiet)
{
    return disturbed.milliseconds > quiet.milliseconds + 1000 || longest(disturbed.steps) > longest(quiet.steps) + 1;
}

// A random number is another one for everybody; an alert of TLS says that something went wrong.
bool tellsNothing(const std::vector<std::string> &answers)
{
    constexpr std::size_t randomNumber = 32; // bytes
    constexpr std::size_t alert = 7;
    const auto isAlert = [](const std::string &answer) { return answer.size() == alert && answer.front() == '\x15'; };
    std::set<std::string> others;
    return std::all_of(answers.begin(), answers.end(), [&](const std::string &answer) {
        return isAlert(answer) || (answer.size() == randomNumber && others.insert(answer).second);
    });
}

QByteArray together(const std::set<std::string> &names)
{
    QByteArray all;
    for (const std::string &name : names)
        all += QByteArray::fromStdString(name) + '\n';
    return all;
}

int rightsOf(const QString &path)
{
    struct stat facts { };
    return ::stat(path.toLocal8Bit(), &facts) == 0 ? int(facts.st_mode & 07777) : -1;
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class StrangersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hearNothingAndHoldNothingUp_data();
    void hearNothingAndHoldNothingUp();
    void openWhatIsTheirs();
    void findNoPortOfARunOnOneMachine();
    void seeTheTokenNowhere();
    void cannotReadWhatTrainWrites();
};

void StrangersTest::hearNothingAndHoldNothingUp_data()
{
    QTest::addColumn<Strangers::Account>("account");
    QTest::addRow("who reach its ports") << Strangers::Account::Own;
    QTest::addRow("who have another account of its machines") << Strangers::Account::Another;
}

void StrangersTest::hearNothingAndHoldNothingUp()
{
    QFETCH(Strangers::Account, account);
    if (account == Strangers::Account::Another && geteuid() != 0)
        QSKIP("needs root, to have another account");
    auto quiet = train();
    auto disturbed = train(account);
    for (int more = 0; more < 4 && quiet && disturbed && isHeldUp(*disturbed, *quiet); ++more) {
        quiet = train(); // on a busy computer the times of two starts differ by as much
        disturbed = train(account);
    }
    QVERIFY(quiet && disturbed);
    qInfo("%d ports; first step after %lld ms, without strangers %lld ms", int(disturbed->visited.size()),
        static_cast<long long>(disturbed->milliseconds), static_cast<long long>(quiet->milliseconds));
    QVERIFY(disturbed->visited.size() >= 3); // of the coordinating agent, and of each rank
    for (const auto &[said, answers] : disturbed->heard)
        QVERIFY2(tellsNothing(answers), (said + ": " + answers.front()).c_str());
    QVERIFY2(disturbed->opened.empty(), together(disturbed->opened));
    QCOMPARE(disturbed->looks > 10, account == Strangers::Account::Another);
    QVERIFY(!isHeldUp(*disturbed, *quiet));
    QVERIFY2(disturbed->end.outcome == RunFinished::Outcome::Completed, disturbed->end.message.c_str());
    QCOMPARE(disturbed->steps.size(), std::size_t(steps));
    for (std::size_t i = 0; i < disturbed->steps.size(); ++i)
        QCOMPARE(disturbed->steps[i].loss, quiet->steps[i].loss);
}

// That an account finds what it may is how one knows that it would find what it should not.
void StrangersTest::openWhatIsTheirs()
{
    const QTemporaryDir folder;
    QVERIFY(::chmod(folder.path().toLocal8Bit(), 0755) == 0);
    for (const auto &[name, rights] : {std::pair("for all", 0644), std::pair("secret", 0600)}) {
        const QByteArray file = folder.filePath(name).toLocal8Bit();
        QVERIFY(QFile(file).open(QIODevice::WriteOnly) && ::chmod(file, rights) == 0);
    }
    QProcess sleeper;
    std::set<std::string> found;
    {
        const OtherAccount other;
        if (!other.isTaken())
            QSKIP("needs root, to have another account");
        sleeper.start("sleep", {"600"});
        QVERIFY(sleeper.waitForStarted());
        found = openTo(folder.path().toStdString(), {int(sleeper.processId())});
    }
    const std::string number = std::to_string(sleeper.processId());
    sleeper.kill();
    sleeper.waitForFinished();
    for (const std::string &open : {folder.filePath("for all").toStdString(), "/proc/" + number + "/environ",
             "/proc/" + number + "/fd", "/proc/" + number + "/fd/0", "/proc/" + number + "/mem", "signal " + number})
        QVERIFY2(found.count(open), together(found));
    QVERIFY2(!found.count(folder.filePath("secret").toStdString()), together(found));
}

void StrangersTest::findNoPortOfARunOnOneMachine()
{
    LoopbackRun run(1);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    QCOMPARE(portsOf(run.processes()).size(), std::size_t(0));
}

void StrangersTest::seeTheTokenNowhere()
{
    LoopbackRun run(2);
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(run.all<StepDone>().size() > 5, startLimit);
    const QByteArray token(64, 'a');
    for (const int process : run.processes())
        for (const char *name : {"cmdline", "environ"})
            QVERIFY(!contentsOf(QStringLiteral("/proc/%1/%2").arg(process).arg(name)).contains(token));
    int files = 0;
    for (int machine = 0; machine < 2; ++machine)
        for (QDirIterator file(path(run.folder(machine)), QDir::Files, QDirIterator::Subdirectories); file.hasNext();
             ++files) {
            const QString name = file.next();
            if (!contentsOf(name).contains(token))
                continue;
            QCOMPARE(file.fileName(), QStringLiteral("launch.json"));
            QCOMPARE(rightsOf(name), 0600);
        }
    QVERIFY(files > 4);
}

// Also where the folder was there before, for all to read.
void StrangersTest::cannotReadWhatTrainWrites()
{
    LoopbackRun run(1);
    run.job().maxSteps = 2;
    const QTemporaryDir folder;
    QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7755)));
    QFile job(folder.filePath("job.json"));
    QVERIFY(job.open(QIODevice::WriteOnly));
    job.write(QByteArray::fromStdString(toJson(run.job())));
    job.close();
    const auto trained = runEngine({"train", job.fileName(), "--threads", "1", "--run-folder", folder.path()});
    QVERIFY2(trained.exitCode == 0, trained.errors);
    const QFile launch(folder.filePath("launch.json"));
    QVERIFY(launch.exists());
    QVERIFY((launch.permissions() & (QFile::ReadGroup | QFile::ReadOther)) == QFile::Permissions());
}

QTEST_GUILESS_MAIN(StrangersTest)
#include "tst_strangers.moc"
