// The line on which `motley run` and `motley plan` show how far a machine is, as a terminal gets it.
#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/statusline.h"

#include <QLocale>
#include <QTest>

#include <algorithm>
#include <array>
#include <clocale>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace motley;

namespace {

// Stands for the terminal that stderr is, while it lives.
class Terminal {
public:
    explicit Terminal(unsigned short columns = 0) : m_before(::dup(STDERR_FILENO)) // 0: does not say how wide it is
    {
        int line = -1;
        winsize size{};
        size.ws_col = columns;
        m_isOpen = ::openpty(&m_screen, &line, nullptr, nullptr, &size) == 0;
        if (m_isOpen) {
            ::dup2(line, STDERR_FILENO);
            ::close(line);
        }
    }
    ~Terminal()
    {
        ::dup2(m_before, STDERR_FILENO);
        ::close(m_before);
        if (m_isOpen)
            ::close(m_screen);
    }
    Q_DISABLE_COPY_MOVE(Terminal)

    bool isOpen() const { return m_isOpen; }
    // All that arrives until nothing does for a while: the kernel hands bytes over in its own time.
    QString shown() const
    {
        QByteArray shown;
        std::array<char, 4096> bytes{};
        for (pollfd screen{m_screen, POLLIN, 0}; ::poll(&screen, 1, 200) == 1;) {
            const ssize_t count = ::read(m_screen, bytes.data(), bytes.size());
            if (count <= 0)
                break;
            shown.append(bytes.data(), count);
        }
        return QString::fromLocal8Bit(shown);
    }

private:
    int m_before;
    int m_screen = -1;
    bool m_isOpen = false;
};

constexpr qint64 mebibyte = 1 << 20;

} // namespace

class StatusLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysHowLongAnUploadStillTakes()
    {
        const QString stage = QStringLiteral("Sending the engine");
        const Terminal terminal;
        QVERIFY(terminal.isOpen());
        StatusLine::Clock::time_point now;
        StatusLine line([&] { return now; });
        line.show(MachineProgress{QStringLiteral("box"), stage, 0, 500 * mebibyte});
        QVERIFY(terminal.shown().contains(QStringLiteral("box: 0 bytes of 500.0 MiB \u00b7 Sending the engine")));
        now += std::chrono::seconds(1);
        line.show(MachineProgress{QStringLiteral("box"), stage, 100 * mebibyte, 500 * mebibyte});
        const QString shown = terminal.shown();
        QVERIFY2(shown.contains(QStringLiteral("box: 100.0 MiB of 500.0 MiB, ")), qPrintable(shown));
        QVERIFY2(shown.contains(QStringLiteral(" s left ")), qPrintable(shown));
        QVERIFY2(!shown.contains(QLatin1Char('\n')), qPrintable(shown));
    }

    void cutsWholeWordsWhereTheTerminalIsNarrow()
    {
        const Terminal terminal(40);
        QVERIFY(terminal.isOpen());
        StatusLine line;
        QCOMPARE(line.columns(), 40);
        line.show(QStringLiteral("step 12 of 400   loss 0.5000   4 min left (perhaps 2 min to 5 min)"));
        const QString shown = terminal.shown();
        QVERIFY2(shown.contains(QStringLiteral("lstep 12 of 400   loss 0.5000   4 min\u2026\033")), qPrintable(shown));
    }

    void keepsTheLinesOfStagesWithoutAnAmount()
    {
        const Terminal terminal;
        QVERIFY(terminal.isOpen());
        StatusLine line;
        line.show(MachineProgress{QStringLiteral("box"), QStringLiteral("Connecting"), 0, 0});
        QCOMPARE(terminal.shown(), QStringLiteral("box: Connecting\r\n"));
    }

    // A column of a table is as wide in each script.
    void fillsColumnsOfATerminal_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("spaces");
        QTest::addRow("Latin") << QString("2 min") << 3;
        QTest::addRow("Chinese") << QString("2 分") << 4;
        QTest::addRow("Arabic after a mark of direction") << QString("\u200f2 د") << 5;
        QTest::addRow("as wide already") << QString("12345678") << 0;
        QTest::addRow("wider") << QString("123456789") << 0;
    }
    void fillsColumnsOfATerminal()
    {
        QFETCH(QString, text);
        QVERIFY(std::setlocale(LC_CTYPE, "C.UTF-8")); // another locale may know no width of such letters
        QTEST(static_cast<int>(filling(text, 8).size()), "spaces");
    }
};

QTEST_GUILESS_MAIN(StatusLineTest)
#include "tst_statusline.moc"
