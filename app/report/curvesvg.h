// A chart as a picture in a report: light, of lines that are told apart by dash too, and sharp on paper.
#pragma once

#include <QString>

#include <vector>

class QXmlStreamWriter;

namespace motley {

struct SvgCurve {
    QString name;
    const std::vector<double> *x = nullptr; // ascending; as many as y
    const std::vector<double> *y = nullptr;
    bool hasMarkers = false; // few points, each of which is seen
};

// Nothing where no curve has a point. Of points that lie in one column of the picture, the first, least, greatest and
// last are drawn.
void writeChart(
    QXmlStreamWriter &xml, const QString &heading, const QString &xName, const std::vector<SvgCurve> &curves);

void writeSwatch(QXmlStreamWriter &xml, int curve); // its line, for a legend or a table

} // namespace motley
