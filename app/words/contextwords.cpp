#include "app/words/contextwords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace motley {

namespace {

struct ContextWords {
    Q_DECLARE_TR_FUNCTIONS(motley::ContextWords)
};

QString machineOf(const Plan &plan, std::size_t rank)
{
    return plainText(plan.machineOf(int(rank)).name, 60);
}

QString longestWords(const ContextAdvice &advice, const Plan &plan)
{
    if (advice.ranks.size() == 1)
        return ContextWords::tr("By its memory, sequences may have up to %1 tokens.")
            .arg(formatCount(advice.longest()));
    //: %2 is a machine
    return ContextWords::tr("By the memory of all devices, sequences may have up to %1 tokens: %2 holds the least.")
        .arg(formatCount(advice.longest()), machineOf(plan, advice.tightest));
}

QString bitsWords(Quantization bits)
{
    switch (bits) {
    case Quantization::Int8:
        return ContextWords::tr("8 bits");
    case Quantization::Nf4:
        return ContextWords::tr("4 bits");
    case Quantization::None:
        break;
    }
    return ContextWords::tr("the bits of its files");
}

// In which bits all devices hold the base, and which device costs finer ones.
QStringList baseWords(const ContextAdvice &advice, const Plan &plan)
{
    QStringList sentences;
    const auto &base = advice.base;
    if (!base || !base->finest)
        return sentences;
    if (*base->finest < advice.bits)
        //: %1 is such as "8 bits"
        sentences << ContextWords::tr("All devices would also hold the base in %1, which rounds it less.")
                         .arg(bitsWords(*base->finest));
    if (base->rank)
        //: %1 is a machine, %2 an amount of memory, %3 such as "8 bits"
        sentences << ContextWords::tr("%1 lacks %2 of memory to hold the base in %3.")
                         .arg(machineOf(plan, *base->rank), formatBytes(base->lacking),
                             bitsWords(*base->finest == Quantization::Nf4 ? Quantization::Int8 : Quantization::None));
    return sentences;
}

QString remedyWords(const MemoryRemedy &remedy, bool losesInFourBits)
{
    using Kind = MemoryRemedy::Kind;
    const QString spared = formatBytes(remedy.spared.value_or(0));
    const QString longest = formatCount(remedy.longest.value_or(0));
    switch (remedy.kind) {
    case Kind::Recompute:
        return ContextWords::tr("activations that are computed again");
    case Kind::Int8:
        //: %1 is an amount of memory, %2 a number of tokens; a part of a list
        return ContextWords::tr("the base in 8 bits (%1 less, up to %2 tokens)").arg(spared, longest);
    case Kind::Nf4:
        return losesInFourBits
            ? ContextWords::tr("the base in 4 bits (%1 less, up to %2 tokens, but this model loses more by it than "
                               "others do)")
                  .arg(spared, longest)
            : ContextWords::tr("the base in 4 bits (%1 less, up to %2 tokens)").arg(spared, longest);
    case Kind::ShorterRows:
        //: %1 is a number of tokens, %2 an amount of memory; a part of a list
        return ContextWords::tr("sequences of %1 tokens (%2 less)").arg(formatCount(remedy.to), spared);
    case Kind::SmallerRank:
        break;
    }
    //: %1 is a rank, %2 an amount of memory, %3 a number of tokens; a part of a list
    return ContextWords::tr("an adapter of rank %1 (%2 less, up to %3 tokens)")
        .arg(formatCount(remedy.to), spared, longest);
}

} // namespace

QString activationWords(const RankRoom &room)
{
    if (!room.kept || !room.recomputed)
        return {};
    //: Both are amounts of memory.
    return ContextWords::tr("Activations of one sequence: %1 if they are kept, %2 if they are computed again.")
        .arg(formatBytes(*room.kept), formatBytes(*room.recomputed));
}

QStringList contextWords(const ContextAdvice &advice, const Plan &plan, bool losesInFourBits)
{
    QStringList sentences{longestWords(advice, plan)};
    sentences << baseWords(advice, plan);
    QStringList list;
    for (const MemoryRemedy &remedy : advice.remedies)
        list << remedyWords(remedy, losesInFourBits);
    if (!list.isEmpty())
        //: %1 is a machine, %2 a list such as the base in 4 bits (9.8 GiB less, up to 4,096 tokens)
        sentences << ContextWords::tr("What would save memory on %1, the most first: %2.")
                         .arg(machineOf(plan, advice.tightest), list.join(QStringLiteral("; ")));
    return sentences;
}

} // namespace motley
