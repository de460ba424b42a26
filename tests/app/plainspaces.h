// Makes texts of the window comparable, by plain spaces in place of no-break ones.
#pragma once

#include <QString>

namespace motley {

inline QString plainSpaces(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QChar(QChar::Space));
}

} // namespace motley
