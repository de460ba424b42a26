// Waits until a window shows what it was last told, without waiting for time to pass.
#pragma once

#include "app/plots/metricplot.h"

#include <QAbstractEventDispatcher>
#include <QTest>

#include <algorithm>

namespace motley {

// Delivers all events that wait, and those that they lead to: layouts, queued calls, deletions.
inline void deliverEvents()
{
    do
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents));
}

// False: a plot was never drawn.
inline bool settle(const QWidget &widget)
{
    deliverEvents();
    const auto plots = widget.findChildren<MetricPlot *>();
    const bool areDrawn = QTest::qWaitFor(
        [&] { return std::none_of(plots.begin(), plots.end(), [](const auto *plot) { return plot->isStale(); }); });
    deliverEvents();
    return areDrawn;
}

} // namespace motley
