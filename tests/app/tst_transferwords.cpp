// What the window and the command line say of files on their way to a machine.
#include "app/words/transferwords.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QTest>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr qint64 mebibyte = 1 << 20;
const QString sending = QStringLiteral("Sending the engine");
const TransferWords::Clock::time_point start{};

QString amount(TransferWords &words, const QString &machine, const QString &stage, qint64 done, qint64 total,
    TransferWords::Clock::time_point now)
{
    return plainSpaces(words.amount(machine, stage, done, total, now));
}

} // namespace

class TransferWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysTheRateAndTheTimeLeft()
    {
        TransferWords words;
        QCOMPARE(amount(words, "a", sending, 0, 100 * mebibyte, start), "0 bytes of 100.0 MiB");
        QCOMPARE(amount(words, "a", sending, 5 * mebibyte, 100 * mebibyte, start + 500ms), "5.0 MiB of 100.0 MiB");
        QCOMPARE(amount(words, "a", sending, 20 * mebibyte, 100 * mebibyte, start + 2s),
            "20.0 MiB of 100.0 MiB, 10.0 MiB/s, 8 s left");
        QCOMPARE(amount(words, "a", sending, 100 * mebibyte, 100 * mebibyte, start + 10s), "100.0 MiB of 100.0 MiB");
    }

    // CUDA's libraries are announced long before their size is known, and some may be here from an earlier try.
    void countsFromWhatWasThereWhenTheAmountBecameKnown()
    {
        TransferWords words;
        QVERIFY(words.amount("a", sending, 0, 0, start).isEmpty());
        QCOMPARE(amount(words, "a", sending, 50 * mebibyte, 100 * mebibyte, start + 60s), "50.0 MiB of 100.0 MiB");
        QCOMPARE(amount(words, "a", sending, 60 * mebibyte, 100 * mebibyte, start + 65s),
            "60.0 MiB of 100.0 MiB, 2.0 MiB/s, 20 s left");
    }

    void saysNoTimeWhileNothingArrives()
    {
        TransferWords words;
        words.amount("a", sending, mebibyte, 4 * mebibyte, start);
        QCOMPARE(amount(words, "a", sending, mebibyte, 4 * mebibyte, start + 30s), "1.0 MiB of 4.0 MiB");
    }

    void keepsMachinesAndStagesApart()
    {
        TransferWords words;
        words.amount("a", sending, 0, 8 * mebibyte, start);
        words.amount("b", sending, 0, 8 * mebibyte, start + 2s);
        QCOMPARE(amount(words, "a", sending, 4 * mebibyte, 8 * mebibyte, start + 4s),
            "4.0 MiB of 8.0 MiB, 1.0 MiB/s, 4 s left");
        QCOMPARE(amount(words, "b", sending, 4 * mebibyte, 8 * mebibyte, start + 4s),
            "4.0 MiB of 8.0 MiB, 2.0 MiB/s, 2 s left");
        QCOMPARE(amount(words, "a", "Sending the data", mebibyte, 8 * mebibyte, start + 9s), "1.0 MiB of 8.0 MiB");
    }

    void putsAMachineIntoOneLine()
    {
        QCOMPARE(TransferWords::line("a", "1.0 MiB of 8.0 MiB", sending),
            QStringLiteral(u"a: 1.0 MiB of 8.0 MiB · Sending the engine"));
        QCOMPARE(TransferWords::line("a", {}, "Connecting"), "a: Connecting");
    }
};

QTEST_GUILESS_MAIN(TransferWordsTest)
#include "tst_transferwords.moc"
