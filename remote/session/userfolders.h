// Where Motley keeps its files on this computer, for this user; created with mode 0700.
#pragma once

#include "engine/base/result.h"

#include <QString>

namespace motley {

Result<void> checkUserFolders(); // Error: the environment does not say where they are

QString settingsFolder(); // machines.json
QString dataFolder(); // runs.sqlite, history/<id>/
QString cacheFolder(); // hashes of files that were sent

QString machinesFile(); // in the settings folder

} // namespace motley
