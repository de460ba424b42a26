// For tests of imported command lines of HetSeq.
#pragma once

#include "engine/job/hetseq/hetseqcommand.h"

#include <QProcess>

#include <algorithm>

namespace motley {

inline std::vector<std::string> words(const QString &line)
{
    std::vector<std::string> list;
    for (const QString &word : QProcess::splitCommand(line))
        list.push_back(word.toStdString());
    return list;
}

inline Result<std::int64_t> rowsOf128(const std::string &)
{
    return 128;
}

inline Result<ImportedJob> imported(const QString &line)
{
    return importHetSeq(words(line), rowsOf128);
}

inline bool says(const ImportedJob &made, const std::string &part)
{
    return std::any_of(made.notes.begin(), made.notes.end(),
        [&](const std::string &note) { return note.find(part) != std::string::npos; });
}

} // namespace motley
