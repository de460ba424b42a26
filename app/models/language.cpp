#include "app/models/language.h"

#include <QApplication>
#include <QLocale>

namespace motley {

QList<LanguageName> availableLanguages()
{
    return {
        {QStringLiteral("en"), QStringLiteral("English")},
        {QStringLiteral("de"), QStringLiteral("Deutsch")},
        {QStringLiteral("zh_CN"), QStringLiteral("简体中文")},
        {QStringLiteral("ar"), QStringLiteral("العربية")},
    };
}

void Language::choose(const QString &code)
{
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    QLocale::setDefault(locale);
    m_translators.install(locale);
    QApplication::setLayoutDirection(locale.textDirection());
}

} // namespace motley
