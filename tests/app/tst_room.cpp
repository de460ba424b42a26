// How the page of a run divides its room: the loss and the machines first, the others small, what is said in one line.
#include "app/pages/runpage.h"
#include "app/plots/charts/runcharts.h"
#include "app/plots/metricplot.h"
#include "app/plots/plotlegend.h"
#include "app/plots/plotpanel.h"
#include "app/widgets/noticeline.h"
#include "app/words/format.h"
#include "tests/app/screenshot.h"
#include "tests/app/windowonruns.h"
#include "tests/remote/linesof.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace motley;

class RoomTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_runs.reset(); }
    void theLossIsTheLargest_data();
    void theLossIsTheLargest();
    void aChartIsMaximisedAndComesBack();
    void aMaximisedChartEndsWithItsRun();
    void theDrawerClosesInALowWindow();
    void detailsPushNothingAndEndWithTheirRun();
    void aLongNoticeStaysInItsLine();
    void figuresKeepTheirPlaces();
    void manyMachinesLeaveTheirCurvesRoom();
    void twelveMachinesAreSeen();
    void aRunUnderWaySaysHowLong();
    void aLongNameEndsInTheRail();
    void theWheelScrollsThePage();

private:
    void writeRunOf(int machines, const char *name, bool isUnderWay = false);
    void open(const char *name, std::size_t steps);
    RunPage *page() const { return m_runs->window->findChild<RunPage *>(); }
    NoticeLine *notice() const { return page()->findChild<NoticeLine *>(); }
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return page()->findChild<Widget *>(QLatin1String(name));
    }

    std::unique_ptr<WindowOnRuns> m_runs;
};

void RoomTest::init()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    m_runs->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_runs->window.get()));
}

void RoomTest::open(const char *name, std::size_t steps)
{
    const OpenRun *run = m_runs->workspace->open(m_runs->workspace->history().find(QLatin1String(name))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE_WITH_TIMEOUT(run->series().steps().size(), steps, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), 20000);
    QVERIFY(settle(*m_runs->window));
}

void RoomTest::theLossIsTheLargest_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addRow("least") << QSize(960, 540);
    QTest::addRow("laptop") << QSize(1280, 800);
    QTest::addRow("desk") << QSize(1920, 1080);
}

void RoomTest::theLossIsTheLargest()
{
    QFETCH(QSize, size);
    m_runs->window->resize(size);
    open("Fashion-MNIST", 1175);
    QCOMPARE(m_runs->window->size(), size);
    const auto *charts = page()->findChild<RunCharts *>();
    const auto *loss = find<QWidget>("loss");
    const auto *area = qobject_cast<QWidget *>(charts->parent());
    QVERIFY2(loss->height() >= 280, qPrintable(QString::number(loss->height())));
    QVERIFY2(std::abs(loss->width() - 0.6 * charts->width()) <= 12, qPrintable(QString::number(loss->width())));
    QVERIFY(area->height() >= 280); // all of it is seen
    const auto *machines = find<QWidget>("machineRows");
    QCOMPARE(machines->height(), loss->height());
    QVERIFY(machines->accessibleName().isEmpty());
    for (const char *name : {"throughput", "timeSplit", "tests", "learningRate", "gradientNorm", "stepTime"}) {
        const auto *panel = find<QWidget>(name);
        QVERIFY2(panel && panel->isVisible(), name);
        QVERIFY(panel->height() < loss->height() && panel->y() > loss->geometry().bottom());
        QVERIFY(charts->rect().contains(panel->geometry()));
        QVERIFY(panel->width() >= panel->minimumSizeHint().width());
    }
    for (const auto *inner : charts->findChildren<QScrollArea *>()) // nothing scrolls inside what scrolls
        QVERIFY(!inner->isVisible() || inner->verticalScrollBar()->maximum() == 0);
}

