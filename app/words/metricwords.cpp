#include "app/words/metricwords.h"

#include "app/words/format.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct MetricWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MetricWords)
};

constexpr int longestName = 40;

} // namespace

QString metricName(const std::string &name)
{
    if (name == "accuracy")
        return MetricWords::tr("accuracy");
    if (name == "top5Accuracy")
        return MetricWords::tr("among the first five");
    if (name == "maskedAccuracy")
        return MetricWords::tr("hidden words right");
    if (name == "nextSentenceAccuracy")
        return MetricWords::tr("next sentences right");
    if (name == "linkedAccuracy")
        return MetricWords::tr("mentions linked right");
    if (name == "f1")
        return MetricWords::tr("F1");
    if (name == "precision")
        return MetricWords::tr("precision");
    if (name == "recall")
        return MetricWords::tr("recall");
    if (name == "perplexity")
        return MetricWords::tr("perplexity");
    if (name == "bleu")
        return QStringLiteral("BLEU");
    if (name == "correctMoves")
        return MetricWords::tr("correct moves");
    if (name == "missedMoves")
        return MetricWords::tr("missed moves");
    if (name == "spuriousMoves")
        return MetricWords::tr("spurious moves");
    return plainText(name, longestName);
}

QString formatMetric(const Metric &metric)
{
    return metric.unit == Metric::Unit::Fraction ? formatPercent(metric.value * 100, 2) : formatNumber(metric.value);
}

QString describeMetric(const Metric &metric)
{
    //: the name of what was measured and its value
    return MetricWords::tr("%1 %2").arg(metricName(metric.name), formatMetric(metric));
}

QString describeTest(const Evaluation &evaluation)
{
    QStringList measured;
    for (const Metric &metric : evaluation.metrics)
        measured << describeMetric(metric);
    measured << MetricWords::tr("loss %1").arg(formatNumber(evaluation.loss));
    //: between two results of a test
    return measured.join(MetricWords::tr(", "));
}

QStringList answerWords(const Evaluation &evaluation)
{
    constexpr int longest = 500;
    QStringList words;
    for (const auto &[prompt, answer] : evaluation.answers.value_or(std::vector<PromptAnswer>()))
        words << QStringLiteral(u"\u201c%1\u201d \u2192 \u201c%2\u201d")
                     .arg(plainText(prompt, longest).simplified(), plainText(answer, longest).simplified());
    return words;
}

} // namespace motley
