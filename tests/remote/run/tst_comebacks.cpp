// A machine that a run has lost is tried by this computer: over logins that ask nobody, until it takes part or that is
// of no use.
#include "remote/run/comebacks.h"
#include "remote/session/sentence.h"
#include "tests/remote/run/scriptedmachines.h"
#include "tests/remote/scriptedprompter.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using namespace std::chrono_literals;
using Reason = Comeback::Reason;
using State = Comeback::State;

namespace {

constexpr int patience = 20'000; // milliseconds
constexpr ComebackPauses pauses{50ms, 100ms, 200ms};
const QByteArray running = "{\"state\":\"running\",\"lastSequence\":0,\"step\":0,\"why\":null}";
const QByteArray dead = "{\"state\":\"dead\",\"lastSequence\":3,\"step\":60,\"why\":null}";

} // namespace

class ComebacksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_comebacks.reset(); }
    void startsTheAgentAgain();
    void triesNobodyWithoutContact();
    void triesNobodyOnceTheRunEnds();
    void triesOnWhereNobodyAnswers();
    void saysARefusalOnce();
    void givesUpWhereNothingIsLeft_data();
    void givesUpWhereNothingIsLeft();
    void isQuietWhereAnAgentIsThereAlready();
    void asksAUserOnlyWhereOneWantsIt();
    void leavesAloneWhatTheTermsSay();

private:
    void lose() { m_comebacks->add({{4, 4, lost()}}); }
    static MembershipChanged lost()
    {
        return {2, 60, {0}, {64, 0}, {{1, 1, "the agent went away", {}, RankFailed::Kind::Hung}}};
    }
    bool wasStarted() const { return QFile::exists(m_folder->filePath("second/rejoined")); }
    bool isIn(State state) const
    {
        const auto machines = m_comebacks->machines();
        return machines.count(1) && machines.at(1).state == state;
    }
    Comeback comeback() const { return m_comebacks->machines().at(1); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ScriptedMachines> m_machines;
    std::unique_ptr<RunHistory> m_history;
    std::unique_ptr<Comebacks> m_comebacks;
    std::vector<Comeback> m_news;
    ScriptedPrompter m_user;
    RunRecord m_record;
};

void ComebacksTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_machines = std::make_unique<ScriptedMachines>(m_folder->path());
    m_machines->write("second/launch.json", "{}");
    m_machines->write("second/ready", "{\"pid\":1,\"address\":\"10.0.0.1\",\"controlPort\":1}");
    m_machines->write("second/status", dead);
    m_history = std::make_unique<RunHistory>(m_folder->filePath("history"));
    QVERIFY(m_history->open());
    m_record = m_machines->record(*m_history, true, true);
    m_user = {};
    m_comebacks = std::make_unique<Comebacks>(&m_user, pauses);
    m_news.clear();
    connect(m_comebacks.get(), &Comebacks::news, this, [this](int machine, const Comeback &comeback) {
        QCOMPARE(machine, 1);
        m_news.push_back(comeback);
    });
    m_comebacks->setRun(m_record);
    m_comebacks->add(m_machines->events());
    m_comebacks->setInContact(true);
}

void ComebacksTest::startsTheAgentAgain()
{
    QVERIFY(m_comebacks->machines().empty());
    lose();
    QVERIFY(isIn(State::Waiting));
    QVERIFY(m_comebacks->canTryNow());
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
    QVERIFY(wasStarted());
    QVERIFY(!m_comebacks->canTryNow());
    MembershipChanged came{3, 70, {0, 1}, {32, 32}, {}};
    came.came = {1};
    m_comebacks->add({{5, 5, came}});
    QVERIFY(m_comebacks->machines().empty());
    QCOMPARE(m_news.size(), std::size_t(2));
    QCOMPARE(m_news[0].state, State::Waiting);
    QCOMPARE(m_news[1].state, State::Preparing);
}

void ComebacksTest::triesNobodyWithoutContact()
{
    m_comebacks->setInContact(false);
    lose();
    QTest::qWait(3 * int(pauses.first.count()));
    QVERIFY(!wasStarted());
    QVERIFY(m_news.empty());
    m_comebacks->setInContact(true);
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
}