void RoomTest::aChartIsMaximisedAndComesBack()
{
    open("Fashion-MNIST", 1175);
    const auto *charts = page()->findChild<RunCharts *>();
    for (const char *name : {"throughput", "timeSplit", "machineRows", "loss"}) {
        auto *panel = find<QWidget>(name);
        const QRect before = panel->geometry();
        find<QToolButton>((QByteArray(name) + "Maximise").constData())->click();
        QVERIFY(settle(*m_runs->window));
        QCOMPARE(panel->geometry(), charts->rect());
        QVERIFY(!find<QTabWidget>("runTabs")->isVisible());
        QTest::keyClick(panel, Qt::Key_Escape);
        QVERIFY(settle(*m_runs->window));
        QCOMPARE(panel->geometry(), before);
        QVERIFY(find<QTabWidget>("runTabs")->isVisible());
    }
    auto *plot = find<MetricPlot>("testsPlot");
    QTest::mouseDClick(plot->childAt(plot->rect().center()), Qt::LeftButton);
    QVERIFY(settle(*m_runs->window));
    QCOMPARE(find<QWidget>("tests")->geometry(), charts->rect());
    QVERIFY(find<QToolButton>("testsExport")->isVisible());
    QTest::mouseDClick(plot->childAt(plot->rect().center()), Qt::LeftButton);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(!charts->isMaximised());
    QVERIFY(!find<QToolButton>("testsExport")->isVisible());
}

void RoomTest::aMaximisedChartEndsWithItsRun()
{
    open("Fashion-MNIST", 1175);
    page()->findChild<RunCharts *>()->maximise(find<QWidget>("tests"));
    open("Lost two", 300);
    QVERIFY(find<QWidget>("loss")->isVisible());
    QVERIFY(find<QTabWidget>("runTabs")->isVisible());
}

void RoomTest::theDrawerClosesInALowWindow()
{
    open("Fashion-MNIST", 1175);
    auto *tabs = find<QTabWidget>("runTabs");
    auto *toggle = find<QToolButton>("drawerToggle");
    QVERIFY(tabs->currentWidget()->isVisible());
    m_runs->window->resize(1024, 640);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(!tabs->currentWidget()->isVisible());
    QVERIFY(tabs->tabBar()->isVisible() && toggle->isVisible());
    tabs->setCurrentIndex(1); // who chooses the log wants to see it
    QVERIFY(settle(*m_runs->window));
    QVERIFY(tabs->currentWidget()->isVisible() && tabs->currentWidget()->height() >= 60);
    toggle->click();
    QVERIFY(!tabs->currentWidget()->isVisible());
    m_runs->window->resize(1280, 800);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(!tabs->currentWidget()->isVisible()); // as the user chose
    toggle->click();
    QVERIFY(settle(*m_runs->window));
    QVERIFY(tabs->currentWidget()->isVisible());
}

void RoomTest::detailsPushNothingAndEndWithTheirRun()
{
    open("Lost two", 300);
    const auto *tabs = find<QTabWidget>("runTabs");
    const auto *loss = find<QWidget>("loss");
    const QRect charts = loss->geometry();
    const QPoint place = tabs->mapTo(page(), QPoint());
    find<QToolButton>("messageMore")->click();
    QVERIFY(settle(*m_runs->window));
    const auto *details = find<QFrame>("noticeDetails");
    QVERIFY(details->isVisible());
    QCOMPARE(loss->geometry(), charts);
    QCOMPARE(tabs->mapTo(page(), QPoint()), place);
    QVERIFY(details->geometry().bottom() < place.y()); // the tabs are not hidden
    QVERIFY(!find<QPlainTextEdit>("messageDetail")->toPlainText().isEmpty());
    QTest::keyClick(page(), Qt::Key_Escape);
    QVERIFY(!details->isVisible());
    find<QToolButton>("messageMore")->click();
    QVERIFY(details->isVisible());
    open("Fashion-MNIST", 1175);
    QVERIFY(!details->isVisible());
    QCOMPARE(loss->geometry(), charts); // the other run has no hole
}

void RoomTest::aLongNoticeStaysInItsLine()
{
    QWidget page;
    page.resize(640, 480);
    NoticeLine line(&page);
    line.setGeometry(0, 0, 640, line.height());
    page.show();
    const int height = line.height();
    line.show(MessageCard::Kind::Warning, QStringLiteral("A machine is slow. ").repeated(40), QStringLiteral("why"));
    line.setActions(
        {QStringLiteral("Go on without gpu-node-17.cluster.example.org and gpu-node-18.cluster.example.org")});
    QVERIFY(settle(page));
    QCOMPARE(line.height(), height);
    QVERIFY2(line.minimumSizeHint().width() <= 640, qPrintable(QString::number(line.minimumSizeHint().width())));
    QCOMPARE(line.findChild<QLabel *>(QStringLiteral("messageSentence"))->text().count(QStringLiteral("slow")), 40);
}

