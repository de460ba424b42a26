#include "app/bench/windowtimes.h"

#include "app/bench/busytime.h"
#include "app/mainwindow.h"
#include "app/plots/metricplot.h"

#include <QFile>
#include <QLineEdit>
#include <QTabWidget>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <numeric>

namespace motley {

namespace {

using Page = NavigationRail::Page;

double statusMb(const QByteArray &field)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n'))
        if (line.startsWith(field))
            return line.mid(field.size()).simplified().split(' ').front().toDouble() / 1024;
    return 0;
}

void turnWheel(QWidget *widget, Qt::KeyboardModifiers keys)
{
    const QPointF at = widget->rect().center();
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

MetricPlot *lossPlot(const MainWindow &window)
{
    for (auto *plot : window.findChildren<MetricPlot *>())
        if (plot->isVisible() && !plot->isEmpty())
            return plot;
    return nullptr;
}

void moveOver(QWidget *plot, int times)
{
    for (int i = 0; i < times; ++i) {
        QTest::mouseMove(plot, {40 + (plot->width() - 80) * i / times, plot->height() / 2});
        QCoreApplication::processEvents();
    }
}

WindowTimes::Opening timeOpening(const MainWindow &window, Workspace &workspace, const QString &id)
{
    WindowTimes::Opening times;
    QElapsedTimer clock;
    clock.start();
    const OpenRun *run = workspace.open(id);
    times.longestTurn = longestTurn([&] { return lossPlot(window) && !run->series().steps().empty(); });
    times.firstCurve = double(clock.elapsed());
    const auto isDrawn = [&] {
        const auto *chart = lossPlot(window);
        return !run->isReading() && chart && !chart->isStale();
    };
    times.longestTurn = std::max(times.longestTurn, longestTurn(isDrawn));
    times.whole = double(clock.elapsed());
    return times;
}

} // namespace

double residentMb()
{
    return statusMb("VmRSS:");
}

double WindowTimes::worstInteraction() const
{
    double worst = 0;
    for (const auto &[name, milliseconds] : interactions)
        worst = std::max(worst, milliseconds);
    return worst;
}

bool answersFirstClick(const QString &home)
{
    Workspace workspace({home, home});
    workspace.language().choose(QStringLiteral("en"));
    if (!workspace.load())
        return false;
    MainWindow window(&workspace);
    window.show();
    auto *button = window.findChild<QToolButton *>(QStringLiteral("railRuns"));
    auto *table = window.findChild<QTreeView *>(QStringLiteral("runsTable"));
    if (!button || !table)
        return false;
    QTest::mouseClick(button, Qt::LeftButton);
    longestTurn([&] { return table->isVisible() && table->model()->rowCount() > 0; });
    return table->isVisible();
}

Result<WindowTimes> timeWindow(const QString &home, const MadeHistory &history, const MadeSizes &sizes)
{
    WindowTimes times;
    Workspace workspace({home, home});
    workspace.language().choose(QStringLiteral("en"));
    if (const auto loaded = workspace.load(); !loaded)
        return tl::unexpected(loaded.error());
    MainWindow window(&workspace);
    window.resize(1280, 800);
    window.show();
    const OpenRun *live = workspace.open(history.liveRun);
    if (!live)
        return tl::unexpected(Error{"The run that was made for this measurement could not be opened.", {}});
    const LiveMachines machines(live->record().folder, sizes);
    window.showPage(Page::Run);
    longestTurn([&] { return live->series().steps().size() > 4; });
    if (live->series().steps().empty())
        return tl::unexpected(Error{"The made-up machines were not heard.", {}});
    const auto time = [&](const char *name, const std::function<void()> &act) {
        times.interactions.emplace_back(name, longestTurnAfter(act));
    };
    auto *plot = lossPlot(window);
    time("over a chart of many machines", [&] { moveOver(plot, 20); });
    auto *tabs = window.findChild<QTabWidget *>(QStringLiteral("runTabs"));
    for (int tab = 0; tab < tabs->count(); ++tab)
        time("a tab of the run", [&] { tabs->setCurrentIndex(tab); });

    times.first = timeOpening(window, workspace, history.longRun);
    OpenRun *longRun = workspace.current();
    if (std::int64_t(longRun->series().steps().size()) != sizes.steps)
        return tl::unexpected(
            Error{"The long run has " + std::to_string(longRun->series().steps().size()) + " steps.", {}});

    plot = lossPlot(window);
    time("over a chart of the long run", [&] { moveOver(plot, 20); });
    for (int i = 0; i < 5; ++i)
        time("closer, by the wheel", [&] { turnWheel(plot, Qt::ControlModifier); });
    time("everything again", [&] { plot->showAll(); });
    for (const auto &[name, page] : {std::pair("the machines", Page::Machines), std::pair("a new run", Page::NewRun),
             std::pair("all runs", Page::Runs), std::pair("the run again", Page::Run)})
        time(name, [&window, page = page] { window.showPage(page); });
    time("another run", [&] { workspace.show(workspace.find(history.liveRun)); });
    time("and back", [&] { workspace.show(longRun); });

    window.showPage(Page::Runs);
    auto *filter = window.findChild<QLineEdit *>(QStringLiteral("runsFilter"));
    for (const char letter : {'r', 'u', 'n', ' ', '7'})
        times.searchMs = std::max(times.searchMs, longestTurnAfter([&] { QTest::keyClick(filter, letter); }));
    times.memoryMb = residentMb();
    times.highestMemoryMb = statusMb("VmHWM:");
    window.showPage(Page::Run);
    bool isGone = false;
    QObject::connect(longRun, &QObject::destroyed, &window, [&] { isGone = true; });
    workspace.close(longRun);
    longestTurn([&] { return isGone; });
    QThreadPool::globalInstance()->waitForDone();
    times.closedMemoryMb = residentMb();
    times.again = timeOpening(window, workspace, history.longRun);
    return times;
}

PlotTimes timePlot(std::int64_t points)
{
    std::vector<double> x(static_cast<std::size_t>(points)), y(x.size());
    std::iota(x.begin(), x.end(), 1.0);
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] = 1 + 0.5 * std::sin(double(i) * 12.9898);
    const double raw = residentMb();
    MetricPlot plot;
    plot.resize(1200, 500);
    plot.setCurves({{QStringLiteral("loss"), 0, PlotCurve::LineStyle::Line, &x, &y}});
    plot.show();
    longestTurn([&] { return plot.redraws() > 0 && !plot.isStale(); });
    const auto picture = [](const std::function<void()> &change) { // which is drawn at once, as it follows the hand
        const double begin = threadMilliseconds();
        change();
        QCoreApplication::processEvents();
        return threadMilliseconds() - begin;
    };
    PlotTimes times;
    std::vector<double> frames, pans;
    for (int i = 0; i < 20; ++i)
        frames.push_back(picture([&] { plot.zoom(i % 2 == 0 ? 0.9 : 1 / 0.9); }));
    plot.zoom(0.5);
    for (int i = 0; i < 20; ++i)
        pans.push_back(
            picture([&] { QTest::keyClick(&plot, i % 2 == 0 ? Qt::Key_Left : Qt::Key_Right, Qt::ControlModifier); }));
    const auto median = [](std::vector<double> values) {
        std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
        return values[values.size() / 2];
    };
    times.frameMs = median(frames);
    times.panMs = median(pans);
    const double values = 2 * 8 * double(points) / (1 << 20);
    times.memoryRatio = (values + residentMb() - raw) / values;
    return times;
}

} // namespace motley
