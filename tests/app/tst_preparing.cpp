// A run while it is prepared: by this window, by another program on the same data folder, and by one that is killed.
#include "app/mainwindow.h"
#include "app/pages/runpage.h"
#include "app/pages/runspage.h"
#include "engine/base/tcp.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <csignal>

using namespace motley;
using Outcome = RunRecord::Outcome;

namespace {

JobSpec digits()
{
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    return job;
}

std::vector<Machine> machineAt(int port)
{
    return {{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ssh://ada@127.0.0.1:%1").arg(port), {}}};
}

} // namespace

class PreparingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(), m_other.reset(); }
    void isSeenByASecondWindow();
    void isSeenByTheCommandLine();
    void isOverOnceItsProgramIsGone();
    void isNotCancelledByClosingTheWindowUnasked();
    void endsWithTheTerminal();

private:
    JobSpec words() const; // whose data are there
    QString status() const { return m_window->findChild<QLabel *>(QStringLiteral("runStatus"))->text(); }
    QString state() const
    {
        return m_window->findChild<RunPage *>()->findChild<QLabel *>(QStringLiteral("runState"))->text();
    }
    QString listedOutcome() const;

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<RunHistory> m_other; // of another program
};

void PreparingTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_home->path().toUtf8());
    const QString data = m_home->filePath(QStringLiteral("motley"));
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), data});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
    m_other = std::make_unique<RunHistory>(data);
    QVERIFY(m_other->open());
}

QString PreparingTest::listedOutcome() const
{
    QProcess motley;
    motley.start(QStringLiteral(MOTLEY), {QStringLiteral("runs"), QStringLiteral("--json")});
    motley.waitForFinished(60000);
    return QJsonDocument::fromJson(motley.readAllStandardOutput()).object().value(QStringLiteral("outcome")).toString();
}

void PreparingTest::isSeenByASecondWindow()
{
    auto record = m_other->create(digits(), machineAt(9));
    QVERIFY(record);
    QTRY_COMPARE(status(), QStringLiteral("1 active run"));
    const OpenRun *run = m_workspace->open(record->id);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(state(), QStringLiteral("Preparing"));
    QVERIFY(!m_window->findChild<QPushButton *>(QStringLiteral("stopRun"))->isVisible());
    QVERIFY(m_other->find(record->id)->outcome == Outcome::Preparing);
    const auto *page = m_window->findChild<RunsPage *>();
    m_window->showPage(NavigationRail::Page::Runs);
    auto *table = page->findChild<QTreeView *>(QStringLiteral("runsTable"));
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(!page->findChild<QPushButton *>(QStringLiteral("removeRun"))->isEnabled());

    record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    record->outcome = Outcome::Running;
    QVERIFY(m_other->update(*record));
    QTRY_COMPARE(run->state(), TrainingRun::State::LostContact);
    QVERIFY(m_other->find(record->id)->outcome == Outcome::Running);
}

void PreparingTest::isSeenByTheCommandLine()
{
    const auto record = m_other->create(digits(), machineAt(9));
    QVERIFY(record);
    QCOMPARE(listedOutcome(), QStringLiteral("preparing"));
    QProcess stop;
    stop.start(QStringLiteral(MOTLEY), {QStringLiteral("stop"), record->id});
    QVERIFY(stop.waitForFinished(60000));
    QCOMPARE(stop.exitCode(), 1);
    QVERIFY(stop.readAllStandardError().contains("is preparing the run"));
    QVERIFY(m_other->find(record->id)->outcome == Outcome::Preparing);
}

void PreparingTest::isOverOnceItsProgramIsGone()
{
    const auto record = m_other->create(digits(), machineAt(9));
    QVERIFY(record);
    QTRY_COMPARE(status(), QStringLiteral("1 active run"));
    const OpenRun *run = m_workspace->open(record->id);
    m_window->showPage(NavigationRail::Page::Run);
    m_other.reset(); // the kernel releases what a killed program held in the same way
    QTRY_COMPARE(state(), QStringLiteral("Failed"));
    QVERIFY(run->isOver());
    QCOMPARE(status(), QStringLiteral("0 active runs"));
    QCOMPARE(listedOutcome(), QStringLiteral("failed"));
    const auto parts = m_window->findChild<QWidget *>(QStringLiteral("timeSplit"))->findChildren<QWidget *>();
    QVERIFY(std::any_of(parts.begin(), parts.end(), [](const QWidget *part) {
        return part->accessibleName() == QLatin1String("This run ended before its first step.");
    }));
}

