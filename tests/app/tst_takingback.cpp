// A run on three machines behind a real sshd loses two of them, one after the other, and the window takes them back:
// one whose engine was killed by itself, and one whose network was cut when the user asks for it. The losses are those
// of a run that lost nobody.
#include "app/models/runnotice.h"
#include "app/pages/runpage.h"
#include "tests/app/openwindow.h"
#include "tests/app/plainspaces.h"
#include "tests/app/screenshot.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/system/lab/labfixture.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;
using State = Comeback::State;

namespace {

constexpr int patience = 400'000; // milliseconds

} // namespace

class TakingBackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesBackAMachineByItself();
    void takesBackAMachineAsTheUserAsks();
    void comesToTheLossesOfAQuietRun();

private:
    RunRequest request(const std::vector<Machine> &machines) const;
    std::vector<Machine> labMachines() const;
    void goOn(int steps); // all machines train these
    bool isBack(int machine) const; // and trains
    bool logSays(const QString &words) const;
    QString sentence() const;

    QTemporaryDir m_folder;
    LabFixture m_lab;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    OpenRun *m_run = nullptr;
};

void TakingBackTest::initTestCase()
{
    for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
        qputenv(variable, m_folder.filePath("home").toUtf8());
    writeTinyImages(m_folder.filePath("data").toStdString(), {.trainSamples = 8192});
    const auto up = m_lab.up({"--names", "box1,box2,box3"});
    if (!up)
        QSKIP(up.error().message.c_str());
    if (!m_lab.isRooted())
        QSKIP("Machines whose network can be cut need root.");
    qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
    m_workspace
        = std::make_unique<Workspace>(WorkspaceFolders{m_folder.filePath("settings"), m_folder.filePath("history")});
    m_workspace->settings().setLanguage(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, {1360, 880});
}

std::vector<Machine> TakingBackTest::labMachines() const
{
    std::vector<Machine> machines;
    for (const LabMachine &machine : m_lab.machines())
        machines.push_back({Machine::Kind::Ssh, machine.name, machine.name, machine.home + "/motley"});
    return machines;
}

// Few steps for the time that it takes, as rounding lets curves drift apart.
RunRequest TakingBackTest::request(const std::vector<Machine> &machines) const
{
    RunRequest request;
    request.job.name = "tiny";
    request.job.batch = 384;
    request.job.epochs = 100000; // it is stopped
    request.job.schedule.peak = 0.001; // so that no loss is so small that rounding shows
    request.job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 48}, {m_folder.filePath("data").toStdString()}};
    request.machines = machines;
    request.threadsPerCpuRank = 1;
    return request;
}

bool TakingBackTest::isBack(int machine) const
{
    const MetricSeries &series = m_run->series();
    return !series.members().isLost(machine) && !series.members().isForming();
}

void TakingBackTest::goOn(int steps)
{
    const double last = m_run->series().steps().back();
    QTRY_VERIFY_WITH_TIMEOUT(m_run->series().steps().back() > last + steps, patience);
}

bool TakingBackTest::logSays(const QString &words) const
{
    const auto &log = m_run->log();
    return std::any_of(log.begin(), log.end(), [&](const LogLine &line) {
        return plainSpaces(sentenceOf(line, machineWords(m_run->series()))).startsWith(words);
    });
}

QString TakingBackTest::sentence() const
{
    const auto notice = noticeOf(*m_run);
    return notice ? plainSpaces(notice->sentence) : QString();
}

