#include "app/pages/links/paintlinks.h"

#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QCoreApplication>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace motley {

namespace {

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(motley::LinkPicture)
};

constexpr double legendHeight = 26;
constexpr double nodeHeight = 30;
constexpr double widestNode = 240;
constexpr double between = 5; // half of what the two directions of a link are apart
constexpr double grip = 7; // pixels beside a line that are still on it
constexpr double widestCell = 34;
constexpr double leastNamedCell = 12;
constexpr double widestName = 150;
constexpr int mostWithWords = 4; // machines whose links all have words

const Colours &colours()
{
    return Theme::current().colours();
}

// Amber is slow and blue is fast, which everybody can tell apart.
QColor speedColour(double part)
{
    return mixed(colours().phase(3), colours().phase(1), part);
}

void paintCross(QPainter &painter, const QRectF &area)
{
    painter.setPen(QPen(colours().bad, 1.6));
    painter.drawLine(area.topLeft(), area.bottomRight());
    painter.drawLine(area.topRight(), area.bottomLeft());
}

void paintWords(QPainter &painter, QPointF centre, const QString &words)
{
    QRectF box = painter.fontMetrics().boundingRect(words);
    box.adjust(-4, -1, 4, 1);
    box.moveCenter(centre);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours().surface);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(colours().text);
    painter.drawText(box, Qt::AlignCenter, words);
}

void paintLine(QPainter &painter, const QLineF &line, const std::optional<KnownLink> &link, const LinkScene &scene)
{
    if (!link) {
        painter.setPen(QPen(colours().mutedText, 1, Qt::DotLine));
        painter.drawLine(line);
        return;
    }
    const double part = link->answered ? speedPart(scene, link->bytesPerSecond) : 0;
    const QColor colour = link->answered ? speedColour(part) : colours().bad;
    painter.setPen(QPen(colour, 1.5 + 2.5 * part, link->answered ? Qt::SolidLine : Qt::DashLine));
    painter.drawLine(line);
    constexpr double arrow = 8;
    const QPointF back = line.p2() - QPointF(line.dx(), line.dy()) / line.length() * arrow;
    const QPointF aside = QPointF(-line.dy(), line.dx()) / line.length() * arrow / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{line.p2(), back + aside, back - aside});
    if (!link->answered)
        paintCross(painter, QRectF(line.center() - QPointF(5, 5), QSizeF(10, 10)));
}

void paintWordsOfLine(QPainter &painter, const QLineF &line, const std::optional<KnownLink> &link)
{
    if (link && link->answered)
        paintWords(painter, line.pointAt(0.3),
            joinParts({linkRateWords(link->bytesPerSecond), linkDelayWords(link->roundTripSeconds)}));
}

void paintRing(QPainter &painter, const LinkScene &scene, const LinkPlaces &places, std::optional<LinkEnds> chosen)
{
    const auto each = [&](const auto &paint) {
        for (int from = 0; from < scene.count(); ++from)
            for (int to = 0; to < scene.count(); ++to)
                if (from != to)
                    paint(LinkEnds{from, to});
    };
    each([&](LinkEnds ends) { paintLine(painter, places.line(ends), scene.link(ends.from, ends.to), scene); });
    each([&](LinkEnds ends) {
        if (scene.count() <= mostWithWords || chosen == ends)
            paintWordsOfLine(painter, places.line(ends), scene.link(ends.from, ends.to));
    });
    for (int i = 0; i < scene.count(); ++i) {
        const QRectF &node = places.nodes[std::size_t(i)];
        const bool isEnd = chosen && (chosen->from == i || chosen->to == i);
        painter.setPen(QPen(isEnd ? colours().accent : colours().border, isEnd ? 2 : 1));
        painter.setBrush(colours().raised);
        painter.drawRoundedRect(node, 8, 8);
        painter.setPen(colours().text);
        painter.drawText(node, Qt::AlignCenter,
            painter.fontMetrics().elidedText(
                plainText(scene.machines[i], 120), Qt::ElideRight, int(node.width()) - 12));
    }
}

