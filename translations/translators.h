// Loads the words of the app in one language, Motley's own and those of Qt.
#pragma once

#include <QLocale>
#include <QTranslator>

namespace motley {

class Translators {
public:
    // In place of those before. A language that is not there gives English, whose plurals are a translation too.
    void install(const QLocale &locale);

private:
    QTranslator m_motley;
    QTranslator m_qt;
};

} // namespace motley
