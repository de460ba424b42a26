#include "remote/session/isolated.h"

#include <QLocale>

namespace motley {

QString isolated(const QString &words)
{
    if (words.isEmpty() || QLocale().textDirection() != Qt::RightToLeft)
        return words;
    constexpr QChar firstStrongIsolate(0x2068);
    constexpr QChar popDirectionalIsolate(0x2069);
    return firstStrongIsolate + words + popDirectionalIsolate;
}

} // namespace motley
