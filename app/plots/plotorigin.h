// What a chart is of, for what leaves the window.
#pragma once

#include <QDateTime>
#include <QString>

#include <functional>

namespace motley {

struct PlotOrigin {
    QString run;
    QString chart;
    QDateTime started; // the run
    QString xWord = QStringLiteral("x"); // what x counts, in a file for programs
    std::function<double(double x)> timeAt; // seconds since 1970; NaN: not known
};

QString fileNameOf(const PlotOrigin &origin); // without an ending

} // namespace motley
