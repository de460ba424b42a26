// From the window, three lab machines train together: two with simulated GPUs of 8 and 24 GiB and one without
// (tests/engine/simulatedcuda). Then a rank is killed, the run goes on without its machine, and another window finds
// it. On the same machines, the command line then joins their updates by Adasum.
#include "app/mainwindow.h"
#include "app/models/openrun.h"
#include "app/pages/newrunpage.h"
#include "taskdata.h"
#include "tests/app/machinedialog.h"
#include "tests/app/screenshot.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

using namespace motley;

namespace {

constexpr int patience = 600000; // milliseconds; libraries of 3 GB are sent to each GPU machine

// The curves of two runs at the steps that both have: their greatest relative difference.
double difference(const MetricSeries &series, const std::map<std::int64_t, double> &losses)
{
    double worst = 0;
    for (std::size_t i = 0; i < series.steps().size(); ++i)
        if (const auto same = losses.find(std::llround(series.steps()[i])); same != losses.end())
            worst = std::max(worst, std::abs(series.loss()[i] / same->second - 1));
    return worst;
}

std::vector<QJsonObject> ofType(const std::vector<QJsonObject> &events, const QString &type)
{
    std::vector<QJsonObject> found;
    for (const auto &event : events)
        if (event["type"] == type)
            found.push_back(event);
    return found;
}

} // namespace

class SimulatedWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(), m_workspace.reset(); }
    void trainsOnUnlikeGpusAndAProcessorAsOnOneMachine();
    void goesOnAfterAKillAndIsFoundAgain();
    void joinsUpdatesByAdasumFromTheCommandLine();

private:
    void openWindow(const char *language, Theme::Choice theme);
    JobSpec bertTiny() const;
    OpenRun *start(const JobSpec &job);
    void press(const char *name)
    {
        auto *button = m_window->findChild<QAbstractButton *>(QLatin1String(name));
        QVERIFY2(button, name);
        QVERIFY2(button->isEnabled(), name);
        button->click();
    }
    enum class Looks { English, All };
    void shoot(const char *what, NavigationRail::Page page, Looks looks = Looks::English);

    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_command;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void SimulatedWindowTest::initTestCase()
{
    const auto up = m_lab.up({"--machines", "3", "--gpus", "8,24,-", "--gpu-driver", MOTLEY_SIMULATED "/lib"});
    if (!up)
        QSKIP(up.error().message.c_str());
    qputenv("MOTLEY_ENGINE", MOTLEY_SIMULATED "/bin/motley-engine");
    m_command = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
    const QString home = m_command->folder() + QStringLiteral("/window");
    QVERIFY(QDir().mkpath(home));
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{home, home});
    QVERIFY(m_workspace->load());
    openWindow("en", Theme::Choice::Light);
    for (const LabMachine &machine : m_lab.machines())
        addMachineByDialog(*m_window, machine.name);
    auto &model = m_workspace->fleetModel();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex machine = model.index(row, 0);
        Host *host = model.hostAt(machine);
        QTRY_COMPARE_WITH_TIMEOUT(host->state(), Host::State::Ready, patience);
        const bool hasGpu = model.rowCount(machine) > 1;
        QCOMPARE(hasGpu, row == 1 || row == 2); // this computer is the first
        const bool takesPart = host->machine().kind == Machine::Kind::Ssh;
        QVERIFY(model.setData(machine, Qt::Unchecked, Qt::CheckStateRole));
        for (int i = 0; takesPart && i < model.rowCount(machine); ++i) {
            const QModelIndex device = model.index(i, 0, machine);
            const bool isGpu = device.data().toString().contains(QStringLiteral("imulated"));
            if (isGpu == hasGpu)
                QVERIFY(model.setData(device, Qt::Checked, Qt::CheckStateRole));
        }
    }
}

// As main() does it: another language is another window on the same workspace.
void SimulatedWindowTest::openWindow(const char *language, Theme::Choice theme)
{
    m_workspace->language().choose(QLatin1String(language));
    Theme::current().choose(theme);
    auto next = std::make_unique<MainWindow>(m_workspace.get());
    next->resize(1280, 800);
    next->show();
    m_window.swap(next);
}

