// Where Motley keeps its files on this computer, for this user; created with mode 0700.
#pragma once

#include <QString>

namespace motley {

QString settingsFolder(); // machines.json
QString dataFolder(); // runs.sqlite, history/<id>/
QString cacheFolder(); // hashes of files that were sent

QString machinesFile(); // in the settings folder

} // namespace motley