// Twenty-five digits and none take the same room.
void RoomTest::figuresKeepTheirPlaces()
{
    open("Fashion-MNIST", 1175);
    QList<QRect> before;
    const char *names[]{"statStep", "statElapsed", "statRate", "statTest"};
    for (const char *name : names) {
        auto *label = find<QLabel>(name);
        before << QRect(label->mapTo(page(), QPoint()), label->parentWidget()->size());
        label->setText(QStringLiteral("6,782,294,793,915,212,526,256,128 of many"));
    }
    QVERIFY(settle(*m_runs->window));
    for (int i = 0; i < before.size(); ++i) {
        const auto *label = find<QLabel>(names[i]);
        QCOMPARE(QRect(label->mapTo(page(), QPoint()), label->parentWidget()->size()), before[i]);
        QCOMPARE(label->parentWidget()->y(), find<QLabel>(names[0])->parentWidget()->y()); // one row
    }
}

// Twelve machines with names of their network have 25 curves.
void RoomTest::manyMachinesLeaveTheirCurvesRoom()
{
    const std::vector<double> x{1, 2};
    const std::vector<double> y{1234567, 2};
    std::vector<PlotCurve> curves;
    for (int i = 0; i < 25; ++i)
        curves.push_back(
            {QStringLiteral("gpu-node-%1.cluster.example.org could do").arg(i), i, PlotCurve::LineStyle::Thin, &x, &y});
    PlotPanel panel(QStringLiteral("Throughput"), QStringLiteral("throughput"));
    panel.setCurves(curves, QStringLiteral("Step"), {});
    panel.resize(600, 280);
    panel.show();
    QVERIFY(settle(panel));
    QCOMPARE(panel.size(), QSize(600, 280));
    const auto *plot = panel.findChild<MetricPlot *>();
    const auto *legend = panel.findChild<PlotLegend *>();
    QVERIFY2(plot->width() >= 300 && plot->height() >= 180, qPrintable(QString::number(plot->height())));
    QVERIFY(legend->verticalScrollBar()->maximum() > 0);
    for (const auto *entry : legend->widget()->findChildren<QToolButton *>()) {
        QVERIFY(entry->width() <= legend->viewport()->width());
        QVERIFY2(entry->text().contains(QChar(0x2026)) && entry->text().startsWith(QStringLiteral("gpu-")),
            qPrintable(entry->text()));
    }
}

// Of machines with names of their network, at 150 steps.
void RoomTest::writeRunOf(int machines, const char *name, bool isUnderWay)
{
    JobSpec job;
    job.name = name;
    Plan plan;
    std::vector<Machine> list;
    StepDone step;
    for (int i = 0; i < machines; ++i) {
        const std::string host = "gpu-node-" + std::to_string(i + 1) + ".cluster.example.org";
        plan.machines.push_back({host, "10.0.0." + std::to_string(i + 1)});
        plan.ranks.push_back({i, {}, 20 + i, 0, 2});
        list.push_back({Machine::Kind::Ssh, QString::fromStdString(host), QString::fromStdString(host), {}});
        step.ranks.push_back({i, 20 + i, 20.0 + i, 0.002, 0.02, 0.04, 0.002 * i, 0.004});
    }
    auto record = m_runs->workspace->history().create(job, list);
    QVERIFY(record);
    const double begin = double(QDateTime::currentSecsSinceEpoch()) - 20;
    std::vector<Event> events{at(1, begin, PlanChosen{plan}),
        at(2, begin,
            RunStarted{
                "r", name, "image-classification", "small-cnn", 1, 60000, 306, isUnderWay ? 4000 : 150, 1, "0.1.0"})};
    for (int number = 1; number <= 150; ++number) {
        step.step = number;
        step.seconds = 0.1;
        step.samples = 306;
        step.loss = 6.78e24 / number;
        events.push_back(at(number + 2, begin + 0.1 * number, step));
    }
    if (!isUnderWay)
        events.push_back(at(153, begin + 20, RunFinished{RunFinished::Outcome::Completed, 150, 20, "", "model"}));
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(events)));
    QVERIFY(QDir().mkpath(record->modelFolder()));
    QVERIFY(QFile(record->modelFolder() + QStringLiteral("/model.safetensors")).open(QIODevice::WriteOnly));
    record->remoteRuns.assign(list.size(), {"engine", "run"});
    record->outcome = isUnderWay ? RunRecord::Outcome::Running : RunRecord::Outcome::Completed;
    if (!isUnderWay)
        record->finished = record->started.addSecs(20);
    QVERIFY(m_runs->workspace->history().update(*record));
}

