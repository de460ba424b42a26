// Numbers and plans in words.
#include "app/words/format.h"
#include "app/words/planwords.h"

#include <QLocale>
#include <QTest>

using namespace motley;

namespace {

Plan plan(std::vector<double> speeds, ShareRule rule)
{
    Plan plan;
    plan.shareRule = rule;
    for (const double speed : speeds)
        plan.ranks.push_back({0, {}, 1, 0, 2, speed});
    return plan;
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysDurationsForPeople_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::addRow("seconds") << 41.6 << "42 s";
        QTest::addRow("minutes") << 60.0 << "1 min 0 s";
        QTest::addRow("hours") << 7500.0 << "2 h 5 min";
        QTest::addRow("days") << 90000.0 << "1 d 1 h";
        QTest::addRow("before the beginning") << -3.0 << "n/a";
    }

    void saysDurationsForPeople()
    {
        QFETCH(double, seconds);
        QTEST(formatDuration(seconds), "text");
    }

    void takesAwayWhatSteersATerminalOrTurnsText()
    {
        QCOMPARE(plainText(QStringLiteral(u"a\u001b[2J\u0007b\u202eré\nc")), QStringLiteral(u"a[2Jbré\nc"));
        QCOMPARE(plainText(QStringLiteral("abcdef"), 3), QStringLiteral(u"abc\u2026"));
    }

    void saysWhyTheSharesAreWhatTheyAre_data()
    {
        QTest::addColumn<ShareRule>("rule");
        QTest::addColumn<QString>("part");
        QTest::addRow("measured") << ShareRule::Measured << "2,688 : 1,270 samples/s";
        QTest::addRow("not measured") << ShareRule::Even << "Even shares";
        QTest::addRow("given") << ShareRule::Given << "asked for";
    }

    void saysWhyTheSharesAreWhatTheyAre()
    {
        QFETCH(ShareRule, rule);
        QFETCH(QString, part);
        const QStringList reasons = planReasons(plan({2688.2, 1269.9}, rule));
        QCOMPARE(reasons.size(), 2);
        QVERIFY(reasons[0].contains(QStringLiteral("Gloo")));
        QVERIFY2(reasons[1].contains(part), qPrintable(reasons[1]));
    }

    void hasNothingToSayOfTheShareOfOne() { QCOMPARE(planReasons(plan({2688}, ShareRule::Measured)).size(), 1); }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "tst_words.moc"
