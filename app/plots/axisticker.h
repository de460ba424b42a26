// Ticks at whole numbers, or at any, with labels as people write them: 250, 1.3 k, 0.05, 5 × 10⁻⁵.
#pragma once

#include "app/plots/plotlibrary.h"

namespace motley {

class AxisTicker : public QCPAxisTicker {
public:
    enum class Values { Any, Whole };
    explicit AxisTicker(Values values) : m_values(values) { }

protected:
    double getTickStep(const QCPRange &range) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    Values m_values;
    double m_step = 0;
};

class LogAxisTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
};

} // namespace motley
