// How many messages of a run are shown.
#include "engine/protocol/messagelimit.h"

#include <QTest>

using namespace motley;

namespace {

// Gives a limit so many events of a kind at a time, and counts.
struct Shown {
    std::int64_t shown = 0;
    std::int64_t leftOut = 0;

    void add(MessageLimit &limit, const EventBody &body, double time, int times = 1)
    {
        for (int i = 0; i < times; ++i) {
            const auto answer = limit.add({1, time, body});
            shown += answer.isShown;
            leftOut += answer.leftOut;
        }
    }
};

const Warning warning{1, "The disk is full."};

} // namespace

class MessageLimitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysHowManyItLeftOut()
    {
        MessageLimit limit;
        Shown first, others, later;
        first.add(limit, warning, 1000, 300000);
        QCOMPARE(first.shown, MessageLimit::mostInAMinute);
        QCOMPARE(first.leftOut, 0);
        others.add(limit, RankFailed{0, 1, "killed", {}}, 1059);
        QCOMPARE(others.shown, 1);
        QCOMPARE(others.leftOut, 300000 - MessageLimit::mostInAMinute);
        later.add(limit, warning, 1060);
        QCOMPARE(later.shown, 1);
        QCOMPARE(later.leftOut, 0);
    }

    void isNotEscapedByALieAboutTheTime_data()
    {
        QTest::addColumn<double>("step");
        QTest::addRow("forward") << 61.;
        QTest::addRow("back") << -1.;
    }
    void isNotEscapedByALieAboutTheTime()
    {
        QFETCH(double, step);
        MessageLimit limit;
        Shown all;
        for (int i = 0; i < 300000; ++i)
            all.add(limit, warning, 1e9 + step * i);
        QCOMPARE(all.shown, MessageLimit::mostOfAll);
    }

    void showsStepsAndTheEnd()
    {
        MessageLimit limit;
        Shown steps, end;
        steps.add(limit, StepDone(), 1000, 20000);
        QCOMPARE(steps.shown, 20000);
        Shown().add(limit, warning, 1000, 20000);
        end.add(limit, RunFinished(), 1000, 200);
        QCOMPARE(end.shown, 200);
        QCOMPARE(end.leftOut, 20000 - MessageLimit::mostInAMinute);
    }
};

QTEST_APPLESS_MAIN(MessageLimitTest)
#include "tst_messagelimit.moc"
