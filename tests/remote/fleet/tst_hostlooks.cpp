// A machine is looked at by itself: how seldom while it is off, and never where a login would ask for a secret.
#include "remote/fleet/host.h"
#include "remote/fleet/lookpause.h"
#include "scriptedprompter.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QTest>

using namespace motley;

namespace {

constexpr int patience = 60000; // milliseconds

} // namespace

class HostLooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pausesGrowWhileNothingAnswers()
    {
        const LookPause::Clock::time_point start{};
        LookPause pause;
        QVERIFY(pause.isOver(start));
        auto now = start;
        std::vector<std::chrono::seconds> pauses;
        for (int i = 0; i < 8; ++i) {
            pause.missed(now);
            const auto missed = now;
            while (!pause.isOver(now))
                now += std::chrono::seconds(1);
            pauses.push_back(std::chrono::duration_cast<std::chrono::seconds>(now - missed));
        }
        for (std::size_t i = 1; i < pauses.size(); ++i)
            QCOMPARE(pauses[i], std::min(2 * pauses[i - 1], LookPause::longest));
        QCOMPARE(pauses.back(), LookPause::longest);
        pause.missed(now);
        pause.answered();
        QVERIFY(pause.isOver(now));
    }

    void aLookFindsWhatChangesAndKeepsTheRest()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"IdentityFile " + server.makeKey(QStringLiteral("key"))});
        server.knowHostKey();
        ScriptedPrompter prompter;
        Host host({Machine::Kind::Ssh, QStringLiteral("box"), QStringLiteral("there"), {}}, &prompter);
        QVERIFY(!host.lastSeen().isValid());
        host.refresh();
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, patience);
        QVERIFY(host.lastLook() && host.lastLook()->processorsPercent);
        QVERIFY(!host.asksForSecret());
        const ProbeReport before = *host.report();
        host.lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(host.answers(), 2, patience);
        QCOMPARE(host.state(), Host::State::Ready);
        QCOMPARE(host.report()->installRoot, before.installRoot);
        QCOMPARE(host.report()->interfaces, before.interfaces);
        QVERIFY(host.lastLook()->processors->all > 0);

        server.stop();
        host.lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Failed, patience);
        QVERIFY(host.lastSeen().isValid());
        QVERIFY(!host.lastLook());
        const int answers = host.answers();
        host.lookAgain(); // in the pause
        QTest::qWait(300);
        QCOMPARE(host.answers(), answers);
    }

    void noLookIsTakenWhereALoginAsksForASecret()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig(
            {"IdentityFile " + server.makeKey(QStringLiteral("locked"), QStringLiteral("open sesame"))});
        server.knowHostKey();
        ScriptedPrompter prompter;
        prompter.answers = {QStringLiteral("open sesame")};
        Host host({Machine::Kind::Ssh, QStringLiteral("box"), QStringLiteral("there"), {}}, &prompter);
        host.refresh();
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, patience);
        QCOMPARE(prompter.secrets.size(), 1);
        QVERIFY(host.asksForSecret());
        const auto logins = server.log().count("Connection from");
        QVERIFY(logins > 0);
        host.lookAgain();
        QTest::qWait(1000);
        QCOMPARE(server.log().count("Connection from"), logins);
        QCOMPARE(host.state(), Host::State::Ready);
        QCOMPARE(host.answers(), 1);
    }
};

QTEST_GUILESS_MAIN(HostLooksTest)
#include "tst_hostlooks.moc"
