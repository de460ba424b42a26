// The time line on the page of a run: its sentence, pointer and keys, marks, table, many machines, languages.
#include "app/pages/runpage.h"
#include "app/plots/charts/runcharts.h"
#include "app/plots/timelinelanes.h"
#include "app/plots/timelinelegend.h"
#include "app/plots/timelineview.h"
#include "tests/app/screenshot.h"
#include "tests/app/straggledrun.h"
#include "tests/app/windowonruns.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace motley;

class TimelineViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_runs.reset(); }
    void saysWhomTheOthersWaitFor();
    void endsWithItsRun();
    void keysWalkThroughIt();
    void marksSaySentences();
    void theLegendHasTheMarksThatThereAre();
    void thePointerIsLinked();
    void theTableHasTheSame();
    void quantitiesAreChosen();
    void manyMachinesAreAHeatMap();
    void longRunsStayFluent();
    void looksRight_data();
    void looksRight();

private:
    void open(const char *name, int machines, int steps, bool isOver);
    template <typename Widget>
    Widget *find(const char *name = "") const
    {
        const auto *page = m_runs->window->findChild<RunPage *>();
        return *name ? page->findChild<Widget *>(QLatin1String(name)) : page->findChild<Widget *>();
    }
    QString sentence() const { return find<QLabel>("stragglerSentence")->text(); }

    std::unique_ptr<WindowOnRuns> m_runs;
};

void TimelineViewTest::init()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    m_runs->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_runs->window.get()));
}

