// What a run's state is called and looks like, the same on every page.
#pragma once

#include "app/models/openrun.h"

#include <QIcon>
#include <QString>

namespace motley {

struct StateLook {
    QString word;
    QIcon icon;
    QColor colour;
};

StateLook lookOf(const OpenRun &run);
StateLook lookOf(RunRecord::Outcome outcome);

} // namespace motley