// With batches so large that the GPUs have a part of them: a simulated one takes long for each kernel, however small.
JobSpec SimulatedWindowTest::bertTiny() const
{
    JobSpec job = makeTaskJob("bert-pretraining", m_command->folder().toStdString()).job;
    job.batch = 64;
    DataPath &config = std::get<BertSpec>(job.task).model.config;
    QJsonObject sizes = QJsonDocument::fromJson(contentsOf(QString::fromStdString(config.path))).object();
    sizes["hidden_size"] = 128;
    sizes["intermediate_size"] = 512;
    config.path = m_command->write("bert-tiny.json", QJsonDocument(sizes).toJson()).toStdString();
    return job;
}

OpenRun *SimulatedWindowTest::start(const JobSpec &job)
{
    m_window->showPage(NavigationRail::Page::NewRun);
    auto *page = m_window->findChild<NewRunPage *>();
    page->setJob(job);
    auto *button = page->findChild<QPushButton *>(QStringLiteral("startRun"));
    if (!QTest::qWaitFor([&] { return button->isEnabled(); }, 20000))
        return nullptr;
    button->click();
    return m_workspace->current();
}

// Pictures in three languages, light and dark; the English window stays. Each look is a new window, so most moments are
// seen in one look, unless somebody wants the pictures.
void SimulatedWindowTest::shoot(const char *what, NavigationRail::Page page, Looks looks)
{
    const bool all = looks == Looks::All || qEnvironmentVariableIsSet("MOTLEY_SCREENSHOTS");
    struct Look {
        const char *language;
        Theme::Choice theme;
        const char *name;
    };
    for (const Look &look : {Look{"de", Theme::Choice::Light, "german"}, Look{"ar", Theme::Choice::Light, "arabic"},
             Look{"ar", Theme::Choice::Dark, "arabic-dark"}, Look{"en", Theme::Choice::Dark, "dark"},
             Look{"en", Theme::Choice::Light, "light"}}) {
        if (!all && look.name != std::string_view("light"))
            continue;
        openWindow(look.language, look.theme);
        m_window->showPage(page);
        QVERIFY(saveScreenshot(
            *m_window, QStringLiteral("simulated-%1-%2").arg(QLatin1String(what), QLatin1String(look.name))));
    }
}

void SimulatedWindowTest::trainsOnUnlikeGpusAndAProcessorAsOnOneMachine()
{
    JobSpec job = bertTiny();
    job.name = "BERT on simulated GPUs";
    job.maxSteps = 40;
    const QString file = m_command->write("job.json", QByteArray::fromStdString(toJson(job)));
    const auto alone
        = m_command->engine({"train", file, "--json", "--run-folder", m_command->folder() + "/alone"}, 300);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    std::map<std::int64_t, double> losses;
    for (const QJsonObject &event : alone.lines())
        if (event["type"] == QStringLiteral("step"))
            losses[event["step"].toInteger()] = event["loss"].toDouble();
    QCOMPARE(losses.size(), std::size_t(40));

    shoot("machines", NavigationRail::Page::Machines);
    OpenRun *run = start(job);
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    QCOMPARE(run->series().steps().size(), losses.size());
    const auto &ranks = run->series().plan()->ranks;
    QCOMPARE(ranks.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(ranks[i].device.uuid.empty(), i == 2);
        QVERIFY(ranks[i].share > 0);
    }
    qInfo("shares of %d, %d and %d samples", int(ranks[0].share), int(ranks[1].share), int(ranks[2].share));
    const double worst = difference(run->series(), losses);
    qInfo("losses of %d steps differ by %.1e at most", int(losses.size()), worst);
    QVERIFY(worst < 1e-4);
    shoot("run", NavigationRail::Page::Run);
}

