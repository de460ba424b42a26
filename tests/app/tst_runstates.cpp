// What the window says of a run, in each state that it can be opened in.
#include "app/mainwindow.h"
#include "app/models/runsmodel.h"
#include "app/models/runwords.h"
#include "app/pages/newrunpage.h"
#include "app/pages/runpage.h"
#include "engine/base/tcp.h"
#include "remote/session/sentence.h"
#include "tests/remote/linesof.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace motley;
using Outcome = RunRecord::Outcome;

namespace {

bool isChinese(const QString &text)
{
    return std::any_of(
        text.begin(), text.end(), [](QChar character) { return character.script() == QChar::Script_Han; });
}

} // namespace

class RunStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void aCancelledRunIsStoppedAndNoError();
    void aCancellationIsSaidInTheLanguageOfToday();
    void aFailureIsSaidInTheLanguageOfToday();
    void aFailureOfAnOlderVersionIsSaidAsItIs();
    void aKindOfFailureIsSaidInTheLanguageOfToday();
    void anEndedRunDoesNotReconnect();
    void aRunThatIsOpenedAgainConnectsFirst();
    void anotherJobIsNoReadyJob();
    void asksBeforeItStartsOnABusyMachine();
    void asksBeforeItStartsOnAGpuThatOthersUse();
    void aFailedPreparationKeepsItsStagesAndIsTriedAgain();

private:
    LanguageModelSpec wordsToLearn() const;
    void chooseWordsToLearn();
    QMessageBox *questionAtTheStart();
    void returnStartsNothing(QMessageBox *question);
    QMessageBox *busyQuestion() const { return m_window->findChild<QMessageBox *>(QStringLiteral("busyQuestion")); }
    OpenRun *open(
        Outcome outcome, bool launched, const QString &message = {}, const std::vector<Event> &afterAStep = {});
    QLabel *label(const char *name) const
    {
        return m_window->findChild<RunPage *>()->findChild<QLabel *>(QLatin1String(name));
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void RunStatesTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
}

// With data that are there.
LanguageModelSpec RunStatesTest::wordsToLearn() const
{
    LanguageModelSpec spec;
    QFile text(m_home->filePath(QStringLiteral("text.txt")));
    if (text.open(QIODevice::WriteOnly))
        text.write(QByteArray("Who knows how many words a model needs. ").repeated(2000));
    spec.data.train = {text.fileName().toStdString()};
    return spec;
}

// `launched`: on a machine that nothing answers for.
OpenRun *RunStatesTest::open(
    Outcome outcome, bool launched, const QString &message, const std::vector<Event> &afterAStep)
{
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = m_workspace->history().create(
        job, {{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}});
    if (!record)
        return nullptr;
    record->outcome = outcome;
    record->failure.text = message.toStdString(); // as older versions wrote it
    if (launched)
        record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    EventLogCopy copy(record->eventsFile());
    StepDone step;
    step.step = 1;
    step.seconds = 0.1;
    step.samples = 32;
    if (launched && (!copy.load() || !copy.append({Event{1, 1000, step}}) || !copy.append(linesOf(afterAStep))))
        return nullptr;
    if (!m_workspace->history().update(*record))
        return nullptr;
    OpenRun *run = m_workspace->open(record->id);
    m_window->showPage(NavigationRail::Page::Run);
    return run;
}

void RunStatesTest::aCancelledRunIsStoppedAndNoError()
{
    const OpenRun *run = open(Outcome::Stopped, false, QStringLiteral("The run was cancelled."));
    QVERIFY(run);
    QCOMPARE(run->state(), TrainingRun::State::Failed);
    QCOMPARE(label("runState")->text(), styleOf(Outcome::Stopped).word);
    QCOMPARE(label("messageSentence")->text(), QStringLiteral("The run was cancelled."));
    const auto *page = m_window->findChild<RunPage *>();
    QVERIFY(page->findChild<QWidget *>(QStringLiteral("messageCopy"))->isHidden());
    QVERIFY(!label("statLeft")->isVisible());
}

