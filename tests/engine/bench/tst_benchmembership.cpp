// `motley-bench membership`: what it prints of runs that lose nobody and of a machine that comes back.
#include "tests/engine/bench/runbench.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

using namespace motley;

class BenchMembershipTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesRunsThatLoseNothing();
    void timesAMachineThatComesBack();
};

void BenchMembershipTest::timesRunsThatLoseNothing()
{
    const auto answer = runBench(
        QStringList{"membership", "--ranks", "2", "--turns", "1", "--repeats", "0", "--batch", "16"} + withEngine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 1);
    const QJsonObject row = rows[0].toObject();
    QCOMPARE(row["fault"].toString(), QStringLiteral("healthy"));
    const double step = row["step_s"].toDouble();
    const double plain = row["plain_s"].toDouble();
    QVERIFY(step > 0);
    QVERIFY(plain > 0);
    QVERIFY(std::abs(row["overhead"].toDouble() - (step / plain - 1)) < 1e-6);
}

void BenchMembershipTest::timesAMachineThatComesBack()
{
    const auto answer = runBench(QStringList{"membership", "--ranks", "2", "--turns", "0", "--repeats", "1", "--faults",
                                     "rejoin", "--batch", "16"}
        + withEngine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QJsonArray rows = lastLine(answer.output)["rows"].toArray();
    QCOMPARE(rows.size(), 1);
    const QJsonObject row = rows[0].toObject();
    QCOMPARE(row["fault"].toString() + row["ended"].toString(), QStringLiteral("rejoin"));
    QVERIFY(row["steps_lost"].toInt() == 0 && row["loss_gap"].isNull());
    QVERIFY(row["detected_s"].toDouble() > 0 && row["next_step_s"].toDouble() > row["wait_s"].toDouble());
}

QTEST_GUILESS_MAIN(BenchMembershipTest)
#include "tst_benchmembership.moc"
