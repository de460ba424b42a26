// Whether the devices of a fine-tune hold the weights below its adapter, and in how many bits.
#include "engine/plan/fittingbase.h"
#include "engine/plan/memorymodel.h"
#include "finetunedmachines.h"

#include <QtTest>

using namespace motley;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

CandidateMachine withoutBase(const std::string &name)
{
    CandidateMachine machine = adapting(name, 4000);
    MemoryReport &memory = machine.candidates.front().speed->memory;
    memory.baseBytes = memory.plainBaseBytes = memory.int8BaseBytes = memory.nf4BaseBytes = 0;
    return machine;
}

std::vector<RankNeeds> needs(const std::vector<CandidateMachine> &machines)
{
    return needsOf(fineTune(), machines, sharesOf(fineTune(), machines));
}

} // namespace

class FittingBaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictsTheBaseInOtherBits()
    {
        const MemoryReport plain = adapting("a", 4000).candidates.front().speed->memory;
        QCOMPARE(bitsOf(plain), Quantization::None);
        const MemoryReport packed = inBits(plain, Quantization::Nf4);
        QCOMPARE(bitsOf(packed), Quantization::Nf4);
        QCOMPARE(packed.frozenBytes, (1650 - 1600 + 430) * mebibyte);
        QCOMPARE(predictedPeak(plain, {1, false, false, 1}), 1800 * mebibyte);
        QCOMPARE(predictedPeak(packed, {1, false, false, 1}), (1800 - 1600 + 430) * mebibyte);
        QCOMPARE(
            predictedPeak(inBits(packed, Quantization::Int8), {1, false, false, 1}), (1800 - 1600 + 830) * mebibyte);
        QVERIFY(inBits(packed, Quantization::None) == plain);
        const MemoryReport without = withoutBase("a").candidates.front().speed->memory;
        QVERIFY(inBits(without, Quantization::Nf4) == without);
    }

    void findsTheFinestBitsThatAllHold_data()
    {
        QTest::addColumn<qint64>("small"); // MiB of the second machine, of which nine tenths count
        QTest::addColumn<int>("finest"); // Quantization; -1: none
        QTest::addColumn<int>("rank"); // that costs finer ones; -1: none does
        QTest::newRow("all hold all") << qint64(4000) << int(Quantization::None) << -1;
        QTest::newRow("8 bits") << qint64(1500) << int(Quantization::Int8) << 1;
        QTest::newRow("4 bits") << qint64(1000) << int(Quantization::Nf4) << 1;
        QTest::newRow("nothing") << qint64(600) << -1 << 1;
    }

    void findsTheFinestBitsThatAllHold()
    {
        QFETCH(qint64, small);
        QFETCH(int, finest);
        QFETCH(int, rank);
        const std::vector<CandidateMachine> two{adapting("roomy", 4000), adapting("small one", small)};
        const auto found = fittingBase(fineTune(), needs(two));
        QVERIFY(found);
        QCOMPARE(found->finest ? int(*found->finest) : -1, finest);
        QCOMPARE(found->rank ? int(*found->rank) : -1, rank);
        QCOMPARE(found->lacking > 0, rank >= 0);
        QVERIFY(!fittingBase(fineTune(), needs({adapting("a", 4000), withoutBase("another")})));
    }

    void refusesAFineTuneThatCannotFit_data()
    {
        QTest::addColumn<qint64>("mebibytes");
        QTest::addColumn<QByteArray>("says"); // empty: it fits
        QTest::newRow("fits") << qint64(2100) << QByteArray();
        QTest::newRow("shorter, or 8 bits")
            << qint64(1985) << QByteArray("Set model.context to 1344 or model.quantization to int8, or train without");
        QTest::newRow("8 bits") << qint64(1500) << QByteArray("Set model.quantization to int8, or train without");
        QTest::newRow("4 bits") << qint64(1000) << QByteArray("Set model.quantization to nf4, or train without");
        QTest::newRow("4 bits and shorter")
            << qint64(700) << QByteArray("Set model.quantization to nf4 and model.context to 1600, or train without");
        QTest::newRow("nothing") << qint64(600) << QByteArray("Train without this device");
    }

    void refusesAFineTuneThatCannotFit()
    {
        QFETCH(qint64, mebibytes);
        QFETCH(QByteArray, says);
        const std::vector<CandidateMachine> two{adapting("roomy", 4000), adapting("small one", mebibytes)};
        const auto plan = planRun(fineTune(), two);
        QCOMPARE(plan.has_value(), says.isEmpty());
        QVERIFY(planRun(fineTune(""), two)); // of no model's folder: a run finds out by itself
        if (plan)
            return;
        const QByteArray message = QByteArray::fromStdString(plan.error().message);
        QVERIFY2(
            message.startsWith("small one cannot hold this job on its device cpu: with one sequence of 2048"), message);
        QVERIFY2(message.contains(says), message);
    }
};

QTEST_GUILESS_MAIN(FittingBaseTest)
#include "tst_fittingbase.moc"
