// The Run page of a run that went on without some of its ranks, as the user sees it, in six looks.
#include "app/models/lifemodel.h"
#include "app/pages/runpage.h"
#include "app/plots/metricplot.h"
#include "app/words/format.h"
#include "tests/app/plainspaces.h"
#include "tests/app/screenshot.h"
#include "tests/app/switchlanguage.h"
#include "tests/app/windowonruns.h"

#include <QAbstractItemDelegate>
#include <QHelpEvent>
#include <QLabel>
#include <QTabWidget>
#include <QTest>
#include <QToolTip>
#include <QTreeView>

using namespace motley;

class LostPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_runs.reset(); }
    void showsWhoIsGone_data();
    void showsWhoIsGone();
    void theBarsTakeNoRoomFromTheCharts();
    void saysWhatIsUnderThePointer();

private:
    OpenRun *open(const char *name, std::size_t steps);
    int livesTab() const { return tabs()->count() - 1; } // of the machines over time
    QTabWidget *tabs() const { return m_runs->window->findChild<QTabWidget *>(QStringLiteral("runTabs")); }
    QTreeView *lives() const { return m_runs->window->findChild<QTreeView *>(QStringLiteral("runLives")); }
    QString hover(const QModelIndex &index, double part) const;

    std::unique_ptr<WindowOnRuns> m_runs;
};

void LostPageTest::init()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
}

OpenRun *LostPageTest::open(const char *name, std::size_t steps)
{
    OpenRun *run = m_runs->workspace->open(m_runs->workspace->history().find(QLatin1String(name))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    return QTest::qWaitFor([&] { return run->series().steps().size() == steps && run->isOver(); }, 20000)
            && settle(*m_runs->window)
        ? run
        : nullptr;
}

void LostPageTest::showsWhoIsGone_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en");
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("en");
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar");
    QTest::addRow("german") << Theme::Choice::Dark << QStringLiteral("de");
    QTest::addRow("chinese") << Theme::Choice::Light << QStringLiteral("zh_CN");
    QTest::addRow("contrast") << Theme::Choice::HighContrastDark << QStringLiteral("en");
}

void LostPageTest::showsWhoIsGone()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(language == QLatin1String("en") || switchLanguage(*m_runs->window, language));
    Theme::current().choose(theme);
    QVERIFY(open("Lost two", 300));
    const auto *sentence
        = m_runs->window->findChild<RunPage *>()->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QVERIFY(sentence->isVisible());
    QVERIFY2(sentence->text().contains(QStringLiteral("gpu1")), qPrintable(sentence->text()));
    QVERIFY2(sentence->text().contains(formatCount(200)), qPrintable(sentence->text()));
    QVERIFY(saveScreenshot(*m_runs->window, tag + QStringLiteral("-lost-machines")));
    tabs()->setCurrentIndex(1);
    QVERIFY(saveScreenshot(*m_runs->window, tag + QStringLiteral("-lost-log")));
    QVERIFY(tabs()->isTabVisible(livesTab()));
    tabs()->setCurrentIndex(livesTab());
    QVERIFY(lives()->isVisible());
    QCOMPARE(lives()->model()->rowCount(), 3);
    QVERIFY(!lives()->accessibleName().isEmpty());
    QVERIFY(saveScreenshot(*m_runs->window, tag + QStringLiteral("-lost-lives")));
    if (language == QLatin1String("en"))
        QCOMPARE(plainSpaces(lives()->model()->index(1, LifeModel::Words).data().toString()),
            QStringLiteral("Steps 121 to 300: not in the run. Lost after step 120: killed by signal 9 (Killed)."));
}

void LostPageTest::theBarsTakeNoRoomFromTheCharts()
{
    QVERIFY(open("Fashion-MNIST", 1175));
    const auto sizes = [this] {
        QList<QSize> all;
        for (const auto *plot : m_runs->window->findChildren<MetricPlot *>())
            all << plot->size();
        return all;
    };
    QVERIFY(tabs()->isTabVisible(livesTab())); // two machines
    const auto before = sizes();
    tabs()->setCurrentIndex(livesTab());
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(sizes(), before);
}

QString LostPageTest::hover(const QModelIndex &index, double part) const
{
    const QRect cell = lives()->visualRect(index);
    const QPoint at(cell.left() + 6 + int(part * (cell.width() - 12)), cell.center().y());
    QHelpEvent help(QEvent::ToolTip, at, lives()->viewport()->mapToGlobal(at));
    QToolTip::hideText();
    QCoreApplication::sendEvent(lives()->viewport(), &help);
    return plainSpaces(QToolTip::text());
}

void LostPageTest::saysWhatIsUnderThePointer()
{
    QVERIFY(open("Lost two", 300));
    tabs()->setCurrentIndex(livesTab());
    QVERIFY(settle(*m_runs->window));
    const QModelIndex bar = lives()->model()->index(1, LifeModel::Life);
    QVERIFY2(
        hover(bar, 0.2).contains(QStringLiteral("Steps 1 to 120: 1 of 1 rank trained.")), qPrintable(hover(bar, 0.2)));
    QVERIFY2(hover(bar, 0.9).contains(QStringLiteral("Lost after step 120: killed by signal 9")),
        qPrintable(hover(bar, 0.9)));
}

QTEST_MAIN(LostPageTest)
#include "tst_lostpage.moc"
