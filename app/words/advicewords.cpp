#include "app/words/advicewords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace motley {

namespace {

struct AdviceWords {
    Q_DECLARE_TR_FUNCTIONS(motley::AdviceWords)
};

QString rounded(double value)
{
    return formatCount(std::llround(value));
}

QString factor(double value)
{
    return QLocale().toString(value, 'f', 1);
}

QString bandwidth(double bytesPerSecond)
{
    const double megabits = bytesPerSecond * 8 / 1e6;
    if (megabits >= 1000)
        return AdviceWords::tr("%1 Gbit/s").arg(formatNumber(megabits / 1000, 3));
    return unbroken(AdviceWords::tr("%1 Mbit/s").arg(formatNumber(megabits, 3)));
}

QString words(const MemoryAdvice &advice, const ClusterModel &cluster)
{
    const QString name = plainText(cluster.machines[advice.machine].name, 60);
    return joinSentences({AdviceWords::tr("In one pass, the memory of all devices together holds %1 samples; the least "
                                          "is on %2, for %3.")
                              .arg(formatCount(advice.samples), name, formatCount(advice.fewest)),
        advice.sharesCanBeCut
            ? AdviceWords::tr("A larger share is taken in several passes, with the same result.")
            : AdviceWords::tr("This model normalises over the whole batch, so a larger share does not fit.")});
}

QString words(const BatchAdvice &advice, const ClusterModel &)
{
    QStringList sentences;
    sentences << AdviceWords::tr(
        "The gradient-noise scale, as measured in a run, is %1: with a batch of %2, training needs "
        "%3 times the fewest samples and %4 times the fewest steps.")
                     .arg(rounded(advice.noiseScale), formatCount(advice.batch), factor(advice.samplesOverFewest),
                         factor(advice.stepsOverFewest));
    // Where the fastest batch is known it is the advice: fewer steps alone are not faster, as each takes longer.
    if (!advice.fastest && advice.fit != BatchFit::Good)
        sentences << batchFitWords(advice.fit);
    if (advice.fastest)
        sentences << AdviceWords::tr("These machines get to the same quality soonest with a batch of about %1.")
                         .arg(rounded(*advice.fastest));
    return joinSentences(sentences);
}

QString words(const RanksAdvice &advice, const ClusterModel &)
{
    if (!std::isfinite(advice.overhead))
        return AdviceWords::tr(
            "%Ln rank(s) together are no faster than one alone: the exchange costs more than they add.", nullptr,
            advice.ranks);
    QStringList sentences;
    sentences << AdviceWords::tr(
        "%Ln rank(s) together are %1 times as fast as one of them on average.", nullptr, advice.ranks)
                     .arg(factor(advice.speedUp));
    if (advice.overhead <= 0)
        return sentences.front();
    const QString wanted = formatPercent(100 * advice.wantedEfficiency);
    const QString overhead = formatPercent(100 * advice.overhead, 1);
    sentences << AdviceWords::tr("The part that more ranks do not shorten is %1 of the computing time, so no number of "
                                 "ranks is more than %2 times as fast as one.")
                     .arg(overhead, factor(greatestSpeedUp(advice.overhead)));
    if (advice.efficiency < advice.wantedEfficiency)
        sentences << AdviceWords::tr("To reach %1 of the ideal speed, that part must be at most %2.")
                         .arg(wanted, formatPercent(100 * advice.overheadAllowed, 1));
    else
        sentences << AdviceWords::tr("Up to %1 ranks still reach %2 of the ideal speed.")
                         .arg(formatCount(static_cast<std::int64_t>(advice.mostRanks)), wanted);
    return joinSentences(sentences);
}

QString words(const NetworkAdvice &advice, const ClusterModel &)
{
    const QString needed
        = AdviceWords::tr("The exchange of %1 of gradients hides behind the backward pass if the link of "
                          "each machine carries %2.")
              .arg(
                  formatBytes(static_cast<std::int64_t>(advice.gradientBytes)), bandwidth(advice.neededBytesPerSecond));
    if (!advice.slowestBytesPerSecond)
        return needed;
    const QString slowest = bandwidth(*advice.slowestBytesPerSecond);
    const bool isEnough = *advice.slowestBytesPerSecond >= advice.neededBytesPerSecond;
    return joinSentences({needed,
        isEnough ? AdviceWords::tr("The slowest carries %1.").arg(slowest)
                 : AdviceWords::tr("The slowest carries %1, so %2 of each step is spent waiting for it.")
                       .arg(slowest, formatPercent(100 * advice.waitingPart))});
}

QString words(const RateAdvice &advice, const ClusterModel &)
{
    const RateOrigin &origin = advice.origin;
    const QString known = AdviceWords::tr("The learning rate of %1 was found with a batch of %2.")
                              .arg(formatNumber(origin.rate), formatCount(origin.batch));
    if (origin.rule)
        return joinSentences({known,
            AdviceWords::tr("For a batch of %1 this job makes it %2.")
                .arg(formatCount(advice.batch),
                    formatNumber(
                        origin.rate * (*origin.rule == RateRule::Linear ? advice.linear : advice.squareRoot)))});
    return joinSentences({known,
        AdviceWords::tr(
            "For %1, take %2 with SGD and a warm-up (linear rule), or %3 with Adam and its kin (square-root "
            "rule).")
            .arg(formatCount(advice.batch), formatNumber(origin.rate * advice.linear),
                formatNumber(origin.rate * advice.squareRoot))});
}

} // namespace

QString adviceWords(const Advice &advice, const ClusterModel &cluster)
{
    return std::visit([&](const auto &known) { return words(known, cluster); }, advice);
}

QStringList adviceWords(const std::vector<Advice> &advice, const ClusterModel &cluster)
{
    QStringList all;
    for (const Advice &each : advice)
        all << adviceWords(each, cluster);
    return all;
}

QString noiseScaleMeaning()
{
    return AdviceWords::tr(
        "How much the gradients of single samples differ, said as a batch: far below it, twice the batch "
        "needs about half the steps; far beyond it, a larger batch saves hardly any.");
}

QString batchFitWords(BatchFit fit)
{
    switch (fit) {
    case BatchFit::Small:
        return AdviceWords::tr("A larger batch would save steps at little cost.");
    case BatchFit::Large:
        return AdviceWords::tr("Most of such a batch says the same thing twice; a smaller one learns as much.");
    case BatchFit::Good:
        break;
    }
    return {};
}

} // namespace motley
