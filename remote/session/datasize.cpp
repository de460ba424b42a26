#include "remote/session/datasize.h"

#include <QLocale>

namespace motley {

QString dataSize(std::int64_t bytes)
{
    return QLocale()
        .formattedDataSize(bytes, bytes < 1024 ? 0 : 1, QLocale::DataSizeIecFormat)
        .replace(QChar(QChar::Space), QChar(QChar::Nbsp));
}

} // namespace motley
