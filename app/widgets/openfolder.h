// Opens a folder in the desktop's file manager. Where there is none, a message says where the folder is.
#pragma once

#include <QString>

class QWidget;

namespace motley {

void openFolder(QWidget *parent, const QString &path);

} // namespace motley
