// What was measured a moment ago is taken for the same ranks of the same machine, and for no others.
#include "remote/prepare/earlierspeeds.h"

#include <QTest>

using namespace motley;

namespace {

CandidateMachine machine(const std::string &name, int threads, bool measured)
{
    CandidateMachine machine;
    machine.name = name;
    machine.candidates = {{{}, threads}, {{}, threads}};
    if (!measured)
        return machine;
    for (Candidate &candidate : machine.candidates)
        candidate.speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    machine.record.measuringSeconds = 12;
    machine.record.insideBytesPerSecond = 1e9;
    return machine;
}

} // namespace

class EarlierSpeedsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesWhatWasMeasured()
    {
        CandidateMachine now = machine("beta", 4, false);
        QVERIFY(reuseEarlierSpeeds(now, {machine("alpha", 4, true), machine("beta", 4, true)}));
        QVERIFY(now == machine("beta", 4, true));
    }

    void takesNothingElse_data()
    {
        QTest::addColumn<bool>("sameName");
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("measured");
        QTest::addRow("another machine") << false << 4 << true;
        QTest::addRow("other threads") << true << 8 << true;
        QTest::addRow("not measured") << true << 4 << false;
    }
    void takesNothingElse()
    {
        QFETCH(bool, sameName);
        QFETCH(int, threads);
        QFETCH(bool, measured);
        CandidateMachine now = machine("beta", 4, false);
        QVERIFY(!reuseEarlierSpeeds(now, {machine(sameName ? "beta" : "alpha", threads, measured)}));
        QVERIFY(now == machine("beta", 4, false));
        QVERIFY(!reuseEarlierSpeeds(now, {}));
    }

    void takesNothingForOtherRanks()
    {
        CandidateMachine now = machine("beta", 4, false);
        now.candidates.pop_back();
        QVERIFY(!reuseEarlierSpeeds(now, {machine("beta", 4, true)}));
    }
};

QTEST_MAIN(EarlierSpeedsTest)
#include "tst_earlierspeeds.moc"
