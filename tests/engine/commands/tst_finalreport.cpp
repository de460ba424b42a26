// The table at the end of a run: the last shares, the measured and the predicted time, and slowdowns.
#include "engine/commands/terminal/finalreport.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/commands/terminal/progressline.h"

#include <QtTest>

#include <sstream>

using namespace motley;

namespace {

Plan twoRanks()
{
    Plan plan;
    plan.machines = {{"m1", "10.0.0.1"}, {"m2", "10.0.0.2"}};
    plan.ranks = {{0, {}, 50, 0, 2}, {1, {}, 50, 0, 2}};
    plan.predicted = {0.18, 0.02, 0.05};
    return plan;
}

StepDone step(std::int64_t number)
{
    StepDone done;
    done.step = number;
    done.samples = 100;
    done.seconds = 0.25;
    done.ranks = {{0, 50, 50, 0.05, 0.05, 0.08, 0.05, 0.02}, {1, 50, 50, 0, 0.1, 0.13, 0, 0.02}};
    return done;
}

QString textOf(const std::vector<EventBody> &bodies)
{
    FinalReport report;
    report.add({0, 0, PlanChosen{twoRanks()}});
    for (const EventBody &body : bodies)
        report.add({0, 0, body});
    return QString::fromStdString(report.text({RunFinished::Outcome::Completed, 9, 3, "", "model"}, {"/runs/a"}))
        .simplified();
}

} // namespace

class FinalReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesTheTimeWithThePrediction()
    {
        const QString text = textOf({step(1), step(2), step(3)});
        QVERIFY2(text.contains("step time 250.0 ms; 200.0 ms were predicted (-20.0 %)"), qPrintable(text));
        QVERIFY2(text.contains("computing 250.0 ms; 180.0 ms were predicted (-28.0 %)"), qPrintable(text));
        QVERIFY2(text.contains("exchange 0.0 ms; 20.0 ms were predicted for data 0.0 ms"), qPrintable(text));
        QVERIFY2(text.contains("0 cpu 2 50 200 60 % 20 % 20 %"), qPrintable(text));
        QVERIFY2(text.contains("1 cpu 2 50 200 100 % 0 % 0 %"), qPrintable(text));
        QVERIFY(!text.contains("since step"));
        QVERIFY(!text.contains("found"));
    }

    void showsTheSharesOfTheEnd()
    {
        const QString text
            = textOf({step(1), SharesChanged{2, {60, 40}}, step(2), SharesChanged{40, {70, 30}}, step(3)});
        QVERIFY2(text.contains("0 cpu 2 70"), qPrintable(text));
        QVERIFY2(text.contains("1 cpu 2 30"), qPrintable(text));
        QVERIFY2(text.contains("shares since step 40; changed 2 times"), qPrintable(text));
    }

    void comparesTheBatchWithTheNoise()
    {
        RunStarted started;
        started.batch = 100;
        QVERIFY(!textOf({started, step(1)}).contains("noise"));
        StepDone measured = step(2);
        measured.noiseScale = 1834.4;
        const QString text = textOf({started, step(1), measured, step(3)});
        QVERIFY2(text.contains("noise scale 1,834, with a batch of 100: a larger one would save steps at little cost"),
            qPrintable(text));
    }

    void saysWhatWasFoundOnce()
    {
        Slowdown slow;
        slow.machine = 1;
        slow.sinceStep = 120;
        slow.seconds = 0.42;
        slow.expectedSeconds = 0.2;
        Slowdown why = slow;
        why.stage = Slowdown::Stage::Explained;
        why.cause = Slowdown::Cause::Quota;
        why.reading = 75;
        QString text = textOf({step(1), slow, why});
        QVERIFY2(
            text.contains(
                "found m2: Since step 120 its computing takes 2.1 times as long as before. A limit on processor time "
                "holds it back 75 % of the time. Raise the processor limit of its container or service."),
            qPrintable(text));
        QCOMPARE(text.count("m2: Since step 120"), 1);
        why.stage = Slowdown::Stage::Over;
        why.step = 200;
        text = textOf({step(1), slow, why});
        QVERIFY2(text.contains("75 % of the time. Over since step 200."), qPrintable(text));
    }

    void saysWhoWasLost()
    {
        const MembershipChanged changed{2, 1200, {0}, {100, 0}, {{1, 1, "killed by signal 9 (Killed)", {}}}};
        std::ostringstream output;
        Progress progress(output, false);
        progress.show({1, 1000, PlanChosen{twoRanks()}});
        progress.show({2, 1001, changed});
        progress.show({3, 1002, GenerationFormed{2, 1200, 0.214, 0.05}});
        const QString said = QString::fromStdString(output.str());
        QCOMPARE(said,
            QString("Rank 1 on m2 is lost: killed by signal 9 (Killed). The run goes on with 1 rank from step 1,201.\n"
                    "The ranks are connected after 0.21 s, and hold the same state 0.05 s later.\n"));
        const QString text = textOf({step(1), changed, step(2)});
        QVERIFY2(text.startsWith("Completed"), qPrintable(text));
        QVERIFY2(text.contains("0 cpu 2 100"), qPrintable(text));
        QVERIFY2(text.contains("1 cpu 2 lost"), qPrintable(text));
        QVERIFY2(
            text.contains("lost rank 1 on m2 after step 1,200: killed by signal 9 (Killed) model"), qPrintable(text));
        QVERIFY(!textOf({step(1)}).contains("lost"));
    }

    void namesMoreThanOneThatIsLost()
    {
        std::ostringstream output;
        Progress progress(output, false);
        progress.show({1, 1000, PlanChosen{twoRanks()}});
        progress.show({2, 1001, MembershipChanged{2, 0, {0, 1}, {50, 50}, {}}});
        MembershipChanged back{3, 4, {0, 1}, {50, 50}, {}};
        back.came = {1};
        progress.show({3, 1001, back});
        const std::string cause = "the machine m2 has not answered for 10 s.";
        progress.show(
            {4, 1001, MembershipChanged{4, 0, {0}, {1, 0}, {{1, 1, cause, {}}, {2, 1, cause, {}}, {3, 1, cause, {}}}}});
        QCOMPARE(QString::fromStdString(output.str()),
            QString("The ranks connect to each other again. The run goes on with 2 ranks from step 1.\n"
                    "m2 takes part again. The run goes on with 2 ranks from step 5.\n"
                    "Ranks 1, 2 and 3 on m2 are lost: the machine m2 has not answered for 10 s. The run goes on with 1 "
                    "rank from step 1.\n"));
    }

    void removesWhatWouldMoveATerminal_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("expected");
        QTest::addRow("plain") << QByteArray("gr\u00fc\u00dfe \u673a\u5668\n\tand more")
                               << QByteArray("gr\u00fc\u00dfe \u673a\u5668\n\tand more");
        QTest::addRow("colours") << QByteArray("\x1b[31mred\x1b[0m") << QByteArray("[31mred[0m");
        QTest::addRow("a title") << QByteArray("\x1b]0;mine\x07") << QByteArray("]0;mine");
        QTest::addRow("in one byte, as UTF-8") << QByteArray("\xc2\x9b"
                                                             "31mred")
                                               << QByteArray("31mred");
        QTest::addRow("in one byte, alone") << QByteArray("\x9b"
                                                          "31mred")
                                            << QByteArray("\ufffd"
                                                          "31mred");
        QTest::addRow("back to the beginning") << QByteArray("bad\rgood\b\x7f") << QByteArray("badgood");
        QTest::addRow("turned around") << QByteArray("a\u202eb\u2066c\u200fd") << QByteArray("abcd");
    }
    void removesWhatWouldMoveATerminal()
    {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(plainText(words.toStdString())), expected);
    }

    void cutsAFloodOfWarnings()
    {
        std::ostringstream output;
        Progress progress(output, false);
        for (int i = 1; i <= 3000; ++i)
            progress.show({i, 1000, Warning{1, "late"}});
        progress.show({3001, 1000, RunFinished()});
        const QByteArray text = QByteArray::fromStdString(output.str());
        QCOMPARE(text.count("Warning: late\n"), 100);
        QVERIFY2(text.endsWith("\n2,900 more messages like these are not shown.\n"), text.right(200));
    }

    // A run's events come from the machine that coordinates it.
    void saysTheWordsOfMachinesPlainly()
    {
        const std::string words = "\x1b]0;mine\x07\x1b[2J";
        RunStarted started;
        started.name = started.model = words;
        Evaluation evaluation;
        evaluation.metrics = {{words, 1}};
        std::ostringstream output;
        Progress progress(output, true);
        for (const EventBody &body : {EventBody(started), EventBody(evaluation), EventBody(Warning{0, words}),
                 EventBody(RankFailed{0, 0, words, {}}),
                 EventBody(MembershipChanged{2, 1, {0}, {}, {{1, 0, words, {}}}})})
            progress.show({0, 0, body});
        QVERIFY2(output.str().find_first_of("\x1b\x07") == std::string::npos, output.str().c_str());
        QVERIFY(!textOf({started, evaluation}).contains(QChar(0x1b)));
    }
};

QTEST_GUILESS_MAIN(FinalReportTest)
#include "tst_finalreport.moc"
