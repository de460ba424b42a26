// Connecting to a machine: jump hosts, ports that refuse or do not answer, lost connections, shells that misbehave.
#include "remote/fleet/connect.h"
#include "remote/session/sentence.h"
#include "scriptedprompter.h"
#include "sshdserver.h"

#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>
#include <QTranslator>

#include <atomic>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

// Makes German the language of the program while it lives.
class InGerman : public QTranslator {
public:
    InGerman() { QCoreApplication::installTranslator(this); }
    ~InGerman() override { QCoreApplication::removeTranslator(this); }

    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *text, const char *, int) const override
    {
        return text == QByteArray("%1 (on the way to %2)") ? QStringLiteral("%1 (auf dem Weg zu %2)") : QString();
    }
};

} // namespace

class SshTunnelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        SshdServer server;
        if (const auto started = server.start(); !started)
            QSKIP(started.error().message.c_str());
    }

    void leadsThroughAJumpHost()
    {
        SshdServer gate;
        SshdServer server;
        QVERIFY(gate.start());
        QVERIFY(server.start());
        const auto key = server.makeKey("key");
        const auto gateKey = gate.makeKey("key");
        server.writeClientConfig({"ProxyJump gate", "IdentityFile " + key}, entry("gate", gate, gateKey));
        m_prompter.acceptsKeys = true;
        auto session = open();
        QVERIFY2(session, m_error.message.c_str());
        QCOMPARE(m_prompter.hostKeys.size(), 2);
        QVERIFY(m_prompter.hostKeys.first().machine.contains("gate"));
        QVERIFY(m_prompter.hostKeys.first().machine.contains("There"));

        CommandOptions options;
        options.input = std::string(5'000'000, 'x');
        const auto result = session->run("wc -c; head -c 5000000 /dev/zero >&2; echo $SSH_CONNECTION", options);
        QVERIFY(result);
        QVERIFY(result->output.starts_with("5000000\n"));
        QCOMPARE(result->errors.size(), std::min<std::size_t>(5'000'000, options.outputLimit));
        QVERIFY(gate.log().contains("Accepted"));

        gate.cutConnections();
        QVERIFY(!session->run("true"));
    }

    void jumpHostsThatLieBehindEachOtherAreRefused()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"ProxyJump gate"}, QStringLiteral("Host gate\n    ProxyJump there\n"));
        QVERIFY(!open());
        QVERIFY2(says("more than 8 jump host"), m_error.message.c_str());
    }

    void aJumpHostThatCannotReachTheMachineIsNamed()
    {
        SshdServer gate;
        SshdServer server;
        QVERIFY(gate.start());
        QVERIFY(server.start());
        const auto key = server.makeKey("key");
        server.writeClientConfig({"ProxyJump gate", "IdentityFile " + key}, entry("gate", gate, gate.makeKey("key")));
        server.stop();
        m_prompter.acceptsKeys = true;
        QVERIFY(!open());
        QVERIFY2(says("jump host"), m_error.message.c_str());
    }

    void theWayToAMachineIsSaidInTheLanguageOfToday()
    {
        SshdServer gate;
        SshdServer server;
        QVERIFY(gate.start());
        QVERIFY(server.start());
        server.writeClientConfig({"ProxyJump gate"}, entry("gate", gate, gate.makeKey("key")));
        QVERIFY(!open()); // the host key of the gate is not accepted
        QVERIFY2(says("gate (on the way to There)"), m_error.message.c_str());
        const InGerman german;
        QVERIFY2(say(m_error).contains("gate (auf dem Weg zu There)"), qPrintable(say(m_error)));
    }

    void aRefusedPortIsSaidAtOnce()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig();
        server.stop();
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!open());
        QVERIFY(clock.elapsed() < 1000);
        QVERIFY2(says("refused"), m_error.message.c_str());
        QVERIFY2(says("127.0.0.1"), m_error.message.c_str());
        QVERIFY2(says(QString::number(server.port())), m_error.message.c_str());
    }

    void oneDeadAddressOfSeveralIsNoObstacle()
    {
        SshdServer server; // listens on 127.0.0.1 alone, where localhost is ::1 as well
        QVERIFY(server.start());
        server.writeClientConfig({"HostName localhost", "IdentityFile " + server.makeKey("key")});
        m_prompter.acceptsKeys = true;
        QElapsedTimer clock;
        clock.start();
        QVERIFY2(open(), m_error.message.c_str());
        QVERIFY(clock.elapsed() < 3000);
    }

    void anUnknownNameIsSaid()
    {
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({"HostName no-such-host.invalid", "ConnectTimeout 5"});
        QVERIFY(!open());
        QVERIFY2(says("no-such-host.invalid"), m_error.message.c_str());
    }

    void aPortThatSaysNothingHasALimit()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({QStringLiteral("Port %1").arg(silent.serverPort()), "ConnectTimeout 1"});
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!open());
        QVERIFY(clock.elapsed() >= 1000);
        QVERIFY(clock.elapsed() < 3000);
        QVERIFY2(says("did not greet"), m_error.message.c_str());
    }

    // As where the packets that follow the greeting are too large for the way.
    void aServerThatSaysNothingAfterItsGreetingIsNoWrongPort()
    {
        QTcpServer greets;
        QVERIFY(greets.listen(QHostAddress::LocalHost));
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({QStringLiteral("Port %1").arg(greets.serverPort()), "ConnectTimeout 1"});
        std::atomic<bool> isOpen = true;
        std::jthread opening([&] { isOpen = open() != nullptr; });
        QVERIFY(greets.waitForNewConnection(5000));
        QTcpSocket *caller = greets.nextPendingConnection();
        caller->write("SSH-2.0-OpenSSH_9.2\r\n");
        QVERIFY(caller->waitForBytesWritten(5000));
        opening.join();
        QVERIFY(!isOpen);
        QVERIFY2(
            says("greeted as an SSH server, and then there was no answer within 1 second"), m_error.message.c_str());
        QVERIFY(says("MTU"));
    }

    // As sshd does to whoever failed to log in several times (PerSourcePenalties).
    void aServerThatLetsNobodyInForAWhileIsNoMissingServer()
    {
        QTcpServer strict;
        QVERIFY(strict.listen(QHostAddress::LocalHost));
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({QStringLiteral("Port %1").arg(strict.serverPort())});
        std::atomic<bool> isOpen = true;
        std::jthread opening([&] { isOpen = open() != nullptr; });
        QVERIFY(strict.waitForNewConnection(5000));
        auto *client = strict.nextPendingConnection();
        client->write("Not allowed at this time\r\n");
        client->disconnectFromHost();
        QVERIFY(client->state() == QAbstractSocket::UnconnectedState || client->waitForDisconnected(5000));
        opening.join();
        QVERIFY(!isOpen);
        QVERIFY2(says("wait a few minutes"), m_error.message.c_str());
    }

    void aPortThatSaysNothingCanBeLeftAtOnce()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({QStringLiteral("Port %1").arg(silent.serverPort()), "ConnectTimeout 60"});
        std::stop_source source;
        std::atomic<bool> isOpen = true;
        std::jthread opening([&] { isOpen = open(source.get_token()) != nullptr; });
        QVERIFY(silent.waitForNewConnection(5000));
        QElapsedTimer sinceStop;
        sinceStop.start();
        source.request_stop();
        opening.join();
        QVERIFY(sinceStop.elapsed() < 200);
        QVERIFY(!isOpen);
    }

    void somethingElseThanSshIsNotTrusted()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        std::atomic<bool> done = false;
        const auto port = other.serverPort();
        SshdServer server;
        QVERIFY(server.start());
        server.writeClientConfig({QStringLiteral("Port %1").arg(port), "ConnectTimeout 2"});
        std::jthread asking([&] {
            open();
            done = true;
        });
        QVERIFY(other.waitForNewConnection(5000));
        auto *socket = other.nextPendingConnection();
        socket->write("HTTP/1.1 400 Bad Request\r\n\r\n");
        socket->flush();
        socket->disconnectFromHost();
        QTRY_VERIFY_WITH_TIMEOUT(done, 10000);
        QVERIFY(!m_error.message.empty());
    }

    void aConnectionCutInMidCommandIsAnError()
    {
        SshdServer server;
        auto session = openTo(server);
        QVERIFY(session);
        std::atomic<bool> begun = false;
        CommandOptions options;
        options.outputSink = [&](std::string_view) {
            begun = true;
            begun.notify_all();
        };
        options.silenceLimit = 0ms;
        std::jthread cutter([&] {
            begun.wait(false);
            server.cutConnections();
        });
        const auto result = session->run("echo begun; exec sleep 60", options);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("was lost") != std::string::npos, result.error().message.c_str());
        QVERIFY(!session->run("true"));
    }

    void aServerThatHangsIsNoticed()
    {
        SshdServer server;
        auto session = openTo(server);
        QVERIFY(session);
        std::atomic<bool> begun = false;
        CommandOptions options;
        options.outputSink = [&](std::string_view) {
            begun = true;
            begun.notify_all();
        };
        options.silenceLimit = 0ms;
        std::jthread holder([&] {
            begun.wait(false);
            server.hold();
        });
        QElapsedTimer clock;
        clock.start();
        const auto result = session->run("echo begun; exec sleep 120", options);
        QVERIFY(!result);
        QVERIFY(clock.elapsed() > 10000);
        QVERIFY(clock.elapsed() < 40000);
    }

    void runsCommandsBehindEveryShell_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("needs");
        QTest::addRow("csh") << "exec csh -c \"$SSH_ORIGINAL_COMMAND\""
                             << "csh";
        QTest::addRow("fish") << "exec fish -c \"$SSH_ORIGINAL_COMMAND\""
                              << "fish";
        QTest::addRow("zsh") << "exec zsh -c \"$SSH_ORIGINAL_COMMAND\""
                             << "zsh";
        QTest::addRow("noise") << "echo Welcome; echo Mind the gap >&2; exec sh -c \"$SSH_ORIGINAL_COMMAND\""
                               << "sh";
        QTest::addRow("a megabyte of noise") << "head -c 1000000 /dev/zero; exec sh -c \"$SSH_ORIGINAL_COMMAND\""
                                             << "sh";
        QTest::addRow("noise without a line end") << "printf Welcome; exec sh -c \"$SSH_ORIGINAL_COMMAND\""
                                                  << "sh";
    }
    void runsCommandsBehindEveryShell()
    {
        QFETCH(QString, command);
        QFETCH(QString, needs);
        if (QStandardPaths::findExecutable(needs).isEmpty())
            QSKIP("This shell is not installed; cmake/install-packages test installs it.");
        SshdServer server;
        auto session = openTo(server, {"ForceCommand " + command});
        QVERIFY(session);
        CommandOptions options;
        options.input = "what came in\n";
        const auto result = session->run("cat; echo \"it's! $((6 * 7))\"; echo err >&2; exit 4", options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->output, std::string("what came in\nit's! 42\n"));
        QCOMPARE(result->errors, std::string("err\n"));
        QCOMPARE(result->exitCode, 4);
    }

    void anAccountThatMayNotRunCommandsIsExplained()
    {
        SshdServer server;
        auto session = openTo(server, {"ForceCommand echo This account is currently not available.; exit 1"});
        QVERIFY(session);
        const auto result = session->run("true");
        QVERIFY(!result);
        QVERIFY(result.error().message.find("login shell") != std::string::npos);
        QCOMPARE(result.error().detail, std::string("This account is currently not available."));
    }

    void cleanup()
    {
        m_prompter = {};
        m_error = {};
    }