void TakingBackTest::takesBackAMachineByItself()
{
    m_run = m_workspace->start(request(labMachines()));
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(m_run->isOver() || m_run->series().steps().size() > 5, patience);
    QVERIFY2(!m_run->isOver(), m_run->error() ? m_run->error()->message.c_str() : "ended too early");

    m_lab.command(
        "exec", "box3", {"--as-user", "--", "sh", "-c", "kill -9 $(pgrep -f '[m]otley-engine (agent|worker)')"});
    QTRY_VERIFY_WITH_TIMEOUT(m_run->series().members().isLost(2), patience);
    QTRY_COMPARE(m_run->comebacks().count(2), std::size_t(1));
    QVERIFY(logSays("box3 is lost; it is taken back as soon as it can be reached."));
    QTRY_VERIFY_WITH_TIMEOUT(m_run->comebacks().count(2) == 0 && isBack(2), patience);
    QVERIFY(logSays("box3 is reachable again and prepares to take part."));
    QVERIFY(logSays("box3 takes part again. The run goes on with 3 ranks from step "));
    QVERIFY(m_run->comebacks().empty());
    goOn(5);
    QTRY_VERIFY2(sentence().contains("Lost on the way: box3 after step "), qPrintable(sentence()));
    QTRY_VERIFY2(sentence().contains("in the run again since step "), qPrintable(sentence()));
}

void TakingBackTest::takesBackAMachineAsTheUserAsks()
{
    QVERIFY(m_run && m_run->state() == TrainingRun::State::Running);
    QCOMPARE(m_lab.command("link", "box2", {"down"}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_run->series().members().isLost(1), patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_run->canTakeBack(), patience);
    QTRY_VERIFY2(
        sentence().startsWith("box2 is lost; it is taken back as soon as it can be reached. "), qPrintable(sentence()));
    const auto *page = m_window->findChild<RunPage *>();
    const auto *line = page->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QTRY_VERIFY2(line->text().contains("box2 is lost; it is taken back"), qPrintable(line->text()));
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("lab-light-takeback")));
    // Its old engine ends by itself, as it hears nobody.
    QTRY_COMPARE_WITH_TIMEOUT(
        m_lab.command("exec", "box2", {"--", "pgrep", "-fc", "[m]otley-engine (agent|worker)"}).words.trimmed(),
        QByteArray("0"), patience);
    QCOMPARE(m_lab.command("link", "box2", {"up"}).exitCode, 0);
    const auto buttons = page->findChildren<QPushButton *>();
    const auto button = std::find_if(buttons.begin(), buttons.end(),
        [](const QPushButton *one) { return one->isVisible() && one->text() == QLatin1String("Take back now"); });
    if (button != buttons.end()) // else it is just being tried
        (*button)->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_run->comebacks().empty() && isBack(1), patience);
    goOn(5);
    QCOMPARE(m_run->series().members().ranks(), 3);
}

void TakingBackTest::comesToTheLossesOfAQuietRun()
{
    QVERIFY(m_run && m_run->state() == TrainingRun::State::Running);
    m_run->stop(StopManner::Graceful);
    QTRY_VERIFY_WITH_TIMEOUT(m_run->isOver(), patience);
    QVERIFY2(m_run->state() == TrainingRun::State::Finished, m_run->error() ? m_run->error()->message.c_str() : "");
    const std::vector<double> losses = m_run->series().loss();

    OpenRun *quiet = m_workspace->start(request({{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}}));
    QTRY_VERIFY_WITH_TIMEOUT(quiet->isOver() || quiet->series().loss().size() >= losses.size(), patience);
    quiet->stop(StopManner::Now);
    QTRY_VERIFY_WITH_TIMEOUT(quiet->isOver(), patience);
    QVERIFY(quiet->series().loss().size() >= losses.size());
    for (std::size_t i = 0; i < losses.size(); ++i) {
        QCOMPARE(m_run->series().steps()[i], double(i + 1));
        const double expected = quiet->series().loss()[i];
        const double least = 0.05; // below, rounding shows
        QVERIFY2(std::abs(losses[i] - expected) < 1e-4 * std::max(expected, least),
            qPrintable(QStringLiteral("step %1: %2 and %3").arg(i + 1).arg(losses[i]).arg(expected)));
    }
    qInfo("%d steps are equal", int(losses.size()));
}

QTEST_MAIN(TakingBackTest)
#include "tst_takingback.moc"
