// `motley watch` on the whole terminal: what it draws, and a real terminal of which it is the program.
#include "app/cli/screen/runscreen.h"
#include "app/cli/screen/terminalscreen.h"
#include "app/cli/screen/textcharts.h"
#include "app/cli/terminal/columns.h"
#include "app/models/runmachinemodel.h"
#include "app/models/runnotice.h"
#include "remote/history/eventlogcopy.h"
#include "tests/app/lostmachines.h"
#include "tests/app/plainspaces.h"
#include "tests/app/writtenruns.h"
#include "tests/remote/noprompter.h"
#include "tests/remote/run/scriptedmachines.h"
#include "translations/translators.h"

#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace motley;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

// A program on a terminal of its own.
class ProgramOnATerminal {
public:
    ProgramOnATerminal(const ScreenSize &size, const QString &dataFolder, const QList<QByteArray> &arguments)
    {
        winsize window{};
        window.ws_col = static_cast<unsigned short>(size.columns);
        window.ws_row = static_cast<unsigned short>(size.rows);
        m_process = ::forkpty(&m_terminal, nullptr, nullptr, &window);
        if (m_process != 0)
            return;
        ::setenv("XDG_DATA_HOME", dataFolder.toLocal8Bit().constData(), 1);
        ::setenv("XDG_CONFIG_HOME", dataFolder.toLocal8Bit().constData(), 1);
        ::setenv("LC_ALL", "C.UTF-8", 1);
        ::setenv("TERM", "xterm", 1);
        std::vector<char *> words{const_cast<char *>(MOTLEY)};
        for (const QByteArray &argument : arguments)
            words.push_back(const_cast<char *>(argument.constData()));
        words.push_back(nullptr);
        ::execv(MOTLEY, words.data());
        ::_exit(127);
    }
    ~ProgramOnATerminal()
    {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            ::waitpid(m_process, nullptr, 0);
        }
        ::close(m_terminal);
    }
    Q_DISABLE_COPY_MOVE(ProgramOnATerminal)

    void press(const QByteArray &keys) { QCOMPARE(::write(m_terminal, keys.constData(), keys.size()), keys.size()); }
    bool says(const QString &words) // all that was said so far, or will be soon
    {
        return QTest::qWaitFor(
            [&] {
                readAll();
                return plainSpaces(QString::fromUtf8(m_said)).contains(words);
            },
            60'000);
    }
    QString said() const { return plainSpaces(QString::fromUtf8(m_said)); }
    bool echoes() const
    {
        termios settings{};
        return ::tcgetattr(m_terminal, &settings) == 0 && (settings.c_lflag & ECHO) != 0;
    }
    int exitCode() // once it has ended
    {
        int status = 0;
        const bool hasEnded = QTest::qWaitFor(
            [&] {
                readAll();
                return ::waitpid(m_process, &status, WNOHANG) == m_process;
            },
            60'000);
        if (!hasEnded)
            return -1;
        m_process = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    void readAll()
    {
        std::array<char, 4096> bytes{};
        for (pollfd screen{m_terminal, POLLIN, 0}; ::poll(&screen, 1, 0) == 1;) {
            const ssize_t count = ::read(m_terminal, bytes.data(), bytes.size());
            if (count <= 0)
                break;
            m_said.append(bytes.data(), count);
        }
    }

    int m_terminal = -1;
    pid_t m_process = -1;
    QByteArray m_said;
};

QString wholeText(const std::vector<ScreenLine> &lines)
{
    QStringList texts;
    for (const ScreenLine &line : lines)
        texts << plainSpaces(plainText(line));
    return texts.join(QLatin1Char('\n'));
}

} // namespace

class RunScreenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void drawsCurves();
    void keepsGapsInCurves();
    void fitsEveryTerminal_data();
    void fitsEveryTerminal();
    void saysWhatTheWindowSays();
    void scrollsTheLog();
    void knowsKeys();
    void pausesAndSavesWhenAsked();
    void leavesTheTerminalAsItWas();
    void staysInLinesWhereAskedTo();

private:
    QString dataFolder() const { return m_folder.filePath(QStringLiteral("motley")); }
    void open(OpenRun &run) const;

    QTemporaryDir m_folder;
    NoPrompter m_prompter;
    std::unique_ptr<RunHistory> m_history;
};

