// What a test measured, as people call it.
#pragma once

#include "engine/protocol/event.h"

#include <QString>

namespace motley {

QString metricName(const std::string &name); // "accuracy"; what is not known here stays as the task calls it
QString formatMetric(const Metric &metric); // "91.88 %", "25.31"
QString describeMetric(const Metric &metric); // "accuracy 91.88 %"
QString describeTest(const Evaluation &evaluation); // "accuracy 91.88 %, loss 0.2323"

} // namespace motley
