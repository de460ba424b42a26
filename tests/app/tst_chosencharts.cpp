// The user chooses and arranges the small charts of a run, and adds what telemetry says.
#include "app/plots/charts/chartplaces.h"
#include "app/plots/charts/runcharts.h"
#include "app/plots/controls/chartsdialog.h"
#include "tests/app/metricfeed.h"
#include "tests/app/screenshot.h"
#include "tests/app/windowonruns.h"

#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include <cmath>

using namespace motley;

namespace {

QString arranged(const char *text, const char *usual)
{
    return textOf(chartLayoutOf(QLatin1String(text), chartLayoutOf(QLatin1String(usual), [usual] {
        ChartLayout layout;
        for (const QString &word : QString::fromLatin1(usual).split(QLatin1Char(' ')))
            layout.push_back(
                {word.startsWith(QLatin1Char('-')) ? word.mid(1) : word, !word.startsWith(QLatin1Char('-'))});
        return layout;
    }())));
}

Telemetry telemetryOf(int machine, double cpuPercent, std::optional<std::int64_t> gpuBytes)
{
    Telemetry telemetry;
    telemetry.machine = machine;
    telemetry.cpuPercent = cpuPercent;
    if (gpuBytes) {
        GpuTelemetry gpu;
        gpu.memoryUsedBytes = *gpuBytes;
        telemetry.gpus.push_back(gpu);
    }
    return telemetry;
}

} // namespace

class ChosenChartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_runs.reset(); }
    void aLayoutIsKeptAsText_data();
    void aLayoutIsKeptAsText();
    void everyChartHasItsPlace_data();
    void everyChartHasItsPlace();
    void chartsAreHiddenMovedAndRestored();
    void aChartIsDraggedToItsPlace();
    void theChoiceIsKept();
    void tabFollowsTheCharts();
    void telemetryBecomesCurves();
    void aRunThatGoesBackForgetsItsReadings();
    void aChartThatWasHiddenKnowsTheRunOfToday();
    void looksWell_data() { addLooks(); }
    void looksWell();

private:
    void open(Theme::Choice theme = Theme::Choice::Light, const QString &language = QStringLiteral("en"));
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return m_runs->window->findChild<Widget *>(QLatin1String(name));
    }
    ChartsDialog *openDialog()
    {
        find<QPushButton>("chooseCharts")->click();
        return find<ChartsDialog>("chartsDialog");
    }
    QStringList shown() const; // as they stand on the page

    std::unique_ptr<WindowOnRuns> m_runs;
};

void ChosenChartsTest::open(Theme::Choice theme, const QString &language)
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    m_runs->window = openWindow(*m_runs->workspace, {1280, 800}, theme, language);
    const OpenRun *run
        = m_runs->workspace->open(m_runs->workspace->history().find(QStringLiteral("Fashion-MNIST"))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    QVERIFY(settle(*m_runs->window));
}

QStringList ChosenChartsTest::shown() const
{
    std::vector<const QWidget *> panels;
    for (const ChartPlace &place : RunCharts::usualLayout())
        if (const auto *panel = find<QWidget>(qPrintable(place.chart)); panel && panel->isVisible())
            panels.push_back(panel);
    std::sort(panels.begin(), panels.end(),
        [](const QWidget *a, const QWidget *b) { return std::pair(a->y(), a->x()) < std::pair(b->y(), b->x()); });
    QStringList names;
    for (const QWidget *panel : panels)
        names << panel->objectName();
    return names;
}

void ChosenChartsTest::aLayoutIsKeptAsText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("layout");
    QTest::addRow("none") << QByteArray() << QByteArray("a b -c");
    QTest::addRow("same") << QByteArray("a b -c") << QByteArray("a b -c");
    QTest::addRow("another order") << QByteArray("c -a b") << QByteArray("c -a b");
    QTest::addRow("a new chart follows its neighbour") << QByteArray("-c a") << QByteArray("-c a b");
    QTest::addRow("a new chart at the beginning") << QByteArray("c b") << QByteArray("a c b");
    QTest::addRow("of another version") << QByteArray("-z b a q c") << QByteArray("b a c");
    QTest::addRow("twice") << QByteArray("b -b a - c  c") << QByteArray("b a c");
}

void ChosenChartsTest::aLayoutIsKeptAsText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, layout);
    QCOMPARE(arranged(text.constData(), "a b -c"), QString::fromLatin1(layout));
}

void ChosenChartsTest::everyChartHasItsPlace_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QSize>("size");
    for (const int count : {0, 1, 2, 6, 7, 16})
        for (const QSize &size : {QSize(620, 300), QSize(960, 1200), QSize(1617, 3001)})
            QTest::addRow("%d in %dx%d", count, size.width(), size.height()) << count << size;
}

