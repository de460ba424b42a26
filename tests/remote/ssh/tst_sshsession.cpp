// Commands over a real sshd: results, limits, stops, and login shells that misbehave.
#include "bundlingrelay.h"
#include "endlesscommands.h"
#include "remote/fleet/connect.h"
#include "remote/fleet/fleet.h"
#include "remote/probe/probe.h"
#include "scriptedprompter.h"
#include "sshdserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <atomic>
#include <cmath>
#include <csignal>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

class SshSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto started = m_server.start();
        if (!started)
            QSKIP(started.error().message.c_str());
        m_key = m_server.makeKey("key");
        m_server.knowHostKey();
        m_server.writeClientConfig({"IdentityFile " + m_key});
        m_session = open();
        QVERIFY(m_session);
    }

    // As at the start of the window, where a machine's questions would come uncalled for.
    void asksNothingUnlessAPersonMayBeAsked()
    {
        QVERIFY(QFile::rename(m_server.path("known_hosts"), m_server.path("forgotten")));
        ScriptedPrompter person;
        Host host({Machine::Kind::Ssh, "box", "there", m_server.path("root")}, &person);
        host.refresh(Questions::Unanswered);
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Failed, 20000);
        QVERIFY(host.needsUser());
        QVERIFY(person.hostKeys.isEmpty());
        host.refresh();
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Failed, 20000);
        QCOMPARE(person.hostKeys.size(), 1); // and the person said no
        QVERIFY(host.needsUser());
        QVERIFY(QFile::rename(m_server.path("forgotten"), m_server.path("known_hosts")));
        host.refresh(Questions::Unanswered);
        QTRY_COMPARE_WITH_TIMEOUT(host.state(), Host::State::Ready, 20000);
        QVERIFY(!host.needsUser());
    }

    void givesBackBothStreamsAndTheExitCode()
    {
        const auto result = m_session->run("echo out; echo err >&2; exit 7");
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->output, std::string("out\n"));
        QCOMPARE(result->errors, std::string("err\n"));
        QCOMPARE(result->exitCode, 7);
    }

    // The exit status comes some time after the end of the output, and nothing else arrives in between.
    void hearsOfAnEndThatComesAfterTheOutput()
    {
        QElapsedTimer sinceStart;
        sinceStart.start();
        const auto result = m_session->run("exec >&- 2>&-; sleep 0.5; exit 3");
        QVERIFY(result);
        QCOMPARE(result->exitCode, 3);
        QVERIFY2(sinceStart.elapsed() < 3000, qPrintable(QString::number(sinceStart.elapsed())));
    }

    // Bundled by the relay, the exit status arrives together with the answer that opens the channel.
    void hearsOfAnEndThatComesWithTheBeginning()
    {
        const BundlingRelay relay(m_server.port(), 150ms);
        m_server.knowHostKey(QStringLiteral("bundled"));
        m_server.writeClientConfig(
            {"IdentityFile " + m_key, "HostKeyAlias bundled", QStringLiteral("Port %1").arg(relay.port())});
        auto session = open();
        m_server.knowHostKey();
        m_server.writeClientConfig({"IdentityFile " + m_key});
        QVERIFY(session);
        for (int i = 0; i < 5; ++i) {
            const auto result = session->run("echo hello; exit 7");
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QCOMPARE(result->output, std::string("hello\n"));
            QCOMPARE(result->exitCode, 7);
        }
    }

    void reportsASignalAs128AndItsNumber()
    {
        const auto result = m_session->run("kill -9 $$");
        QVERIFY(result);
        QCOMPARE(result->exitCode, 128 + SIGKILL);
    }

    void passesEveryByteOfAScript()
    {
        std::string all;
        for (int byte = 1; byte < 256; ++byte)
            all += static_cast<char>(byte);
        const auto result = m_session->run("printf %s " + shellQuoted(all));
        QVERIFY(result);
        QCOMPARE(QByteArray::fromStdString(result->output), QByteArray::fromStdString(all));
    }

    void streamsFiftyMegabytesThereAndBack()
    {
        constexpr std::size_t total = 50'000'000;
        std::size_t sent = 0;
        std::size_t received = 0;
        CommandOptions options;
        options.inputSource = [&](std::span<char> buffer) {
            const auto count = std::min(buffer.size(), total - sent);
            std::fill_n(buffer.begin(), count, 'x');
            sent += count;
            return count;
        };
        options.outputSink = [&](std::string_view bytes) { received += bytes.size(); };
        QElapsedTimer clock;
        clock.start();
        const auto result = m_session->run("cat", options);
        QVERIFY(result);
        QCOMPARE(received, total);
        qInfo("%.0f MB/s there and back", total / 1e3 / static_cast<double>(clock.elapsed()));
    }

    // As a checkpoint comes while its run is followed: whoever takes those bytes slowly holds the other thread up no
    // more than the server does.
    void runsCommandsOfTwoThreadsAtATime()
    {
        constexpr std::size_t total = 20'000'000;
        std::size_t received = 0;
        std::atomic<bool> ended = false;
        std::jthread other([&, session = m_session->another()] {
            CommandOptions options;
            options.outputSink = [&](std::string_view bytes) {
                received += bytes.size();
                std::this_thread::sleep_for(5ms);
            };
            const auto result = session->run("head -c 20000000 /dev/zero; exit 5", options);
            ended = result && result->exitCode == 5;
        });
        int commands = 0;
        qint64 longest = 0;
        for (; !ended && commands < 1000; ++commands) {
            QElapsedTimer clock;
            clock.start();
            const auto number = std::to_string(commands);
            const auto result = m_session->run("echo " + number + "; exit 7");
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QCOMPARE(result->output, number + '\n');
            QCOMPARE(result->exitCode, 7);
            longest = std::max(longest, clock.elapsed());
        }
        other.join();
        QVERIFY(ended);
        QCOMPARE(received, total);
        QVERIFY2(commands > 3, qPrintable(QString::number(commands)));
        QVERIFY2(longest < 5000, qPrintable(QString::number(longest)));
        QCOMPARE(m_server.connections(), 1);
    }

    void keepsNoMoreThanTheLimit()
    {
        CommandOptions options;
        options.outputLimit = 1000;
        const auto result = m_session->run("head -c 5000000 /dev/zero; head -c 5000 /dev/zero >&2", options);
        QVERIFY(result);
        QCOMPARE(result->output.size(), std::size_t(1000));
        QCOMPARE(result->errors.size(), std::size_t(1000));
        QVERIFY(result->truncated);
    }

    void probesTheMachineAsItIsSeenThere()
    {
        const auto report = probe(*m_session);
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->sshServerAddress, std::string("127.0.0.1"));
        QCOMPARE(report->sshClientAddress, std::string("127.0.0.1"));
        QCOMPARE(QString::fromStdString(report->hostName), QSysInfo::machineHostName());
        QVERIFY(report->clockOffsetSeconds);
        QVERIFY(std::abs(*report->clockOffsetSeconds) < 1);
    }

    void endsACommandThatIsSilentForTooLong()
    {
        CommandOptions options;
        options.silenceLimit = 300ms;
        const auto result = m_session->run("sleep 60", options);
        QVERIFY(!result);
        QVERIFY(QByteArray::fromStdString(result.error().message).contains("no sign of life"));
        QVERIFY(m_session->run("true")); // the connection is still good
    }

    void aCommandThatDoesNotEndIsEnded_data() { addEndlessCommands(); }
    void aCommandThatDoesNotEndIsEnded() { endsAnEndlessCommand(*m_session); }

    void stopsWithinATenthOfASecondAndEndsTheCommand()
    {
        std::stop_source source;
        CommandOptions options;
        options.stop = source.get_token();
        options.silenceLimit = 0ms;
        std::string seen;
        std::atomic<bool> begun = false;
        options.outputSink = [&](std::string_view bytes) {
            seen += bytes;
            begun = seen.ends_with('\n'); // the whole number, which may come in parts
            begun.notify_all();
        };
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            begun.wait(false);
            sinceStop.start();
            source.request_stop();
        });
        QVERIFY(!m_session->run("echo $$; exec sleep 60", options));
        QVERIFY(sinceStop.elapsed() < 100);
        const auto process = QByteArray::fromStdString(seen).trimmed().toInt();
        QVERIFY(process > 1);
        // An sshd before 9.8 that runs a session as itself, as root's, delivers no signals.
        QTRY_VERIFY(
            ::kill(process, 0) != 0 || m_server.log().contains("session signalling requires privilege separation"));
        ::kill(process, SIGKILL);
    }

private:
    std::unique_ptr<Session> open()
    {
        ScriptedPrompter prompter;
        auto session = connectTo(Machine{Machine::Kind::Ssh, "There", "there", {}}, prompter);
        if (!session) {
            qWarning("%s %s", session.error().message.c_str(), session.error().detail.c_str());
            return nullptr;
        }
        return std::move(*session);
    }

    SshdServer m_server;
    QString m_key;
    std::unique_ptr<Session> m_session;
};

QTEST_GUILESS_MAIN(SshSessionTest)
#include "tst_sshsession.moc"