void RunStatesTest::aCancellationIsSaidInTheLanguageOfToday()
{
    // A machine that never answers, and a program that can be taken for the engine: so the preparation cannot fail
    // before it is cancelled.
    const Descriptor silent = listenAt(*socketAddress("127.0.0.1", 0));
    qputenv("MOTLEY_ENGINE", QCoreApplication::applicationFilePath().toUtf8());
    const auto restored = qScopeGuard([] { qunsetenv("MOTLEY_ENGINE"); });
    RunRequest request;
    request.job.name = "digits";
    request.job.task = ImageSpec{{}, {"/nowhere"}};
    request.machines = {
        {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ssh://ada@127.0.0.1:%1").arg(portOf(silent)), {}}};
    QString id;
    {
        TrainingRun run(&m_workspace->history(), &m_workspace->prompter());
        run.start(request);
        run.cancelPreparation();
        QTRY_COMPARE_WITH_TIMEOUT(run.state(), TrainingRun::State::Failed, 20000);
        QVERIFY2(run.error()->message.find("cancelled") != std::string::npos, run.error()->message.c_str());
        id = run.record().id;
    }
    m_workspace->language().choose(QStringLiteral("de"));
    const OpenRun *run = m_workspace->open(id);
    QCOMPARE(QString::fromStdString(run->error()->message),
        TrainingRun::tr("The run was cancelled before the training began."));
    QVERIFY(run->error()->message.find("cancelled") == std::string::npos);
    m_workspace->language().choose(QStringLiteral("en"));
}

void RunStatesTest::aFailureIsSaidInTheLanguageOfToday()
{
    m_workspace->language().choose(QStringLiteral("zh_CN"));
    RunRequest request;
    request.job.name = "digits";
    request.job.task = wordsToLearn();
    request.machines = {{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ssh://ada@127.0.0.1:9"), {}}};
    m_workspace->start(request);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), 20000);
    const QString id = m_workspace->current()->id();
    QTRY_VERIFY(isChinese(label("messageSentence")->text()));
    m_workspace->language().choose(QStringLiteral("en"));
    m_window.reset();
    m_window = std::make_unique<MainWindow>(m_workspace.get()); // as the window does then with all that has words
    m_window->show();
    m_window->showPage(NavigationRail::Page::Run);
    const QString english = label("messageSentence")->text();
    QVERIFY2(!english.isEmpty(), qPrintable(english));
    QVERIFY2(!isChinese(english), qPrintable(english));
    m_window.reset();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
    m_workspace->open(id);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(label("messageSentence")->text(), english);
    const auto *runs = m_window->findChild<QTreeView *>(QStringLiteral("runsTable"));
    QVERIFY(
        runs->model()->index(0, RunsModel::State).data(Qt::ToolTipRole).toString().contains(english.toHtmlEscaped()));
}

// Older versions stored the words of their day.
void RunStatesTest::aFailureOfAnOlderVersionIsSaidAsItIs()
{
    const OpenRun *run = open(Outcome::Failed, false, QStringLiteral("Der Rechner gpu1 antwortet nicht: %1."));
    QVERIFY(run);
    QCOMPARE(label("messageSentence")->text(), QStringLiteral("Der Rechner gpu1 antwortet nicht: %1."));
}

// The engine's own words follow, in English.
void RunStatesTest::aKindOfFailureIsSaidInTheLanguageOfToday()
{
    m_workspace->language().choose(QStringLiteral("de"));
    const std::string words = "CUDA out of memory.";
    RankFailed failed{0, 0, words, {}};
    failed.kind = RankFailed::Kind::OutOfMemory;
    const OpenRun *run = open(Outcome::Running, true, {},
        {{2, 1001, failed}, {3, 1002, RunFinished{RunFinished::Outcome::Failed, 1, 2, words, {}}}});
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), 20000);
    const QString german = label("messageSentence")->text();
    QVERIFY2(german.contains(QStringLiteral("CUDA out of memory.")), qPrintable(german));
    QVERIFY2(german.contains(QStringLiteral("Speicher")), qPrintable(german));
    m_workspace->language().choose(QStringLiteral("en"));
    const auto records = m_workspace->history().all();
    QVERIFY(records);
    QCOMPARE(say(records->front().failure), QStringLiteral("The memory of a rank ran out: CUDA out of memory."));
}

