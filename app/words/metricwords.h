// The metrics of a test in words.
#pragma once

#include "engine/protocol/event.h"

#include <QString>
#include <QStringList>

namespace motley {

QString metricName(const std::string &name); // "accuracy"; an unknown name stays as it is
QString formatMetric(const Metric &metric); // "91.88 %", "25.31"
QString describeMetric(const Metric &metric); // "accuracy 91.88 %"
QString describeTest(const Evaluation &evaluation); // "accuracy 91.88 %, loss 0.2323"
QStringList answerWords(const Evaluation &evaluation); // to the job's prompts: "“Who are you?” → “A friend.”"

} // namespace motley
