// The window's language, chosen while it is open.
#include "app/models/language.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"
#include "remote/prepare/runrequest.h"

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
        QCOMPARE(formatDuration(4), QStringLiteral("4 s"));
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

    // What a preparation reports does not stay in the language in which it was reported.
    void saysStagesInTheLanguageOfToday()
    {
        const MachineProgress progress{QStringLiteral("gpu1"), QStringLiteral("Measuring its speed"), 0, 0};
        Language language;
        language.choose(QStringLiteral("de"));
        QCOMPARE(stageWords(progress), QStringLiteral("Geschwindigkeit wird gemessen"));
        language.choose(QStringLiteral("en"));
        QCOMPARE(stageWords(progress), progress.stage);
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
