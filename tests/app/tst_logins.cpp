// The window asks for a login where the user clicks, and nowhere else.
#include "app/dialogs/hostkeydialog.h"
#include "app/mainwindow.h"
#include "app/models/hostwords.h"
#include "app/models/runwords.h"
#include "app/pages/runpage.h"
#include "remote/history/eventlogcopy.h"
#include "remote/session/sentence.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using State = TrainingRun::State;

namespace {

constexpr int patience = 20'000; // milliseconds

const Machine machine{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("there"), {}};

// A run that was left training on the machine.
void writeRunningRun(const QString &dataFolder)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(job, {machine});
    QVERIFY(record);
    record->outcome = RunRecord::Outcome::Running;
    record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    StepDone step;
    step.step = 1;
    step.seconds = 0.1;
    step.samples = 32;
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append({Event{1, 1000, step}}));
    QVERIFY(history.update(*record));
}

} // namespace

class LoginsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(), m_home.reset(); }
    void nothingIsAskedAtTheStart();
    void openingARunAgainAsksAgain();
    void aLoginThatWasGivenUpNeedsTheUser();
    void aChangedHostKeyIsCalledOne();
    void aHostKeyThatMayNotBeAskedAboutIsNotTrusted();
    void aMachineThatCannotBeProbedIsReachable();
    void aMachineThatGoesIsNoticedWithoutAWord();
    void aRunWhoseKeysAreRefusedSaysWhatToDo();
    void aLoginWhoseKeysAreRefusedIsNoUnreachableMachine();

private:
    Host *probed();
    HostKeyDialog *question() const { return m_window->findChild<HostKeyDialog *>(); }
    void answer(bool yes) const;
    // The run's folder is not there, which only a machine that lets the user in can say.
    bool contactWasMade() const { return m_states.contains(State::Failed); }

    SshdServer m_server;
    QString m_key;
    QString m_stranger; // a key that the server does not know
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    OpenRun *m_run = nullptr;
    QList<State> m_states;
};

void LoginsTest::initTestCase()
{
    const auto started = m_server.start();
    if (!started)
        QSKIP(started.error().message.c_str());
    m_key = m_server.makeKey(QStringLiteral("key"));
    m_stranger = m_server.makeKey(QStringLiteral("stranger"), {}, false);
}

// The host key of the machine is not known, so that each login has a question.
void LoginsTest::init()
{
    m_server.writeClientConfig({"IdentityFile " + m_key});
    QFile::remove(m_server.path(QStringLiteral("known_hosts")));
    m_home = std::make_unique<QTemporaryDir>();
    writeRunningRun(m_home->path());
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
    m_run = m_workspace->current();
    QVERIFY(m_run);
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::NeedsLogin, patience);
    m_states.clear();
    connect(m_run, &OpenRun::changed, this, [this] { m_states << m_run->state(); });
}

void LoginsTest::answer(bool yes) const
{
    QTRY_VERIFY_WITH_TIMEOUT(question(), patience);
    yes ? question()->accept() : question()->reject();
    QTRY_VERIFY(!question());
}

void LoginsTest::nothingIsAskedAtTheStart()
{
    QVERIFY(!question());
    QCOMPARE(styleOf(*m_run).word, QStringLiteral("Login needs your input"));
    auto *button = m_window->findChild<RunPage *>()->findChild<QPushButton *>(QStringLiteral("messageAction"));
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    answer(true);
    QTRY_VERIFY_WITH_TIMEOUT(contactWasMade(), patience);
    QCOMPARE(static_cast<int>(m_run->series().steps().size()), 1); // the copied steps are not shown twice
}

void LoginsTest::openingARunAgainAsksAgain()
{
    QCOMPARE(m_workspace->open(m_run->id()), m_run);
    answer(false);
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::NeedsLogin, patience);
    QCOMPARE(m_workspace->open(m_run->id()), m_run);
    answer(true);
    QTRY_VERIFY_WITH_TIMEOUT(contactWasMade(), patience);
}

void LoginsTest::aLoginThatWasGivenUpNeedsTheUser()
{
    const auto host = m_workspace->fleet().add(machine);
    QVERIFY(host);
    (*host)->refresh();
    answer(false);
    QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Failed, patience);
    QCOMPARE(stateWord(**host), QStringLiteral("Login needs your input"));
}

