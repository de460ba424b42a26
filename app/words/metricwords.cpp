#include "app/words/metricwords.h"

#include "app/words/format.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::MetricWords)
};

constexpr int longestName = 40;

} // namespace

QString metricName(const std::string &name)
{
    if (name == "accuracy")
        return Words::tr("accuracy");
    if (name == "maskedAccuracy")
        return Words::tr("hidden words right");
    if (name == "nextSentenceAccuracy")
        return Words::tr("next sentences right");
    if (name == "linkedAccuracy")
        return Words::tr("mentions linked right");
    if (name == "f1")
        return Words::tr("F1");
    if (name == "precision")
        return Words::tr("precision");
    if (name == "recall")
        return Words::tr("recall");
    if (name == "perplexity")
        return Words::tr("perplexity");
    if (name == "bleu")
        return QStringLiteral("BLEU");
    if (name == "correctMoves")
        return Words::tr("correct moves");
    if (name == "missedMoves")
        return Words::tr("missed moves");
    if (name == "spuriousMoves")
        return Words::tr("spurious moves");
    return plainText(name, longestName);
}

QString formatMetric(const Metric &metric)
{
    return metric.unit == Metric::Unit::Fraction ? formatPercent(metric.value * 100, 2) : formatNumber(metric.value);
}

QString describeMetric(const Metric &metric)
{
    //: the name of what was measured and its value
    return Words::tr("%1 %2").arg(metricName(metric.name), formatMetric(metric));
}

QString describeTest(const Evaluation &evaluation)
{
    QStringList measured;
    for (const Metric &metric : evaluation.metrics)
        measured << describeMetric(metric);
    measured << Words::tr("loss %1").arg(formatNumber(evaluation.loss));
    return measured.join(QStringLiteral(", "));
}

} // namespace motley
