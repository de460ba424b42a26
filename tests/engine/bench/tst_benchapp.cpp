// `motley-bench app`, which runs a program beside it.
#include "tests/engine/bench/runbench.h"

#include <QTest>

using namespace motley;

class BenchAppTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesTheWindow();
    void explainsItself();
};

void BenchAppTest::timesTheWindow()
{
    const auto answer = runBench(
        {"app", "--runs", "20", "--steps", "2000", "--machines", "3", "--devices", "2", "--points", "100000"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QVERIFY2(answer.output.contains("over a chart of the long run"), answer.output);
    const QJsonObject figures = lastLine(answer.output);
    for (const char *figure :
        {"worst_interaction_ms", "memory_mb", "start_ms", "open_ms", "search_ms", "frame_ms", "pan_ms"})
        QVERIFY2(figures[QLatin1String(figure)].toDouble() > 0, answer.output);
}

void BenchAppTest::explainsItself()
{
    const auto answer = runBench({"app", "--help"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.output.contains("motley-bench app --steps"), answer.output);
}

QTEST_GUILESS_MAIN(BenchAppTest)
#include "tst_benchapp.moc"