void LoginsTest::aLoginWhoseKeysAreRefusedIsNoUnreachableMachine()
{
    m_server.knowHostKey();
    m_server.writeClientConfig({"IdentityFile " + m_stranger});
    const auto host = m_workspace->fleet().add(machine);
    QVERIFY(host);
    (*host)->refresh();
    QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Failed, patience);
    QVERIFY(!question());
    QCOMPARE(stateWord(**host), QStringLiteral("Login refused"));
    m_server.stop();
    (*host)->refresh();
    QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Failed, patience);
    QCOMPARE(stateWord(**host), QStringLiteral("Not reachable"));
}

// The machine, once it was asked and has failed.
Host *LoginsTest::probed()
{
    const auto host = m_workspace->fleet().add(machine);
    if (!host)
        return nullptr;
    (*host)->refresh();
    return QTest::qWaitFor([&] { return (*host)->state() == Host::State::Failed; }, patience) ? *host : nullptr;
}

void LoginsTest::aChangedHostKeyIsCalledOne()
{
    SshdServer other;
    QVERIFY(other.start());
    m_server.knowHostKey();
    QFile known(m_server.path(QStringLiteral("known_hosts")));
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write(QByteArray("[127.0.0.1]:") + QByteArray::number(m_server.port()) + ' ' + other.publicHostKey() + '\n');
    known.close();
    const Host *host = probed();
    QVERIFY(host);
    QVERIFY(!question());
    QCOMPARE(stateWord(*host), QStringLiteral("Host key changed"));
    const QString words = say(*host->error());
    QVERIFY2(words.contains(known.fileName() + QStringLiteral(":1")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("remove that")), qPrintable(words));
}

void LoginsTest::aHostKeyThatMayNotBeAskedAboutIsNotTrusted()
{
    m_server.writeClientConfig({"StrictHostKeyChecking yes"});
    const Host *host = probed();
    QVERIFY(host);
    QVERIFY(!question());
    QCOMPARE(stateWord(*host), QStringLiteral("Host key not trusted"));
}

void LoginsTest::aMachineThatCannotBeProbedIsReachable()
{
    SshdServer server;
    QVERIFY(server.start({QStringLiteral("ForceCommand echo This account is currently not available.; exit 1")}));
    server.writeClientConfig({"IdentityFile " + server.makeKey(QStringLiteral("key"))});
    server.knowHostKey();
    const Host *host = probed();
    QVERIFY(host);
    QCOMPARE(stateWord(*host), QStringLiteral("Could not be examined"));
    QVERIFY2(say(*host->error()).contains(QStringLiteral("gpu1")), host->error()->message.c_str());
}

// The window looks at its machines now and then. Until the answer comes, nothing flickers.
void LoginsTest::aMachineThatGoesIsNoticedWithoutAWord()
{
    SshdServer server;
    QVERIFY(server.start());
    server.writeClientConfig({"IdentityFile " + server.makeKey(QStringLiteral("key"))});
    server.knowHostKey();
    const auto added = m_workspace->fleet().add(machine);
    QVERIFY(added);
    Host *host = *added;
    host->refresh();
    QTRY_COMPARE_WITH_TIMEOUT(host->state(), Host::State::Ready, patience);
    QList<Host::State> states;
    connect(host, &Host::changed, this, [&] { states << host->state(); });
    host->lookAgain();
    QTRY_VERIFY_WITH_TIMEOUT(!states.isEmpty(), patience);
    server.stop();
    host->lookAgain();
    QTRY_COMPARE_WITH_TIMEOUT(host->state(), Host::State::Failed, patience);
    QCOMPARE(stateWord(*host), QStringLiteral("Not reachable"));
    QCOMPARE(states, (QList<Host::State>{Host::State::Ready, Host::State::Failed}));
    disconnect(host, nullptr, this, nullptr);
}

// Its machine lets nobody in, which no waiting mends: it is not tried again and again.
void LoginsTest::aRunWhoseKeysAreRefusedSaysWhatToDo()
{
    m_server.knowHostKey();
    m_server.writeClientConfig({"IdentityFile " + m_stranger});
    m_run->logIn();
    QTRY_COMPARE_WITH_TIMEOUT(m_run->state(), State::Refused, patience);
    QCOMPARE(styleOf(*m_run).word, QStringLiteral("Contact refused"));
    const auto *page = m_window->findChild<RunPage *>();
    const QString words = page->findChild<QLabel *>(QStringLiteral("messageSentence"))->text();
    QVERIFY2(words.startsWith(QStringLiteral("This is what was known last.")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("Add a key to that account or check its name.")), qPrintable(words));
    auto *button = page->findChild<QPushButton *>(QStringLiteral("messageAction"));
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Try again"));
    m_server.writeClientConfig({"IdentityFile " + m_key});
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(contactWasMade(), patience);
}

QTEST_MAIN(LoginsTest)
#include "tst_logins.moc"
