#include "translations/translators.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace motley {

void Translators::install(const QLocale &locale)
{
    const QString folder = QStringLiteral(":/i18n");
    const QString separator = QStringLiteral("_");
    QCoreApplication::removeTranslator(&m_motley);
    QCoreApplication::removeTranslator(&m_qt);
    const bool known = m_motley.load(locale, QStringLiteral("motley"), separator, folder);
    if (known || m_motley.load(QStringLiteral("motley_en"), folder))
        QCoreApplication::installTranslator(&m_motley);
    if (known
        && m_qt.load(locale, QStringLiteral("qtbase"), separator, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
}

} // namespace motley
