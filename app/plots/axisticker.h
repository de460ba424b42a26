// Ticks at whole numbers, at any, or at round times, with labels as people write them: 250, 1.3 k, 0.05, 5 × 10⁻⁵,
// 10 min.
#pragma once

#include "app/plots/controls/axisvalues.h"
#include "app/plots/curves/plotlibrary.h"

namespace motley {

class AxisTicker : public QCPAxisTicker {
public:
    explicit AxisTicker(AxisValues values) : m_values(values) { }

protected:
    double getTickStep(const QCPRange &range) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    AxisValues m_values;
    double m_step = 0;
};

// Ticks at 1, 2 and 5 times powers of ten, or, where these are too many, at powers of ten alone.
class LogAxisTicker : public QCPAxisTickerLog {
public:
    explicit LogAxisTicker(AxisValues values) : m_values(values) { }

protected:
    QVector<double> createTickVector(double step, const QCPRange &range) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;

private:
    AxisValues m_values;
};

} // namespace motley
