// Saves pictures of windows to be looked at: in build/PRESET/screenshots, or the folder that MOTLEY_SCREENSHOTS names.
#pragma once

#include "tests/app/settle.h"

#include <QDir>
#include <QWidget>

namespace motley {

inline bool saveScreenshot(QWidget &widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("MOTLEY_SCREENSHOTS", QStringLiteral(SCREENSHOT_FOLDER));
    return settle(widget) && QDir().mkpath(folder)
        && widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace motley
