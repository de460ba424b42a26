// Commands on this computer: results, limits and stops.
#include "endlesscommands.h"
#include "remote/session/localsession.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

class LocalSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackBothStreamsAndTheExitCode()
    {
        const auto result = m_session.run("echo out; echo err >&2; exit 7");
        QVERIFY(result);
        QCOMPARE(result->output, std::string("out\n"));
        QCOMPARE(result->errors, std::string("err\n"));
        QCOMPARE(result->exitCode, 7);
    }

    void reportsASignalAs128AndItsNumber()
    {
        const auto result = m_session.run("kill -9 $$");
        QVERIFY(result);
        QCOMPARE(result->exitCode, 128 + SIGKILL);
    }

    void passesHostileWordsUnchanged_data();
    void passesHostileWordsUnchanged()
    {
        QFETCH(QByteArray, word);
        const auto result = m_session.run("printf %s " + shellQuoted(word.toStdString()));
        QVERIFY(result);
        QCOMPARE(QByteArray::fromStdString(result->output), word);
    }

    void streamsFiftyMegabytesThere()
    {
        constexpr std::size_t total = 50'000'000;
        std::size_t sent = 0;
        CommandOptions options;
        options.inputSource = [&](std::span<char> buffer) {
            const auto count = std::min(buffer.size(), total - sent);
            std::fill_n(buffer.begin(), count, 'x');
            sent += count;
            return count;
        };
        const auto result = m_session.run("wc -c", options);
        QVERIFY(result);
        QCOMPARE(QByteArray::fromStdString(result->output).trimmed(), QByteArray("50000000"));
    }

    void doesNotMindACommandThatReadsNoInput()
    {
        CommandOptions options;
        options.input = std::string(1 << 20, 'x');
        const auto result = m_session.run("exec <&-; echo done", options);
        QVERIFY(result);
        QCOMPARE(result->output, std::string("done\n"));
    }

    void keepsNoMoreThanTheLimit()
    {
        CommandOptions options;
        options.outputLimit = 1000;
        const auto result = m_session.run("head -c 5000000 /dev/zero; head -c 5000 /dev/zero >&2", options);
        QVERIFY(result);
        QCOMPARE(result->output.size(), std::size_t(1000));
        QCOMPARE(result->errors.size(), std::size_t(1000));
        QVERIFY(result->truncated);
    }

    void handsOutputToTheSinkAsItComes()
    {
        std::string seen;
        CommandOptions options;
        options.outputLimit = 3;
        options.outputSink = [&](std::string_view bytes) { seen += bytes; };
        const auto result = m_session.run("echo first; echo second", options);
        QVERIFY(result);
        QCOMPARE(seen, std::string("first\nsecond\n"));
        QVERIFY(result->output.empty());
        QVERIFY(!result->truncated);
    }

    void endsACommandThatIsSilentForTooLong()
    {
        CommandOptions options;
        options.silenceLimit = 200ms;
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!m_session.run("sleep 60", options));
        QVERIFY(clock.elapsed() < 2000);
    }

    void aCommandWithoutStreamsStillHasALimit()
    {
        CommandOptions options;
        options.silenceLimit = 200ms;
        QVERIFY(!m_session.run("exec >&- 2>&- <&-; sleep 60", options));
    }

    void aCommandThatDoesNotEndIsEnded_data() { addEndlessCommands(); }
    void aCommandThatDoesNotEndIsEnded() { endsAnEndlessCommand(m_session); }

    void stopsWithinATenthOfASecond()
    {
        std::stop_source source;
        CommandOptions options;
        options.stop = source.get_token();
        options.silenceLimit = 0ms;
        std::atomic<bool> begun = false;
        options.outputSink = [&](std::string_view) {
            begun = true;
            begun.notify_all();
        };
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            begun.wait(false);
            sinceStop.start();
            source.request_stop();
        });
        QVERIFY(!m_session.run("echo begun; sleep 60", options));
        QVERIFY(sinceStop.elapsed() < 100);
    }

private:
    LocalSession m_session;
};

void LocalSessionTest::passesHostileWordsUnchanged_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addRow("empty") << QByteArray("");
    QTest::addRow("apostrophe") << QByteArray("it's");
    QTest::addRow("only apostrophes") << QByteArray("'''");
    QTest::addRow("substitution") << QByteArray("$(touch /tmp/x) `id` ${HOME}");
    QTest::addRow("option") << QByteArray("-oProxyCommand=id");
    QTest::addRow("newlines") << QByteArray("a\nb\r\n\tc");
    QTest::addRow("backslashes") << QByteArray("a\\b\\\\c\\'");
    QTest::addRow("csh history") << QByteArray("!! !$ !x");
    QTest::addRow("globs") << QByteArray("* ? [a-z] ~ {a,b}");
    QTest::addRow("operators") << QByteArray("a; b & c | d > e < f # g");
    QTest::addRow("right-to-left mark") << QByteArray("a\xe2\x80\xae"
                                                      "b");
    QByteArray all;
    for (int byte = 1; byte < 256; ++byte)
        all += static_cast<char>(byte);
    QTest::addRow("every byte") << all;
}

QTEST_GUILESS_MAIN(LocalSessionTest)
#include "tst_localsession.moc"
