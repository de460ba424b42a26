// Why a process of the engine ended before its answer.
#pragma once

#include "engine/base/result.h"

#include <QByteArray>

class QProcess;

namespace motley {

Error whyEnded(const QProcess &process, const QByteArray &said); // `said`: what it printed last on stderr

} // namespace motley
