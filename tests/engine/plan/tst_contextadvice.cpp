// How long the sequences of a fine-tune may be, which device limits that, and what would help.
#include "engine/plan/contextadvice.h"
#include "engine/plan/planner.h"
#include "finetunedmachines.h"

#include <QtTest>

using namespace motley;

namespace {

using Kind = MemoryRemedy::Kind;

constexpr std::int64_t mebibyte = 1 << 20;

MemoryReport &memoryOf(CandidateMachine &machine)
{
    return machine.candidates.front().speed->memory;
}

LanguageModelSpec &textOf(JobSpec &job)
{
    return std::get<LanguageModelSpec>(job.task);
}

QString nameOf(Kind kind)
{
    return QStringList{"recompute", "int8", "nf4", "rows", "rank"}.at(int(kind));
}

} // namespace

class ContextAdviceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheLongestSequence_data()
    {
        QTest::addColumn<qint64>("small"); // MiB of the second machine, of which nine tenths count
        QTest::addColumn<bool>("packs"); // rows into a sequence
        QTest::addColumn<int>("bits"); // Quantization
        QTest::addColumn<qint64>("longest"); // of the second machine
        QTest::addColumn<int>("tightest");
        // 1,700 MiB, and 10 each for gradients that are exchanged and that wait for the next sequence
        QTest::newRow("170 MiB left") << qint64(2100) << false << int(Quantization::None) << qint64(3456) << 1;
        QTest::newRow("packed") << qint64(2100) << true << int(Quantization::None) << qint64(3456) << 1;
        QTest::newRow("in 8 bits") << qint64(2100) << false << int(Quantization::Int8) << qint64(19200) << 1;
        QTest::newRow("in 4 bits") << qint64(2100) << false << int(Quantization::Nf4) << qint64(27392) << 1;
        QTest::newRow("more than the other") << qint64(8000) << false << int(Quantization::None) << qint64(112192) << 0;
    }

    void findsTheLongestSequence()
    {
        QFETCH(qint64, small);
        QFETCH(bool, packs);
        QFETCH(int, bits);
        QFETCH(qint64, longest);
        QFETCH(int, tightest);
        std::vector<CandidateMachine> two{adapting("roomy", 4000), adapting("small one", small)};
        JobSpec job = fineTune();
        textOf(job).model.quantization = Quantization(bits);
        textOf(job).data.format = packs ? LanguageModelData::Format::Conversations : LanguageModelData::Format::Text;
        for (CandidateMachine &machine : two)
            memoryOf(machine) = inBits(memoryOf(machine), Quantization(bits));
        const auto advice = adviseOnContext(job, two);
        QVERIFY(advice);
        QCOMPARE(advice->context, 2048);
        QCOMPARE(advice->ranks[1].longest, longest);
        QCOMPARE(int(advice->tightest), tightest);
        QCOMPARE(advice->longest(), std::min<std::int64_t>(advice->ranks[0].longest, longest));
        QCOMPARE(advice->ranks[1].bytes, small * mebibyte / 10 * 9);
        // The plan takes this length on all devices, and no longer one.
        textOf(job).model.context = int(advice->longest());
        for (CandidateMachine &machine : two)
            memoryOf(machine) = withTokens(memoryOf(machine), 2048, advice->longest());
        QVERIFY(planRun(job, two));
        QCOMPARE(adviseOnContext(job, two)->longest(), advice->longest());
        for (CandidateMachine &machine : two)
            memoryOf(machine) = withTokens(memoryOf(machine), advice->longest(), advice->longest() + 64);
        QVERIFY(!planRun(job, two));
    }

    void putsFirstWhatSparesMost_data()
    {
        QTest::addColumn<int>("context");
        QTest::addColumn<int>("bits");
        QTest::addColumn<bool>("recomputes");
        QTest::addColumn<QString>("order"); // with the MiB that each spares
        QTest::newRow("weights") << 2048 << int(Quantization::None) << true << "nf4 1170, int8 770, rows 50, rank 30";
        QTest::newRow("activations are kept")
            << 2048 << int(Quantization::None) << false << "recompute ?, nf4 1170, int8 770, rows 50, rank 30";
        QTest::newRow("8 bits already") << 2048 << int(Quantization::Int8) << true << "nf4 400, rows 50, rank 30";
        QTest::newRow("4 bits already") << 2048 << int(Quantization::Nf4) << true << "rows 50, rank 30";
        QTest::newRow("long sequences") << 65536 << int(Quantization::None) << true
                                        << "rows 1600, nf4 1170, int8 770, rank 30";
    }

    void putsFirstWhatSparesMost()
    {
        QFETCH(int, context);
        QFETCH(int, bits);
        QFETCH(bool, recomputes);
        QFETCH(QString, order);
        JobSpec job = fineTune();
        textOf(job).model.context = context;
        textOf(job).model.quantization = Quantization(bits);
        job.memory.recompute = recomputes ? MemorySpec::Recompute::WhenNeeded : MemorySpec::Recompute::Never;
        std::vector<CandidateMachine> two{adapting("roomy", 80000), adapting("small one", 40000)};
        for (CandidateMachine &machine : two)
            memoryOf(machine) = inBits(withTokens(memoryOf(machine), 2048, context), Quantization(bits));
        const auto advice = adviseOnContext(job, two);
        QVERIFY(advice);
        QStringList found;
        for (const MemoryRemedy &remedy : advice->remedies)
            found << nameOf(remedy.kind) + ' '
                    + (remedy.spared ? QString::number(*remedy.spared / mebibyte) : QStringLiteral("?"));
        QCOMPARE(found.join(", "), order);
        for (const MemoryRemedy &remedy : advice->remedies) {
            if (remedy.longest)
                QVERIFY(*remedy.longest > advice->longest());
            QCOMPARE(remedy.to,
                remedy.kind == Kind::ShorterRows       ? context / 2
                    : remedy.kind == Kind::SmallerRank ? 8
                                                       : 0);
        }
    }

    void knowsActivationsWithAndWithoutRecomputation()
    {
        std::vector<CandidateMachine> one{adapting("only", 4000)};
        QVERIFY(!adviseOnContext(fineTune(), one)->ranks[0].recomputed);
        const std::int64_t kept = *adviseOnContext(fineTune(), one)->ranks[0].kept;
        MemoryReport recomputed = memoryOf(one[0]);
        recomputed.passPeakBytes -= 4 * 70 * mebibyte;
        recomputed.smallPassPeakBytes -= 70 * mebibyte;
        const std::int64_t longest = adviseOnContext(fineTune(), one)->longest();
        one[0].candidates[0].speed->recomputed = RecomputedReport{1.3, 0, recomputed};
        const auto advice = adviseOnContext(fineTune(), one);
        QCOMPARE(*advice->ranks[0].kept, kept);
        QCOMPARE(*advice->ranks[0].recomputed, kept - 70 * mebibyte);
        QVERIFY(advice->longest() > 3 * longest);
        one[0].candidates[0].speed->recomputes = true; // all of the report
        one[0].candidates[0].speed->recomputed.reset();
        QVERIFY(!adviseOnContext(fineTune(), one)->ranks[0].kept);
    }

    void proposesFinerBitsThatAllHold()
    {
        JobSpec job = fineTune();
        textOf(job).model.quantization = Quantization::Nf4;
        std::vector<CandidateMachine> two{adapting("roomy", 4000), adapting("small one", 1500)};
        for (CandidateMachine &machine : two)
            memoryOf(machine) = inBits(memoryOf(machine), Quantization::Nf4);
        const auto advice = adviseOnContext(job, two);
        QVERIFY(advice && advice->base);
        QCOMPARE(int(*advice->base->finest), int(Quantization::Int8));
        QCOMPARE(int(*advice->base->rank), 1);
        QCOMPARE(advice->base->lacking, (1820 - 1350) * mebibyte);
        textOf(job).model.quantization = Quantization::None; // the model's files have it in 4 bits
        QVERIFY(!adviseOnContext(job, two)->base);
    }

    void saysNothingOfWhatIsNotKnown()
    {
        std::vector<CandidateMachine> two{adapting("roomy", 4000), adapting("small one", 4000)};
        QVERIFY(adviseOnContext(fineTune(), two));
        QVERIFY(!adviseOnContext(fineTune(""), two)); // no model's folder
        QVERIFY(!adviseOnContext(JobSpec(), two));
        memoryOf(two[1]) = {};
        QVERIFY(!adviseOnContext(fineTune(), two));
        two[1] = adapting("small one", 4000);
        two[1].report.memoryAvailableBytes.reset();
        QVERIFY(!adviseOnContext(fineTune(), two));
    }
};

QTEST_GUILESS_MAIN(ContextAdviceTest)
#include "tst_contextadvice.moc"
