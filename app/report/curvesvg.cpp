#include "app/report/curvesvg.h"

#include "app/words/format.h"

#include <QXmlStreamWriter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double width = 760; // of the picture
constexpr double height = 250;
constexpr double left = 64; // of the plot
constexpr double right = width - 12;
constexpr double top = 8;
constexpr double bottom = height - 36;

struct Range {
    double from = std::numeric_limits<double>::infinity();
    double to = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        from = std::min(from, value);
        to = std::max(to, value);
    }
    bool isEmpty() const { return !(from <= to); }
    double part(double value) const { return (value - from) / (to - from); }
};

QString at(double pixel)
{
    return QString::number(pixel, 'f', 1);
}

// The least of 1, 2 and 5 times a power of ten of which at most six fit into the range.
double tickDistance(const Range &range)
{
    const double least = (range.to - range.from) / 6;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

QString colourOf(int curve)
{
    static constexpr std::array colours{
        "#0d58ef", "#cc5514", "#1b9172", "#a53494", "#6b6046", "#748894", "#b2060e", "#4c525e"};
    return QLatin1String(colours[std::size_t(curve) % colours.size()]);
}

QString dashOf(int curve)
{
    static constexpr std::array dashes{"none", "7 3", "2 3", "9 3 2 3"};
    return QLatin1String(dashes[std::size_t(curve) % dashes.size()]);
}

class Picture {
public:
    Picture(QXmlStreamWriter &xml, Range x, Range y) : m_xml(xml), m_x(x), m_y(y) { }

    void drawAxes(const QString &xName)
    {
        const double apartX = tickDistance(m_x);
        for (double tick = std::ceil(m_x.from / apartX) * apartX; tick <= m_x.to; tick += apartX)
            write(horizontal(tick), bottom + 15, "middle", formatTick(tick, apartX));
        const double apartY = tickDistance(m_y);
        for (double tick = std::ceil(m_y.from / apartY) * apartY; tick <= m_y.to; tick += apartY) {
            m_xml.writeEmptyElement(QStringLiteral("line"));
            set("class", QStringLiteral("grid"));
            set("x1", at(left));
            set("x2", at(right));
            set("y1", at(vertical(tick)));
            set("y2", at(vertical(tick)));
            write(left - 6, vertical(tick) + 4, "end", formatTick(tick, apartY));
        }
        write(right, height - 4, "end", xName);
    }

    void draw(const SvgCurve &curve, int index)
    {
        QStringList line; // finite points that follow on each other
        for (const std::size_t point : pointsOf(curve)) {
            const double y = (*curve.y)[point];
            if (std::isfinite(y))
                line << at(horizontal((*curve.x)[point])) + QLatin1Char(',') + at(vertical(y));
            else
                drawLine(std::exchange(line, {}), index, curve.hasMarkers);
        }
        drawLine(line, index, curve.hasMarkers);
    }

private:
    double horizontal(double x) const { return left + m_x.part(x) * (right - left); }
    double vertical(double y) const { return bottom - m_y.part(y) * (bottom - top); }
    void set(const char *name, const QString &value) { m_xml.writeAttribute(QLatin1String(name), value); }

    void write(double x, double y, const char *anchor, const QString &text)
    {
        m_xml.writeStartElement(QStringLiteral("text"));
        set("x", at(x));
        set("y", at(y));
        set("text-anchor", QLatin1String(anchor));
        m_xml.writeCharacters(text);
        m_xml.writeEndElement();
    }

    void drawLine(const QStringList &points, int index, bool hasMarkers)
    {
        if (points.isEmpty())
            return;
        m_xml.writeEmptyElement(QStringLiteral("polyline"));
        set("stroke", colourOf(index));
        set("stroke-dasharray", dashOf(index));
        set("points", points.join(QLatin1Char(' ')));
        for (const QString &point : hasMarkers || points.size() == 1 ? points : QStringList()) {
            m_xml.writeEmptyElement(QStringLiteral("circle"));
            set("cx", point.section(QLatin1Char(','), 0, 0));
            set("cy", point.section(QLatin1Char(','), 1, 1));
            set("r", QStringLiteral("2.5"));
            set("fill", colourOf(index));
        }
    }

    // The points of a curve that make the picture: of each column the first, least, greatest and last.
    std::vector<std::size_t> pointsOf(const SvgCurve &curve) const
    {
        std::vector<std::size_t> points;
        const auto &y = *curve.y;
        for (std::size_t i = 0; i < y.size();) {
            const double column = std::floor(horizontal((*curve.x)[i]));
            std::array<std::size_t, 4> kept{i, i, i, i};
            for (; i < y.size() && std::floor(horizontal((*curve.x)[i])) == column; ++i) {
                kept[1] = y[i] < y[kept[1]] || std::isnan(y[kept[1]]) ? i : kept[1];
                kept[2] = y[i] > y[kept[2]] || std::isnan(y[kept[2]]) ? i : kept[2];
                kept[3] = i;
            }
            std::sort(kept.begin(), kept.end());
            points.insert(points.end(), kept.begin(), std::unique(kept.begin(), kept.end()));
        }
        return points;
    }

    QXmlStreamWriter &m_xml;
    Range m_x;
    Range m_y;
};

Range rangeOf(const std::vector<SvgCurve> &curves, const std::vector<double> *SvgCurve::*column)
{
    Range range;
    for (const SvgCurve &curve : curves)
        for (const double value : *(curve.*column))
            if (std::isfinite(value))
                range.add(value);
    if (!range.isEmpty() && range.from == range.to) {
        const double room = std::max(std::abs(range.from) / 10, 1e-9);
        range = {range.from - room, range.to + room};
    }
    return range;
}

} // namespace

void writeChart(
    QXmlStreamWriter &xml, const QString &heading, const QString &xName, const std::vector<SvgCurve> &curves)
{
    const Range x = rangeOf(curves, &SvgCurve::x);
    const Range y = rangeOf(curves, &SvgCurve::y);
    if (x.isEmpty() || y.isEmpty())
        return;
    xml.writeTextElement(QStringLiteral("h2"), heading);
    xml.writeStartElement(QStringLiteral("svg"));
    xml.writeAttribute(QStringLiteral("viewBox"), QStringLiteral("0 0 %1 %2").arg(width).arg(height));
    xml.writeAttribute(QStringLiteral("class"), QStringLiteral("chart"));
    xml.writeAttribute(QStringLiteral("role"), QStringLiteral("img"));
    xml.writeAttribute(QStringLiteral("aria-label"), heading);
    Picture picture(xml, x, y);
    picture.drawAxes(xName);
    for (std::size_t i = 0; i < curves.size(); ++i)
        picture.draw(curves[i], int(i));
    xml.writeEndElement();
}

void writeSwatch(QXmlStreamWriter &xml, int curve)
{
    xml.writeStartElement(QStringLiteral("svg"));
    xml.writeAttribute(QStringLiteral("viewBox"), QStringLiteral("0 0 26 10"));
    xml.writeAttribute(QStringLiteral("class"), QStringLiteral("swatch"));
    xml.writeEmptyElement(QStringLiteral("polyline"));
    xml.writeAttribute(QStringLiteral("stroke"), colourOf(curve));
    xml.writeAttribute(QStringLiteral("stroke-dasharray"), dashOf(curve));
    xml.writeAttribute(QStringLiteral("points"), QStringLiteral("0,5 26,5"));
    xml.writeEndElement();
}

} // namespace motley
