// Draws the time line of a run: a lane for each machine, or above eight machines a row of a heat map. Steps go from
// left to right in every language; names stand where lines begin.
#pragma once

#include "app/timeline/timelinescene.h"

#include <QBrush>
#include <QColor>
#include <QRectF>
#include <QStringList>

class QPainter;

namespace motley {

constexpr std::size_t mostLanes = 8;

// Where everything is, in pixels.
struct TimelinePlaces {
    QRectF names;
    QRectF marks; // above the lanes
    QRectF lanes;
    QRectF axis; // below them
    int machines = 0;
    double from = 0; // steps at the ends
    double to = 0;

    QRectF lane(int machine) const;
    int machineAt(double y) const; // -1: none
    double xOf(double step) const; // of the left edge of a step
    double stepAt(double x) const;
};

struct TimelineLabels {
    QStringList machines;
    double forecast = 0; // seconds of a step; 0: not known
};

QColor colourOfPart(TimelinePart part); // Rest is hatched with it
QBrush brushOfRest(double pixels); // hatched, where an area is as wide or high as to show it
void paintTimelineParts(QPainter &painter, const QRectF &area, TimelinePart part); // as in a lane and its legend
QColor heatColour(const TimelineScene &scene, double heat);
void paintTimelineMark(QPainter &painter, QPointF centre, TimelineMark::Kind kind);
void paintTimeline(QPainter &painter, const TimelineScene &scene, const TimelinePlaces &places,
    const TimelineLabels &labels, bool rightToLeft);

} // namespace motley
