// The word and the icon of a run's state, the same on every page and on a terminal.
#pragma once

#include "app/models/openrun.h"
#include "app/widgets/theme.h"

#include <QIcon>
#include <QString>

namespace motley {

struct RunStateWord {
    QString word;
    const char *icon; // of resources/icons
    QColor Colours::*colour;
};

RunStateWord stateOf(const OpenRun &run);

struct StateStyle {
    QString word;
    QIcon icon;
    QColor colour;
};

StateStyle styleOf(const OpenRun &run);
StateStyle styleOf(RunRecord::Outcome outcome);

} // namespace motley
