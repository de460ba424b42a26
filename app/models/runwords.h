// The word and the icon of a run's state, the same on every page.
#pragma once

#include "app/models/openrun.h"

#include <QIcon>
#include <QString>

namespace motley {

struct StateStyle {
    QString word;
    QIcon icon;
    QColor colour;
};

StateStyle styleOf(const OpenRun &run);
StateStyle styleOf(RunRecord::Outcome outcome);

} // namespace motley
