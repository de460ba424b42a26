// What mouse, wheel and keys do in the charts of a run.
#include "app/pages/runpage.h"
#include "app/plots/curves/plotlibrary.h"
#include "app/plots/plotpanel.h"
#include "tests/app/settle.h"
#include "tests/app/windowonruns.h"

#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

using namespace motley;

class GesturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_runs.reset(); }
    void aSidewaysDragZoomsAllChartsAndFitsY();
    void theChipShowsEverythingAgain();
    void aSmallMovementIsNoDrag();
    void shiftDragsABox();
    void panning_data();
    void panning();
    void theWheelZoomsAtThePointer();
    void theRightButtonDoesNothing();
    void keysDoTheSame();
    void nothingBesideTheStepsIsShown();
    void aZoomedChartFollowsAtItsWidth();
    void aZoomedChartGrowsWithItsRun();
    void aSmallChartIsOneStopOfTab();

private:
    template <typename T>
    T *find(const char *name) const
    {
        return m_runs->window->findChild<T *>(QLatin1String(name));
    }
    QCustomPlot *canvas(const char *plot = "lossPlot") const
    {
        return find<MetricPlot>(plot)->findChild<QCustomPlot *>();
    }
    QPoint place(double x, double y) const; // parts of the area of the loss
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {});
    void zoomIn(); // to the middle half

    std::unique_ptr<WindowOnRuns> m_runs;
};

void GesturesTest::init()
{
    m_runs = std::make_unique<WindowOnRuns>();
    QVERIFY(m_runs->open());
    const QString id = m_runs->workspace->history().find(QStringLiteral("Fashion-MNIST"))->id;
    const OpenRun *run = m_runs->workspace->open(id);
    m_runs->window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(run->series().steps().size(), std::size_t(1175));
    QVERIFY(settle(*m_runs->window));
}

QPoint GesturesTest::place(double x, double y) const
{
    const QRect area = canvas()->axisRect()->rect();
    return area.topLeft() + QPoint(int(x * area.width()), int(y * area.height()));
}

void GesturesTest::drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    QTest::mousePress(canvas(), button, modifiers, from);
    QTest::mouseMove(canvas(), (from + to) / 2);
    QTest::mouseMove(canvas(), to);
    QTest::mouseRelease(canvas(), button, modifiers, to);
    QVERIFY(settle(*m_runs->window));
}

void GesturesTest::zoomIn()
{
    drag(place(0.25, 0.5), place(0.75, 0.5));
}

void GesturesTest::aSidewaysDragZoomsAllChartsAndFitsY()
{
    const double before = canvas()->yAxis->range().upper;
    const double from = canvas()->xAxis->pixelToCoord(place(0.25, 0).x());
    const double to = canvas()->xAxis->pixelToCoord(place(0.75, 0).x());
    drag(place(0.25, 0.4), place(0.75, 0.6));
    QVERIFY2(canvas()->yAxis->range().upper < before / 2, qPrintable(QString::number(before)));
    for (const char *name : {"lossPlot", "throughputPlot", "testsPlot", "learningRatePlot", "gradientNormPlot"}) {
        const auto range = canvas(name)->xAxis->range();
        QVERIFY2(std::abs(range.lower - from) < 3 && std::abs(range.upper - to) < 3, name);
        QVERIFY(!find<MetricPlot>(name)->isFollowing());
    }
}

void GesturesTest::theChipShowsEverythingAgain()
{
    auto *chip = find<QToolButton>("lossZoomed");
    QVERIFY(!chip->isVisible());
    zoomIn();
    QVERIFY(chip->isVisible());
    QVERIFY2(chip->accessibleName().startsWith(QStringLiteral("Step 2")), qPrintable(chip->accessibleName()));
    QVERIFY(!find<QToolButton>("throughputZoomed")->isVisible()); // it has no room, and the loss says it
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(!chip->isVisible());
    for (const auto *plot : m_runs->window->findChildren<MetricPlot *>())
        QVERIFY(plot->view() == PlotView());
}

void GesturesTest::aSmallMovementIsNoDrag()
{
    drag(place(0.5, 0.5), place(0.5, 0.5) + QPoint(3, 3));
    QVERIFY(find<MetricPlot>("lossPlot")->view() == PlotView());
}

void GesturesTest::shiftDragsABox()
{
    const auto y = [&](double part) { return canvas()->yAxis->pixelToCoord(place(0, part).y()); };
    const double top = y(0.25), bottom = y(0.75);
    const auto other = canvas("gradientNormPlot")->yAxis->range();
    drag(place(0.6, 0.75), place(0.2, 0.25), Qt::LeftButton, Qt::ShiftModifier);
    const auto range = canvas()->yAxis->range();
    const double pixel = (top - bottom) / 50;
    QVERIFY2(std::abs(range.upper - top) < pixel && std::abs(range.lower - bottom) < pixel,
        qPrintable(QString::number(range.upper)));
    QVERIFY(canvas("gradientNormPlot")->yAxis->range().size() < 1.1 * other.size()); // its y fits what it shows
    zoomIn();
    QVERIFY(canvas()->yAxis->range().upper < top); // fits again
}

