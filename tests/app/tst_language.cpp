// The window's language, chosen while it is open.
#include "app/models/language.h"
#include "app/widgets/theme.h"
#include "app/words/forecastwords.h"
#include "app/words/format.h"
#include "remote/prepare/runrequest.h"
#include "tests/app/plainspaces.h"

#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace motley;

namespace {

// For each line of text, the pixels from its first letter to the right edge of the picture.
std::vector<int> gapsAtTheRight(const QImage &picture)
{
    std::vector<int> gaps;
    bool inLine = false;
    for (int y = 0; y < picture.height(); ++y) {
        int gap = 0;
        while (gap < picture.width() && picture.constScanLine(y)[picture.width() - 1 - gap] > 128)
            ++gap;
        const bool hasInk = gap < picture.width();
        if (hasInk && !inLine)
            gaps.push_back(gap);
        else if (hasInk)
            gaps.back() = std::min(gaps.back(), gap);
        inLine = hasInk;
    }
    return gaps;
}

} // namespace

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
        QCOMPARE(plainSpaces(formatDuration(4)), QStringLiteral("4 s"));
    }

    // The space at the end of a line must not push letters over the opposite edge.
    void keepsArabicLinesWithinTheirEdges()
    {
        Theme theme;
        theme.choose(Theme::Choice::Light);
        Language language;
        language.choose(QStringLiteral("ar"));
        QLabel label(
            QStringLiteral(u"تستغرق المهمة كلها نحو ساعة دون حساب الاختبارات\nنقاط الحفظ كلها دون حساب الاختبارات"));
        label.setTextFormat(Qt::PlainText);
        label.setWordWrap(true);
        QFont large = label.font();
        large.setPixelSize(40);
        label.setFont(large);
        label.setStyleSheet(QStringLiteral("background: white; color: black; font-size: 40px"));
        label.resize(360, 500);
        const std::vector<int> gaps = gapsAtTheRight(label.grab().toImage().convertToFormat(QImage::Format_Grayscale8));
        QVERIFY(gaps.size() >= 4);
        const auto [least, most] = std::minmax_element(gaps.begin(), gaps.end());
        QVERIFY2(*most - *least < 8, qPrintable(QString("%1 to %2").arg(*least).arg(*most))); // a space takes 13
    }

    // A number and its unit do not come to stand in two lines.
    void endsNoLineWithinAnAmount_data()
    {
        QTest::addColumn<QString>("language");
        for (const LanguageName &name : availableLanguages())
            QTest::addRow("%s", qPrintable(name.code)) << name.code;
    }
    void endsNoLineWithinAnAmount()
    {
        QFETCH(QString, language);
        Language chosen;
        chosen.choose(language);
        for (const double seconds : {30.0, 90.0, 7500.0, 90000.0})
            QVERIFY2(!formatDuration(seconds).contains(QLatin1Char(' ')), qPrintable(formatDuration(seconds)));
        for (const QString &amount : {formatSeconds(0.0412), formatSeconds(1.28), formatBytes(12'700'000'000),
                 formatBytes(100), formatRate(12480), formatPercent(42), formatWatts(70), formatWatts(70, 300),
                 formatNumber(0.00005), formatTick(1300, 100), rateWords(TranslationSpec(), 4000)})
            QVERIFY2(!amount.contains(QLatin1Char(' ')), qPrintable(amount));
        Forecast forecast;
        forecast.kilowattHours = 1.2;
        const QString price = forecastSentences(ImageSpec(), forecast).back();
        QVERIFY2(price.contains(formatNumber(1.2, 2) + QChar(QChar::Nbsp)), qPrintable(price));
    }

    // What a preparation reports does not stay in the language in which it was reported.
    void saysStagesInTheLanguageOfToday()
    {
        const MachineProgress progress{QStringLiteral("gpu1"), QStringLiteral("Measuring its speed"), 0, 0};
        Language language;
        language.choose(QStringLiteral("de"));
        QCOMPARE(stageWords(progress), QStringLiteral("Geschwindigkeit wird gemessen"));
        language.choose(QStringLiteral("en"));
        QCOMPARE(stageWords(progress), progress.stage);
        const MachineProgress copying{QStringLiteral("gpu1"), QStringLiteral("Copying the data from %1"), 0, 0};
        QCOMPARE(stageWords(copying), copying.stage); // also of a machine with an odd name
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
