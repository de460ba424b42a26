// The languages of the window and the switch between them.
#pragma once

#include "translations/translators.h"

#include <QList>
#include <QObject>
#include <QString>

namespace motley {

struct LanguageName {
    QString code; // "de"
    QString name; // in that language itself
};
QList<LanguageName> availableLanguages();

class Language : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Empty: the system's. Sets the translators, the default locale and the layout direction of the application.
    void choose(const QString &code);

private:
    Translators m_translators;
};

} // namespace motley