void GesturesTest::panning_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<bool>("space");
    QTest::addRow("middle button") << Qt::MiddleButton << false;
    QTest::addRow("space bar") << Qt::LeftButton << true;
}

void GesturesTest::panning()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(bool, space);
    zoomIn();
    const auto before = canvas()->xAxis->range();
    auto *plot = find<MetricPlot>("lossPlot");
    if (space)
        QTest::keyPress(plot, Qt::Key_Space);
    drag(place(0.5, 0.5), place(0.6, 0.5), button);
    if (space)
        QTest::keyRelease(plot, Qt::Key_Space);
    const auto after = canvas()->xAxis->range();
    QVERIFY(std::abs(after.size() - before.size()) < 1);
    QVERIFY2(std::abs(before.lower - after.lower - 0.1 * before.size()) < 5, qPrintable(QString::number(after.lower)));
    QCOMPARE(canvas("throughputPlot")->xAxis->range().lower, after.lower);
}

void GesturesTest::theWheelZoomsAtThePointer()
{
    const QPointF at = place(0.3, 0.5);
    const double under = canvas()->xAxis->pixelToCoord(at.x());
    const double before = canvas()->xAxis->range().size();
    QWheelEvent turn(
        at, canvas()->mapToGlobal(at), {0, 240}, {0, 240}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas(), &turn);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(std::abs(canvas()->xAxis->range().size() - 0.64 * before) < 3);
    QVERIFY(std::abs(canvas()->xAxis->pixelToCoord(at.x()) - under) < 1);
}

void GesturesTest::theRightButtonDoesNothing()
{
    drag(place(0.3, 0.5), place(0.6, 0.5), Qt::RightButton);
    QVERIFY(find<MetricPlot>("lossPlot")->view() == PlotView());
    QVERIFY(find<QToolButton>("lossFollow")->isChecked());
}

void GesturesTest::keysDoTheSame()
{
    auto *plot = find<MetricPlot>("lossPlot");
    plot->setFocus();
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(plot, Qt::Key_Plus);
    const auto zoomed = canvas()->xAxis->range();
    QVERIFY(std::abs(zoomed.size() - 1174 * std::pow(0.8, 4)) < 5);
    QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(canvas()->xAxis->range().lower > zoomed.lower + 50);
    QTest::keyClick(plot, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(std::abs(canvas()->xAxis->range().lower - zoomed.lower) < 1);
    QTest::keyClick(plot, Qt::Key_0);
    for (const auto *other : m_runs->window->findChildren<MetricPlot *>())
        QVERIFY(other->view() == PlotView());
}

void GesturesTest::nothingBesideTheStepsIsShown()
{
    auto *plot = find<MetricPlot>("lossPlot");
    zoomIn();
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(canvas()->xAxis->range().upper < 1175.5);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(plot, Qt::Key_Minus);
    QVERIFY(plot->view() == PlotView());
}

void GesturesTest::aZoomedChartFollowsAtItsWidth()
{
    auto *plot = find<MetricPlot>("lossPlot");
    zoomIn();
    const double width = canvas()->xAxis->range().size();
    QTest::keyClick(plot, Qt::Key_F);
    QVERIFY(settle(*m_runs->window));
    QVERIFY(plot->isFollowing());
    for (const char *name : {"lossPlot", "testsPlot"}) {
        QVERIFY(std::abs(canvas(name)->xAxis->range().upper - 1175) < 1);
        QVERIFY(std::abs(canvas(name)->xAxis->range().size() - width) < 1);
    }
}

void GesturesTest::aZoomedChartGrowsWithItsRun()
{
    std::vector<double> x{1, 2, 3, 4, 5};
    PlotPanel panel(QStringLiteral("Loss"), QStringLiteral("loss"));
    panel.setCurves({{QStringLiteral("loss"), 0, PlotCurve::LineStyle::Line, &x, &x}}, QStringLiteral("Step"), {});
    panel.show();
    const auto grow = [&] {
        x.push_back(x.back() + 1);
        panel.columnsChanged();
        return settle(panel);
    };
    using Range = std::pair<double, double>;
    QVERIFY(grow());
    QCOMPARE(panel.plot().shownX(), Range(1, 6));
    panel.setView({{{2, 4}}, false});
    QVERIFY(grow());
    QCOMPARE(panel.plot().shownX(), Range(2, 4));
    panel.plot().setFollowing(true);
    QCOMPARE(panel.plot().shownX(), Range(5, 7));
    QVERIFY(grow());
    QCOMPARE(panel.plot().shownX(), Range(6, 8));
    panel.plot().setFollowing(false); // it stays where it has come to
    QVERIFY(grow());
    QCOMPARE(panel.plot().shownX(), Range(6, 8));
}

void GesturesTest::aSmallChartIsOneStopOfTab()
{
    auto *panel = find<QWidget>("throughput");
    QStringList stops;
    for (const auto *widget : panel->findChildren<QWidget *>())
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus))
            stops << widget->objectName();
    QCOMPARE(stops, QStringList(QStringLiteral("throughputPlot")));
}

QTEST_MAIN(GesturesTest)
#include "tst_gestures.moc"