void ChosenChartsTest::everyChartHasItsPlace()
{
    QFETCH(int, count);
    QFETCH(QSize, size);
    const ChartPlaces places = placeCharts({size.width(), size.height(), 290, 170, count, 32});
    std::vector<QRect> all{places.loss, places.machines, places.timeline, places.line};
    all.insert(all.end(), places.small.begin(), places.small.end());
    QCOMPARE(places.small.size(), std::size_t(count));
    const QRect page(0, 0, size.width(), std::max(size.height(), places.leastHeight));
    QRect together;
    for (std::size_t i = 0; i < all.size(); ++i) {
        QVERIFY(page.contains(all[i]));
        together |= all[i];
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!all[i].intersects(all[j]));
    }
    QCOMPARE(together, page); // their edges meet the page's
    QVERIFY(places.loss.height() >= 280 && places.timeline.height() >= 290);
    for (const QRect &small : places.small)
        QVERIFY(small.height() >= 170);
}

void ChosenChartsTest::chartsAreHiddenMovedAndRestored()
{
    open();
    const QStringList usual{QStringLiteral("throughput"), QStringLiteral("timeSplit"), QStringLiteral("tests"),
        QStringLiteral("learningRate"), QStringLiteral("gradientNorm"), QStringLiteral("stepTime")};
    QCOMPARE(shown(), usual);
    auto *dialog = openDialog();
    auto *list = dialog->findChild<QListWidget *>();
    QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("usualCharts"))->isEnabled());
    QCOMPARE(list->count(), 16);
    list->setFocus();
    list->setCurrentRow(3);
    QTest::keyClick(list, Qt::Key_Space); // the learning rate goes
    deliverEvents();
    QCOMPARE(shown().size(), 5);
    QVERIFY(!shown().contains(QStringLiteral("learningRate")));
    list->setCurrentRow(5);
    for (int i = 0; i < 7; ++i) // the step time goes to the top, and no further
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    deliverEvents();
    QCOMPARE(list->currentRow(), 0);
    QCOMPARE(shown().front(), QStringLiteral("stepTime"));
    QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("moveChartUp"))->isEnabled());
    dialog->findChild<QPushButton *>(QStringLiteral("moveChartDown"))->click();
    deliverEvents();
    QCOMPARE(shown()[1], QStringLiteral("stepTime"));
    dialog->findChild<QPushButton *>(QStringLiteral("usualCharts"))->click();
    deliverEvents();
    QCOMPARE(shown(), usual);
    QTest::keyClick(dialog, Qt::Key_Escape);
    deliverEvents();
    QVERIFY(!find<ChartsDialog>("chartsDialog"));
}

// What a drop within the list comes to.
void ChosenChartsTest::aChartIsDraggedToItsPlace()
{
    open();
    auto *dialog = openDialog();
    auto *model = dialog->findChild<QListWidget *>()->model();
    QVERIFY(model->moveRow({}, 0, {}, 3));
    deliverEvents();
    QCOMPARE(shown().mid(0, 3),
        (QStringList{QStringLiteral("timeSplit"), QStringLiteral("tests"), QStringLiteral("throughput")}));
}

void ChosenChartsTest::theChoiceIsKept()
{
    open();
    auto *dialog = openDialog();
    auto *list = dialog->findChild<QListWidget *>();
    list->item(6)->setCheckState(Qt::Checked); // processors
    list->item(0)->setCheckState(Qt::Unchecked);
    dialog->accept();
    deliverEvents();
    QVERIFY(shown().contains(QStringLiteral("processors")) && !shown().contains(QStringLiteral("throughput")));
    const QStringList before = shown();
    m_runs->window = openWindow(*m_runs->workspace, {1280, 800});
    m_runs->window->showPage(NavigationRail::Page::Run);
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(shown(), before);
    auto *charts = m_runs->window->findChild<RunCharts *>();
    charts->maximise(find<QWidget>("processors")); // and hidden by its very dialog, it is not maximised any more
    auto layout = chartLayoutOf(m_runs->workspace->settings().charts(), RunCharts::usualLayout());
    for (ChartPlace &place : layout)
        place.isShown = place.isShown && place.chart != QStringLiteral("processors");
    charts->setChartLayout(layout);
    QVERIFY(!charts->isMaximised());
    QVERIFY(find<QWidget>("loss")->isVisible() && !find<QWidget>("processors")->isVisible());
    QVERIFY(!find<QWidget>("throughput")->isVisible());
}

