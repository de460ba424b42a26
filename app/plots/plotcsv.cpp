#include "app/plots/plotcsv.h"

#include "app/plots/curves/curves.h"
#include "app/plots/curvetable.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

QByteArray quoted(const QString &text)
{
    QByteArray name = text.toUtf8();
    return '"' + name.replace('"', "\"\"") + '"';
}

QByteArray number(double value)
{
    return QByteArray::number(value, 'g', 12);
}

// x and the time there, which is empty where nobody knows it.
QByteArray place(const PlotOrigin &origin, double x)
{
    const double time = origin.timeAt ? origin.timeAt(x) : std::nan("");
    if (!std::isfinite(time))
        return number(x) + ',';
    const auto moment = QDateTime::fromMSecsSinceEpoch(std::llround(time * 1000), Qt::UTC);
    return number(x) + ',' + moment.toString(Qt::ISODateWithMs).toLatin1();
}

void writeLong(QIODevice &device, const std::vector<PlotCurve> &curves, const PlotOrigin &origin)
{
    device.write("curve," + origin.xWord.toUtf8() + ",time,value\n");
    for (const PlotCurve &curve : curves) {
        if (!curve.x || !curve.y)
            continue;
        const QByteArray name = quoted(curve.name);
        for (std::size_t i = 0; i < std::min(curve.x->size(), curve.y->size()); ++i)
            device.write(name + ',' + place(origin, (*curve.x)[i]) + ',' + number((*curve.y)[i]) + '\n');
    }
}

void writeWide(QIODevice &device, const std::vector<PlotCurve> &curves, const PlotOrigin &origin)
{
    QByteArray line = origin.xWord.toUtf8() + ",time";
    for (const PlotCurve &curve : curves)
        line += ',' + quoted(curve.name);
    device.write(line + '\n');
    for (const double x : mergedX(curves)) {
        line = place(origin, x);
        for (const PlotCurve &curve : curves) {
            const auto point = curve.x && curve.y ? nearestPoint(*curve.x, x, 0) : std::nullopt;
            line += ',';
            if (point && *point < curve.y->size())
                line += number((*curve.y)[*point]);
        }
        device.write(line + '\n');
    }
}

} // namespace

void writeCsv(QIODevice &device, const std::vector<PlotCurve> &curves, const PlotOrigin &origin, CsvLayout layout)
{
    if (layout == CsvLayout::Wide)
        writeWide(device, curves, origin);
    else
        writeLong(device, curves, origin);
}

} // namespace motley
