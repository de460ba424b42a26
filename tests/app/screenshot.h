// Saves pictures of windows to be looked at: in build/PRESET/screenshots, or the folder that MOTLEY_SCREENSHOTS names.
#pragma once

#include <QDir>
#include <QWidget>

namespace motley {

inline bool saveScreenshot(QWidget &widget, const QString &name)
{
    const QString folder = qEnvironmentVariable("MOTLEY_SCREENSHOTS", QStringLiteral(SCREENSHOT_FOLDER));
    return QDir().mkpath(folder) && widget.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
}

} // namespace motley
