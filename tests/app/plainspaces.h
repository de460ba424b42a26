// What a person reads, for comparisons: the spaces at which a line may not end look like any other.
#pragma once

#include <QString>

namespace motley {

inline QString plainSpaces(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QChar(QChar::Space));
}

} // namespace motley
