// A machine at the other end of the world, 300 ms there and back, where packets are lost and 1 Mbit/s is all there is:
// it is asked, trains and is stopped, and the window never waits for an answer.
#include "app/pages/runpage.h"
#include "tests/app/openwindow.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/system/lab/labfixture.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace motley;

namespace {

constexpr int patience = 300'000; // milliseconds
constexpr int thereAndBack = 300;
constexpr int firstSteps = 5; // of a run that brings the engine and the data there while the link is fast

// How long the window's thread slept at a time although there was work: time in which it computes or another program
// has the processor does not count.
class LongestSleep {
public:
    LongestSleep()
    {
        m_clock.start();
        m_timer.callOnTimeout([this] { look(); });
        m_timer.start(5);
    }

    double milliseconds() const { return m_longest; }

private:
    static double awakeMilliseconds() // since the thread's start: it ran, or could have run
    {
        QFile file(QStringLiteral("/proc/thread-self/schedstat"));
        if (!file.open(QFile::ReadOnly))
            return 0;
        const QByteArrayList parts = file.readAll().split(' ');
        return (parts.value(0).toDouble() + parts.value(1).toDouble()) / 1e6;
    }

    void look()
    {
        const double asleep = double(m_clock.nsecsElapsed()) / 1e6 - awakeMilliseconds();
        m_longest = std::max(m_longest, asleep - m_asleep);
        m_asleep = asleep;
    }

    QElapsedTimer m_clock;
    QTimer m_timer;
    double m_asleep = -awakeMilliseconds();
    double m_longest = 0;
};

} // namespace

class FarWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noticesASleep();
    void neverWaitsForAnAnswer();

private:
    OpenRun *train();

    QTemporaryDir m_folder;
    LabFixture m_lab;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void FarWindowTest::initTestCase()
{
    for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
        qputenv(variable, m_folder.filePath("home").toUtf8());
    writeTinyImages(m_folder.filePath("data").toStdString(), {.trainSamples = 4096});
    if (const auto up = m_lab.up({"--names", "far"}); !up)
        QSKIP(up.error().message.c_str());
    if (!m_lab.isRooted())
        QSKIP("Links of other kinds need root.");
    qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
    m_workspace
        = std::make_unique<Workspace>(WorkspaceFolders{m_folder.filePath("settings"), m_folder.filePath("history")});
    m_workspace->settings().setLanguage(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, {1280, 800});
}

void FarWindowTest::noticesASleep()
{
    LongestSleep sleep;
    QTest::qWait(200);
    QVERIFY2(sleep.milliseconds() < thereAndBack / 2, qPrintable(QString::number(sleep.milliseconds())));
    QTest::qSleep(thereAndBack);
    QTest::qWait(50);
    QVERIFY2(sleep.milliseconds() >= thereAndBack - 1, qPrintable(QString::number(sleep.milliseconds())));
}

// nullptr: it failed.
OpenRun *FarWindowTest::train()
{
    RunRequest request;
    request.job.name = "far";
    request.job.batch = 384;
    request.job.epochs = 100000; // it is stopped
    request.job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 16}, {m_folder.filePath("data").toStdString()}};
    const LabMachine &machine = m_lab.machines().front();
    request.machines = {{Machine::Kind::Ssh, machine.name, machine.name, machine.home + "/motley"}};
    request.threadsPerCpuRank = 1;
    OpenRun *run = m_workspace->start(request);
    m_window->showPage(NavigationRail::Page::Run);
    return QTest::qWaitFor([&] { return run->isOver() || run->series().steps().size() > firstSteps; }, patience)
            && !run->isOver()
        ? run
        : nullptr;
}

void FarWindowTest::neverWaitsForAnAnswer()
{
    OpenRun *run = train();
    QVERIFY(run);
    run->stop(StopManner::Now);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QCOMPARE(m_lab.command("link", "far", {"far"}).exitCode, 0);

    const LongestSleep sleep;
    run = train();
    QVERIFY(run);
    m_window->showPage(NavigationRail::Page::Machines);
    const auto host = m_workspace->fleet().add({Machine::Kind::Ssh, QStringLiteral("far"), QStringLiteral("far"), {}});
    QVERIFY(host);
    (*host)->refresh();
    QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Ready, patience);
    m_window->showPage(NavigationRail::Page::Run);
    const double steps = run->series().steps().back();
    QTRY_VERIFY_WITH_TIMEOUT(run->series().steps().back() > steps, patience);
    run->stop(StopManner::Graceful);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    qInfo("It slept for %.0f ms at most.", sleep.milliseconds());
    QVERIFY2(sleep.milliseconds() < thereAndBack / 2, qPrintable(QString::number(sleep.milliseconds())));
}

QTEST_MAIN(FarWindowTest)
#include "tst_farwindow.moc"
