// Slowdowns as text, for the message of a failed test.
#pragma once

#include "engine/protocol/slowdown.h"

#include <QString>

#include <vector>

namespace motley {

inline QByteArray describe(const std::vector<Slowdown> &news)
{
    QByteArray text;
    for (const Slowdown &item : news)
        text += QStringLiteral("%1: stage %2, machine %3, rank %4, part %5, cause %6, since %7, factor %8; ")
                    .arg(item.step)
                    .arg(int(item.stage))
                    .arg(item.machine)
                    .arg(item.rank)
                    .arg(int(item.part))
                    .arg(int(item.cause))
                    .arg(item.sinceStep)
                    .arg(item.factor())
                    .toUtf8();
    return text;
}

} // namespace motley
