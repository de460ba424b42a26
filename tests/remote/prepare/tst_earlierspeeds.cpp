// What was measured a moment ago is taken for the same ranks of the same machine, and for no others.
#include "remote/prepare/earlierspeeds.h"

#include <QTest>

#include <functional>

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

Q_DECLARE_METATYPE(std::function<void(RunRequest &)>)

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

    void keepsWhatIsGoodForAnotherRequest_data()
    {
        QTest::addColumn<std::function<void(RunRequest &)>>("change");
        QTest::addColumn<int>("machines");
        const auto row = [](const char *tag, int machines, std::function<void(RunRequest &)> change) {
            QTest::addRow("%s", tag) << std::move(change) << machines;
        };
        row("the same", 2, [](RunRequest &) {});
        row("another name", 2, [](RunRequest &now) { now.job.name = "again"; });
        row("another rate", 2, [](RunRequest &now) { now.job.schedule.peak = 0.2; });
        row("more epochs", 2, [](RunRequest &now) { now.job.epochs = 9; });
        row("other checkpoints", 2, [](RunRequest &now) { now.job.checkpoint.keepBest = true; });
        row("another price", 2, [](RunRequest &now) { now.machines[0].terms.pricePerHour = 3; });
        row("fewer machines", 1, [](RunRequest &now) { now.machines.erase(now.machines.begin()); });
        row("another order", 2, [](RunRequest &now) { std::swap(now.machines[0], now.machines[1]); });
        row("another place", 1, [](RunRequest &now) { now.machines[1].destination = "ada@other"; });
        row("another batch", 0, [](RunRequest &now) { now.job.batch = 1024; });
        row("other data", 0, [](RunRequest &now) { now.job.task = ImageSpec{{}, {"/other"}}; });
        row("another optimizer", 0, [](RunRequest &now) { now.job.optimizer.kind = OptimizerSpec::Kind::AdamW; });
        row("other numbers", 0, [](RunRequest &now) { now.job.precision.kind = PrecisionSpec::Kind::BFloat16; });
        row("other threads", 0, [](RunRequest &now) { now.threadsPerCpuRank = 2; });
    }
    void keepsWhatIsGoodForAnotherRequest()
    {
        QFETCH(std::function<void(RunRequest &)>, change);
        QFETCH(int, machines);
        RunRequest then;
        then.machines = {{Machine::Kind::Ssh, QStringLiteral("alpha"), QStringLiteral("ada@alpha"), {}},
            {Machine::Kind::Ssh, QStringLiteral("beta"), QStringLiteral("ada@beta"), {}}};
        RunRequest now = then;
        change(now);
        const auto good = goodFor(now, then, {machine("alpha", 4, true), machine("beta", 4, true)});
        QCOMPARE(int(good.size()), machines);
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
