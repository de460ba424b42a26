// What the colours and marks of a time line mean: of those marks that there are.
#pragma once

#include "app/timeline/timelinescene.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <set>

class QPainter;

namespace motley {

class TimelineLegend : public QWidget {
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget *parent = nullptr);

    void explain(const TimelineScene &scene, bool isHeatMap, bool hasForecast);

private:
    struct Shown {
        TimelineQuantity quantity{};
        bool isHeatMap = false;
        bool hasForecast = false;
        std::set<TimelineMark::Kind> marks;
        bool operator==(const Shown &) const = default;
    };

    using Paint = std::function<void(QPainter &, const QRectF &)>;
    void add(int width, const Paint &paint, const QString &words, const QString &help = {});
    void addParts();
    void addForecast();
    void addCurves();
    void addHeat(TimelineQuantity quantity);
    void addMark(TimelineMark::Kind kind);

    std::optional<Shown> m_shown;
};

} // namespace motley
