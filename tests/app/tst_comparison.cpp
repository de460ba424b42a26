// Runs beside each other in the window: their curves, figures and settings against their events and job files.
#include "app/models/appsettings.h"
#include "app/pages/comparepage.h"
#include "app/pages/runspage.h"
#include "app/plots/metricplot.h"
#include "app/words/format.h"
#include "tests/app/comparedruns.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/shownnumbers.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>

using namespace motley;

namespace {

constexpr int patience = 20'000; // milliseconds

enum Column { Name, State, Best, BestMore, Time, TimeMore, Speed, SpeedMore };

double bestOf(const recount::Run &run)
{
    return *std::max_element(run.tests[0].begin(), run.tests[0].end());
}

double speedOf(const recount::Run &run)
{
    return recount::mean(run.samples) / recount::mean(run.seconds);
}

double secondsOf(const recount::Run &run)
{
    return run.finished["seconds"].toDouble();
}

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void showsWhatTheEventsSay();
    void drawsTheCurvesOfAllRuns();
    void showsOnlySettingsThatDiffer();
    void keepsItsBaseline();
    void saysWhyNothingIsCompared();
    void savesAReport();
    void comparesManyRuns();
    void isPictured_data();
    void isPictured();

private:
    void open(const QSize &size = {960, 540}, Theme::Choice theme = Theme::Choice::Light,
        const QString &language = QStringLiteral("en"));
    void compareAll();
    ComparePage *page() const { return m_window->findChild<ComparePage *>(); }
    QTreeView *runs() const { return m_window->findChild<QTreeView *>(QStringLiteral("runsTable")); }
    QTreeView *table(const char *name) const { return page()->findChild<QTreeView *>(QLatin1String(name)); }
    QTreeView *figures() const { return table("comparedFigures"); }
    QString cell(int row, int column) const { return figures()->model()->index(row, column).data().toString(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void ComparisonTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeComparedRuns(m_home->path());
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
}

void ComparisonTest::open(const QSize &size, Theme::Choice theme, const QString &language)
{
    m_window = openWindow(*m_workspace, size, theme, language);
    m_window->showPage(NavigationRail::Page::Runs);
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
    runs()->setFocus();
    runs()->setCurrentIndex(runs()->model()->index(0, 0));
}

void ComparisonTest::compareAll()
{
    QTest::keyClick(runs(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(runs(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(page()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(figures()->model()->rowCount(), 2, patience);
}

void ComparisonTest::showsWhatTheEventsSay()
{
    open();
    compareAll();
    const recount::Run base = recountOf("unlike");
    const recount::Run other = recountOf("slowed");
    QCOMPARE(cell(0, Name), QStringLiteral("unlike (baseline)"));
    QCOMPARE(cell(1, Name), hostileName);
    QVERIFY(shows(cell(0, Best), {bestOf(base)}));
    QVERIFY(shows(cell(1, Best), {bestOf(other)}));
    QVERIFY(shows(cell(0, Time), {secondsOf(base)}));
    QVERIFY(shows(cell(1, Time), {secondsOf(other)}));
    QVERIFY(shows(cell(0, Speed), {speedOf(base)}));
    QVERIFY(shows(cell(1, Speed), {speedOf(other)}));
    for (const int column : {BestMore, TimeMore, SpeedMore})
        QCOMPARE(cell(0, column), QString());
    QVERIFY(shows(cell(1, BestMore), {bestOf(other) - bestOf(base)}));
    QVERIFY(shows(cell(1, TimeMore), {100 * (secondsOf(other) / secondsOf(base) - 1)}));
    QVERIFY(shows(cell(1, SpeedMore), {100 * (speedOf(other) / speedOf(base) - 1)}));
}

void ComparisonTest::drawsTheCurvesOfAllRuns()
{
    open({1280, 800});
    compareAll();
    const auto *plot = page()->findChild<MetricPlot *>();
    const auto *column = page()->findChild<QComboBox *>(QStringLiteral("comparedColumn"));
    const recount::Run expected[] = {recountOf("unlike"), recountOf("slowed")};
    const auto choose = [&](int index) {
        auto *box = page()->findChild<QComboBox *>(QStringLiteral("comparedColumn"));
        box->setFocus();
        while (box->currentIndex() < index)
            QTest::keyClick(box, Qt::Key_Down);
    };
    QCOMPARE(column->count(), 4);
    for (int index = 0; index < 4; ++index) {
        choose(index);
        QCOMPARE(plot->curves().size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            const recount::Run &run = expected[i];
            const recount::Column speeds = recount::speeds(run.samples, run.seconds);
            const recount::Column *y[] = {&run.loss, &run.testLoss, &run.tests[0], &speeds};
            QVERIFY(*plot->curves()[i].x == (index == 0 || index == 3 ? run.steps : run.testSteps));
            QCOMPARE(plot->curves()[i].y->size(), y[index]->size());
            for (std::size_t point = 0; point < y[index]->size(); ++point)
                QVERIFY(std::abs((*plot->curves()[i].y)[point] - (*y[index])[point])
                    <= 1e-9 * std::abs((*y[index])[point]));
        }
    }
}

void ComparisonTest::showsOnlySettingsThatDiffer()
{
    open();
    compareAll();
    const auto *model = table("comparedSettings")->model();
    QStringList rows;
    for (int row = 0; row < model->rowCount(); ++row)
        rows << model->index(row, 0).data().toString() + '=' + model->index(row, 1).data().toString() + '/'
                + model->index(row, 2).data().toString();
    QCOMPARE(rows, (QStringList{QStringLiteral("Seed=7/1"), QStringLiteral("Epochs=4/10")}));
    QCOMPARE(model->headerData(2, Qt::Horizontal).toString(), hostileName);
}

void ComparisonTest::keepsItsBaseline()
{
    open();
    compareAll();
    figures()->setFocus();
    const auto *pin = m_window->findChild<QPushButton *>(QStringLiteral("pinBaseline"));
    QVERIFY(!pin->isEnabled());
    figures()->setCurrentIndex(figures()->model()->index(1, 0));
    QVERIFY(pin->isEnabled());
    QTest::keyClick(figures(), Qt::Key_Return);
    QVERIFY(!pin->isEnabled());
    QCOMPARE(cell(0, Name), QStringLiteral("unlike"));
    QCOMPARE(cell(1, BestMore), QString());
    QVERIFY(shows(cell(0, BestMore), {bestOf(recountOf("unlike")) - bestOf(recountOf("slowed"))}));
    QCOMPARE(AppSettings(m_workspace->settings().file()).baseline(), m_workspace->history().all()->at(1).id);
    QTest::keyClick(figures(), Qt::Key_Escape);
    QTRY_VERIFY(runs()->isVisible());
    QVERIFY(runs()->hasFocus());

    runs()->setCurrentIndex(runs()->model()->index(0, 0)); // one run is enough: the baseline is the other one
    QTest::keyClick(runs(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(figures()->model()->rowCount(), 2, patience);
    QVERIFY(cell(0, Name).endsWith(QStringLiteral("(baseline)")));
    QCOMPARE(cell(1, Name), QStringLiteral("unlike"));
}

void ComparisonTest::saysWhyNothingIsCompared()
{
    open();
    const auto *button = m_window->findChild<QPushButton *>(QStringLiteral("compareRuns"));
    QVERIFY(!button->isEnabled());
    QTest::keyClick(runs(), Qt::Key_Return, Qt::ControlModifier);
    const auto *said = m_window->findChild<RunsPage *>()->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QTRY_VERIFY(said->isVisible());
    QVERIFY2(said->text().startsWith(QStringLiteral("Select several runs")), qPrintable(said->text()));
    QVERIFY(runs()->isVisible());
    QTest::keyClick(runs(), Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(button->isEnabled());
    writeRecordedRun(m_home->path(), "stopped", QStringLiteral("third"), [](JobSpec &) {}); // the list is read anew
    QTRY_COMPARE(runs()->model()->rowCount(), 3);
    QVERIFY(button->isEnabled()); // what was selected still is
    QVERIFY(!runs()->selectionModel()->isRowSelected(0));
}

void ComparisonTest::savesAReport()
{
    open();
    compareAll();
    const auto *said = page()->findChild<QLabel *>(QStringLiteral("compareSaid"));
    page()->saveReport(m_home->filePath(QStringLiteral("nowhere/report.html")));
    QVERIFY2(said->text().contains(QStringLiteral("choose another file")), qPrintable(said->text()));
    const QString path = m_home->filePath(QStringLiteral("report.html"));
    page()->saveReport(path);
    QVERIFY2(said->text().contains(QStringLiteral("report.html")), qPrintable(said->text()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("unlike"));
}

void ComparisonTest::comparesManyRuns()
{
    for (int i = 0; i < 10; ++i)
        writeRecordedRun(m_home->path(), "unlike", QString::number(i), [i](JobSpec &job) { job.seed = 100 + i; });
    open();
    QTRY_COMPARE(runs()->model()->rowCount(), 12);
    runs()->selectAll();
    QTest::keyClick(runs(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(figures()->model()->rowCount(), 12, patience);
    QCOMPARE(page()->findChild<MetricPlot *>()->curves().size(), std::size_t(12));
    QCOMPARE(table("comparedSettings")->model()->columnCount(), 13);
}

void ComparisonTest::isPictured_data()
{
    addLooks();
}

void ComparisonTest::isPictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    for (const QSize size : {QSize(960, 540), QSize(1280, 800)}) {
        m_window.reset();
        open(size, theme, language);
        compareAll();
        const QString name = QStringLiteral("%1-%2").arg(QLatin1String(QTest::currentDataTag())).arg(size.width());
        QVERIFY(saveScreenshot(*m_window, QStringLiteral("comparison-") + name));
        page()->findChild<QTabWidget *>(QStringLiteral("compareTabs"))->setCurrentIndex(1);
        QVERIFY(saveScreenshot(*m_window, QStringLiteral("comparison-settings-") + name));
        QCOMPARE(table("comparedSettings")->model()->index(0, 1).data().toString(), formatCount(7)); // its digits
        QCOMPARE(m_window->size(), size);
    }
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(ComparisonTest)
#include "tst_comparison.moc"
