#include "app/words/membershipwords.h"

#include "app/words/format.h"
#include "remote/session/isolated.h"
#include "remote/session/machinename.h"

#include <QCoreApplication>
#include <QLocale>

namespace motley {

namespace {

constexpr int longestCause = 400;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::MembershipWords)
};

QString nameOf(int machine, const QStringList &machines)
{
    return machines.value(machine, formatCount(machine));
}

// The engine's words, as a sentence's end.
QString causeWords(const std::string &cause)
{
    QString words = plainText(cause, longestCause);
    if (!words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    return isolated(words);
}

QString lostWords(const LostTogether &lost, const QStringList &machines)
{
    QStringList ranks;
    for (const int rank : lost.ranks)
        ranks << formatCount(rank);
    const QString sentence
        = ranks.size() == 1 ? Words::tr("Rank %1 on %2 is lost: %3") : Words::tr("Ranks %1 on %2 are lost: %3");
    return sentence.arg(formatList(ranks), insideSentence(nameOf(lost.machine, machines)), causeWords(lost.cause));
}

} // namespace

QString membershipWords(const MembershipChanged &changed, const QStringList &machines)
{
    QStringList sentences;
    for (const LostTogether &lost : lostTogether(changed.lost))
        sentences << lostWords(lost, machines);
    for (const int machine : changed.came.value_or(std::vector<int>()))
        sentences << Words::tr("%1 takes part again.").arg(nameOf(machine, machines));
    if (sentences.isEmpty())
        sentences << Words::tr("The ranks connect to each other again.");
    sentences << Words::tr(
        "The run goes on with %Ln rank(s) from step %1.", nullptr, static_cast<int>(changed.ranks.size()))
                     .arg(formatCount(changed.step + 1));
    return joinSentences(sentences);
}

QString generationWords(const GenerationFormed &formed)
{
    return Words::tr("The ranks are connected after %1, and hold the same state %2 later.")
        .arg(formatSeconds(formed.connectSeconds), formatSeconds(formed.syncSeconds));
}

QString lossWords(const RunMembers::Loss &loss)
{
    return Words::tr("Lost after step %1: %2").arg(formatCount(loss.step), causeWords(loss.failure.cause));
}

QString lostOnTheWay(const RunMembers &members, const QStringList &machines)
{
    QStringList lost;
    for (const RunMembers::Loss &loss : members.losses()) {
        const int machine = loss.failure.machine;
        const bool isWhole = members.isLost(machine) || loss.back;
        if (isWhole && &loss != members.lossOn(machine)) // a machine is one, however many ranks it had
            continue;
        const QString where = insideSentence(nameOf(machine, machines));
        const QString name = isWhole ? where : Words::tr("rank %1 on %2").arg(formatCount(loss.failure.rank), where);
        lost << (loss.back ? Words::tr("%1 after step %2, in the run again since step %3")
                                 .arg(name, formatCount(loss.step), formatCount(*loss.back))
                           : Words::tr("%1 after step %2").arg(name, formatCount(loss.step)));
    }
    return lost.isEmpty() ? QString() : Words::tr("Lost on the way: %1.").arg(formatList(lost));
}

QString notInTheRun()
{
    return Words::tr("not in the run");
}

} // namespace motley
