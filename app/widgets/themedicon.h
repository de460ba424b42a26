// An icon of resources/icons in the text colour of the current theme, sharp at any size.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace motley {

QIcon themedIcon(const QString &name);
QIcon themedIcon(const QString &name, const QColor &colour); // the same colour whatever the theme

} // namespace motley
