// How long sequences may be and what would help, in words.
#include "app/words/contextwords.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QTest>

using namespace motley;

namespace {

constexpr std::int64_t gibibyte = std::int64_t(1) << 30;
using Kind = MemoryRemedy::Kind;

Plan planOf(const std::vector<std::string> &machines)
{
    Plan plan;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        plan.machines.push_back({machines[i], "10.0.0.1"});
        plan.ranks.emplace_back().machine = int(i);
    }
    return plan;
}

ContextAdvice adviceFor(std::size_t ranks)
{
    ContextAdvice advice;
    advice.context = 2048;
    advice.ranks.resize(ranks);
    for (std::size_t i = 0; i < ranks; ++i)
        advice.ranks[i].longest = 12288 - std::int64_t(i) * 8192;
    advice.tightest = ranks - 1;
    return advice;
}

QString wordsOf(const ContextAdvice &advice, const Plan &plan, bool losesInFourBits = false)
{
    return plainSpaces(contextWords(advice, plan, losesInFourBits).join('|'));
}

} // namespace

class ContextWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysWhatFitsAll()
    {
        QCOMPARE(wordsOf(adviceFor(1), planOf({"box"})),
            QStringLiteral("By its memory, sequences may have up to 12,288 tokens."));
        QCOMPARE(wordsOf(adviceFor(2), planOf({"box", "old"})),
            QStringLiteral(
                "By the memory of all devices, sequences may have up to 4,096 tokens: old holds the least."));
    }

    void saysWhichDeviceCostsBits_data()
    {
        QTest::addColumn<int>("bits"); // Quantization of the job
        QTest::addColumn<int>("finest"); // -1: none
        QTest::addColumn<QString>("says"); // beside the first sentence
        const QString lacks = QStringLiteral("old lacks 1.5 GiB of memory to hold the base in ");
        QTest::newRow("as the job has it")
            << int(Quantization::Int8) << int(Quantization::Int8) << '|' + lacks + "the bits of its files.";
        QTest::newRow("finer") << int(Quantization::Nf4) << int(Quantization::Int8)
                               << "|All devices would also hold the base in 8 bits, which rounds it less.|" + lacks
                + "the bits of its files.";
        QTest::newRow("the fewest") << int(Quantization::Nf4) << int(Quantization::Nf4) << '|' + lacks + "8 bits.";
        QTest::newRow("none") << int(Quantization::Nf4) << -1 << QString();
    }

    void saysWhichDeviceCostsBits()
    {
        QFETCH(int, bits);
        QFETCH(int, finest);
        QFETCH(QString, says);
        ContextAdvice advice = adviceFor(2);
        advice.bits = Quantization(bits);
        advice.base = FittingBase{std::nullopt, 1, 3 * gibibyte / 2};
        if (finest >= 0)
            advice.base->finest = Quantization(finest);
        const QString found = wordsOf(advice, planOf({"box", "old"}));
        QCOMPARE(found.mid(found.indexOf('.') + 1), says);
    }

    void saysWhatWouldHelpMostFirst()
    {
        ContextAdvice advice = adviceFor(2);
        advice.remedies = {{Kind::Recompute}, {Kind::Nf4, 0, 10 * gibibyte, 9216}, {Kind::Int8, 0, 7 * gibibyte, 7168},
            {Kind::ShorterRows, 1024, 2 * gibibyte, std::nullopt}, {Kind::SmallerRank, 8, gibibyte / 10, 4160}};
        const QString found = wordsOf(advice, planOf({"box", "old"}));
        QCOMPARE(found.mid(found.indexOf('|') + 1),
            QStringLiteral(
                "What would save memory on old, the most first: activations that are computed again; the base in 4 "
                "bits (10.0 GiB less, up to 9,216 tokens); the base in 8 bits (7.0 GiB less, up to 7,168 tokens); "
                "sequences of 1,024 tokens (2.0 GiB less); an adapter of rank 8 (102.4 MiB less, up to 4,160 "
                "tokens)."));
        QVERIFY(wordsOf(advice, planOf({"box", "old"}), true).contains("but this model loses more by it"));
    }

    void saysWhatRecomputationSpares()
    {
        RankRoom room;
        room.kept = 2 * gibibyte;
        QVERIFY(activationWords(room).isEmpty());
        room.recomputed = gibibyte / 2;
        QCOMPARE(plainSpaces(activationWords(room)),
            QStringLiteral("Activations of one sequence: 2.0 GiB if they are kept, 512.0 MiB if they are computed "
                           "again."));
    }
};

QTEST_GUILESS_MAIN(ContextWordsTest)
#include "tst_contextwords.moc"
