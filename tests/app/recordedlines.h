// Lines of the log of a recorded run: two machines, 160 steps, and the first machine becomes slow after step 67.
#pragma once

#include "tests/app/writtenruns.h"

#include <QFile>

namespace motley {

inline QByteArray recorded(const char *name, int lines = -1)
{
    QFile file(QStringLiteral(MOTLEY_FIXTURES "/runs/%1.jsonl").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().split('\n').mid(0, lines).join('\n') + '\n';
}

// The recorded run until its first machine became slow.
inline QByteArray slowed(bool sharesFollow)
{
    return recorded("slowed", 79)
        .replace("\"sharesFollow\":true", sharesFollow ? "\"sharesFollow\":true" : "\"sharesFollow\":false");
}

inline QByteArray line(std::int64_t sequence, EventBody body)
{
    return QByteArray::fromStdString(toLine(at(sequence, 4, std::move(body)))) + '\n';
}

inline QByteArray failed(bool rankSaysWhy)
{
    return recorded("slowed", 78) + (rankSaysWhy ? line(80, RankFailed{1, 1, "killed by signal 9", {}}) : QByteArray())
        + line(81, RunFinished{RunFinished::Outcome::Failed, 73, 3, "Rank 1 on m2 ended.", {}});
}

// The second machine is lost, and the first one goes on.
inline QByteArray lost(std::int64_t sequence, std::int64_t step)
{
    return line(sequence, MembershipChanged{2, step, {0}, {64, 0}, {{1, 1, "killed by signal 9 (Killed)", {}}}});
}

inline QByteArray goneOn(std::int64_t sequence, std::int64_t step)
{
    return lost(sequence, step) + line(sequence + 1, GenerationFormed{2, step, 0.2, 0.1});
}

inline QByteArray checkpointOf(std::int64_t step)
{
    return line(80, CheckpointSaved{step, "checkpoints/step-50", 9, 0.1});
}

} // namespace motley