void RunStatesTest::anEndedRunDoesNotReconnect()
{
    const OpenRun *run = open(Outcome::Completed, true);
    QVERIFY(run);
    QCOMPARE(run->state(), TrainingRun::State::LostContact);
    QCOMPARE(label("runState")->text(), styleOf(Outcome::Completed).word);
    QVERIFY(!label("messageSentence")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(run->error() || run->isOver(), 20000);
    QCOMPARE(label("runState")->text(), styleOf(Outcome::Completed).word);
    QVERIFY(!label("messageSentence")->text().contains(QStringLiteral("goes on")));
}

void RunStatesTest::aRunThatIsOpenedAgainConnectsFirst()
{
    const OpenRun *run = open(Outcome::Running, true);
    QVERIFY(run);
    QCOMPARE(label("runState")->text(), QStringLiteral("Connecting"));
    QVERIFY(!label("messageSentence")->isVisible());
    QVERIFY(label("statLeft")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(run->error(), 20000);
    QTRY_VERIFY(label("runState")->text().startsWith(QStringLiteral("Reconnecting")));
    QVERIFY(label("messageSentence")->isVisible());
}

void RunStatesTest::anotherJobIsNoReadyJob()
{
    auto *page = m_window->findChild<NewRunPage *>();
    const auto *preset = page->findChild<QComboBox *>(QStringLiteral("preset"));
    QCOMPARE(preset->currentIndex(), 0);
    JobSpec other = m_workspace->draft();
    other.name = "Shakespeare";
    page->setJob(other);
    QCOMPARE(preset->currentIndex(), -1);
}

void RunStatesTest::chooseWordsToLearn()
{
    JobSpec job;
    job.name = "digits";
    job.task = wordsToLearn();
    m_window->showPage(NavigationRail::Page::NewRun);
    m_window->findChild<NewRunPage *>()->setJob(job);
}

// Null: none is asked.
QMessageBox *RunStatesTest::questionAtTheStart()
{
    auto *start = m_window->findChild<QPushButton *>(QStringLiteral("startRun"));
    if (!QTest::qWaitFor([&] { return start->isEnabled(); }, 10000))
        QTest::qFail("Start stays disabled.", __FILE__, __LINE__);
    start->click();
    return busyQuestion();
}

void RunStatesTest::returnStartsNothing(QMessageBox *question)
{
    QTest::keyClick(question, Qt::Key_Return);
    QTRY_VERIFY(!busyQuestion());
    QVERIFY(!m_workspace->current());
}

void RunStatesTest::asksBeforeItStartsOnABusyMachine()
{
    const auto &hosts = m_workspace->fleet().hosts();
    QTRY_COMPARE_WITH_TIMEOUT(hosts.front()->state(), Host::State::Ready, 20000);
    m_workspace->ticks().set(QStringLiteral("local"), Device{}, true);
    const FleetModel &machines = m_workspace->fleetModel();
    const QString free = machines.index(0, FleetModel::State).data().toString();
    RunHistory terminal(m_home->path()); // another program
    QVERIFY(terminal.open());
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = terminal.create(job, {hosts.front()->machine()});
    QVERIFY(record);
    record->outcome = Outcome::Running;
    QVERIFY(terminal.update(*record));
    QTRY_VERIFY(machines.index(0, FleetModel::State).data().toString().contains(QStringLiteral("digits")));

    chooseWordsToLearn();
    auto *question = questionAtTheStart();
    QVERIFY(question);
    QVERIFY(question->informativeText().contains(QStringLiteral("digits")));
    returnStartsNothing(question);

    record->outcome = Outcome::Completed;
    QVERIFY(terminal.update(*record));
    QTRY_COMPARE(machines.index(0, FleetModel::State).data().toString(), free);
}

// With a recorded nvidia-smi, where the first of two GPUs has two processes.
void RunStatesTest::asksBeforeItStartsOnAGpuThatOthersUse()
{
    Host &host = *m_workspace->fleet().hosts().front();
    QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, 20000);
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
    qputenv("PATH", QByteArray(RECORDED_SMI ":") + path);
    host.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, 20000);
    const auto &gpus = host.report()->gpus;
    QCOMPARE(static_cast<int>(gpus.size()), 2);
    QCOMPARE(gpus[0].processes.value_or(0), 2);
    const Device used{Device::Kind::Cuda, gpus[0].uuid}, unused{Device::Kind::Cuda, gpus[1].uuid};
    m_workspace->ticks().set(QStringLiteral("local"), used, true);
    m_workspace->ticks().set(QStringLiteral("local"), unused, true);

    chooseWordsToLearn();
    auto *question = questionAtTheStart();
    QVERIFY(question);
    QVERIFY2(question->informativeText().startsWith(QStringLiteral("Other programs use 1 GPU of this computer.\n")),
        qPrintable(question->informativeText()));
    returnStartsNothing(question);

    m_workspace->ticks().set(QStringLiteral("local"), used, false);
    QVERIFY(!questionAtTheStart());
    QVERIFY(m_workspace->current());
    m_workspace->current()->stop(StopManner::Now);
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->current()->isOver(), 20000);
}

void RunStatesTest::aFailedPreparationKeepsItsStagesAndIsTriedAgain()
{
    RunRequest request;
    request.job.name = "words";
    request.job.task = wordsToLearn();
    for (const auto name : {"zeta", "alpha"}) // nothing answers there
        request.machines.push_back(
            {Machine::Kind::Ssh, QLatin1String(name), QStringLiteral("ssh://ada@127.0.0.1:9"), {}});
    const OpenRun *run = m_workspace->start(request);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), 20000);
    const auto *page = m_window->findChild<RunPage *>();
    QTRY_VERIFY(label("preparationElapsed")->isVisible());
    const auto stages = page->findChildren<QLabel *>(QStringLiteral("preparationStage"));
    QCOMPARE(stages.size(), 2);
    const auto *bars = page->findChild<QWidget *>(QStringLiteral("preparation"));
    QStringList machines;
    for (const auto *bar : bars->findChildren<QProgressBar *>())
        machines << bar->accessibleName();
    QCOMPARE(machines, QStringList({QStringLiteral("zeta"), QStringLiteral("alpha")}));
    auto *again = page->findChild<QPushButton *>(QStringLiteral("messageAction"));
    QVERIFY(again->isVisible());
    QCOMPARE(again->text(), QStringLiteral("Try again"));
    QTest::mouseClick(again, Qt::LeftButton);
    QVERIFY(m_workspace->current() != run);
    QCOMPARE(m_workspace->current()->record().machines, run->record().machines);
}

QTEST_MAIN(RunStatesTest)
#include "tst_runstates.moc"