void RunScreenTest::initTestCase()
{
    QVERIFY(QDir().mkpath(dataFolder()));
    writeRunThatLostTwo(dataFolder());
    m_history = std::make_unique<RunHistory>(dataFolder());
    QVERIFY(m_history->open());
}

void RunScreenTest::open(OpenRun &run) const
{
    const auto record = m_history->find(QStringLiteral("Lost two"));
    QVERIFY(record);
    run.attach(*record, Questions::Unanswered);
    QTRY_COMPARE(run.series().steps().size(), std::size_t(300));
    QTRY_VERIFY(run.isOver());
}

void RunScreenTest::drawsCurves()
{
    QCOMPARE(meansOfParts({1, 3, 5, 7}, 2), std::vector<double>({2, 6}));
    QCOMPARE(meansOfParts({1, 3}, 4), std::vector<double>({1, 3}));
    QCOMPARE(finiteRange({3, notANumber, -1, 2}), (ValueRange{-1, 3}));
    QCOMPARE(finiteRange({notANumber}), ValueRange());
    // A slope from the upper left to the lower right: a dot in each column of dots.
    QCOMPARE(brailleCurve({3, 2, 1, 0}, {0, 3}, 2, 1), QStringList{QStringLiteral("\u2811\u2884")});
    // Two values four rows of dots apart are joined by a line.
    QCOMPARE(brailleCurve({1, 0}, {0, 1}, 1, 2), (QStringList{QStringLiteral("\u28b1"), QStringLiteral("\u28b8")}));
    QCOMPARE(sparkline({0, 0.5, 1, notANumber}, 3), QStringLiteral("\u2585\u2588 "));
}

void RunScreenTest::keepsGapsInCurves()
{
    const QStringList lines = brailleCurve({0, notANumber, notANumber, 1}, {0, 1}, 2, 1);
    QCOMPARE(lines, QStringList{QStringLiteral("\u2840\u2808")});
}

void RunScreenTest::fitsEveryTerminal_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    for (const auto &[columns, rows] : {std::pair(80, 24), {200, 60}, {40, 12}, {20, 6}, {1, 1}, {132, 8}})
        QTest::addRow("%d x %d", columns, rows) << columns << rows;
}

void RunScreenTest::fitsEveryTerminal()
{
    QFETCH(int, columns);
    QFETCH(int, rows);
    for (const char *language : {"en", "de", "zh_CN", "ar"}) {
        Translators translators;
        translators.install(QLocale(QLatin1String(language)));
        OpenRun run(m_history.get(), &m_prompter);
        open(run);
        for (int curve = -1; curve < 4; ++curve) {
            const auto lines = RunScreen::draw(run, {curve, 3, {}}, {columns, rows});
            QCOMPARE(int(lines.size()), rows);
            for (const ScreenLine &line : lines)
                QVERIFY2(columnsOf(line) <= columns, qPrintable(plainText(line)));
        }
    }
}

void RunScreenTest::saysWhatTheWindowSays()
{
    QLocale::setDefault(QLocale::c());
    OpenRun run(m_history.get(), &m_prompter);
    open(run);
    const QString text = wholeText(RunScreen::draw(run, {}, {140, 40}));
    QVERIFY2(text.startsWith(QStringLiteral("Lost two   Completed")), qPrintable(text));
    const auto notice = noticeOf(run);
    QVERIFY(notice);
    const QString sentence = plainSpaces(notice->sentence).left(60);
    for (const QString &words :
        {QStringLiteral("step 300 of 300"), sentence, QStringLiteral("Loss"), QStringLiteral("gpu1"),
            plainSpaces(machineStateOf(run.series(), 1).word), plainSpaces(machineStateOf(run.series(), 2).word),
            QStringLiteral("q: leave"), QStringLiteral("The ranks are connected after 180 ms")})
        QVERIFY2(text.contains(words), qPrintable(words + QStringLiteral(" is missing in\n") + text));
    const double last = run.series().loss().back();
    QVERIFY2(text.contains(QStringLiteral("loss %1").arg(QLocale().toString(last, 'f', 4))), qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral("s: stop"))); // it has ended
}

