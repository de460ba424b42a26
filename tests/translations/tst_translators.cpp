// Texts in a language once its translators are installed.
#include "translations/translators.h"

#include <QCoreApplication>
#include <QProcess>
#include <QtTest>

using namespace motley;

class TranslatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsInEveryLanguage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("count");
        QTest::addColumn<QString>("words");
        QTest::addRow("English, one") << QString("en") << 1 << QString("1 machine");
        QTest::addRow("English, more") << QString("en_GB") << 3 << QString("3 machines");
        QTest::addRow("German") << QString("de_AT") << 2 << QString("2 Rechnern");
        QTest::addRow("Chinese") << QString("zh_CN") << 2 << QString("2 台机器");
        QTest::addRow("Arabic, three to ten") << QString("ar_EG") << 3 << QString("3 أجهزة");
        QTest::addRow("Arabic, from eleven on") << QString("ar") << 11 << QString("11 جهازًا");
        QTest::addRow("a language that is not there") << QString("fr") << 2 << QString("2 machines");
        QTest::addRow("none at all") << QString("C") << 1 << QString("1 machine");
    }
    void countsInEveryLanguage()
    {
        QFETCH(QString, language);
        QFETCH(int, count);
        Translators translators;
        translators.install(QLocale(language));
        QTEST(QCoreApplication::translate("motley::MachinesPage", "%Ln machine(s)", nullptr, count), "words");
    }

    void leavesNothingOfTheLanguageBefore()
    {
        Translators translators;
        translators.install(QLocale(QStringLiteral("de")));
        QCOMPARE(QCoreApplication::translate("motley::NavigationRail", "Settings"), QString("Einstellungen"));
        translators.install(QLocale(QStringLiteral("en")));
        QCOMPARE(QCoreApplication::translate("motley::NavigationRail", "Settings"), QString("Settings"));
    }

    void commandLineFollowsTheLocale_data()
    {
        QTest::addColumn<QStringList>("environment");
        QTest::addColumn<QString>("heading");
        QTest::addRow("LANG") << QStringList{"LANG=de_DE.UTF-8"} << QString("Optionen:");
        QTest::addRow("LC_MESSAGES") << QStringList{"LANG=de_DE.UTF-8", "LC_MESSAGES=zh_CN.UTF-8"} << QString("选项:");
        QTest::addRow("LC_ALL") << QStringList{"LC_MESSAGES=zh_CN.UTF-8", "LC_ALL=ar_EG.UTF-8"} << QString("الخيارات:");
        QTest::addRow("none at all") << QStringList() << QString("Options:");
    }
    void commandLineFollowsTheLocale()
    {
        QFETCH(QStringList, environment);
        QFETCH(QString, heading);
        QProcess motley;
        motley.setEnvironment(environment);
        motley.start(QStringLiteral(MOTLEY), {QStringLiteral("--help")});
        QVERIFY(motley.waitForFinished());
        QCOMPARE(motley.exitCode(), 0);
        const QString help = QString::fromUtf8(motley.readAllStandardOutput());
        QVERIFY2(help.contains(heading), qPrintable(help));
    }
};

QTEST_GUILESS_MAIN(TranslatorsTest)
#include "tst_translators.moc"
