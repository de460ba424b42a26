// Exports a MetricPlot: pictures as it is on the screen, with what it is of and a legend; numbers by plotcsv.
#include "app/plots/metricplot.h"

#include "app/plots/curves/plotlibrary.h"
#include "app/plots/plotcsv.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "remote/session/isolated.h"
#include "remote/session/savefile.h"

#include <QFileInfo>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

namespace motley {

namespace {

constexpr QSize pictureSize(1200, 700); // pixels
constexpr int dotsPerInch = 96;
constexpr int pixelsPerPixel = 2; // of a PNG
constexpr int margin = 16;
constexpr int titleHeight = 26;
constexpr int lineHeight = 22;
constexpr int swatchLength = 26;

QFont ofHeight(QFont font, int pixels, bool bold = false)
{
    font.setPixelSize(pixels);
    font.setBold(bold);
    return font;
}

// Entries side by side, in as many lines as they need. Returns where the last one ends.
int drawLegend(QPainter &painter, const std::vector<PlotCurve> &curves, int top)
{
    int x = margin;
    for (const PlotCurve &curve : curves) {
        if (!curve.visible)
            continue;
        const int width = swatchLength + 6 + painter.fontMetrics().horizontalAdvance(curve.name);
        if (x > margin && x + width > pictureSize.width() - margin) {
            x = margin;
            top += lineHeight;
        }
        drawSwatch(painter, curve, QRectF(x, top, swatchLength, lineHeight));
        painter.setPen(Theme::current().colours().text);
        painter.drawText(QRect(x + swatchLength + 6, top, width, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
            isolated(curve.name));
        x += width + margin;
    }
    return top + lineHeight;
}

bool isWritten(QSaveFile &file, QString *problem)
{
    if (commitWhole(file))
        return true;
    *problem = file.errorString();
    return false;
}

} // namespace

QString fileNameOf(const PlotOrigin &origin)
{
    static const QRegularExpression unfit(QStringLiteral("[/\\\\:*?\"<>|\\x00-\\x1f]+"));
    QString name = origin.run.isEmpty() ? origin.chart : origin.run + QStringLiteral(" - ") + origin.chart;
    return name.replace(unfit, QStringLiteral("_"));
}

bool MetricPlot::exportTo(const QString &path, QString *problem, CsvLayout layout)
{
    redraw();
    const QString ending = QFileInfo(path).suffix().toLower();
    QSaveFile file(path);
    if (ending != QLatin1String("png") && ending != QLatin1String("svg") && ending != QLatin1String("pdf")
        && ending != QLatin1String("csv")) {
        *problem = tr("Choose a name that ends in .png, .svg, .pdf or .csv.");
        return false;
    }
    if (!file.open(QIODevice::WriteOnly)) {
        *problem = file.errorString();
        return false;
    }
    if (ending == QLatin1String("csv"))
        writeCsv(file, m_curves, m_origin, layout);
    else if (ending == QLatin1String("svg"))
        drawSvg(file);
    else if (ending == QLatin1String("pdf"))
        drawPdf(file);
    else
        drawPng(file);
    return isWritten(file, problem);
}

void MetricPlot::drawPng(QIODevice &device)
{
    QImage image(pictureSize * pixelsPerPixel, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelsPerPixel);
    image.setDotsPerMeterX(qRound(dotsPerInch / 0.0254));
    image.setDotsPerMeterY(qRound(dotsPerInch / 0.0254));
    drawPicture(image);
    image.save(&device, "PNG");
}

void MetricPlot::drawSvg(QIODevice &device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(dotsPerInch);
    generator.setSize(pictureSize);
    generator.setViewBox(QRect(QPoint(), pictureSize));
    generator.setTitle(fileNameOf(m_origin));
    drawPicture(generator);
}

void MetricPlot::drawPdf(QIODevice &device)
{
    QPdfWriter writer(&device);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(pictureSize) * 72 / dotsPerInch, QPageSize::Point));
    writer.setPageMargins({});
    writer.setTitle(fileNameOf(m_origin));
    drawPicture(writer);
}

void MetricPlot::drawPicture(QPaintDevice &device)
{
    const auto crosshair = m_crosshairX;
    setCrosshair(std::nullopt);
    const Colours &colours = Theme::current().colours();
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect(QPoint(), pictureSize), colours.surface);
    const QRect line(margin, margin / 2, pictureSize.width() - 2 * margin, titleHeight);
    painter.setFont(ofHeight(font(), 17, true));
    painter.setPen(colours.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
        m_origin.run.isEmpty() ? m_origin.chart : joinParts({isolated(m_origin.run), m_origin.chart}));
    painter.setFont(ofHeight(font(), 13));
    painter.setPen(colours.mutedText);
    const QLocale locale;
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
        locale.toString(m_origin.started.date()) + QLatin1Char(' ')
            + locale.toString(m_origin.started.time(), QLocale::ShortFormat));
    const int top = drawLegend(painter, m_curves, line.bottom());
    painter.translate(0, top);
    m_plot->toPainter(&painter, pictureSize.width(), pictureSize.height() - top);
    setCrosshair(crosshair);
}

} // namespace motley
