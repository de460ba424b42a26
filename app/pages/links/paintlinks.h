// Where the links between machines lie in a picture, and their painting: up to eight machines as a ring with a line for
// each direction, more of them as a matrix from row to column.
#pragma once

#include "app/pages/links/linkscene.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace motley {

constexpr int mostInRing = 8; // machines; the lines between more cannot be told apart

struct LinkEnds {
    int from = 0;
    int to = 0;

    bool operator==(const LinkEnds &) const = default;
};

struct LinkPlaces {
    bool isMatrix = false;
    bool isMirrored = false;
    QRectF area; // of ring or matrix
    std::vector<QRectF> nodes; // of the ring
    QRectF cells; // of the matrix
    double side = 0; // of a cell
    bool hasNames = true; // of the matrix: its cells are as high as words
    QRectF legend;

    QLineF line(LinkEnds ends) const; // of the ring
    QRectF cell(LinkEnds ends) const; // of the matrix
    std::optional<LinkEnds> at(QPointF point, int machines) const;
};

LinkPlaces linkPlaces(
    const LinkScene &scene, const QRectF &area, const QFontMetricsF &metrics, Qt::LayoutDirection direction);

// `chosen`: the link with a frame around it; its ring line has its words in any case.
void paintLinks(QPainter &painter, const LinkScene &scene, const LinkPlaces &places, std::optional<LinkEnds> chosen);

} // namespace motley
