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