void RunScreenTest::scrollsTheLog()
{
    OpenRun run(m_history.get(), &m_prompter);
    open(run);
    const ScreenSize size{100, 16};
    const QString newest = wholeText(RunScreen::draw(run, {}, size));
    const QString oldest = wholeText(RunScreen::draw(run, {0, 1000, {}}, size));
    QVERIFY(newest != oldest);
    QVERIFY2(!newest.contains(QStringLiteral("Rank 2 on gpu1 is lost")), qPrintable(newest));
    const auto back = run.log().size() - 1;
    QCOMPARE(wholeText(RunScreen::draw(run, {0, back, {}}, size)), oldest); // not beyond the first line
}

void RunScreenTest::knowsKeys()
{
    using Key = TerminalScreen::Key;
    QCOMPARE(keysOf("q"), std::vector{Key::Leave});
    QCOMPARE(keysOf("\033"), std::vector{Key::Leave});
    QCOMPARE(keysOf("\033[A\033[A\033[6~"), (std::vector{Key::Up, Key::Up, Key::PageDown}));
    QCOMPARE(keysOf("\tq"), (std::vector{Key::NextCurve, Key::Leave})); // typed faster than it is read
    QCOMPARE(keysOf("\033[15~"), std::vector{Key::Other}); // F5
    QVERIFY(keysOf("").empty());
}

void RunScreenTest::pausesAndSavesWhenAsked()
{
    const QTemporaryDir home;
    const ScriptedMachines machines(home.path());
    machines.write("first/status", R"({"state":"running","lastSequence":3,"step":60,"why":null})");
    machines.write("first/status-stopped", R"({"state":"finished","lastSequence":3,"step":60,"why":null})");
    machines.writeEvents(QStringLiteral("first"));
    machines.writeRun(home.filePath(QStringLiteral("motley")), true);
    ProgramOnATerminal program({100, 30}, home.path(), {"watch", "digits"});
    QVERIFY2(program.says(QStringLiteral("c: checkpoint")), qPrintable(program.said()));
    program.press("c");
    QTRY_VERIFY_WITH_TIMEOUT(machines.read("first/ordered").startsWith("checkpoint "), 60'000);
    QVERIFY2(program.says(QStringLiteral("writes a checkpoint")), qPrintable(program.said()));
    program.press("p");
    QVERIFY2(program.says(QStringLiteral("Pause the run after a checkpoint?")), qPrintable(program.said()));
    program.press("y");
    QTRY_VERIFY_WITH_TIMEOUT(machines.read("first/ordered").contains("--pause"), 60'000);
}

void RunScreenTest::leavesTheTerminalAsItWas()
{
    ProgramOnATerminal program({100, 30}, m_folder.path(), {"watch", "Lost two"});
    QVERIFY2(program.says(QStringLiteral("step 300 of 300")), qPrintable(program.said()));
    QVERIFY(program.said().contains(QStringLiteral("\033[?1049h")));
    QVERIFY(!program.echoes());
    program.press("\t");
    QVERIFY(program.says(QStringLiteral("q: leave")));
    program.press("q");
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.says(QStringLiteral("\033[?1049l")), qPrintable(program.said()));
    QVERIFY(program.echoes());
}

void RunScreenTest::staysInLinesWhereAskedTo()
{
    ProgramOnATerminal program({100, 30}, m_folder.path(), {"watch", "Lost two", "--lines"});
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(!program.said().contains(QStringLiteral("\033[?1049h")));
    QVERIFY2(program.says(QStringLiteral("Lost on the way")), qPrintable(program.said()));
}

QTEST_GUILESS_MAIN(RunScreenTest)
#include "tst_runscreen.moc"
