// Runs the real motley-bench, and parses the last line of its output.
#pragma once

#include "tests/engine/agent/loopbackrun.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace motley {

// The engine of this build, and not one that lies beside the program.
inline const QStringList withEngine{QStringLiteral("--engine"), QStringLiteral(MOTLEY_ENGINE)};

inline EngineAnswer runBench(const QStringList &arguments, int milliseconds = 120000)
{
    return runProgram(QStringLiteral(MOTLEY_BENCH), arguments, milliseconds);
}

inline QJsonObject lastLine(const QByteArray &output)
{
    return QJsonDocument::fromJson(output.trimmed().split('\n').constLast()).object();
}

} // namespace motley
