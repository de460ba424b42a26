// What the user writes about a run: a note of several lines, and tags to find it by.
#pragma once

#include "engine/base/result.h"

#include <QString>
#include <QStringList>

namespace motley {

struct Annotation {
    static constexpr qsizetype longestNote = 4000; // characters
    static constexpr qsizetype longestTag = 40; // characters
    static constexpr qsizetype mostTags = 20;

    QString note;
    QStringList tags; // ascending; no two differ only in case

    bool operator==(const Annotation &) const = default;
};

QStringList tagsOf(const QString &text); // which has commas between them, of any script

// Without control characters, blank ends and repeated tags. Errors: the note or a tag is too long, or there are too
// many tags.
Result<Annotation> tidied(Annotation annotation);

// The changes that lead from `before` to `after`, made to what somebody else has stored meanwhile. Of two changed
// notes both stay, one below the other.
Annotation merged(const Annotation &before, const Annotation &after, const Annotation &stored);

} // namespace motley
