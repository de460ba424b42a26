// Saves pictures of windows to be looked at: in build/PRESET/screenshots, or the folder that MOTLEY_SCREENSHOTS names.
#pragma once

#include "tests/app/settle.h"

#include <QDir>
#include <QWidget>

namespace motley {

inline QString screenshotFolder()
{
    return qEnvironmentVariable("MOTLEY_SCREENSHOTS", QStringLiteral(SCREENSHOT_FOLDER));
}

inline bool saveScreenshot(QWidget &widget, const QString &name)
{
    return settle(widget) && QDir().mkpath(screenshotFolder())
        && widget.grab().save(screenshotFolder() + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace motley