void TimelineViewTest::open(const char *name, int machines, int steps, bool isOver)
{
    RunHistory &history = m_runs->workspace->history();
    if (!history.find(QLatin1String(name)))
        writeStraggledRun(history, name, straggledRun(machines, steps, isOver), machines);
    const OpenRun *run = m_runs->workspace->open(history.find(QLatin1String(name))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE_WITH_TIMEOUT(run->series().steps().size(), std::size_t(steps), 60000);
    QVERIFY(settle(*m_runs->window));
    QTRY_VERIFY(!find<TimelineLanes>()->scene().isEmpty());
    auto *area = qobject_cast<QScrollArea *>(find<RunCharts>()->parentWidget()->parentWidget());
    QVERIFY(area);
    area->ensureWidgetVisible(find<TimelineView>());
    QVERIFY(settle(*m_runs->window));
}

void TimelineViewTest::saysWhomTheOthersWaitFor()
{
    open("Live", 2, 300, false); // without a change of shares
    QVERIFY2(
        sentence().startsWith(QStringLiteral("100 of the last 100 steps waited for box2, ")), qPrintable(sentence()));
    QVERIFY2(sentence().contains(QStringLiteral("faster now")), qPrintable(sentence())); // as box1 alone is
}

void TimelineViewTest::endsWithItsRun()
{
    open("Over", 2, 300, true);
    QVERIFY(!sentence().contains(QStringLiteral("now")));
    open("Fashion-MNIST", 2, 1175, true);
    QVERIFY2(sentence().contains(QStringLiteral("steps waited for gpu1")), qPrintable(sentence()));
}

void TimelineViewTest::keysWalkThroughIt()
{
    open("Straggled", 3, 1200, true);
    auto *lanes = find<TimelineLanes>();
    QCOMPARE(lanes->scene().columns.stepsEach, 5);
    lanes->setFocus();
    const auto *words = find<QLabel>("timelineWords");
    QCOMPARE(words->text(), QStringLiteral("Each column is the mean of 5 steps"));
    QTest::keyClick(lanes, Qt::Key_Right);
    QVERIFY2(words->text().startsWith(QStringLiteral("box1 · Steps 1,196 to 1,200 · ")), qPrintable(words->text()));
    QTest::keyClick(lanes, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(lanes, Qt::Key_Down);
    QCOMPARE(words->text(), QStringLiteral("box2 · Steps 1,096 to 1,100 · not in the run"));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(lanes, Qt::Key_Plus);
    QCOMPARE(lanes->scene().columns.stepsEach, 1);
    QTest::keyClick(lanes, Qt::Key_0);
    QCOMPARE(lanes->scene().columns.stepsEach, 5);
    QTest::keyClick(lanes, Qt::Key_M);
    QVERIFY(find<RunCharts>()->isMaximised());
    QTest::keyClick(lanes, Qt::Key_Escape);
    QVERIFY(!find<RunCharts>()->isMaximised());
}

void TimelineViewTest::marksSaySentences()
{
    open("Straggled", 3, 1200, true);
    auto *lanes = find<TimelineLanes>();
    QStringList said;
    for (std::size_t i = 0; i < lanes->scene().marks.size(); ++i) {
        QTest::keyClick(lanes, Qt::Key_N);
        said << lanes->words();
    }
    said << lanes->words(); // the last one stays
    const QString all = said.join(QLatin1Char('\n'));
    for (const char *part :
        {"Test after step 240", "Checkpoint of step 300", "Step 360, box3: ", "the shares of a batch are", "box2"})
        QVERIFY2(all.contains(QLatin1String(part)), qPrintable(all));
    QTest::keyClick(lanes, Qt::Key_P);
    QVERIFY(lanes->words() != said.constLast());
}

void TimelineViewTest::theLegendHasTheMarksThatThereAre()
{
    const auto entries = [this] {
        QStringList words;
        for (const auto *label : find<TimelineLegend>()->findChildren<QLabel *>())
            if (label->isVisible())
                words << label->text();
        return words;
    };
    open("Fashion-MNIST", 2, 1175, true);
    for (const char *mark : {"finding", "test", "checkpoint"})
        QVERIFY2(entries().contains(QLatin1String(mark)), mark);
    for (const char *absent : {"who trains", "failure", "shares", "forecast"}) // nothing was forecast for that run
        QVERIFY2(!entries().contains(QLatin1String(absent)), absent);
    open("Straggled", 3, 1200, true);
    for (const char *mark : {"who trains", "shares", "forecast"})
        QVERIFY2(entries().contains(QLatin1String(mark)), mark);
}

void TimelineViewTest::thePointerIsLinked()
{
    open("Straggled", 3, 1200, true);
    auto *lanes = find<TimelineLanes>();
    const auto *legend = find<QLabel>("timelineWords");
    find<TimelineView>()->setCrosshair(100);
    QCOMPARE(legend->text(), QStringLiteral("Steps 96 to 100"));
    std::optional<double> said;
    connect(lanes, &TimelineLanes::crosshairMoved, this, [&](std::optional<double> step) { said = step; });
    QTest::mouseMove(lanes, lanes->rect().center());
    QTRY_VERIFY(said);
    QVERIFY2(legend->text().startsWith(QStringLiteral("box2 · ")), qPrintable(legend->text()));
}

void TimelineViewTest::theTableHasTheSame()
{
    open("Straggled", 3, 1200, true);
    find<QToolButton>("timelineShowTable")->click();
    const auto *table = find<QTableView>("timelineTable");
    QVERIFY(table->isVisible());
    const auto *model = table->model();
    QCOMPARE(model->columnCount(), 5);
    QCOMPARE(model->rowCount(), 240);
    QCOMPARE(model->headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("box3"));
    QCOMPARE(model->index(239, 0).data().toString(), QStringLiteral("Steps 1,196 to 1,200"));
    QCOMPARE(model->index(239, 2).data().toString(), QStringLiteral("not in the run"));
    QVERIFY(model->index(71, 4).data().toString().contains(QStringLiteral("Step 360, box3")));
}

void TimelineViewTest::quantitiesAreChosen()
{
    open("Straggled", 3, 1200, true);
    auto *choice = find<QComboBox>("timelineQuantity");
    const auto *lanes = find<TimelineLanes>();
    const QRect before = lanes->geometry();
    choice->setCurrentIndex(choice->findText(QStringLiteral("Share of a batch")));
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(lanes->scene().quantity, TimelineQuantity::Share);
    QCOMPARE(*lanes->scene().values[2].front().bold, 100.0 / 3);
    QVERIFY(!lanes->scene().values[1].back().bold); // it is lost
    choice->setCurrentIndex(choice->findText(QStringLiteral("Speed")));
    QVERIFY(settle(*m_runs->window));
    QVERIFY(*lanes->scene().values[0][100].thin > *lanes->scene().values[0][100].bold);
    QCOMPARE(lanes->geometry().top(), before.top());
}

void TimelineViewTest::manyMachinesAreAHeatMap()
{
    open("Twelve", 12, 300, true);
    const auto *lanes = find<TimelineLanes>();
    QVERIFY(lanes->isHeatMap());
    QCOMPARE(lanes->scene().cells.size(), std::size_t(12));
    QVERIFY(lanes->scene().heat(0, 120) > 2 * lanes->scene().heat(11, 120));
    QVERIFY(saveScreenshot(*find<TimelineView>(), QStringLiteral("timeline-twelve")));
}

// 64 machines for 30,000 steps: the picture is drawn in a fraction of a second, from a few columns.
void TimelineViewTest::longRunsStayFluent()
{
    MetricSeries series;
    Plan plan = planOfBoxes(64);
    series.append({{1, 1, PlanChosen{plan}}});
    const std::vector<std::int64_t> shares(64, 3);
    const StepDone sample = stepOfBoxes(5, shares, 63, 2);
    std::vector<Event> events;
    for (int number = 1; number <= 30000; ++number) {
        StepDone done = sample;
        done.step = number;
        events.push_back({number + 1, double(number), std::move(done)});
    }
    series.append(events);
    QElapsedTimer clock;
    clock.start();
    const TimelineScene scene = timelineScene(series, {}, TimelineQuantity::Time, std::nullopt, 500);
    const auto milliseconds = clock.elapsed();
    QCOMPARE(scene.columns.stepsEach, 100);
    QCOMPARE(scene.columns.ranges.size(), std::size_t(300));
    qInfo("a scene of 64 machines and 30,000 steps: %lld ms", static_cast<long long>(milliseconds));
    QVERIFY2(milliseconds < 500, qPrintable(QString::number(milliseconds)));
}

void TimelineViewTest::looksRight_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en") << QSize(1280, 800);
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("en") << QSize(1280, 800);
    QTest::addRow("contrast") << Theme::Choice::HighContrastDark << QStringLiteral("en") << QSize(1280, 800);
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar") << QSize(1280, 800);
    QTest::addRow("small") << Theme::Choice::Light << QStringLiteral("en") << QSize(960, 540);
}

void TimelineViewTest::looksRight()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    QFETCH(QSize, size);
    m_runs->workspace->language().choose(language);
    Theme::current().choose(theme);
    m_runs->window = std::make_unique<MainWindow>(m_runs->workspace.get());
    m_runs->window->resize(size);
    m_runs->window->show();
    const QString name = QStringLiteral("timeline-") + QLatin1String(QTest::currentDataTag());
    open("Live three", 3, 400, false);
    QVERIFY(saveScreenshot(*m_runs->window, name));
    for (const auto quantity : {TimelineQuantity::Speed, TimelineQuantity::Share}) {
        find<QComboBox>("timelineQuantity")->setCurrentIndex(static_cast<int>(quantity));
        QVERIFY(saveScreenshot(*find<TimelineView>(), name + QString::number(static_cast<int>(quantity))));
    }
    const auto *view = find<TimelineView>();
    QVERIFY(view->width() <= find<RunCharts>()->width());
    QVERIFY(view->height() >= view->minimumSizeHint().height());
}

QTEST_MAIN(TimelineViewTest)
#include "tst_timelineview.moc"
