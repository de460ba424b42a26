// Exports a MetricPlot: pictures as they are on the screen, numbers unthinned and in the C locale.
#include "app/plots/metricplot.h"

#include "app/plots/plotlibrary.h"
#include "remote/session/savefile.h"

#include <QFileInfo>
#include <QSaveFile>
#include <QSvgGenerator>

namespace motley {

namespace {

constexpr int exportWidth = 1200; // pixels
constexpr int exportHeight = 700;

} // namespace

bool MetricPlot::exportTo(const QString &path, QString *problem)
{
    redraw();
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("csv"))
        return writeCsv(path, problem);
    if (ending == QLatin1String("svg"))
        return writeSvg(path, problem);
    if (ending != QLatin1String("png") && ending != QLatin1String("pdf")) {
        *problem = tr("Choose a name that ends in .png, .svg, .pdf or .csv.");
        return false;
    }
    const bool written = ending == QLatin1String("pdf") ? m_plot->savePdf(path, exportWidth, exportHeight)
                                                        : m_plot->savePng(path, exportWidth, exportHeight, 2);
    if (!written)
        *problem = tr("The file could not be written.");
    return written;
}

bool MetricPlot::writeSvg(const QString &path, QString *problem)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        *problem = file.errorString();
        return false;
    }
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize({exportWidth, exportHeight});
    generator.setViewBox(QRect(0, 0, exportWidth, exportHeight));
    {
        QCPPainter painter(&generator);
        m_plot->toPainter(&painter, exportWidth, exportHeight);
    }
    if (commitWhole(file))
        return true;
    *problem = file.errorString();
    return false;
}

bool MetricPlot::writeCsv(const QString &path, QString *problem) const
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        *problem = file.errorString();
        return false;
    }
    file.write("curve,x,y\n");
    for (const PlotCurve &curve : m_curves) {
        if (!curve.x || !curve.y)
            continue;
        QByteArray name = curve.name.toUtf8();
        name.replace('"', "\"\"");
        const auto count = std::min(curve.x->size(), curve.y->size());
        for (std::size_t i = 0; i < count; ++i)
            file.write('"' + name + "\"," + QByteArray::number((*curve.x)[i], 'g', 12) + ','
                + QByteArray::number((*curve.y)[i], 'g', 12) + '\n');
    }
    if (commitWhole(file))
        return true;
    *problem = file.errorString();
    return false;
}

} // namespace motley