JobSpec PreparingTest::words() const
{
    QFile text(m_home->filePath(QStringLiteral("text.txt")));
    if (text.open(QIODevice::WriteOnly))
        text.write(QByteArray("Who knows how many words a model needs. ").repeated(2000));
    LanguageModelSpec task;
    task.data.train = {text.fileName().toStdString()};
    JobSpec job;
    job.name = "words";
    job.task = task;
    return job;
}

void PreparingTest::isNotCancelledByClosingTheWindowUnasked()
{
    const Descriptor silent = listenAt(*socketAddress("127.0.0.1", 0)); // takes a connection and says nothing
    QVERIFY(silent);
    qputenv("MOTLEY_ENGINE", QCoreApplication::applicationFilePath().toLocal8Bit()); // a program that could be sent
    RunRequest request;
    request.job = words();
    request.machines = machineAt(portOf(silent));
    request.devices = {{Device{}}};
    const OpenRun *run = m_workspace->start(request);
    Descriptor caller;
    const std::chrono::milliseconds pause(20);
    QTRY_VERIFY_WITH_TIMEOUT(
        run->isOver() || caller || (caller = nextCaller(silent, std::chrono::steady_clock::now() + pause)), 60000);
    QVERIFY2(caller, run->error() ? run->error()->message.c_str() : "over");
    QVERIFY(run->isPreparing());
    m_window->close();
    QVERIFY(m_window->isVisible());
    QPointer<QMessageBox> question = m_window->findChild<QMessageBox *>(QStringLiteral("closeQuestion"));
    QVERIFY(question);
    QTest::keyClick(question, Qt::Key_Escape);
    QTRY_VERIFY(!question);
    QVERIFY(m_window->isVisible());
    QVERIFY(run->isPreparing());
    m_window->close();
    question = m_window->findChild<QMessageBox *>(QStringLiteral("closeQuestion"));
    QVERIFY(question);
    for (auto *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!m_window->isVisible());
}

// A run that is prepared does not go on without its program, so nothing says that it does.
void PreparingTest::endsWithTheTerminal()
{
    const Descriptor silent = listenAt(*socketAddress("127.0.0.1", 0));
    QVERIFY(silent);
    const QString config = m_home->filePath(QStringLiteral("config"));
    QVERIFY(QDir().mkpath(config + QStringLiteral("/motley")));
    QVERIFY(changeMachines(config + QStringLiteral("/motley/machines.json"), [&](std::vector<Machine> &machines) {
        machines = machineAt(portOf(silent));
        return Result<void>();
    }));
    QFile job(m_home->filePath(QStringLiteral("job.json")));
    QVERIFY(job.open(QIODevice::WriteOnly));
    job.write(QByteArray::fromStdString(toJson(words())));
    job.close();
    QProcess motley;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), config);
    environment.insert(QStringLiteral("MOTLEY_ENGINE"), QCoreApplication::applicationFilePath());
    motley.setProcessEnvironment(environment);
    motley.start(QStringLiteral(MOTLEY), {QStringLiteral("run"), job.fileName(), QStringLiteral("--machines"), "gpu1"});
    Descriptor caller;
    const std::chrono::milliseconds pause(20);
    QTRY_VERIFY_WITH_TIMEOUT(motley.state() == QProcess::NotRunning || caller
            || (caller = nextCaller(silent, std::chrono::steady_clock::now() + pause)),
        60000);
    QVERIFY2(caller, motley.readAllStandardError().constData());
    QCOMPARE(::kill(static_cast<pid_t>(motley.processId()), SIGHUP), 0);
    QVERIFY(motley.waitForFinished(60000));
    const QByteArray said = motley.readAllStandardError();
    QVERIFY2(said.contains("Cancelling; what was started is ended"), said.constData());
    QVERIFY2(!said.contains("goes on"), said.constData());
    const auto records = m_other->all();
    QVERIFY(records);
    QVERIFY(records->front().outcome == Outcome::Stopped);
}

QTEST_MAIN(PreparingTest)
#include "tst_preparing.moc"