void SimulatedWindowTest::goesOnAfterAKillAndIsFoundAgain()
{
    JobSpec job = bertTiny();
    job.maxSteps = 4000;
    job.checkpoint.everySteps = 10;
    OpenRun *run = start(job);
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() || run->series().steps().size() > 25, patience);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");
    shoot("going", NavigationRail::Page::Run, Looks::All);
    m_lab.command("exec", "m2", {"--as-user", "--", "sh", "-c", "kill -KILL $(pgrep -f 'motley-engine worker')"});
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() || !run->series().members().trains(1), patience);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended with its machine");
    const double lostAfter = run->series().steps().back();
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() || run->series().steps().back() > lostAfter + 10, patience);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");
    const auto &log = run->log(); // above the run may stand what is slow
    QVERIFY(std::any_of(log.begin(), log.end(), [](const LogLine &line) {
        const auto *changed = std::get_if<MembershipChanged>(&line.body);
        return changed && !changed->lost.empty() && changed->lost.front().machine == 1;
    }));
    shoot("goes-on", NavigationRail::Page::Run);

    // The program ends and starts again; the training has gone on in between.
    const QString id = run->record().id;
    const double seen = run->series().steps().back();
    const QString home = m_command->folder() + QStringLiteral("/window");
    m_window.reset();
    m_workspace.reset();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{home, home});
    QVERIFY(m_workspace->load());
    openWindow("en", Theme::Choice::Light);
    OpenRun *again = m_workspace->open(id);
    QVERIFY(again);
    QTRY_COMPARE_WITH_TIMEOUT(again->state(), TrainingRun::State::Running, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!again->series().steps().empty() && again->series().steps().back() > seen, patience);
    const auto &steps = again->series().steps();
    for (std::size_t i = 1; i < steps.size(); ++i)
        QCOMPARE(steps[i], steps[i - 1] + 1); // no gap
    shoot("found-again", NavigationRail::Page::Run);
    m_window->showPage(NavigationRail::Page::Run);
    press("stopRun");
    QTRY_VERIFY_WITH_TIMEOUT(again->isOver(), patience);
    QCOMPARE(again->series().finished()->outcome, RunFinished::Outcome::Stopped);
    shoot("stopped", NavigationRail::Page::Run);
    shoot("runs", NavigationRail::Page::Runs);
}

// No device is chosen: machines with GPUs train on them. From the same weights the first step has the same loss as on
// one machine; then every machine makes its own update.
void SimulatedWindowTest::joinsUpdatesByAdasumFromTheCommandLine()
{
    for (const LabMachine &machine : m_lab.machines())
        QCOMPARE(m_command->run({"machines", "add", machine.name, machine.name}).exitCode, 0);
    JobSpec job = makeTaskJob("bert-pretraining", m_command->folder().toStdString()).job;
    const QString summing = m_command->write("sum.json", QByteArray::fromStdString(toJson(job)));
    const auto alone
        = m_command->engine({"train", summing, "--json", "--run-folder", m_command->folder() + "/sum"}, 300);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    const QString joining = m_command->write("adasum.json", QByteArray::fromStdString(toJson(job)));
    const auto together = m_command->run({"run", joining, "--machines", "m1,m2,m3", "--json"}, 600);
    QVERIFY2(together.exitCode == 0, together.output.right(2000) + together.complaints);

    const auto events = together.lines();
    const QJsonArray ranks = ofType(events, "plan").back()["plan"].toObject()["ranks"].toArray();
    QCOMPARE(ranks.size(), 3);
    for (int rank = 0; rank < 3; ++rank) {
        QCOMPARE(ranks[rank]["device"]["uuid"].toString(), rank == 2 ? "" : "GPU-simulated-0");
        QCOMPARE(ranks[rank]["group"].toInt(-1), rank);
    }
    const auto notes = ofType(events, "note");
    QVERIFY(std::any_of(notes.begin(), notes.end(),
        [](const QJsonObject &note) { return note["message"].toString().contains("A(A(0, 2), 1)"); }));
    const auto summed = ofType(alone.lines(), "step"), joined = ofType(events, "step");
    QCOMPARE(joined.size(), summed.size());
    const double first = joined.front()["loss"].toDouble(), firstAlone = summed.front()["loss"].toDouble();
    QVERIFY2(
        std::abs(first / firstAlone - 1) < 1e-4, qPrintable(QStringLiteral("%1 and %2").arg(first).arg(firstAlone)));
    QVERIFY(joined.back()["loss"].toDouble() < joined.front()["loss"].toDouble());
    QFile card(events.back()["model"].toString() + "/README.md");
    QVERIFY(card.open(QIODevice::ReadOnly));
    QVERIFY(card.readAll().contains("Adasum"));
}

QTEST_MAIN(SimulatedWindowTest)
#include "tst_simulatedwindow.moc"
