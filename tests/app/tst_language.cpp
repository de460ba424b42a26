// The window's language, chosen while it is open.
#include "app/language.h"
#include "app/words/format.h"

#include <QGuiApplication>
#include <QTest>

using namespace motley;

class LanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mirrorsTheWindowForArabic()
    {
        Language language;
        language.choose(QStringLiteral("ar"));
        QCOMPARE(QGuiApplication::layoutDirection(), Qt::RightToLeft);
        QVERIFY(notKnown() != QStringLiteral("n/a"));
        language.choose(QStringLiteral("de"));
        QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
        QCOMPARE(formatDuration(4), QStringLiteral("4 s"));
    }

    void countsInEnglishToo()
    {
        Language language;
        language.choose(QStringLiteral("en"));
        const auto now = QDateTime::currentDateTime();
        QCOMPARE(formatAge(now.addSecs(-60), now), QStringLiteral("1 minute ago"));
        QCOMPARE(formatAge(now.addSecs(-180), now), QStringLiteral("3 minutes ago"));
    }

    void hasWordsForEachOfItsNames()
    {
        for (const LanguageName &name : availableLanguages()) {
            Language language;
            language.choose(name.code);
            const bool translated
                = QCoreApplication::translate("motley::NavigationRail", "Settings") != QLatin1String("Settings");
            QCOMPARE(translated, name.code != QLatin1String("en"));
        }
    }
};

QTEST_MAIN(LanguageTest)
#include "tst_language.moc"