void paintCell(QPainter &painter, const QRectF &cell, const std::optional<KnownLink> &link, const LinkScene &scene)
{
    const QRectF inner = cell.adjusted(0.5, 0.5, -0.5, -0.5);
    if (!link)
        painter.fillRect(inner, QBrush(colours().mutedText, Qt::BDiagPattern));
    else if (link->answered)
        painter.fillRect(inner, speedColour(speedPart(scene, link->bytesPerSecond)));
    else
        paintCross(painter, inner.adjusted(1, 1, -1, -1));
}

void paintNames(QPainter &painter, const LinkScene &scene, const LinkPlaces &places)
{
    painter.setPen(colours().mutedText);
    for (int i = 0; i < scene.count(); ++i) {
        const QString name = plainText(scene.machines[i], 120);
        const QRectF row = places.cell({i, 0});
        QRectF left(places.area.left(), row.top(), places.cells.left() - places.area.left() - 6, places.side);
        if (places.isMirrored)
            left = QRectF(
                places.cells.right() + 6, row.top(), places.area.right() - places.cells.right() - 6, places.side);
        const auto elided
            = [&](double room) { return painter.fontMetrics().elidedText(name, Qt::ElideRight, int(room)); };
        painter.drawText(left,
            Qt::AlignVCenter | (places.isMirrored ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute,
            elided(left.width()));
        painter.save();
        const double room = places.cells.top() - places.area.top() - 6;
        painter.translate(places.cell({0, i}).center().x(), places.cells.top() - 6);
        painter.rotate(-90);
        painter.drawText(QRectF(0, -places.side / 2, room, places.side),
            Qt::AlignLeft | Qt::AlignAbsolute | Qt::AlignVCenter, elided(room));
        painter.restore();
    }
}

void paintMatrix(QPainter &painter, const LinkScene &scene, const LinkPlaces &places, std::optional<LinkEnds> chosen)
{
    painter.fillRect(places.cells, colours().raised);
    for (int from = 0; from < scene.count(); ++from)
        for (int to = 0; to < scene.count(); ++to)
            if (from != to)
                paintCell(painter, places.cell({from, to}), scene.link(from, to), scene);
    if (places.hasNames)
        paintNames(painter, scene, places);
    if (!chosen)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours().text, 2));
    painter.drawRect(places.cell(*chosen));
}

// From the slowest to the fastest, then what has no colour.
void paintLegend(QPainter &painter, const LinkScene &scene, const LinkPlaces &places)
{
    constexpr double bar = 90;
    constexpr double swatch = 12;
    double x = places.legend.left();
    const double y = places.legend.center().y();
    const auto place = [&](double width) {
        const QRectF rect(x, y - swatch / 2, width, swatch);
        x += width + 6;
        return places.isMirrored
            ? QRectF(places.legend.right() - (rect.right() - places.legend.left()), rect.top(), width, swatch)
            : rect;
    };
    const auto words = [&](const QString &text) {
        const double width = painter.fontMetrics().horizontalAdvance(text) + 2;
        painter.setPen(colours().mutedText);
        painter.drawText(place(width).adjusted(0, -6, 0, 6), Qt::AlignCenter, text);
        x += 8;
    };
    if (scene.fastest > 0) {
        words(linkRateWords(std::min(scene.slowest, scene.fastest)));
        const QRectF range = place(bar);
        const double least = speedPart(scene, scene.slowest);
        constexpr int steps = 18;
        for (int i = 0; i < steps; ++i) {
            const int at = places.isMirrored ? steps - 1 - i : i;
            painter.fillRect(QRectF(range.left() + bar * at / steps, range.top(), bar / steps + 0.5, swatch),
                speedColour(least + (1 - least) * i / (steps - 1)));
        }
        words(linkRateWords(scene.fastest));
    }
    paintCross(painter, place(swatch).adjusted(1, 1, -1, -1));
    words(PictureWords::tr("no answer"));
    painter.fillRect(place(swatch), QBrush(colours().mutedText, Qt::BDiagPattern));
    words(PictureWords::tr("not measured"));
}

} // namespace