void RoomTest::twelveMachinesAreSeen()
{
    writeRunOf(12, "Twelve");
    for (const QSize size : {QSize(960, 540), QSize(1280, 800), QSize(1920, 1080)}) {
        m_runs->window->resize(size);
        open("Twelve", 150);
        QVERIFY(saveScreenshot(*m_runs->window, QStringLiteral("twelve-%1").arg(size.width())));
        QCOMPARE(m_runs->window->size(), size);
        const QSize small = find<MetricPlot>("throughputPlot")->size();
        QVERIFY(small.width() >= 200 && small.height() >= 90);
        QVERIFY(find<QLabel>("statLoss")->text().contains(QStringLiteral("\u00d7")));
        find<QToolButton>("throughputMaximise")->click();
        QVERIFY(saveScreenshot(*m_runs->window, QStringLiteral("twelve-%1-throughput").arg(size.width())));
        const QSize large = find<MetricPlot>("throughputPlot")->size();
        QVERIFY2(large.width() >= page()->width() / 2, qPrintable(QString::number(large.width())));
        QVERIFY2(large.height() >= 200, qPrintable(QString::number(large.height())));
        find<QToolButton>("throughputMaximise")->click();
    }
}

void RoomTest::aRunUnderWaySaysHowLong()
{
    writeRunOf(3, "Under way", true);
    const OpenRun *run = m_runs->workspace->open(m_runs->workspace->history().find(QStringLiteral("Under way"))->id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE_WITH_TIMEOUT(run->series().steps().size(), std::size_t(150), 20000);
    m_runs->window->resize(960, 540);
    QVERIFY(settle(*m_runs->window));
    const auto range = run->series().rangeLeft();
    QVERIFY(range);
    QVERIFY(find<QLabel>("statLeft")->text().startsWith(formatDuration(*run->series().secondsLeft())));
    const QString words = find<QLabel>("statRange")->text();
    const QString least = formatDuration(range->least);
    const QString most = formatDuration(range->most);
    QVERIFY2(least == most ? words.isEmpty() : words.contains(least) && words.contains(most), qPrintable(words));
    for (const char *name : {"statStep", "statLeft", "statRange", "statRate"}) { // whole, also here
        const auto *label = find<QLabel>(name);
        QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(), qPrintable(label->text()));
    }
    QVERIFY(!find<QLabel>("statElapsed")->isVisible());
    QVERIFY(find<QPushButton>("stopRun")->isVisible());
    QVERIFY(saveScreenshot(*m_runs->window, QStringLiteral("under-way")));
    QCOMPARE(m_runs->window->size(), QSize(960, 540));
}

void RoomTest::aLongNameEndsInTheRail()
{
    NavigationRail rail;
    rail.showRuns({{QStringLiteral("Three hundred thousand steps"), QStringLiteral("Running"), {}, std::nullopt}}, 0);
    rail.show();
    rail.setCurrent(NavigationRail::Page::Run);
    QVERIFY(settle(rail));
    auto *button = rail.findChild<QToolButton *>(QStringLiteral("railRun"));
    button->ensurePolished();
    QFont bold = button->font();
    bold.setWeight(QFont::DemiBold);
    const QString name = button->text().section(QLatin1Char('\n'), 0, 0);
    QVERIFY(QFontMetrics(bold).horizontalAdvance(name) <= 136);
    QVERIFY(name.endsWith(QChar(0x2026)));
    QCOMPARE(button->text().section(QLatin1Char('\n'), 1), QStringLiteral("Running"));
}

void RoomTest::theWheelScrollsThePage()
{
    m_runs->window->resize(960, 540);
    open("Fashion-MNIST", 1175);
    auto *plot = find<MetricPlot>("lossPlot");
    const auto *area = qobject_cast<QScrollArea *>(page()->findChild<RunCharts *>()->parent()->parent());
    QVERIFY(area && area->verticalScrollBar()->maximum() > 0);
    const double reach = plot->reach();
    const auto turn = [&](Qt::KeyboardModifiers modifiers) { // says whether the plot took it from the page
        QWidget *under = plot->childAt(plot->rect().center());
        const QPointF at = under->rect().center();
        QWheelEvent event(
            at, under->mapToGlobal(at), {0, 120}, {0, 120}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(under, &event);
        return event.isAccepted();
    };
    QVERIFY(!turn(Qt::NoModifier));
    QVERIFY(plot->isFollowing());
    QCOMPARE(plot->reach(), reach);
    QVERIFY(turn(Qt::ControlModifier));
    QVERIFY(!plot->isFollowing());
    QVERIFY(plot->reach() != reach);
}

QTEST_MAIN(RoomTest)
#include "tst_room.moc"
