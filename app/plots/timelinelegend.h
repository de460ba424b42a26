// What the colours of a time line mean.
#pragma once

#include "app/timeline/timelinescene.h"

#include <QWidget>

#include <functional>

class QPainter;

namespace motley {

class TimelineLegend : public QWidget {
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget *parent = nullptr);

    void explain(TimelineQuantity quantity, bool isHeatMap);

private:
    using Paint = std::function<void(QPainter &, const QRectF &)>;
    void add(int width, const Paint &paint, const QString &words, const QString &help = {});
    void addParts();
    void addCurves();
    void addHeat(TimelineQuantity quantity);

    std::optional<std::pair<TimelineQuantity, bool>> m_shown;
};

} // namespace motley
