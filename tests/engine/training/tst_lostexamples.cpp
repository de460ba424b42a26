// Where the rank that reports is lost, the next one shows what the model makes of the same examples, with their
// pictures: nobody knows whether those of before have arrived.
#include "fates.h"
#include "survivedrun.h"

#include <QTest>

using namespace motley;

class LostExamplesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsPicturesAgain_data();
    void showsPicturesAgain();
};

void LostExamplesTest::showsPicturesAgain_data()
{
    QTest::addColumn<int>("lost");
    QTest::addColumn<bool>("again");
    QTest::addRow("the first rank") << 0 << true;
    QTest::addRow("another rank") << 2 << false;
}

void LostExamplesTest::showsPicturesAgain()
{
    QFETCH(int, lost);
    QFETCH(bool, again);
    ImageRuns runs;
    SurvivalRun run(survivalJob(runs), runs.freshFolder().toStdString(), 3);
    run.doom(lost, inPass(15)); // after the test of step 10
    run.run();
    QVERIFY(!run.outcomes[std::size_t(lost)]);
    const auto tests = run.all<TestExamples>();
    QCOMPARE(stepsOf(tests), (std::vector<std::int64_t>{10, 20}));
    QVERIFY(!tests[0].examples.empty());
    QCOMPARE(tests[0].examples.size(), tests[1].examples.size());
    for (std::size_t i = 0; i < tests[0].examples.size(); ++i) {
        const TestExample &first = tests[0].examples[i];
        const TestExample &second = tests[1].examples[i];
        QCOMPARE(second.id, first.id);
        QVERIFY(first.picture);
        QCOMPARE(second.picture.has_value(), again);
        QVERIFY(!again || second.picture == first.picture);
    }
    QVERIFY(tests[1].confusion);
    std::int64_t samples = 0;
    for (const std::int64_t count : tests[1].confusion->counts)
        samples += count;
    QCOMPARE(samples, run.all<Evaluation>().back().samples);
}

QTEST_GUILESS_MAIN(LostExamplesTest)
#include "tst_lostexamples.moc"