private:
    static QString entry(const QString &name, const SshdServer &server, const QString &key)
    {
        return QStringLiteral(
            "Host %1\n HostName 127.0.0.1\n Port %2\n User %3\n IdentityFile %4\n IdentitiesOnly yes\n"
            " IdentityAgent none\n UserKnownHostsFile %5\n GlobalKnownHostsFile /dev/null\n")
            .arg(name)
            .arg(server.port())
            .arg(currentUser(), key, server.path("known_hosts"));
    }

    std::unique_ptr<Session> openTo(SshdServer &server, const QStringList &configuration = {})
    {
        if (!server.start(configuration))
            return nullptr;
        server.writeClientConfig({"IdentityFile " + server.makeKey("key")});
        server.knowHostKey();
        return open();
    }

    std::unique_ptr<Session> open(std::stop_token stop = {})
    {
        auto session = connectTo(Machine{Machine::Kind::Ssh, "There", "there", {}}, m_prompter, stop);
        if (session)
            return std::move(*session);
        m_error = session.error();
        return nullptr;
    }
    bool says(const QString &words) const { return QString::fromStdString(m_error.message).contains(words); }

    ScriptedPrompter m_prompter;
    Error m_error;
};

QTEST_GUILESS_MAIN(SshTunnelTest)
#include "tst_sshtunnel.moc"