QLineF LinkPlaces::line(LinkEnds ends) const
{
    const QRectF &from = nodes[std::size_t(ends.from)];
    const QRectF &to = nodes[std::size_t(ends.to)];
    const QLineF middle(from.center(), to.center());
    const QPointF along = QPointF(middle.dx(), middle.dy()) / std::max(1.0, middle.length());
    const QPointF aside = QPointF(-along.y(), along.x()) * between;
    // How far the edge of a node is from its centre in the direction of the line.
    const auto reach = [&](const QRectF &node) {
        const double x = std::abs(along.x()) > 1e-6 ? node.width() / 2 / std::abs(along.x()) : 1e9;
        const double y = std::abs(along.y()) > 1e-6 ? node.height() / 2 / std::abs(along.y()) : 1e9;
        return std::min({x, y, middle.length() / 2}) + 2;
    };
    return {middle.p1() + along * reach(from) + aside, middle.p2() - along * reach(to) + aside};
}

QRectF LinkPlaces::cell(LinkEnds ends) const
{
    const double x = isMirrored ? cells.right() - side * (ends.to + 1) : cells.left() + side * ends.to;
    return {x, cells.top() + side * ends.from, side, side};
}

std::optional<LinkEnds> LinkPlaces::at(QPointF point, int machines) const
{
    std::optional<LinkEnds> nearest;
    double least = grip;
    for (int from = 0; from < machines; ++from)
        for (int to = 0; to < machines; ++to) {
            if (from == to)
                continue;
            if (isMatrix) {
                if (cell({from, to}).contains(point))
                    return LinkEnds{from, to};
                continue;
            }
            const QLineF path = line({from, to});
            const QPointF way = point - path.p1();
            const double length = std::max(1.0, path.length());
            const double along = (way.x() * path.dx() + way.y() * path.dy()) / length;
            const double aside = std::abs(way.x() * path.dy() - way.y() * path.dx()) / length;
            if (along < 0 || along > length || aside >= least)
                continue;
            least = aside;
            nearest = LinkEnds{from, to};
        }
    return nearest;
}

LinkPlaces linkPlaces(
    const LinkScene &scene, const QRectF &area, const QFontMetricsF &metrics, Qt::LayoutDirection direction)
{
    LinkPlaces places;
    const int count = scene.count();
    places.isMatrix = count > mostInRing;
    places.isMirrored = direction == Qt::RightToLeft;
    places.legend = QRectF(area.left(), area.bottom() - legendHeight, area.width(), legendHeight);
    places.area = area.adjusted(0, 0, 0, -legendHeight - 4);
    double widest = 0;
    for (const QString &name : scene.machines)
        widest = std::max(widest, metrics.horizontalAdvance(plainText(name, 120)) + 8);
    if (places.isMatrix) {
        const auto sideWith = [&](double room) {
            return std::min({widestCell, (places.area.width() - room) / count, (places.area.height() - room) / count});
        };
        double room = std::min(widest, std::min(widestName, places.area.height() / 3));
        places.hasNames = sideWith(room) >= leastNamedCell;
        room = places.hasNames ? room : 0;
        places.side = std::max(1.0, sideWith(room));
        const QSizeF size(places.side * count, places.side * count);
        places.cells = QRectF({places.area.left() + room, places.area.top() + room}, size);
        if (places.isMirrored)
            places.cells.moveRight(places.area.right() - room);
        return places;
    }
    const double width = std::clamp(widest + 16, 60.0, std::max(60.0, std::min(widestNode, places.area.width() / 3)));
    const QPointF centre = places.area.center();
    const double across = std::max(10.0, (places.area.width() - width) / 2 - 8);
    const double up = std::max(10.0, (places.area.height() - nodeHeight) / 2 - 4);
    for (int i = 0; i < count; ++i) {
        const double turn
            = 2 * std::numbers::pi * i / count - std::numbers::pi / 2 + (count == 2 ? std::numbers::pi / 2 : 0);
        QRectF node(0, 0, width, nodeHeight);
        node.moveCenter(centre + QPointF((places.isMirrored ? -1 : 1) * across * std::cos(turn), up * std::sin(turn)));
        places.nodes.push_back(node);
    }
    return places;
}

void paintLinks(QPainter &painter, const LinkScene &scene, const LinkPlaces &places, std::optional<LinkEnds> chosen)
{
    painter.setRenderHint(QPainter::Antialiasing);
    places.isMatrix ? paintMatrix(painter, scene, places, chosen) : paintRing(painter, scene, places, chosen);
    paintLegend(painter, scene, places);
}

} // namespace motley
