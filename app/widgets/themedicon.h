// An icon of resources/icons in a colour of the current theme, whichever that is when it is painted; sharp at any size.
#pragma once

#include "app/widgets/theme.h"

#include <QIcon>
#include <QString>

class QMessageBox;

namespace motley {

QIcon themedIcon(const QString &name); // in the colour of muted text, or the accent where it is on
QIcon themedIcon(const QString &name, QColor Colours::*colour);

// In place of the toolkit's own picture.
void setThemedIcon(QMessageBox *box, const QString &name, QColor Colours::*colour);

} // namespace motley