void ChosenChartsTest::tabFollowsTheCharts()
{
    open();
    auto *charts = m_runs->window->findChild<RunCharts *>();
    charts->setChartLayout(chartLayoutOf(QStringLiteral("stepTime throughput tests"), RunCharts::usualLayout()));
    m_runs->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_runs->window.get()));
    find<MetricPlot>("stepTimePlot")->setFocus();
    QStringList passed;
    for (int i = 0; i < 12 && !passed.contains(QStringLiteral("testsPlot")); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        passed << QApplication::focusWidget()->objectName();
    }
    QVERIFY2(passed.contains(QStringLiteral("throughputPlot")), qPrintable(passed.join(QLatin1Char(' '))));
    QCOMPARE(passed.back(), QStringLiteral("testsPlot"));
}

void ChosenChartsTest::telemetryBecomesCurves()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    feed(step(1, 1));
    feed(telemetryOf(0, 25, std::nullopt));
    feed(step(2, 1));
    feed(telemetryOf(1, 50, std::int64_t(3) << 30));
    QWidget page;
    XColumns x;
    x.refresh(series);
    TelemetryChart processors(TelemetryReading::Processors, &page);
    TelemetryChart memory(TelemetryReading::GpuMemory, &page);
    processors.fill(series, x);
    memory.fill(series, x);
    const auto &curves = processors.panel()->plot().curves();
    QCOMPARE(curves.size(), std::size_t(2));
    QCOMPARE(*curves[0].x, std::vector<double>{1});
    QCOMPARE(*curves[0].y, std::vector<double>{25});
    QCOMPARE(*curves[1].y, std::vector<double>{50});
    QCOMPARE(memory.panel()->plot().curves().size(), std::size_t(1)); // the other machine has no GPU
    QCOMPARE(*memory.panel()->plot().curves()[0].y, std::vector<double>{3});
    QCOMPARE(memory.panel()->plot().curves()[0].colour, 1); // the machine's, in every chart
    feed(telemetryOf(0, 75, std::int64_t(1) << 30)); // whose GPU is found later
    memory.refresh(series, x);
    QCOMPARE(memory.panel()->plot().curves().size(), std::size_t(2));
    const auto &first = *memory.panel()->plot().curves()[0].y;
    QVERIFY(first.size() == 2 && std::isnan(first[0]) && first[1] == 1);
}

void ChosenChartsTest::aRunThatGoesBackForgetsItsReadings()
{
    MetricSeries series;
    Feed feed(series);
    feed(PlanChosen{twoMachines()});
    QWidget page;
    XColumns x;
    TelemetryChart chart(TelemetryReading::Processors, &page);
    chart.fill(series, x);
    for (const int number : {1, 2, 3}) {
        feed(step(number, 1));
        feed(telemetryOf(0, 10 * number, std::nullopt));
    }
    x.refresh(series);
    chart.refresh(series, x);
    QCOMPARE(*chart.panel()->plot().curves()[0].y, (std::vector<double>{10, 20, 30}));
    feed(step(2, 1));
    feed(telemetryOf(0, 21, std::nullopt));
    feed(step(3, 1));
    feed(telemetryOf(0, 31, std::nullopt));
    x.refresh(series);
    chart.refresh(series, x);
    QCOMPARE(*chart.panel()->plot().curves()[0].x, (std::vector<double>{1, 2, 3}));
    QCOMPARE(*chart.panel()->plot().curves()[0].y, (std::vector<double>{10, 21, 31}));
}

void ChosenChartsTest::aChartThatWasHiddenKnowsTheRunOfToday()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    auto *charts = m_runs->window->findChild<RunCharts *>();
    const auto show = [charts](const char *text) {
        charts->setChartLayout(chartLayoutOf(QLatin1String(text), RunCharts::usualLayout()));
    };
    show("processors");
    show("-processors");
    const OpenRun *run
        = m_runs->workspace->open(m_runs->workspace->history().find(QStringLiteral("Fashion-MNIST"))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    show("processors");
    const auto &curves = find<MetricPlot>("processorsPlot")->curves();
    QCOMPARE(curves.size(), run->series().machines().size());
    for (std::size_t i = 0; i < curves.size(); ++i)
        QCOMPARE(curves[i].y->size(), run->series().machines()[i].readings.size());
}

void ChosenChartsTest::looksWell()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    open(theme, language);
    auto *dialog = openDialog();
    auto *list = dialog->findChild<QListWidget *>();
    for (const int row : {6, 7})
        list->item(row)->setCheckState(Qt::Checked);
    deliverEvents();
    QVERIFY(saveScreenshot(*dialog, QStringLiteral("charts-%1").arg(QLatin1String(QTest::currentDataTag()))));
    dialog->accept();
    m_runs->window->resize(1280, 1600); // so that nothing scrolls
    QVERIFY(
        saveScreenshot(*m_runs->window, QStringLiteral("run-charts-%1").arg(QLatin1String(QTest::currentDataTag()))));
}

QTEST_MAIN(ChosenChartsTest)
#include "tst_chosencharts.moc"