// Nor once a user has asked it to end.
void ComebacksTest::triesNobodyOnceTheRunEnds()
{
    lose();
    m_comebacks->end();
    QVERIFY(m_comebacks->machines().empty());
    QVERIFY(!m_comebacks->canTryNow());
    QTest::qWait(3 * int(pauses.first.count()));
    QVERIFY(!wasStarted());
}

void ComebacksTest::triesOnWhereNobodyAnswers()
{
    m_record.machines[1] = ScriptedMachines::machine("hbox2", false);
    m_comebacks->setRun(m_record);
    lose();
    QTRY_VERIFY_WITH_TIMEOUT(!comeback().why.message.empty(), patience);
    QVERIFY(isIn(State::Waiting));
    m_record.machines[1] = ScriptedMachines::machine("hbox2", true);
    m_comebacks->setRun(m_record);
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
    QCOMPARE(m_news.size(), std::size_t(2)); // that nobody answers is no news
}

void ComebacksTest::saysARefusalOnce()
{
    m_machines->write("second/refusal", "words of a library\nNo other machine of this run answers.\n");
    lose();
    QTRY_VERIFY_WITH_TIMEOUT(comeback().wasReached, patience);
    QCOMPARE(comeback().why.message,
        std::string("The engine could not take part in the run again on this computer: No other machine of this run "
                    "answers."));
    QFile log(m_folder->filePath("second/rejoined"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QTRY_VERIFY_WITH_TIMEOUT(log.seek(0) && log.readAll().count('\n') > 2, patience);
    QCOMPARE(m_news.size(), std::size_t(2));
    QVERIFY(QFile::remove(m_folder->filePath("second/refusal")));
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
}

void ComebacksTest::givesUpWhereNothingIsLeft_data()
{
    QTest::addColumn<QString>("gone");
    QTest::addColumn<QString>("words");
    QTest::addRow("folder of the run") << "second/launch.json"
                                       << "The folder of this run on this computer does not exist any more: ";
    QTest::addRow("engine") << "engine"
                            << "The engine of this run on this computer does not exist any more: ";
}

void ComebacksTest::givesUpWhereNothingIsLeft()
{
    QFETCH(QString, gone);
    QFETCH(QString, words);
    QVERIFY(QFile::remove(m_folder->filePath(gone)));
    lose();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Left), patience);
    QVERIFY2(say(comeback().why).contains(words), comeback().why.message.c_str());
}

// As another window has started it.
void ComebacksTest::isQuietWhereAnAgentIsThereAlready()
{
    m_machines->write("second/refusal", "The run has a living agent already.\n");
    m_machines->write("second/status", running);
    lose();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
    QVERIFY(comeback().why.message.empty());
}

void ComebacksTest::asksAUserOnlyWhereOneWantsIt()
{
    SshdServer server;
    if (const auto started = server.start(); !started)
        QSKIP(started.error().message.c_str());
    const QString key = server.makeKey("key", "open sesame");
    server.knowHostKey();
    server.writeClientConfig({"IdentityFile " + key});
    m_record.machines[1] = {Machine::Kind::Ssh, "hbox2", "there", {}};
    m_comebacks->setRun(m_record);
    lose();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Left), patience);
    QCOMPARE(comeback().reason, Reason::Login);
    QVERIFY(m_user.secrets.empty());
    m_user.answers = {"open sesame"};
    m_comebacks->takeBackNow();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
    QCOMPARE(m_user.secrets.size(), 1);
}

void ComebacksTest::leavesAloneWhatTheTermsSay()
{
    m_comebacks->setLeftAlone({"hbox2"});
    lose();
    QCOMPARE(comeback().reason, Reason::Terms);
    QTest::qWait(3 * int(pauses.first.count()));
    QVERIFY(!wasStarted());
    m_comebacks->setLeftAlone({});
    QTRY_VERIFY_WITH_TIMEOUT(isIn(State::Preparing), patience);
}

QTEST_GUILESS_MAIN(ComebacksTest)
#include "tst_comebacks.moc"
